internal import Base
internal import Formats
internal import Glibc
internal import Inspector
internal import ScrollCore

/// A connection to an inspected window. Never blocks.
final class InspectorLink {
  let name: String
  /// The last state that it reported.
  private(set) var state: JSON?
  private var socket: LineSocket?
  private var waiting: [(number: Int, question: Question, since: Double)] = []
  private var lastNumber = 0
  private var nextTry = 0.0
  private var nextLook = Double.infinity
  private var isSilent = false
  /// Whether it has answered at least once.
  private(set) var wasReached = false

  private enum Question: Equatable {
    case subscription, properties, state
    /// A change by the inspector. The answer to its last request completes it.
    case change(Int, isLast: Bool)
  }

  /// The timeout for an answer, in seconds.
  private static let patience = 3.0
  /// The interval of reconnecting, and of refreshing values, in seconds.
  private static let pace = 1.0
  private static let longestAnswer = 4 << 20

  init(to name: String) { self.name = name }

  var isThere: Bool { socket != nil }

  // MARK: - Requests

  /// Connects if possible.
  func connect(now: Double, _ tell: (InspectorNews) -> Void) {
    nextTry = now + Self.pace
    // The window may have ended; it is asked again.
    guard socket == nil, let found = try? UnixSocket.connect(to: ControlName.path(of: name)) else { return }
    (waiting, isSilent) = ([], false)
    socket = LineSocket(found, longestLine: Self.longestAnswer)
    wasReached = true
    tell(.link(window: name, .live))
    ask(.subscription, .subscribe, [.string("property"), .string("paused"), .string("resumed")], now)
    look(now: now)
  }

  /// Requests everything.
  func look(now: Double) {
    if !waiting.contains(where: { $0.question == .properties }) { ask(.properties, .properties, [], now) }
    if !waiting.contains(where: { $0.question == .state }) { ask(.state, .state, [], now) }
  }

  func change(_ number: Int, _ property: String, to value: String?, addsUp: Bool, now: Double) {
    let isAlone = value == nil || !addsUp
    if !isAlone || value == nil { ask(.change(number, isLast: value == nil), .reset, [.string(property)], now) }
    if let value { ask(.change(number, isLast: true), .set, [.string(property), .string(value)], now) }
  }

  private func ask(_ question: Question, _ command: ControlCommand, _ arguments: [JSON], _ now: Double) {
    lastNumber += 1
    waiting.append((lastNumber, question, now))
    let words = JSON.array([.string(command.rawValue)] + arguments)
    socket?.send(JSON.object([("command", words), ("request", .integer(lastNumber))]).line)
  }

  // MARK: - In the loop

  var descriptor: pollfd? { socket?.descriptor() }

  /// - Parameter isShown: Whether to refresh its values at intervals, since some change without an event.
  func deadline(isShown: Bool) -> Double {
    guard isThere else { return nextTry }
    let silence = isSilent ? Double.infinity : waiting.first.map { $0.since + Self.patience } ?? .infinity
    return min(silence, isShown && waiting.isEmpty ? nextLook : .infinity)
  }

  /// Sends due requests.
  func serve(now: Double, isShown: Bool, _ tell: (InspectorNews) -> Void) {
    guard let socket else { return now >= nextTry ? connect(now: now, tell) : () }
    guard read(socket, now: now, tell) else { return end(now, tell) }
    if isShown, waiting.isEmpty, now >= nextLook { ask(.properties, .properties, [], now) }
    if !isSilent, let first = waiting.first, now >= first.since + Self.patience {
      isSilent = true
      tell(.link(window: name, .silent))
    }
    socket.flush()
    if socket.failure != nil { end(now, tell) }
  }

  private func end(_ now: Double, _ tell: (InspectorNews) -> Void) {
    socket = nil
    nextTry = now + Self.pace
    tell(.link(window: name, .ended))
  }

  /// Handles received lines. Returns false at the end, or for an invalid answer.
  private func read(_ socket: LineSocket, now: Double, _ tell: (InspectorNews) -> Void) -> Bool {
    // Bounded, so that a busy window does not hold up the others.
    for _ in 0..<64 {
      let hasMore = socket.receive()
      while let line = socket.nextLine() {
        guard let line = line.withUnsafeBytes({ JSON(ifValid: $0) }) else { return false }
        if isSilent {
          isSilent = false
          tell(.link(window: name, .live))
        }
        receive(line, now: now, tell)
      }
      if !hasMore { break }
    }
    return !socket.hasEnded && socket.failure == nil && !socket.isLineTooLong
  }

  // MARK: - Answers

  private func receive(_ line: JSON, now: Double, _ tell: (InspectorNews) -> Void) {
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
