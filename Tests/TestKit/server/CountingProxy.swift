import Glibc
import Synchronization

/// What has gone over an X connection.
package struct Traffic: Equatable, Sendable {
  /// From the client.
  package var requests = 0
  /// From the client, without those that set the connection up.
  package var bytes = 0
  /// From the server.
  package var replies = 0
  /// How often each kind of request came: by its major opcode times 256, plus an extension's minor one.
  package var kinds: [Int: Int] = [:]

  package init() {}

  package static func - (a: Traffic, b: Traffic) -> Traffic {
    var result = Traffic()
    result.requests = a.requests - b.requests
    result.bytes = a.bytes - b.bytes
    result.replies = a.replies - b.replies
    for (kind, count) in a.kinds where count != b.kinds[kind] {
      result.kinds[kind] = count - b.kinds[kind, default: 0]
    }
    return result
  }

  /// Requests of a core opcode.
  package func count(of opcode: Int) -> Int { kinds[opcode * 256, default: 0] }
}

/// Stands between one X client and its server, and counts what goes through.
package final class CountingProxy: Sendable {
  /// What to put into DISPLAY.
  package let display: String
  private let path: String
  private let counters = Counters()

  /// Opens a display of its own in front of the server's; one client may come.
  /// - Parameters:
  ///   - hidden: an extension that the server shall seem to lack.
  ///   - refused: a kind of requests that shall all fail, as in `Traffic.kinds`.
  package init(for server: XServer, hiding hidden: String? = nil, refusing refused: Int? = nil) throws {
    let folder = "/tmp/.X11-unix"
    let number = Int(server.display.dropFirst()) ?? 0
    let target = "\(folder)/X\(number)"
    var (own, listener): (Int, Int32) = (number + 1000, -1)
    repeat {
      own += 1
      listener = try SocketAddress("\(folder)/X\(own)").listener()
    } while listener < 0 && own < number + 2000
    guard listener >= 0 else { throw HarnessError("no display is left for a proxy") }
    (display, path) = (":\(own)", "\(folder)/X\(own)")
    startThread { [listener, counters] in
      let client = accept(listener, nil, nil)
      close(listener)
      guard client >= 0 else { return }
      guard let server = SocketAddress(target).connection() else {
        close(client)
        return
      }
      var connection = Connection(
        client: client, server: server, counters: counters, hidden: hidden, refused: refused)
      connection.forward()
    }
  }

  deinit {
    // An unused proxy still waits.
    if let waiting = SocketAddress(path).connection() { close(waiting) }
    unlink(path)
  }

  package var traffic: Traffic { counters.traffic }

  /// Whether all that either side has sent has been handed on.
  package var isIdle: Bool { counters.isIdle }
}

/// The counts of both directions, for the thread that forwards and for those who ask.
private final class Counters: Sendable {
  private let streams = Mutex((up: StreamCounter(.fromClient), down: StreamCounter(.fromServer)))
  /// The sockets of both sides while there are any, and whether what came from them is on its way.
  private let sources = Mutex((files: [Int32](), isMoving: false))

  func connect(_ files: [Int32]) { sources.withLock { $0 = (files, false) } }

  func setMoving(_ isMoving: Bool) { sources.withLock { $0.isMoving = isMoving } }

  var isIdle: Bool {
    sources.withLock { sources in
      !sources.isMoving
        && sources.files.allSatisfy { file in
          var unread: Int32 = 0
          return ioctl(file, UInt(FIONREAD), &unread) == 0 && unread == 0
        }
    }
  }

  /// What a client has sent. Requests of the kind that is refused become some that no server knows (BadRequest).
  func take(fromClient bytes: UnsafeMutableRawBufferPointer, refusing refused: Int?) {
    streams.withLock {
      $0.up.take(UnsafeRawBufferPointer(bytes)) { kind, start in if kind == refused { bytes[start] = 126 } }
    }
  }

  func take(fromServer bytes: UnsafeRawBufferPointer) { streams.withLock { $0.down.take(bytes) } }

  var traffic: Traffic {
    streams.withLock { streams in
      var result = Traffic()
      (result.requests, result.bytes) = (streams.up.messages, streams.up.messageBytes)
      (result.replies, result.kinds) = (streams.down.replies, streams.up.kinds)
      return result
    }
  }
}

/// A client and its server, with the proxy in between.
private struct Connection {
  private let client: Int32
  private let server: Int32
  private let counters: Counters
  private let hidden: [UInt8]?
  private let refused: Int?
  private var up = Flow()
  private var down = Flow()

  init(client: Int32, server: Int32, counters: Counters, hidden: String?, refused: Int?) {
    (self.client, self.server, self.counters) = (client, server, counters)
    self.hidden = hidden.map { Array($0.utf8) }
    self.refused = refused
    for file in [client, server] { _ = fcntl(file, F_SETFL, O_NONBLOCK) }
  }

