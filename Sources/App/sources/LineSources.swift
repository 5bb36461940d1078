internal import Base
internal import Glibc
internal import Newswire
package import Scene
internal import ScrollCore

/// The environment in which a controller opens its sources.
package struct SourceConnection {
  let loop: RunLoop
  /// Receives changes of the view.
  package let context: ViewContext
  /// Whether to read sources once, to the end, for a picture.
  var isForPicture = false
  /// Called when all sources have ended.
  var onEnd: () -> Void = {}

  /// The time on the view's clock for input that arrives now.
  func now() -> Seconds { isForPicture ? 0 : max(monotonicNow(), context.time) }
}

/// The receiver of lines.
protocol LineReceiver: AnyObject {
  /// Whether to deliver whole lines or chunks of bytes.
  var delivery: LineDelivery { get }

  /// Whether lines of watched sources come as changes, by `receive(change)`.
  var followsChanges: Bool { get }

  /// Whether it parses JSON lines itself, and the matches of an expression.
  var readsJSON: Bool { get }
  var matchesLines: Bool { get }

  /// Receives a line or chunk. `end` is the end of all sources.
  func receive(_ event: SourceEvent, at t: Seconds)

  /// Receives a change of a watched source's lines.
  func receive(_ change: LineDiff.Change, at t: Seconds)

  /// Receives the value of a placeholder: `name=number`.
  func receive(value: UnsafeRawBufferPointer)
}

extension LineReceiver {
  var followsChanges: Bool { false }
  var readsJSON: Bool { false }
  var matchesLines: Bool { false }
  func receive(_ change: LineDiff.Change, at t: Seconds) {}
  func receive(value: UnsafeRawBufferPointer) {}
}

/// The files, the command and the standard input of a command line, connected to the receiver of their lines.
final class LineSources {
  private let options: SourceOptions
  private unowned let receiver: any LineReceiver
  private let connection: SourceConnection
  private var openCount = 0
  /// The limit for standard input for a picture, in bytes: it may be endless.
  private static let pictureLimit = 16 << 20
  /// Extracts the relevant part of each line; nil for whole lines.
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

  /// Filters lines for a handler with its kind of delivery.
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

  /// The handler of sources without changes.
  private var handler: SourceHandler { filtered { [self] in handle($0) } }

  /// Whether all have ended.
  var haveEnded: Bool { openCount == 0 }

  /// Opens everything. Reading starts with the loop. The sources keep this object alive.
  ///
  /// - Parameter endless: Whether there is another source that never ends.
  /// - Throws: if a file cannot be read.
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

  /// Opens the sources of placeholders. Their end does not end the program.
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

  // MARK: - Input

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

  /// The handler of a watched source: passes on changes.
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
