import Glibc
import Synchronization

/// A network between a server on loopback and its clients: what goes through it takes its time, now this, now that, and some of it is
/// lost and sent again, as TCP does.
package final class SlowNetwork: Sendable {
  /// Where clients connect.
  package let port: Int
  private let listener: Int32

  /// - Parameters:
  ///   - server: The server's port.
  ///   - delay: How long something is underway, in seconds.
  ///   - loss: How much of it is lost, from 0 to 1.
  package init(to server: Int, delay: ClosedRange<Double>, loss: Double) throws {
    let (listener, port) = try Loopback.listen(backlog: 16)
    (self.listener, self.port) = (listener, port)
    startThread {
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        guard let end = Loopback.connection(to: server) else {
          close(client)
          continue
        }
        let open = Open(client, end)
        startThread { Self.carry(from: client, to: end, delay, loss, open) }
        startThread { Self.carry(from: end, to: client, delay, loss, open) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// A connection's two sockets, closed after the second direction has ended.
  private final class Open: Sendable {
    private let sockets: (Int32, Int32)
    private let ended = Atomic(0)

    init(_ a: Int32, _ b: Int32) { sockets = (a, b) }

    func end() {
      shutdown(sockets.0, Int32(SHUT_RDWR))
      shutdown(sockets.1, Int32(SHUT_RDWR))
      guard ended.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue == 2 else { return }
      close(sockets.0)
      close(sockets.1)
    }
  }

  /// Passes bytes on in their order, each part late.
  private static func carry(from: Int32, to: Int32, _ delay: ClosedRange<Double>, _ loss: Double, _ open: Open) {
    defer { open.end() }
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = recv(from, &bytes, bytes.count, 0)
      guard count > 0 else { return }
      var wait = Double.random(in: delay)
      // The shortest time after which TCP sends again.
      while Double.random(in: 0..<1) < loss { wait += 0.2 }
      usleep(UInt32(wait * 1e6))
      var sent = 0
      while sent < count {
        let part = bytes.withUnsafeBytes {
          send(to, $0.baseAddress.map { $0 + sent }, count - sent, Int32(MSG_NOSIGNAL))
        }
        guard part > 0 else { return }
        sent += part
      }
    }
  }
}
