internal import Base
internal import Glibc
internal import ScrollCore

/// A connection to a running window, from the other side: waits for each answer.
final class ControlConnection {
  private let socket: Descriptor
  private let name: String
  private var input: [UInt8] = []
  /// Seconds for which an answer, or room for a request, is waited for.
  private let patience: Double

  /// Seconds, where nobody says otherwise: a window answers between two frames.
  static let usualPatience = 5.0
  /// Bytes of an answer or an event: a window has texts of 1 MB, and JSON makes six bytes of some.
  private static let longestLine = 16 << 20

  /// - Throws: where it cannot be reached, though it is there.
  init?(to name: String, patience: Double = usualPatience) throws(Failure) {
    guard let socket = try UnixSocket.connect(to: ControlName.path(of: name)) else { return nil }
    self.socket = socket
    (self.name, self.patience) = (name, patience)
  }

  func send(_ line: String) throws(Failure) {
    var line = Array((line + "\n").utf8)[...]
    let end = monotonicNow() + patience
    while !line.isEmpty {
      let count = line.withUnsafeBytes { Glibc.send(socket.raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count > 0 {
        line = line.dropFirst(count)
      } else if errno == EAGAIN {
        try wait(for: POLLOUT, until: end)
      } else if errno != EINTR {
        throw Failure(of: name, doing: "takes nothing any more")
      }
    }
  }

  /// Waits until something can be read or written.
  private func wait(for events: Int32, until end: Double) throws(Failure) {
    var descriptor = pollfd(fd: socket.raw, events: Int16(events), revents: 0)
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
  /// - Parameter isAnswer: It is waited for as an answer is; else for as long as it takes.
  /// - Throws: where it does not come.
  func line(isAnswer: Bool = true) throws(Failure) -> String? {
    let limit = isAnswer ? monotonicNow() + patience : .infinity
    var searched = 0
    while true {
      if let end = input[searched...].firstIndex(of: 0x0A) {
        defer { input.removeFirst(end + 1) }
        return String(decoding: input[..<end], as: UTF8.self)
      }
      searched = input.count
      guard searched <= Self.longestLine else {
        throw Failure(of: name, reason: "answers with a line of more than \(sizeText(Self.longestLine))")
      }
      if limit < monotonicNow() { try wait(for: POLLIN, until: limit) }
      var part = [UInt8](repeating: 0, count: 64 << 10)
      switch ReadResult(read(socket.raw, &part, part.count)) {
      case .bytes(let count): input += part[..<count]
      case .nothing: try wait(for: POLLIN, until: limit)
      case .end: return nil
      case .failed(let code): throw Failure(of: name, doing: "does not answer", errno: code)
      }
    }
  }
}
