internal import Glibc
internal import Newswire
internal import ScrollCore

/// The files, the command and the standard input of a command line, wired to its show.
final class Sources {
  private let invocation: Invocation
  private let show: any Show
  private let set: SourceSet
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

  init(_ invocation: Invocation, for show: any Show, in set: SourceSet, time: @escaping () -> Seconds) {
    self.invocation = invocation
    self.show = show
    self.set = set
    self.time = time
  }

  /// Opens everything; reading begins with the loop.
  ///
  /// - Throws: `SourceError` for a file that cannot be read.
  func open() throws(SourceError) {
    for path in invocation.files {
      set.add(try FileSource(path: path, isWatched: invocation.watchesFiles, delivery: delivery, handler: handle))
      openCount += 1
    }
    if let command = invocation.command {
      set.add(
        try CommandSource(
          arguments: command.words, settings: CommandSource.Settings(interval: command.interval), handler: handle))
      openCount += 1
    }
    if invocation.readsInput {
      set.add(
        LineSource(descriptor: STDIN_FILENO, name: "standard input", delivery: delivery, handler: handle))
      openCount += 1
    }
    if let desk = show.desk {
      if endsWhenSettled {
        desk.end { [self] in openCount == 0 }
      } else if desk.hasFeeds {
        // Feeds never end.
        openCount += 1
      }
      desk.open(in: set, time: time) { [self] in if $0 { onLayout() } else { onChange() } }
    }
    if openCount == 0 { onEnd() }
    try openValues()
  }

  /// What the placeholders in headlines show. The end of these is not the end of the show.
  private func openValues() throws(SourceError) {
    if let path = invocation.valuesFile {
      set.add(
        path == "-"
          ? LineSource(descriptor: STDIN_FILENO, name: "standard input", handler: handleValue)
          : try FileSource(path: path, isWatched: true, handler: handleValue))
    }
    if let command = invocation.valuesCommand {
      set.add(
        try CommandSource(
          arguments: command.words, settings: CommandSource.Settings(interval: command.interval), handler: handleValue))
    }
  }

  private func handleValue(_ event: SourceEvent) {
    switch event {
    case .line(let bytes):
      onReceive(bytes.count)
      show.takeValue(bytes)
      onChange()
    case .error(let error): complain(error.description)
    case .part, .restart, .pause, .end: break
    }
  }

  private var delivery: LineDelivery { show.takesWholeLines ? .lines : .parts }

  private func handle(_ event: SourceEvent) {
    let now = time()
    switch event {
    case .line(let bytes), .part(let bytes):
      onReceive(bytes.count)
      show.take(bytes, at: now)
    case .restart: show.restart(at: now)
    case .pause: show.pause(at: now)
    case .error(let error):
      complain(error.description)
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
