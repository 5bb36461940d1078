import Base
internal import Formats
import Glibc
import TestKit

/// A window's socket, asked one thing after the other.
final class SoakLine {
  private let socket: LineSocket
  private let path: String

  /// - Parameter name: that of the window.
  init(to name: String, in folder: String) async throws {
    let path = "\(folder)/newsreel/\(name).sock"
    self.path = path
    try await waitUntil("the socket \(path)") { access(path, F_OK) == 0 }
    guard let found = try UnixSocket.connect(to: path) else { throw HarnessError("nobody listens at \(path)") }
    socket = LineSocket(found, longestLine: 4 << 20)
  }

  @discardableResult func ask(_ command: String, _ arguments: JSON...) throws -> JSON {
    let words = [.string(command)] + arguments
    socket.send(JSON.object([("command", .array(words))]).line)
    socket.flush()
    let limit = monotonicNow() + 20
    while monotonicNow() < limit, !socket.hasEnded, socket.failure == nil {
      while socket.receive() {}
      if let line = socket.nextLine() {
        let answer = try JSON(parsing: String(decoding: line, as: UTF8.self))
        if let error = answer["error"]?.string { throw HarnessError("\(words): \(error)") }
        return answer
      }
      try rest(0.002)
    }
    throw HarnessError("\(path) does not answer")
  }
}
