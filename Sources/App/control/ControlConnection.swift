internal import Base
internal import Formats
internal import Glibc
internal import ScrollCore

/// The client's end of a connection to a running window. Waits for each answer.
final class ControlConnection {
  private let socket: LineSocket
  private let name: String
  /// The timeout for an answer, or for room for a request, in seconds.
  private let patience: Double

  /// The default timeout in seconds: a window answers between two frames.
  static let usualPatience = 5.0
  /// The limit for an answer or event, in bytes: texts have up to 1 MB, and JSON escapes take up to six bytes for one.
  private static let longestLine = 16 << 20

  /// - Throws: if the socket exists but cannot be reached.
  init?(to name: String, patience: Double = usualPatience) throws(Failure) {
    guard let socket = try UnixSocket.connect(to: ControlName.path(of: name)) else { return nil }
    self.socket = LineSocket(socket, longestLine: Self.longestLine)
    (self.name, self.patience) = (name, patience)
  }

  /// Connects to a window that has to run.
  static func required(to name: String, patience: Double = usualPatience) throws(Failure) -> ControlConnection {
    if let connection = try ControlConnection(to: name, patience: patience) { return connection }
    let names = ControlName.all()
    let others = names.isEmpty ? "" : hint(for: name, in: names, else: "there are \(names.joined(separator: ", "))")
    throw .system("no window named \(name) runs" + others)
  }

  /// Sends a request and waits for its answer. Returns the answer's data, if it has any.
  ///
  /// - Throws: if the window refuses or ends.
  @discardableResult
  func ask(_ command: ControlCommand, _ arguments: [JSON] = [], view: String? = nil) throws(Failure) -> JSON? {
    try send(ControlRequest.line(command, arguments, view: view))
    guard let line = try line(), let answer = JSON(ifValid: line) else {
      // It may quit before it answers.
      if command == .quit { return nil }
      throw .system("\(name) has ended without an answer")
    }
    guard answer["ok"]?.bool == true else { throw .system(answer["error"]?.string ?? "it was refused") }
    return answer["data"]
  }

  func send(_ line: String) throws(Failure) {
    let end = monotonicNow() + patience
    socket.send(line)
    socket.flush()
    while socket.unsent > 0 {
      if let code = socket.failure { throw Failure(of: name, doing: "takes nothing any more", errno: code) }
      try wait(reads: false, until: end)
      socket.flush()
    }
  }

  /// Waits until unsent bytes can be written or, if it `reads`, something can be read.
  private func wait(reads: Bool, until end: Double) throws(Failure) {
    var descriptor = socket.descriptor(reads: reads)
    let rest = end - monotonicNow()
    let milliseconds = rest == .infinity ? -1 : Int32(max(0, min(rest * 1000, 1e9)).rounded(.up))
    if poll(&descriptor, 1, milliseconds) == 0 || rest <= 0 {
      throw Failure(
        of: name,
        reason: "has not answered for \(shortest(patience)) s: it is stopped or busy; --timeout waits longer")
    }
  }

  /// The next line; nil at the end.
  ///
  /// - Parameter isAnswer: Whether the timeout applies; an event may take any time.
  /// - Throws: after the timeout, or when the connection fails.
  func line(isAnswer: Bool = true) throws(Failure) -> String? {
    let limit = isAnswer ? monotonicNow() + patience : .infinity
    while true {
      if let line = socket.nextLine() { return String(decoding: line, as: UTF8.self) }
      guard !socket.isLineTooLong else {
        throw Failure(of: name, reason: "answers with a line of more than \(sizeText(Self.longestLine))")
      }
      if socket.hasEnded { return nil }
      if let code = socket.failure { throw Failure(of: name, doing: "does not answer", errno: code) }
      try wait(reads: true, until: limit)
      _ = socket.receive()
    }
  }
}
