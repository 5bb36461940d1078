internal import Bars
package import Base
internal import Glibc
internal import Newswire
internal import Scene
internal import ScrollCore
package import Windows

/// A run of `newsreel bar`: brings sources, clicks and commands to the headlines, and prints a line when another one is to be
/// seen. Between two lines it sleeps.
final class BarProgram: LoopSource {
  private let options: BarOptions
  private let format: BarFormat
  private let controller: BarController
  private let loop = RunLoop()
  private let context = ViewContext()
  private let output = OutputQueue()
  private let exitsAtEnd: Bool
  private var server: ControlServer?
  private var clicks = BarProgramName(path: "newsreel", window: BarOptions.usualName)
  private var lastLine: String?
  /// When the headlines were brought up to date.
  private var lastTime = monotonicNow()
  private let start = monotonicNow()
  private var haveSourcesEnded = false
  private var status = ExitStatus.success

  /// How long news is collected, and how long a bar waits for the first headline before it is told that there is none, in
  /// seconds.
  private static let (collecting, patience) = (0.05, 0.5)
  /// The limit for reading the sources once.
  private static let longestReading = 10.0

  init(_ options: BarOptions, _ sources: SourceOptions, format: BarFormat, words: Words) {
    (self.options, self.format, exitsAtEnd) = (options, format, sources.exitsAtEnd)
    controller = BarController(options, sources, list: sources.isBlank ? FollowedFeedList() : nil, words: words)
  }

  /// Runs until a signal, `quit`, or the end of the bar. Returns the exit status.
  func run() throws(Failure) -> Int32 {
    Signals.install()
    defer {
      controller.close()
      loop.removeAll()
    }
    loop.watch(Signals.fileDescriptor) { [unowned self] in
      while let signal = Signals.next() { handle(signal) }
    }
    if options.isOnce { return try printOnce() }
    // The bar has closed the pipe.
    loop.watch(STDOUT_FILENO, events: 0) { [unowned self] in loop.end() }
    answer()
    try controller.open(SourceConnection(loop: loop, context: context) { [unowned self] in sourcesEnded() })
    if format.sendsClicks { readClicks() }
    output.write(format.header)
    loop.add(self)
    loop.run()
    return status
  }

  private func sourcesEnded() {
    haveSourcesEnded = true
    context.setNeedsDisplay()
  }

  private func handle(_ signal: Int32) {
    switch signal {
    case Signals.pause: perform(.pause)
    case Signals.reload: break
    default:
      status = 128 + signal
      loop.end()
    }
  }

  // MARK: - Once

  private func printOnce() throws(Failure) -> Int32 {
    controller.headlines.desk?.reader.keepsPace = true
    try controller.open(SourceConnection(loop: loop, context: context, isForPicture: true))
    loop.run(until: start + Self.longestReading)
    if status != ExitStatus.success { return status }
    controller.headlines.desk?.bring(at: 0)
    controller.update(at: 0)
    performActions()
    let content = controller.content(atTime: wallClockNow(), turn: options.hold ?? BarOptions.usualTurn)
    return writeOutput(format.header + format.line(content, clicks: clicks))
  }

  // MARK: - Commands

  private func answer() {
    server = .reachable(by: options.name)
    guard let server else { return }
    clicks = BarProgramName(path: UserPaths.program ?? "newsreel", window: server.name)
    context.windowName = server.name
    server.onSubscription = { [unowned self] in
      context.awaitedEvents = self.server?.awaited ?? []
      controller.eventsChanged(in: context)
    }
    server.perform = { [unowned self] (request) throws(Failure) in try answer(request) }
    loop.add(server)
  }

  private func answer(_ request: ControlRequest) throws(Failure) -> JSON? {
    context.time = monotonicNow()
    defer { performActions() }
    switch request.command {
    case .state:
      return .object(
        [
          ("name", .string(server?.name ?? "")), ("view", .string(CommandText.bar.name)),
          ("pid", .integer(Int(getpid()))),
        ] + JSON.members([("problem", controller.problem)]) + controller.state(at: context.time))
    case .get, .set, .reset, .properties, .show: throw Failure.unsuited(request)
    case .quit:
      loop.end()
      return nil
    default: return try controller.perform(request, in: context)
    }
  }

  private func readClicks() {
    loop.add(
      LineSource(descriptor: STDIN_FILENO, name: "standard input") { [unowned self] event in
        guard case .line(let line) = event else { return }
        if let click = BarClick(line: String(decoding: line, as: UTF8.self)) { perform(click.action) }
      })
  }

  private func perform(_ action: BarClick.Action) {
    context.time = monotonicNow()
    do throws(Failure) { try controller.perform(action, in: context) } catch { reportError(error.reason) }
    performActions()
  }

  private func performActions() {
    context.performActions { action, _ in
      switch action {
      case .window(.open(let link)): open(link)
      case .window(.failed(let reason)): reportError(reason)
      case .session(.problem(let reason)): controller.problem = reason
      case .session(.tell(let event, let line)): server?.publish(event, line)
      default: break
      }
    }
  }

  /// Opens a link in the user's browser; its headlines count as read once that succeeds.
  private func open(_ link: String) {
    do throws(Failure) {
      loop.add(
        try LinkOpening(link, controller.headlines.words) { [unowned self] outcome in
          controller.setRead(outcome == .opened, link: link)
          if case .failed(let reason) = outcome { reportError(reason) }
          context.setNeedsDisplay()
        })
    } catch {
      reportError(error.reason)
    }
  }

  // MARK: - In the loop

  private var hasNews: Bool { context.needsDisplay || context.needsLayout }

  var deadline: Double {
    // A bar that does not read gets the newest line once it does.
    guard output.isIdle else { return .infinity }
    if context.hasActions { return 0 }
    let due = hasNews ? lastTime + Self.collecting : controller.round.nextChange(after: lastTime)
    return lastLine == nil && lastTime < start + Self.patience ? min(due, start + Self.patience) : due
  }

  func appendDescriptors(to descriptors: inout [pollfd]) { output.appendDescriptors(to: &descriptors) }

  func service(now: Double) -> ServiceResult {
    _ = output.service(now: now)
    context.time = now
    performActions()
    if hasNews {
      context.didDraw()
      context.didLayOut()
      if haveSourcesEnded { controller.headlines.desk?.bring(at: now) }
      controller.update(at: now)
    } else {
      controller.advance(to: now)
    }
    lastTime = now
    printLine(at: now)
    if output.isAlone || haveSourcesEnded && exitsAtEnd { loop.end() }
    return .idle
  }

  private func printLine(at t: Seconds) {
    guard output.isIdle else { return }
    let content = controller.content(at: t)
    if lastLine == nil, content.count == 0, t < start + Self.patience, !haveSourcesEnded { return }
    let line = format.line(content, clicks: clicks)
    if line == lastLine { return }
    lastLine = line
    output.write(line)
  }

  func close() { output.close() }
}

/// The action of `newsreel bar`.
package struct BarAction {
  private let options: BarOptions
  private let sources: SourceOptions
  private let format: BarFormat

  /// - Throws: for options that contradict each other.
  package init(
    _ options: Settings<BarOptions>, _ sources: Settings<SourceOptions>, _ texts: [String]
  ) throws(Failure) {
    let sources = try sources.with(arguments: texts).value
    format = try usage { () throws(ValueError) in try options.value.format(for: sources) }
    (self.options, self.sources) = (options.value, sources)
  }

  /// Returns the exit status.
  package func run() -> Int32 {
    reporting { () throws(Failure) in try BarProgram(options, sources, format: format, words: .user).run() }
  }
}
