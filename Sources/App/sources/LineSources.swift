internal import Base
internal import Glibc
internal import Newswire
package import Scene
internal import ScrollCore

/// What a controller's sources are opened with.
package struct SourceConnection {
  let loop: RunLoop
  /// What changes is said here.
  package let context: ViewContext
  /// Sources are read to their ends, once, for a picture: nothing is followed.
  var isForPicture = false
  /// Called when all sources have ended.
  var onEnd: () -> Void = {}

  /// The time on the view's clock at which what comes now is taken.
  func now() -> Seconds { isForPicture ? 0 : max(monotonicNow(), context.time) }
}

/// Who takes what sources of lines deliver.
protocol LineReceiver: AnyObject {
  /// Whole lines, or the bytes as they came.
  var delivery: LineDelivery { get }

  /// Whether the lines of sources that are followed come and go one by one, by `receive(change)`.
  var followsChanges: Bool { get }

  /// Whether it reads lines of JSON, or what an expression matches in them, by itself.
  var readsJSON: Bool { get }
  var matchesLines: Bool { get }

  /// Takes what has come. An `end` is that of all sources.
  func receive(_ event: SourceEvent, at t: Seconds)

  /// Takes what has come and gone among the lines of a source that is followed.
  func receive(_ change: LineDiff.Change, at t: Seconds)

  /// Takes a line with the value of a placeholder: `name=number`.
  func receive(value: UnsafeRawBufferPointer)
}

extension LineReceiver {
  var followsChanges: Bool { false }
  var readsJSON: Bool { false }
  var matchesLines: Bool { false }
  func receive(_ change: LineDiff.Change, at t: Seconds) {}
  func receive(value: UnsafeRawBufferPointer) {}
}

/// The files, the command and the standard input that a command line names, wired to who takes their lines.
final class LineSources {
  private let options: SourceOptions
  private unowned let receiver: any LineReceiver
  private let connection: SourceConnection
  private var openCount = 0
  /// Bytes of standard input for a picture: it may have no end.
  private static let pictureLimit = 16 << 20
  /// What of each line counts, where not all of it does.
  private let filter: LineFilter?
  private var inputLimit: Int { connection.isForPicture ? Self.pictureLimit : .max }

  init(_ options: SourceOptions, for receiver: any LineReceiver, _ connection: SourceConnection) {
    self.options = options
    self.receiver = receiver
    self.connection = connection
    filter = LineFilter(
      match: receiver.matchesLines ? nil : options.match,
      takesJSON: !receiver.readsJSON && options.news.takesJSONLines)
  }

  private var delivery: LineDelivery { filter == nil ? receiver.delivery : .lines }

  /// Hands on what of the lines counts, as its receiver wants it delivered.
  private func filtered(_ handler: @escaping SourceHandler) -> SourceHandler {
    guard let filter else { return handler }
    let isPart = receiver.delivery == .parts && !receiver.followsChanges
    return { event in
      guard case .line(let bytes) = event else { return handler(event) }
      guard var text = filter.text(of: bytes) else { return }
      if isPart { text += "\n" }
      text.withUTF8 { bytes in
        let bytes = UnsafeRawBufferPointer(bytes)
        handler(isPart ? .part(bytes) : .line(bytes))
      }
    }
  }

  /// What takes content that is shown as it comes.
  private var handler: SourceHandler { filtered { [self] in handle($0) } }

  /// Whether all have ended.
  var haveEnded: Bool { openCount == 0 }

  /// Opens everything; reading begins with the loop. The sources keep this alive.
  ///
  /// - Parameter endless: there is another source, which never ends.
  /// - Throws: for a file that cannot be read.
  func open(besides endless: Bool = false) throws(Failure) {
    for path in options.files { add(try file(path)) }
    if let command = options.command {
      let isFollowed = receiver.followsChanges && command.interval != nil
      add(
        try source(
          of: command, delivery: delivery, handler: isFollowed ? filtered(follower()) : handler))
    }
    if options.readsInput {
      add(
        LineSource(
          descriptor: STDIN_FILENO, name: "standard input", delivery: delivery, limit: inputLimit, handler: handler))
    }
    if endless { openCount += 1 }
    if openCount == 0 { connection.onEnd() }
    try openValues()
  }

