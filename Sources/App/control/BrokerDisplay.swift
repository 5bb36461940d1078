internal import Base
internal import Formats
internal import Glibc
internal import Newswire
internal import Scene
internal import Windows

/// A window on a broker: announces it, publishes its state and events, and passes requests to it. It runs in the process that reads
/// the broker, and is an ordinary client of the window's socket, so that the window does no more than for `newsreel msg`. Connects
/// before the fence is raised. If it loses the window, the process restarts.
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
  /// The values of the window's properties, if Home Assistant needs them, and the last announcement.
  private var values = JSON.null
  private let home: HomeAssistantDevice?
  private var lastAnnouncement: String?
  /// The parts of earlier announcements, of this run or another, with their platforms.
  private var announced: [String: String] = [:]

  private static let events = ProgramEvent.names.filter { !ProgramEvent.frequent.contains($0) }
  /// The members of the window's state to publish: those that are constant while the window is idle.
  private static let members: Set = [
    "name", "view", "window", "paused", "hidden", "quiet", "topics", "waiting", "number",
  ]
  private static let subscription = 1
  private static let state = 2
  private static let values = 3
  private static let pause = 0.5
  /// The same after news, which come in series.
  private static let longPause = 2.0
  /// How often it tries to connect, twenty times a second.
  private static let tries = 100
  private static let longestAnswer = 16 << 20
  /// The limit for requests that the window has not taken yet, in bytes.
  private static let mostWaiting = 64 << 10

  /// - Parameter words: For Home Assistant.
  init(_ reader: BrokerReader, _ options: BrokerOptions, window: String, words: Words = .user) {
    (self.reader, self.window, pace) = (reader, window, Double(options.keepAlive) / 3)
    home = options.isAtHome == true ? options.display.map { HomeAssistantDevice(display: $0, words: words) } : nil
    reader.onUp = { [unowned self] in
      lastState = nil
      lastAnnouncement = nil
      announce()
    }
    reader.onNews = { [unowned self] in nextLook = min(nextLook, monotonicNow() + Self.longPause) }
    reader.onRequest = { [unowned self] in receive($0) }
    // The window may open its socket only now.
    for _ in 0..<Self.tries {
      connect(now: monotonicNow())
      if socket != nil { break }
      usleep(50_000)
    }
  }

  private func announce() {
    reader.publish(.availability, isAlive ? DisplayTopic.online : DisplayTopic.offline)
    if isAlive { nextLook = monotonicNow() }
  }

  // MARK: - The window

  private func ask(_ number: Int, _ command: ControlCommand, _ arguments: [JSON] = []) {
    let words = JSON.array([.string(command.rawValue)] + arguments)
    socket?.send(JSON.object([("command", words), ("request", .integer(number))]).line)
  }

  private func receive(_ request: DisplayRequest) {
    switch request {
    case .set(let property, let value): send(.set, [.string(property), .string(value)])
    case .command(let text):
      do throws(Failure) {
        let command = try RemoteCommand(text)
        send(command.command, command.arguments)
      } catch { reader.refuse(error.description) }
    case .announced(let text):
      guard let announcement = JSON(ifValid: text) else { return }
      announced.merge(HomeAssistantDevice.platforms(in: announcement)) { present, _ in present }
      nextLook = min(nextLook, monotonicNow() + Self.pause)
    case .announcement:
      lastAnnouncement = nil
      nextLook = monotonicNow()
    }
  }

  private func send(_ command: ControlCommand, _ arguments: [JSON]) {
    guard let socket, socket.unsent < Self.mostWaiting else { return }
    lastNumber = max(lastNumber, Self.values) + 1
    ask(lastNumber, command, arguments)
    socket.flush()
    nextLook = min(nextLook, monotonicNow() + Self.pause)
  }

  private func connect(now: Double) {
    nextSign = now + 1
    // The window may have ended; it is asked again.
    guard let found = try? UnixSocket.connect(to: ControlName.path(of: window)) else { return lose() }
    socket = LineSocket(found, longestLine: Self.longestAnswer)
    look(now: now)
  }

  /// Subscribes again, whose answer is a sign of life.
  private func look(now: Double) {
    ask(Self.subscription, .subscribe, Self.events.map(JSON.string))
    nextSign = now + pace
    answerBy = min(answerBy, now + pace)
  }

  private func lose() {
    if socket != nil, Fence.isUp { Fence.renew() }
    (socket, isAlive, answerBy, nextLook) = (nil, false, .infinity, .infinity)
  }

  private func receive(_ line: [UInt8], now: Double) {
    guard let value = line.withUnsafeBytes({ JSON(ifValid: $0) }) else { return }
    if value["event"] != nil {
      reader.publish(.event, value.line)
      nextLook = min(nextLook, now + Self.pause)
      return
    }
    (isAlive, answerBy) = (true, .infinity)
    if let error = value["error"]?.string { return reader.refuse(error) }
    switch value["request"]?.number {
    case Double(Self.values): values = value["data"] ?? .null
    case Double(Self.state): publish(value["data"] ?? .null)
    default: break
    }
  }

  private func publish(_ data: JSON) {
    guard case .object(let members) = data else { return }
    let items = data["items"]?.array?.count
    let kept = members.filter { Self.members.contains($0.0) } + (items.map { [("items", .integer($0))] } ?? [])
    let atHome = home == nil ? [] : HomeAssistantDevice.members(of: data, values: values)
    let state = JSON.object(kept + atHome).line
    if state != lastState, reader.publish(.state, state) { lastState = state }
    guard let home else { return }
    let message = home.announcement(of: data, values: values, after: announced)
    announced.merge(HomeAssistantDevice.platforms(in: message)) { _, new in new }
    let announcement = message.line
    if announcement != lastAnnouncement, reader.publish(.announcement, announcement) { lastAnnouncement = announcement }
  }

  // MARK: - In the loop

  func appendDescriptors(to descriptors: inout [pollfd]) {
    if let socket { descriptors.append(socket.descriptor()) }
  }

  var deadline: Double { socket == nil ? nextSign : min(nextSign, answerBy, nextLook) }

  func service(now: Double) -> ServiceResult {
    if socket == nil, now >= nextSign {
      // The fence forbids a later connection.
      if Fence.isUp { nextSign = .infinity } else { connect(now: now) }
    }
    guard let socket else { return .idle }
    if now >= nextSign { look(now: now) }
    if now >= nextLook {
      nextLook = .infinity
      // In this order: a state is shown with its values.
      if home != nil { ask(Self.values, .get) }
      ask(Self.state, .state)
    }
    repeat {
      while let line = socket.nextLine() { receive(line, now: now) }
    } while !socket.isLineTooLong && socket.receive()
    socket.flush()
    if now >= answerBy { (isAlive, answerBy) = (false, .infinity) }
    if socket.hasEnded || socket.failure != nil || socket.isLineTooLong { lose() }
    return .idle
  }

  func close() { socket = nil }
}
