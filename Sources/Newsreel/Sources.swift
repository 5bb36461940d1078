internal import Glibc
internal import Newswire
internal import ScrollCore

/// The files and the standard input of a command line, wired to its show.
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
      set.add(try FileSource(path: path, isWatched: false, delivery: delivery, handler: handle))
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
  }

  private var delivery: LineDelivery { show.takesWholeLines ? .lines : .parts }

  private func handle(_ event: SourceEvent) {
    let now = time()
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
      guard openCount == 0 else { break }
      show.sourcesEnded(at: now)
      onEnd()
    }
    onChange()
  }
}
