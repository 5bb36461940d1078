internal import Base
internal import Glibc
internal import Inspector
internal import ScrollCore

/// A window that the inspector looks at, over its socket, without ever waiting for it.
final class InspectorLink {
  let name: String
  /// What it has told of itself last.
  private(set) var state: JSON?
  private var socket: Socket?
  private var input: [UInt8] = []
  private var output: [UInt8] = []
  private var waiting: [(number: Int, question: Question, since: Double)] = []
  private var lastNumber = 0
  private var nextTry = 0.0
  private var nextLook = Double.infinity
  private var isSilent = false
  /// It has been reached at least once.
  private(set) var wasReached = false

  private final class Socket {
    private let descriptor: Descriptor
    var raw: Int32 { descriptor.raw }

    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
  }

  private enum Question: Equatable {
    case subscription, properties, state
    /// A change of the inspector's; the last of the requests that it takes tells how it went.
    case change(Int, isLast: Bool)
  }

  /// Seconds after which what has no answer is said to have none.
  private static let patience = 3.0
  /// Seconds between two tries to reach one that has ended, and between two looks at the values of one.
  private static let pace = 1.0
  private static let longestAnswer = 4 << 20

  init(to name: String) { self.name = name }

  var isThere: Bool { socket != nil }

  // MARK: - Asking

  /// Connects where that is possible now.
  func connect(now: Double, _ tell: (InspectorNews) -> Void) {
    nextTry = now + Self.pace
    guard socket == nil, let found = try? UnixSocket.connect(to: ControlName.path(of: name)) else { return }
    (input, output, waiting, isSilent) = ([], [], [], false)
    socket = Socket(found)
    wasReached = true
    tell(.link(window: name, .live))
    ask(.subscription, .subscribe, [.string("property"), .string("paused"), .string("resumed")], now)
    look(now: now)
  }

  /// Asks for all that is known.
  func look(now: Double) {
    if !waiting.contains(where: { $0.question == .properties }) { ask(.properties, .properties, [], now) }
    if !waiting.contains(where: { $0.question == .state }) { ask(.state, .state, [], now) }
  }

  func change(_ number: Int, _ property: String, to value: String?, joins: Bool, now: Double) {
    let isAlone = value == nil || !joins
    if !isAlone || value == nil { ask(.change(number, isLast: value == nil), .reset, [.string(property)], now) }
    if let value { ask(.change(number, isLast: true), .set, [.string(property), .string(value)], now) }
  }

  private func ask(_ question: Question, _ command: ControlCommand, _ arguments: [JSON], _ now: Double) {
    lastNumber += 1
    waiting.append((lastNumber, question, now))
    let words = JSON.array([.string(command.rawValue)] + arguments)
    output += JSON.object([("command", words), ("request", .integer(lastNumber))]).line.utf8
    output.append(0x0A)
  }

  // MARK: - In the loop

  var descriptor: pollfd? {
    socket.map { pollfd(fd: $0.raw, events: Int16(POLLIN | (output.isEmpty ? 0 : POLLOUT)), revents: 0) }
  }

  /// - Parameter isShown: Its values are looked at again and again: not all that changes them is told.
  func deadline(isShown: Bool) -> Double {
    guard isThere else { return nextTry }
    let silence = isSilent ? Double.infinity : waiting.first.map { $0.since + Self.patience } ?? .infinity
    return min(silence, isShown && waiting.isEmpty ? nextLook : .infinity)
  }

  /// Does what is due.
  func serve(now: Double, isShown: Bool, _ tell: (InspectorNews) -> Void) {
    guard isThere else { return now >= nextTry ? connect(now: now, tell) : () }
    if read(), !takeLines(now: now, tell) { return end(now, tell) }
    guard isThere else { return end(now, tell) }
    if isShown, waiting.isEmpty, now >= nextLook { ask(.properties, .properties, [], now) }
    if !isSilent, let first = waiting.first, now >= first.since + Self.patience {
      isSilent = true
      tell(.link(window: name, .silent))
    }
    if !write() { end(now, tell) }
  }

  private func end(_ now: Double, _ tell: (InspectorNews) -> Void) {
    socket = nil
    nextTry = now + Self.pace
    tell(.link(window: name, .ended))
  }

  /// Reads what has come; false where there is nothing. At the end there is no socket any more.
  private func read() -> Bool {
    guard let raw = socket?.raw else { return false }
    var part = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      switch ReadResult(Glibc.read(raw, &part, part.count)) {
      case .bytes(let count):
        input += part[..<count]
        if input.count > Self.longestAnswer { return true }
      case .nothing: return true
      case .end, .failed:
        socket = nil
        return true
      }
    }
  }

  /// False where what has come is no answer.
  private func takeLines(now: Double, _ tell: (InspectorNews) -> Void) -> Bool {
    var start = 0
    while let end = input[start...].firstIndex(of: 0x0A) {
      let line = input[start..<end].withUnsafeBytes { try? JSON(parsing: $0) }
      start = end + 1
      guard let line else { return false }
      if isSilent {
        isSilent = false
        tell(.link(window: name, .live))
      }
      take(line, now: now, tell)
    }
    input.removeFirst(start)
    return input.count <= Self.longestAnswer
  }

  private func write() -> Bool {
    while !output.isEmpty, let raw = socket?.raw {
      let count = output.withUnsafeBytes { Glibc.write(raw, $0.baseAddress, $0.count) }
      if count > 0 { output.removeFirst(count) } else if errno != EINTR { return errno == EAGAIN }
    }
    return true
  }

  // MARK: - Answers

  private func take(_ line: JSON, now: Double, _ tell: (InspectorNews) -> Void) {
    guard let number = line["request"]?.number, let index = waiting.firstIndex(where: { Double($0.number) == number })
    else {
      // An event.
      if line["event"] != nil { look(now: now) }
      return
    }
    let question = waiting.remove(at: index).question
    let isGood = line["ok"]?.bool == true
    nextLook = now + Self.pace
    switch question {
    case .properties:
      tell(.properties(window: name, (line["data"]?.array ?? []).compactMap(PropertyInfo.init(told:))))
    case .state:
      state = line["data"]
      let process = Int(exactly: state?["pid"]?.number ?? 0) ?? 0
      tell(.state(window: name, process: process, isPaused: state?["paused"]?.bool ?? false))
    case .change(let number, _) where !isGood:
      waiting.removeAll { $0.question == .change(number, isLast: true) }
      tell(.refused(number, reason: line["error"]?.string ?? "it was refused"))
    case .change(let number, isLast: true): tell(.accepted(number))
    case .change, .subscription: break
    }
  }
}
