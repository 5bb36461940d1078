internal import Base
internal import Glibc
internal import Newswire

/// A window on a broker: announces it, passes its state and events on, and sets its properties. It runs in the process that
/// reads the broker, and is a client of the window's socket like any other, so that the window does no more than for `newsreel msg`.
final class BrokerDisplay: LoopSource {
  private let reader: BrokerReader
  private let window: String
  /// Seconds between two signs of life of the window.
  private let pace: Double
  private var socket: LineSocket?
  private var lastNumber = 0
  private var isAlive = false { didSet { if isAlive != oldValue { announce() } } }
  private var nextSign = 0.0
  /// By when the window has to answer.
  private var answerBy = Double.infinity
  /// When to ask for the state: soon after something has happened, not with each event.
  private var nextLook = Double.infinity
  private var lastState: String?

  private static let events = [
    "started", "item-clicked", "finished", "paused", "resumed", "value", "property", "edited", "added", "removed",
    "moved",
    "selected", "tapped",
  ]
  /// What of the window's state is passed on: what stays the same while nothing happens.
  private static let members: Set = [
    "name", "view", "window", "paused", "hidden", "quiet", "topics", "waiting", "number",
  ]
  private static let subscription = 1
  private static let state = 2
  private static let pause = 0.5
  private static let longestAnswer = 16 << 20
  /// The limit for requests that the window has not taken yet, in bytes.
  private static let mostWaiting = 64 << 10

  init(_ reader: BrokerReader, window: String, keepAlive: Int) {
    (self.reader, self.window, pace) = (reader, window, Double(keepAlive) / 3)
    reader.onUp = { [unowned self] in
      lastState = nil
      announce()
    }
    reader.onRequest = { [unowned self] in set($0, to: $1) }
  }

  private func announce() {
    reader.publish(.availability, isAlive ? DisplayTopic.online : DisplayTopic.offline)
    if isAlive { nextLook = monotonicNow() }
  }

  // MARK: - The window

  private func ask(_ number: Int, _ command: ControlCommand, _ arguments: [String] = []) {
    let words = JSON.array(([command.rawValue] + arguments).map(JSON.string))
    socket?.send(JSON.object([("command", words), ("request", .integer(number))]).line)
  }

  private func set(_ property: String, to value: String) {
    guard let socket, socket.unsent < Self.mostWaiting else { return }
    lastNumber = max(lastNumber, Self.state) + 1
    ask(lastNumber, .set, [property, value])
    socket.flush()
  }

  private func connect(now: Double) {
    nextSign = now + 1
    guard let found = try? UnixSocket.connect(to: ControlName.path(of: window)) else { return lose() }
    socket = LineSocket(found, longestLine: Self.longestAnswer)
    look(now: now)
  }

  /// Subscribes again, whose answer is a sign of life.
  private func look(now: Double) {
    ask(Self.subscription, .subscribe, Self.events)
    nextSign = now + pace
    answerBy = min(answerBy, now + pace)
  }

  private func lose() { (socket, isAlive, answerBy, nextLook) = (nil, false, .infinity, .infinity) }

  private func take(_ line: [UInt8], now: Double) {
    guard let value = line.withUnsafeBytes({ try? JSON(parsing: $0) }) else { return }
    if value["event"] != nil {
      reader.publish(.event, value.line)
      nextLook = min(nextLook, now + Self.pause)
      return
    }
    (isAlive, answerBy) = (true, .infinity)
    if let error = value["error"]?.string {
      reader.publish(.event, JSON.object(texts: [("event", "refused"), ("reason", error)]).line)
    } else if value["request"]?.number == Double(Self.state), case .object(let members)? = value["data"] {
      let items = value["data"]?["items"]?.array?.count
      let kept = members.filter { Self.members.contains($0.0) } + (items.map { [("items", .integer($0))] } ?? [])
      let state = JSON.object(kept).line
      if state != lastState, reader.publish(.state, state) { lastState = state }
    }
  }

  // MARK: - In the loop

  func appendDescriptors(to descriptors: inout [pollfd]) {
    if let socket { descriptors.append(socket.descriptor()) }
  }

  var deadline: Double { min(nextSign, answerBy, nextLook) }

  func service(now: Double) -> ServiceResult {
    if socket == nil, now >= nextSign { connect(now: now) }
    guard let socket else { return .idle }
    if now >= nextSign { look(now: now) }
    if now >= nextLook {
      nextLook = .infinity
      ask(Self.state, .state)
    }
    repeat {
      while let line = socket.nextLine() { take(line, now: now) }
    } while !socket.isLineTooLong && socket.receive()
    socket.flush()
    if now >= answerBy { (isAlive, answerBy) = (false, .infinity) }
    if socket.hasEnded || socket.failure != nil || socket.isLineTooLong { lose() }
    return .idle
  }

  func close() { socket = nil }
}
