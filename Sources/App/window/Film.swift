internal import Base
internal import Glibc
internal import Render
internal import ScrollCore
internal import Windows

/// Writes a view frame by frame to standard output, without a window on the screen. Frame n shows the view n frames
/// after the first one, however long drawing or the reader takes. Returns the exit status.
package func film<Kind: ViewKind>(_ request: ViewRequest<Kind>, _ options: FilmOptions) -> Int32 {
  reporting { () throws(Failure) in
    let windows = try ProgramPlan(request).validWindows
    guard let window = windows.first, windows.count == 1 else {
      throw .usage(
        "a film shows one window, and there are \(windows.count); name a view, or a --config with one window")
    }
    if isatty(STDOUT_FILENO) == 1 {
      throw .usage("a film is not for a terminal; write '| ffmpeg …' or '> file' behind the command")
    }
    // A reader that ends is the film's end, not an error.
    signal(SIGPIPE, SIG_IGN)
    try Film(window, options).run()
    return ExitStatus.success
  }
}

/// A film that is being written to standard output.
private final class Film: LoopSource {
  private let window: OffscreenWindow
  private let options: FilmOptions
  private let count: Int
  private var next = 0
  /// The last frame's bytes, and the number of the window's picture in them.
  private var (bytes, drawn): ([UInt8], Int) = ([], -1)
  /// The start of the views' time: 0, or, in a live film, a time on the monotonic clock, which sources use, too.
  private var start = 0.0
  private var failure: Failure?
  private let loop = RunLoop()
  private let views: WindowViews

  init(_ plan: WindowPlan, _ options: FilmOptions) throws(Failure) {
    self.options = options
    views = try usage { () throws(ValueError) in try WindowViews(plan, words: .user) }
    window = try OffscreenWindow(views, plan.settings, size: options.size)
    try views.load()
    count = options.duration.map(options.rate.count) ?? .max
  }

  /// Writes the film to its end, or until its reader ends.
  func run() throws(Failure) {
    switch options.pace {
    case .fast:
      try views.open(in: loop, isForPicture: true)
      loop.run()
      window.show(at: 0)
      while try writeFrame() {}
    case .live:
      try views.open(in: loop, isFilmed: true)
      start = monotonicNow()
      window.show(at: start)
      loop.add(self)
      loop.run()
      if let failure { throw failure }
    }
  }

  /// Writes the next frame. False after the last one.
  private func writeFrame() throws(Failure) -> Bool {
    guard next < count else { return false }
    window.show(at: start + options.time + options.rate.time(of: next))
    if drawn != window.pictureCount {
      let picture = try window.picture()
      bytes = options.format == .png ? try picture.png() : picture.rgba
      drawn = window.pictureCount
    }
    next += 1
    if bytes.withUnsafeBytes({ writeAll($0, to: STDOUT_FILENO) }) { return true }
    if errno == EPIPE { return false }
    throw Failure(of: "standard output", doing: "cannot be written")
  }

  // MARK: - In the loop

  func appendDescriptors(to descriptors: inout [pollfd]) {}

  var deadline: Double { start + options.rate.time(of: next) }

  func service(now: Double) -> ServiceResult {
    guard now >= deadline else { return .idle }
    do throws(Failure) { if try writeFrame() { return .idle } } catch { failure = error }
    loop.end()
    return .finished
  }

  func close() {}
}
