import Glibc
import Synchronization

/// A server on loopback that waits for the first bytes of each connection, answers with bytes of its own, and keeps it open
/// until the other side leaves.
package final class RawServer: Sendable {
  package let port: Int
  private let listener: Int32
  private let firsts = Mutex<[[UInt8]]>([])

  /// - Parameter answer: The parts to send on the connection with this number; called until there is none. An empty part
  /// closes the connection.
  package init(_ answer: @escaping @Sendable (_ connection: Int, _ part: Int) -> [UInt8]?) throws {
    (listener, port) = try Loopback.listen(backlog: 16)
    let listener = listener
    startThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        let number = firsts.withLock { firsts in
          firsts.append([])
          return firsts.count - 1
        }
        startThread { [self] in serve(connection, number, answer) }
      }
    }
  }

  deinit { stop() }

  package func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  /// How many connections there have been.
  package var connections: Int { heard.count }

  /// The first bytes of each, as far as they have come.
  package var heard: [[UInt8]] { firsts.withLock { $0 } }

  private func serve(_ connection: Int32, _ number: Int, _ answer: (Int, Int) -> [UInt8]?) {
    defer { close(connection) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let first = recv(connection, &bytes, bytes.count, 0)
    guard first > 0 else { return }
    firsts.withLock { $0[number] = Array(bytes.prefix(first)) }
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
