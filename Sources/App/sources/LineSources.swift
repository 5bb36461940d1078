internal import Base
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
  /// Whether the view's time advances with its frames only, as in a film: a slow reader delays it.
  var isFilmed = false
  /// Whether a source that cannot be opened is reported in the window, beside the others.
  var isForgiving = false
  /// Called when all sources have ended.
  var onEnd: () -> Void = {}

  /// The time on the view's clock for input that arrives now.
  func now() -> Seconds { isForPicture ? 0 : isFilmed ? context.time : max(monotonicNow(), context.time) }
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
  func receive(_ event: LineEvent, at t: Seconds)

  /// Receives a change of a watched source's lines.
  func receive(_ change: LineDiff.Change, at t: Seconds)

  /// Receives the value of a placeholder: `name=number`.
  func receive(value: UnsafeRawBufferPointer)

  /// Opens feeds, if it shows any.
  func openFeeds(beside sources: LineSources)

  /// Makes room for the items of a broker's channel.
  func join(_ channel: BrokerAddress)

  /// The items of that channel that it has, with their places in the sender's order.
  func places(in channel: BrokerAddress) -> [String: Int]

  /// Receives the channel's items and topics, and the announcements of a wall's conductor.
  func receive(_ event: BrokerEvent)

  /// Passes on how a wall's conductor sends its lines to the broker's process.
  func conduct(by send: @escaping (String) -> Void)
}

extension LineReceiver {
  var followsChanges: Bool { false }
  var readsJSON: Bool { false }
  var matchesLines: Bool { false }
  func receive(_ change: LineDiff.Change, at t: Seconds) {}
  func receive(value: UnsafeRawBufferPointer) {}
  func openFeeds(beside sources: LineSources) {}
  func join(_ channel: BrokerAddress) {}
  func places(in channel: BrokerAddress) -> [String: Int] { [:] }
  func receive(_ event: BrokerEvent) {}
  func conduct(by send: @escaping (String) -> Void) {}
}

extension LineDelivery {
  /// Passes a whole line on, without its end.
  func hand(_ line: String, to handler: SourceHandler) {
    var line = self == .parts ? line + "\n" : line
    line.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      handler(self == .parts ? .part(bytes) : .line(bytes))
    }
  }
}

/// The sources of a view, connected to the receiver of their lines.
final class LineSources {
  let options: SourceOptions
  private(set) unowned var receiver: any LineReceiver
  private let connection: SourceConnection
  private var openCount = 0
  /// Whether the last news of a source was its failure.
  private var hasProblem = false
  /// The limit for standard input for a picture, in bytes: it may be endless.
  private static let pictureLimit = 16 << 20
  /// Extracts the relevant part of each line; nil for whole lines.
  private let filter: LineFilter?

  /// Whether sources are read to their ends, once, for a picture.
  var isForPicture: Bool { connection.isForPicture }
  /// The limit for standard input, in bytes.
  var inputLimit: Int { isForPicture ? Self.pictureLimit : .max }
  /// The name by which other programs reach the window, once it is there; empty if they cannot.
  var windowName: String { connection.context.windowName }
  /// Whether all have ended.
  var haveEnded: Bool { openCount == 0 }

  init(_ options: SourceOptions, for receiver: any LineReceiver, _ connection: SourceConnection) {
    self.options = options
    self.receiver = receiver
    self.connection = connection
    filter = LineFilter(
      match: receiver.matchesLines ? nil : options.match, takesJSON: !receiver.readsJSON && options.takesJSONLines)
  }

  /// Opens everything; reading begins with the loop. The sources retain this object.
  ///
  /// - Throws: for a source that cannot be opened.
  func open() throws(Failure) {
    for source in options.all { try attempt { () throws(Failure) in try source.open(in: self) } }
    if openCount == 0 { connection.onEnd() }
  }

  // MARK: - For sources

  /// Opens a source. Beside others, one that cannot be opened may be a failure like any later one.
  func attempt(_ open: () throws(Failure) -> Void) throws(Failure) {
    do throws(Failure) { try open() } catch {
      guard connection.isForgiving else { throw error }
      handle(.error(error))
    }
  }

  /// Adds the reader of a source of content. With the end of the last one the content is complete.
  func add(_ source: any LoopSource) {
    connection.loop.add(source)
    openCount += 1
  }

  /// Adds a reader whose end means nothing.
  func accompany(_ source: any LoopSource) { connection.loop.add(source) }

  /// Counts a source that never ends and is read elsewhere.
  func keepOpen() { openCount += 1 }

  /// The handler of lines, and how to deliver them.
  ///
  /// - Parameter isFollowed: Whether the source delivers all of its lines again and again. Only the changes are passed on.
  func taker(isFollowed: Bool) -> (delivery: LineDelivery, handler: SourceHandler) {
    if isFollowed, receiver.followsChanges { return (.lines, filtered(follower(), as: .lines)) }
    return (filter == nil ? receiver.delivery : .lines, filtered({ [self] in handle($0) }, as: receiver.delivery))
  }

  /// The handler of values of placeholders.
  ///
  /// - Parameter line: Converts a line to `name=number`; nil if lines have that form.
  func valueTaker(_ line: ((UnsafeRawBufferPointer) -> String?)? = nil) -> SourceHandler {
    { [self] event in
      switch event {
      case .line(let bytes):
        connection.loop.received += bytes.count
        endProblem()
        guard let line else { return deliver(value: bytes) }
        if let line = line(bytes) { deliver(value: line) }
      case .error(let error): report(error)
      case .part, .restart, .pause, .end: break
      }
    }
  }

  /// Passes a line `name=number` on.
  func deliver(value line: String) {
    var line = line
    line.withUTF8 { deliver(value: UnsafeRawBufferPointer($0)) }
  }

  private func deliver(value line: UnsafeRawBufferPointer) {
    receiver.receive(value: line)
    connection.context.setNeedsDisplay()
  }

  /// Reports the failure of a source, also in the window, until there is news from one.
  private func report(_ failure: Failure) {
    reportError(failure.description)
    if isForPicture || connection.isFilmed { return }
    hasProblem = true
    connection.context.perform(.problem(failure.description))
  }

  private func endProblem() {
    guard hasProblem else { return }
    hasProblem = false
    connection.context.perform(.problem(nil))
  }

  // MARK: - Input

  /// Passes the relevant parts of lines on.
  private func filtered(_ handler: @escaping SourceHandler, as delivery: LineDelivery) -> SourceHandler {
    guard let filter else { return handler }
    return { event in
      guard case .line(let bytes) = event else { return handler(event) }
      if let text = filter.text(of: bytes) { delivery.hand(text, to: handler) }
    }
  }

  private func handle(_ event: LineEvent) {
    let now = connection.now()
    switch event {
    case .line(let bytes), .part(let bytes):
      connection.loop.received += bytes.count
      endProblem()
    case .error(let error): report(error)
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

  /// The handler of a watched source: passes on changes.
  private func follower() -> SourceHandler {
    var lines = LineDiff()
    return { [self] event in
      var change = LineDiff.Change()
      switch event {
      case .line(let bytes), .part(let bytes):
        connection.loop.received += bytes.count
        endProblem()
        change = lines.append(String(decoding: bytes, as: UTF8.self))
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
