internal import Base
internal import Glibc

/// A connection to a running window, from the other side: waits for each answer.
final class ControlConnection {
  private let socket: Descriptor
  private let name: String
  private var input: [UInt8] = []

  /// - Throws: where it cannot be reached, though it is there.
  init?(to name: String) throws(Failure) {
    guard let socket = try UnixSocket.connect(to: ControlName.path(of: name)) else { return nil }
    // Here it is waited for.
    _ = fcntl(socket.raw, F_SETFL, 0)
    self.socket = socket
    self.name = name
  }

  func send(_ line: String) throws(Failure) {
    guard writeAll(line + "\n", to: socket.raw) else { throw Failure(of: name, doing: "takes nothing any more") }
  }

  /// The next line; nil at the end.
  func line() throws(Failure) -> String? {
    while true {
      if let end = input.firstIndex(of: 0x0A) {
        defer { input.removeFirst(end + 1) }
        return String(decoding: input[..<end], as: UTF8.self)
      }
      var part = [UInt8](repeating: 0, count: 64 << 10)
      switch ReadResult(read(socket.raw, &part, part.count)) {
      case .bytes(let count): input += part[..<count]
      case .nothing: break
      case .end: return nil
      case .failed(let code): throw Failure(of: name, doing: "does not answer", errno: code)
      }
    }
  }
}
