import Glibc
import Synchronization

/// A server on loopback with scripted faults. Each connection has a thread of its own.
package final class FaultServer: Sendable {
  package enum Step: Sendable {
    case send([UInt8])
    case text(String)
    /// Bytes one at a time, `every` seconds.
    case drip(String, every: Double)
    /// The same bytes until the other side gives up.
    case endless([UInt8])
    /// A hundred times a second one, until it is so.
    case trickle(UInt8, until: @Sendable () -> Bool)
    /// Silence until the server is stopped.
    case hang
    case wait(Double)
    /// Ends the connection with RST.
    case reset
  }

  package struct Request: Sendable {
    package let method: String
    package let path: String
    /// By name in lower case.
    package let headers: [String: String]
    package let body: [UInt8]
  }

  package typealias Behaviour = @Sendable (Request) -> [Step]

  private struct State {
    var isStopped = false
    /// The port is closed and free.
    var isClosed = false
    /// The address that each connection came in by.
    var open: [Int32: String] = [:]
    var mostOpen = 0
    var mostByAddress = 0
    var requests: [String] = []
    var agents: Set<String> = []
  }

  package let port: Int
  private let listener: Int32
  private let behaviour: Behaviour
  private let state = Mutex(State())
  /// Silent from the first byte, as a server that accepts and does nothing more.
  private let isMute: Bool

  package init(isMute: Bool = false, _ behaviour: @escaping Behaviour) throws {
    self.behaviour = behaviour
    self.isMute = isMute
    (listener, port) = try Loopback.listen(backlog: 256)
    startThread { [self] in acceptAll() }
  }

  /// Closes the port, and returns once it is closed. The thread that accepts does it, for the number of what another one closes
  /// may be the next server's by the time it accepts again.
  package func stop() {
    let isClosed = state.withLock { state in
      state.isStopped = true
      return state.isClosed
    }
    if isClosed { return }
    shutdown(listener, Int32(SHUT_RDWR))
    while !state.withLock({ $0.isClosed }) { usleep(500) }
  }

  package func url(_ path: String, host: String = "127.0.0.1", scheme: String = "http") -> String {
    "\(scheme)://\(host):\(port)\(path)"
  }

  package var requests: [String] { state.withLock { $0.requests } }
  package var agents: Set<String> { state.withLock { $0.agents } }
  package var mostOpen: Int { state.withLock { $0.mostOpen } }
  /// The most connections that were open at once to one address.
  package var mostByAddress: Int { state.withLock { $0.mostByAddress } }
  private var isStopped: Bool { state.withLock { $0.isStopped } }

  private func acceptAll() {
    while true {
      var address = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let connection = accept(listener, nil, nil)
      if connection < 0 {
        return state.withLock {
          close(listener)
          $0.isClosed = true
        }
      }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(connection, $0, &length) }
      }
      let name = "\(address.sin_addr.s_addr)"
      state.withLock {
        $0.open[connection] = name
        // Those that the client has closed already are not open, however late their thread gets to know.
        let live = $0.open.filter { !hasHungUp($0.key) }
        $0.mostOpen = max($0.mostOpen, live.count)
        $0.mostByAddress = max($0.mostByAddress, live.count { $0.value == name })
      }
      startThread { [self] in
        serve(connection)
        state.withLock {
          $0.open[connection] = nil
          close(connection)
        }
      }
    }
  }

  /// One request a connection: "Connection: close" is what the canned answers say.
  private func serve(_ connection: Int32) {
    if isMute { return hang() }
    guard let request = readRequest(connection) else { return }
    state.withLock {
      $0.requests.append(request.path)
      if let agent = request.headers["user-agent"] { $0.agents.insert(agent) }
    }
    for step in behaviour(request) where !perform(step, connection) { return }
    shutdown(connection, Int32(SHUT_WR))
    var byte: UInt8 = 0
    while recv(connection, &byte, 1, 0) > 0 {}
  }

  private func perform(_ step: Step, _ connection: Int32) -> Bool {
    switch step {
    case .send(let bytes): return sendAll(connection, bytes)
    case .text(let text): return sendAll(connection, Array(text.utf8))
    case .drip(let text, let seconds):
      for byte in text.utf8 {
        if isStopped || !sendAll(connection, [byte]) { return false }
        usleep(UInt32(seconds * 1e6))
      }
    case .endless(let bytes): while !isStopped { if !sendAll(connection, bytes) { return false } }
    case .trickle(let byte, let isEnough):
      while !isEnough() {
        if isStopped || !sendAll(connection, [byte]) { return false }
        usleep(10_000)
      }
    case .hang: hang()
    case .wait(let seconds): usleep(UInt32(seconds * 1e6))
    case .reset:
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
      return false
    }
    return true
  }

  private func hang() { while !isStopped { usleep(10_000) } }

  private func sendAll(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  private func readRequest(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard recv(connection, &byte, 1, 0) == 1, bytes.count < 65_536 else { return nil }
      bytes.append(byte)
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ").map(String.init) ?? []
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      if let colon = line.firstIndex(of: ":") {
        headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
      }
    }
    var body: [UInt8] = []
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    while body.count < min(length, 1 << 20) {
      guard recv(connection, &byte, 1, 0) == 1 else { return nil }
      body.append(byte)
    }
    return Request(
      method: words.first ?? "GET", path: words.count > 1 ? words[1] : "/", headers: headers, body: body)
  }
}

extension FaultServer.Step {
  /// A whole answer.
  package static func answer(
    _ status: String = "200 OK", _ headers: [String] = [], body: String = "", length: Int? = nil
  ) -> FaultServer.Step {
    let head = ["HTTP/1.1 \(status)", "Content-Length: \(length ?? body.utf8.count)", "Connection: close"] + headers
    return .text(head.joined(separator: "\r\n") + "\r\n\r\n" + body)
  }
}

/// Whether the other end has closed the connection (`POLLRDHUP`).
private func hasHungUp(_ connection: Int32) -> Bool {
  let hangUp: Int16 = 0x2000
  var entry = pollfd(fd: connection, events: hangUp, revents: 0)
  return poll(&entry, 1, 0) > 0 && entry.revents & (hangUp | Int16(POLLHUP) | Int16(POLLERR)) != 0
}
