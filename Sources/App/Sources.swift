internal import Base
internal import Glibc
internal import Newswire
internal import ScrollCore

/// The files, the command and the standard input of a command line, wired to its show.
final class Sources {
  private let invocation: Invocation
  private let show: any Show
  private let set: RunLoop
  /// The time on the show's clock at which what comes now is taken.
  private let time: () -> Seconds
  /// Called after each thing that has come.
  var onChange: () -> Void = {}
  /// Called where the view is to be laid out again, too.
  var onLayout: () -> Void = {}
  /// Called with the number of bytes of each line or part, before it is taken.
  var onReceive: (Int) -> Void = { _ in }
  /// Called when all have ended.
  var onEnd: () -> Void = {}
  /// Feeds are looked at once, for a picture.
  var endsWhenSettled = false
  private var openCount = 0

  init(_ invocation: Invocation, for show: any Show, in set: RunLoop, time: @escaping () -> Seconds) {
    self.invocation = invocation
    self.show = show
    self.set = set
    self.time = time
  }

  /// Opens everything; reading begins with the loop.
  ///
  /// - Throws: `Failure` for a file that cannot be read.
  func open() throws(Failure) {
    for path in invocation.files {
      set.add(try file(path))
      openCount += 1
    }
    if let command = invocation.command {
      let isFollowed = show.followsLines && command.interval != nil
      set.add(try source(of: command, delivery: delivery, handler: isFollowed ? follower() : handle))
      openCount += 1
    }
    if invocation.readsInput {
      set.add(
        LineSource(descriptor: STDIN_FILENO, name: "standard input", delivery: delivery, handler: handle))
      openCount += 1
    }
    if let desk = show.desk {
      // Feeds never end.
      if !endsWhenSettled, desk.hasFeeds { openCount += 1 }
      let isLast: (() -> Bool)? = endsWhenSettled ? { [self] in openCount == 0 } : nil
      desk.open(in: set, time: time, endingWhen: isLast) { [self] in if $0 { onLayout() } else { onChange() } }
    }
    if openCount == 0 { onEnd() }
    try openValues()
  }

  /// What the placeholders in headlines show. The end of these is not the end of the show.
  private func openValues() throws(Failure) {
    if let path = invocation.valuesFile {
      set.add(
        path == "-"
          ? LineSource(descriptor: STDIN_FILENO, name: "standard input", handler: handleValue)
          : try FileSource(path: path, isWatched: !endsWhenSettled, handler: handleValue))
    }
    if let command = invocation.valuesCommand {
      set.add(try source(of: command, delivery: .lines, handler: handleValue))
    }
  }

  private func file(_ path: String) throws(Failure) -> FileSource {
    let isWatched = invocation.watchesFiles && !endsWhenSettled
    guard isWatched, show.followsLines else {
      return try FileSource(path: path, isWatched: isWatched, delivery: delivery, handler: handle)
    }
    return try FileSource(path: path, isWatched: true, handler: follower())
  }

  private func source(
    of command: CommandCall, delivery: LineDelivery, handler: @escaping SourceHandler
  ) throws(Failure) -> CommandSource {
    var settings = CommandSource.Settings(interval: command.interval)
    settings.delivery = delivery
    settings.runsOnce = endsWhenSettled
    return try CommandSource(arguments: command.words, settings: settings, handler: handler)
  }

  private func handleValue(_ event: SourceEvent) {
    switch event {
    case .line(let bytes):
      onReceive(bytes.count)
      show.takeValue(bytes)
      onChange()
    case .error(let error): reportError(error.description)
    case .part, .restart, .pause, .end: break
    }
  }

  private var delivery: LineDelivery { show.takesWholeLines ? .lines : .parts }

  /// Takes the lines of a source that is followed: what has changed is handed on.
  private func follower() -> SourceHandler {
    var lines = LineDiff()
    return { [self] event in
      var change = LineDiff.Change()
      switch event {
      case .line(let bytes), .part(let bytes):
        onReceive(bytes.count)
        change = lines.take(String(decoding: bytes, as: UTF8.self))
      case .restart: lines.restart()
      case .pause, .end: change = lines.takeWhole()
      case .error: break
      }
      if !change.isEmpty {
        show.change(change, at: time())
        onChange()
      }
      switch event {
      case .end, .error: handle(event)
      default: break
      }
    }
  }

  private func handle(_ event: SourceEvent) {
    let now = time()
    switch event {
    case .line(let bytes), .part(let bytes):
      onReceive(bytes.count)
      show.take(bytes, at: now)
    case .restart: show.restart(at: now)
    case .pause: show.pause(at: now)
    case .error(let error):
      reportError(error.description)
      return
    case .end:
      show.pause(at: now)
      openCount -= 1
      guard openCount == 0 else { break }
      show.sourcesEnded(at: now)
      onEnd()
    }
    onChange()
  }
}