  /// Hands on what comes from either side until one closes.
  mutating func forward() {
    counters.connect([client, server])
    defer {
      counters.connect([])
      close(client)
      close(server)
    }
    while true {
      var ends = [
        pollfd(fd: client, events: Int16((up.isWaiting ? 0 : POLLIN) | (down.isWaiting ? POLLOUT : 0)), revents: 0),
        pollfd(fd: server, events: Int16((down.isWaiting ? 0 : POLLIN) | (up.isWaiting ? POLLOUT : 0)), revents: 0),
      ]
      if poll(&ends, 2, -1) < 0 {
        if errno == EINTR { continue }
        return
      }
      let (counters, hidden, refused) = (counters, hidden, refused)
      counters.setMoving(true)
      defer { counters.setMoving(up.isWaiting || down.isWaiting) }
      let isUp = up.move(from: client, to: server) { bytes in
        if let hidden { Self.hide(hidden, in: bytes) }
        counters.take(fromClient: bytes, refusing: refused)
      }
      let isDown = down.move(from: server, to: client) { counters.take(fromServer: UnsafeRawBufferPointer($0)) }
      guard isUp, isDown else { return }
    }
  }

  /// Asks for an extension that does not exist where the client asks for this one (QueryExtension).
  private static func hide(_ name: [UInt8], in bytes: UnsafeMutableRawBufferPointer) {
    let pattern = [UInt8(name.count), 0, 0, 0] + name
    var start = 0
    while start + pattern.count <= bytes.count {
      if bytes[start..<start + pattern.count].elementsEqual(pattern) { bytes[start + 4] = UInt8(ascii: "?") }
      start += 1
    }
  }
}

/// One direction of the connection. File descriptors that come along are handed on.
private struct Flow {
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var control = [UInt8](repeating: 0, count: 256)
  private var controlLength = 0
  private var pending = 0..<0

  /// Something has been read that the other side has not taken yet.
  var isWaiting: Bool { !pending.isEmpty }

  /// Moves on what has come, after `look` has seen it. False once a side has closed.
  mutating func move(
    from source: Int32, to target: Int32, look: (UnsafeMutableRawBufferPointer) -> Void
  ) -> Bool {
    if pending.isEmpty {
      let count = exchange { recvmsg(source, &$0, Int32(MSG_CMSG_CLOEXEC)) }
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      guard count > 0 else { return false }
      pending = 0..<count
      buffer.withUnsafeMutableBytes { look(UnsafeMutableRawBufferPointer(rebasing: $0[..<count])) }
    }
    let count = exchange { sendmsg(target, &$0, Int32(MSG_NOSIGNAL)) }
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    closeDescriptors()
    controlLength = 0
    pending = pending.lowerBound + count..<pending.upperBound
    return true
  }

  /// Calls one of `recvmsg` and `sendmsg` with the part of the buffer that is free or pending.
  private mutating func exchange(_ call: (inout msghdr) -> Int) -> Int {
    let isReading = pending.isEmpty
    let part = isReading ? 0..<buffer.count : pending
    let capacity = isReading ? control.count : controlLength
    var length = controlLength
    let result = buffer.withUnsafeMutableBytes { bytes in
      control.withUnsafeMutableBytes { control in
        var vector = iovec(iov_base: bytes.baseAddress.map { $0 + part.lowerBound }, iov_len: part.count)
        return withUnsafeMutablePointer(to: &vector) { vector in
          var message = msghdr()
          message.msg_iov = vector
          message.msg_iovlen = 1
          message.msg_control = capacity > 0 ? control.baseAddress : nil
          message.msg_controllen = capacity
          let result = call(&message)
          if isReading { length = result > 0 ? Int(message.msg_controllen) : 0 }
          return result
        }
      }
    }
    controlLength = length
    return result
  }

  /// Closes this process's copies of the descriptors in the control data (`cmsg(3)`, whose macros Swift cannot use).
  private func closeDescriptors() {
    control.withUnsafeBytes { control in
      var offset = 0
      let header = MemoryLayout<cmsghdr>.size
      while offset + header <= controlLength {
        let entry = control.loadUnaligned(fromByteOffset: offset, as: cmsghdr.self)
        let length = Int(entry.cmsg_len)
        guard length >= header, offset + length <= controlLength else { return }
        if entry.cmsg_level == SOL_SOCKET && entry.cmsg_type == Int32(SCM_RIGHTS) {
          for place in stride(from: offset + header, to: offset + length, by: 4) {
            close(control.loadUnaligned(fromByteOffset: place, as: Int32.self))
          }
        }
        offset += (length + 7) / 8 * 8
      }
    }
  }
}

/// A Unix socket's path.
struct SocketAddress {
  private var address = sockaddr_un()

  init(_ path: String) {
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
  }

  /// A socket that listens there; negative where somebody else does.
  func listener() throws -> Int32 {
    let file = try socket()
    guard use(bind, file) == 0, listen(file, 1) == 0 else {
      close(file)
      return -1
    }
    return file
  }

  func connection() -> Int32? {
    guard let file = try? socket() else { return nil }
    if use(connect, file) == 0 { return file }
    close(file)
    return nil
  }

  private func socket() throws -> Int32 {
    let file = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard file >= 0 else { throw HarnessError("socket: \(String(cString: strerror(errno)))") }
    return file
  }

  private func use(_ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ file: Int32) -> Int32 {
    withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