  private func add(_ source: any LoopSource) {
    connection.loop.add(source)
    openCount += 1
  }

  /// What the placeholders in headlines show. The end of these is not the end of the show.
  private func openValues() throws(Failure) {
    if let path = options.valuesFile {
      connection.loop.add(
        path == "-"
          ? LineSource(descriptor: STDIN_FILENO, name: "standard input", limit: inputLimit) { [self] in handleValue($0)
          }
          : try FileSource(path: path, isWatched: !connection.isForPicture) { [self] in handleValue($0) })
    }
    if let command = options.valuesCommand {
      connection.loop.add(try source(of: command, delivery: .lines) { [self] in handleValue($0) })
    }
    for value in options.values { try open(value) }
  }

  private func open(_ value: ValueSource) throws(Failure) {
    if let number = value.number { take(value: "\(value.name)=\(number)") }
    let handler: SourceHandler = { [self] event in
      guard case .line(let bytes) = event else { return handleValue(event) }
      note(bytes.count)
      if let line = value.line(for: bytes) { take(value: line) }
    }
    if let path = value.file {
      connection.loop.add(try FileSource(path: path, isWatched: !connection.isForPicture, handler: handler))
    }
    if let command = value.command { connection.loop.add(try source(of: command, delivery: .lines, handler: handler)) }
  }

  private func take(value line: String) {
    var line = line
    line.withUTF8 { receiver.receive(value: UnsafeRawBufferPointer($0)) }
    connection.context.setNeedsDisplay()
  }

  private func file(_ path: String) throws(Failure) -> FileSource {
    let isWatched = options.watchesFiles && !connection.isForPicture
    guard isWatched, receiver.followsChanges else {
      return try FileSource(path: path, isWatched: isWatched, delivery: delivery, handler: handler)
    }
    return try FileSource(path: path, isWatched: true, handler: filtered(follower()))
  }

  private func source(
    of command: CommandCall, delivery: LineDelivery, handler: @escaping SourceHandler
  ) throws(Failure) -> CommandSource {
    var settings = CommandSource.Settings(interval: command.interval)
    settings.delivery = delivery
    settings.runsOnce = connection.isForPicture
    return try CommandSource(arguments: command.words, settings: settings, handler: handler)
  }

  // MARK: - What comes

  private func note(_ count: Int) {
    connection.loop.received += count
  }

  private func handle(_ event: SourceEvent) {
    let now = connection.now()
    switch event {
    case .line(let bytes), .part(let bytes): note(bytes.count)
    case .error(let error): return reportError(error.description)
    case .end:
      openCount -= 1
      receiver.receive(.pause, at: now)
      connection.context.setNeedsDisplay()
      guard openCount == 0 else { return }
      receiver.receive(.end, at: now)
      return connection.onEnd()
    case .restart, .pause: break
    }
    receiver.receive(event, at: now)
    connection.context.setNeedsDisplay()
  }

  private func handleValue(_ event: SourceEvent) {
    switch event {
    case .line(let bytes):
      note(bytes.count)
      receiver.receive(value: bytes)
      connection.context.setNeedsDisplay()
    case .error(let error): reportError(error.description)
    case .part, .restart, .pause, .end: break
    }
  }

  /// Takes the lines of a source that is followed: what has changed is handed on.
  private func follower() -> SourceHandler {
    var lines = LineDiff()
    return { [self] event in
      var change = LineDiff.Change()
      switch event {
      case .line(let bytes), .part(let bytes):
        note(bytes.count)
        change = lines.take(String(decoding: bytes, as: UTF8.self))
      case .restart: lines.restart()
      case .pause, .end: change = lines.takeWhole()
      case .error: break
      }
      if !change.isEmpty {
        receiver.receive(change, at: connection.now())
        connection.context.setNeedsDisplay()
      }
      switch event {
      case .end, .error: handle(event)
      default: break
      }
    }
  }
}
