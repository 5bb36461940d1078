internal import Glibc
internal import Newswire
internal import ScrollCore

/// The files and the standard input of a command line, wired to its show.
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
      loop.sources.add(try FileSource(path: path, isWatched: false, delivery: delivery, handler: handle))
      openCount += 1
    }
    if invocation.readsInput {
      loop.sources.add(
        LineSource(descriptor: STDIN_FILENO, name: "standard input", delivery: delivery, handler: handle))
      openCount += 1
    }
    if openCount == 0, invocation.exitsAtEnd { loop.quit() }
  }

  private var delivery: LineDelivery { show.takesWholeLines ? .lines : .parts }

  private func handle(_ event: SourceEvent) {
    let now = stage.time(now: monotonicNow())
    switch event {
    case .line(let bytes), .part(let bytes): show.take(bytes, at: now)
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
