internal import Glibc
internal import Newswire
internal import ScrollCore

/// The files, the command and the standard input of a command line, wired to its show.
final class Sources {
  private let invocation: Invocation
  private let show: any Show
  private let stage: Stage
  private let loop: EventLoop
  private var openCount = 0

  init(_ invocation: Invocation, for show: any Show, on stage: Stage, in loop: EventLoop) {
    self.invocation = invocation
    self.show = show
    self.stage = stage
    self.loop = loop
  }

  /// Opens everything; reading begins with the loop.
  ///
  /// - Throws: `SourceError` for a file that cannot be read.
  func open() throws(SourceError) {
    for path in invocation.files {
      loop.sources.add(
        try FileSource(path: path, isWatched: invocation.watchesFiles, delivery: delivery, handler: handle))
      openCount += 1
    }
    if let command = invocation.command {
      loop.sources.add(
        try CommandSource(
          arguments: command.words, settings: CommandSource.Settings(interval: command.interval), handler: handle))
      openCount += 1
    }
    if invocation.readsInput {
      loop.sources.add(
        LineSource(descriptor: STDIN_FILENO, name: "standard input", delivery: delivery, handler: handle))
      openCount += 1
    }
    if openCount == 0, invocation.exitsAtEnd { loop.quit() }
    try openValues()
  }

  /// What the placeholders in headlines show. The end of these is not the end of the show.
  private func openValues() throws(SourceError) {
    if let path = invocation.valuesFile {
      loop.sources.add(
        path == "-"
          ? LineSource(descriptor: STDIN_FILENO, name: "standard input", handler: handleValue)
          : try FileSource(path: path, isWatched: true, handler: handleValue))
    }
    if let command = invocation.valuesCommand {
      loop.sources.add(
        try CommandSource(
          arguments: command.words, settings: CommandSource.Settings(interval: command.interval), handler: handleValue))
    }
  }

  private func handleValue(_ event: SourceEvent) {
    switch event {
    case .line(let bytes):
      loop.received += bytes.count
      show.takeValue(bytes)
      stage.invalidate(layout: false)
    case .error(let error): complain(error.description)
    case .part, .restart, .pause, .end: break
    }
  }

  private var delivery: LineDelivery { show.takesWholeLines ? .lines : .parts }

  private func handle(_ event: SourceEvent) {
    let now = stage.time(now: monotonicNow())
    switch event {
    case .line(let bytes), .part(let bytes):
      loop.received += bytes.count
      show.take(bytes, at: now)
    case .restart: show.restart(at: now)
    case .pause: show.pause(at: now)
    case .error(let error):
      complain(error.description)
      return
    case .end:
      show.pause(at: now)
      openCount -= 1
      if openCount == 0 { show.sourcesEnded(at: now) }
      if openCount == 0, invocation.exitsAtEnd { loop.quit() }
    }
    stage.invalidate(layout: false)
  }
}
