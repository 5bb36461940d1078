import Glibc
import Synchronization

/// A link on loopback between clients and a server that can be cut: then nothing arrives, and neither side learns why.
package final class LinkProxy: Sendable {
  package let port: Int
  private let listener: Int32
  private let target: Int
  private let change: @Sendable (inout [UInt8]) -> Void
  private let state = Mutex((isCut: false, sockets: [Int32]()))
  private let greetings = Mutex([[UInt8]]())

  /// - Parameters:
  ///   - target: The server's port.
  ///   - change: Changes what comes from the server.
  package init(to target: Int, change: @escaping @Sendable (inout [UInt8]) -> Void = { _ in }) throws {
    (listener, port) = try Loopback.listen(backlog: 16)
    (self.target, self.change) = (target, change)
    startThread { [weak self, listener] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        guard let self, let server = Loopback.connection(to: self.target) else {
          close(client)
          continue
        }
        self.join(client, server)
      }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// What each client has said first.
  package var firstWords: [[UInt8]] { greetings.withLock { $0 } }

  package func cut() { state.withLock { $0.isCut = true } }

  /// Lets new connections through; those that were cut end.
  package func mend() {
    let sockets = state.withLock { state in
      defer { state = (false, []) }
      return state.sockets
    }
    for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) }
  }

  private func join(_ client: Int32, _ server: Int32) {
    state.withLock { $0.sockets += [client, server] }
    startThread { [weak self] in
      var isFirst = true
      Self.forward(from: client, to: server) {
        self?.isCut ?? true
      } change: { bytes in
        if isFirst { self?.greetings.withLock { $0.append(bytes) } }
        isFirst = false
      }
    }
    startThread { [weak self, change] in
      Self.forward(from: server, to: client, isCut: { self?.isCut ?? true }, change: change)
    }
  }

  private var isCut: Bool { state.withLock { $0.isCut } }

  /// Hands on what comes until one of the two closes; drops it where the link is cut.
  private static func forward(
    from source: Int32, to target: Int32, isCut: () -> Bool, change: (inout [UInt8]) -> Void
  ) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(source, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      if isCut() { continue }
      var bytes = Array(buffer[..<count])
      change(&bytes)
      var rest = bytes[...]
      while !rest.isEmpty {
        let sent = rest.withUnsafeBytes { send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard sent > 0 else { break }
        rest = rest.dropFirst(sent)
      }
    }
    if !isCut() { shutdown(target, Int32(SHUT_RDWR)) }
  }
}
