import Glibc
import Synchronization

/// A server on loopback that waits for the first bytes of each connection, answers with bytes of its own, and keeps it open
/// until the other side leaves.
package final class RawServer: Sendable {
  package let port: Int
  private let listener: Int32
  private let count = Mutex(0)

  /// - Parameter answer: The parts to send on the connection with this number; called until there is none. An empty part
  /// closes the connection.
  package init(_ answer: @escaping @Sendable (_ connection: Int, _ part: Int) -> [UInt8]?) throws {
    (listener, port) = try Loopback.listen(backlog: 16)
    let listener = listener
    startThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        let number = count.withLock { count in
          count += 1
          return count - 1
        }
        startThread { Self.serve(connection, number, answer) }
      }
    }
  }

  deinit { stop() }

  package func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  /// How many connections there have been.
  package var connections: Int { count.withLock { $0 } }

  private static func serve(_ connection: Int32, _ number: Int, _ answer: (Int, Int) -> [UInt8]?) {
    defer { close(connection) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    guard recv(connection, &bytes, bytes.count, 0) > 0 else { return }
    var part = 0
    while let sent = answer(number, part) {
      if sent.isEmpty { return }
      var rest = sent[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
      part += 1
    }
    while recv(connection, &bytes, bytes.count, 0) > 0 {}
  }
}
