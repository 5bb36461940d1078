internal import Glibc
internal import Synchronization

/// Stands between one X client and its server, and counts what the client asks for.
public final class CountingProxy: Sendable {
  /// What has gone through: requests by major opcode (times 256, plus an extension's minor one).
  public struct Traffic: Equatable, Sendable {
    public var requests = 0
    public var bytes = 0
    public var kinds: [Int: Int] = [:]

    public init() {}

    public static func - (a: Traffic, b: Traffic) -> Traffic {
      var result = Traffic()
      (result.requests, result.bytes) = (a.requests - b.requests, a.bytes - b.bytes)
      for (kind, count) in a.kinds where count != b.kinds[kind] {
        result.kinds[kind] = count - b.kinds[kind, default: 0]
      }
      return result
    }

    /// Requests of a core opcode.
    public func count(of opcode: Int) -> Int { kinds[opcode * 256, default: 0] }
  }

  /// What to put into DISPLAY.
  public let display: String
  private let path: String
  private let counter = Mutex(RequestCounter())

  /// Opens a display of its own in front of the server's; one client may come. The server seems to lack the extension
  /// that is hidden.
  public init(for server: XServer, hiding hidden: String? = nil) throws {
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
    try Self.startThread { [weak self, listener] in
      let client = accept(listener, nil, nil)
      close(listener)
      guard client >= 0, let server = SocketAddress(target).connection() else { return }
      Self.forward(client, server) { bytes in
        if let hidden { Self.hide(Array(hidden.utf8), in: &bytes) }
        self?.counter.withLock { $0.take(bytes) }
      }
    }
  }

  deinit {
    // A proxy that nobody has come to still waits.
    if let waiting = SocketAddress(path).connection() { close(waiting) }
    unlink(path)
  }

  public var traffic: Traffic { counter.withLock { $0.traffic } }

  /// Hands on what comes from either side until one closes.
  private static func forward(_ client: Int32, _ server: Int32, look: (inout ArraySlice<UInt8>) -> Void) {
    defer {
      close(client)
      close(server)
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var ends = [
        pollfd(fd: client, events: Int16(POLLIN), revents: 0), pollfd(fd: server, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&ends, 2, -1) < 0 { continue }
      for (from, to) in [(0, server), (1, client)] where ends[from].revents != 0 {
        let count = read(ends[from].fd, &buffer, buffer.count)
        guard count > 0 else { return }
        var rest = buffer[..<count]
        if from == 0 { look(&rest) }
        while !rest.isEmpty {
          let written = rest.withUnsafeBytes { write(to, $0.baseAddress, $0.count) }
          guard written > 0 else { return }
          rest = rest.dropFirst(written)
        }
      }
    }
  }

  /// Asks for an extension that there is not where the client asks for this one (QueryExtension).
  private static func hide(_ name: [UInt8], in bytes: inout ArraySlice<UInt8>) {
    let pattern = [UInt8(name.count), 0, 0, 0] + name
    var start = bytes.startIndex
    while start + pattern.count <= bytes.endIndex {
      if bytes[start..<start + pattern.count].elementsEqual(pattern) { bytes[start + 4] = UInt8(ascii: "?") }
      start += 1
    }
  }

  private static func startThread(_ body: @escaping @Sendable () -> Void) throws {
    final class Box: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(body))
    let status = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      box.release()
      throw HarnessError("no thread for a proxy")
    }
    pthread_detach(thread)
  }
}

/// Follows the boundaries of requests (X protocol, "Request Format", and BIG-REQUESTS). The bytes come in pieces of any
/// size, from a client of this machine's byte order.
private struct RequestCounter {
  private(set) var traffic = CountingProxy.Traffic()
  private var head: [UInt8] = []
  private var skip = 0
  private var isSetUp = false

  mutating func take(_ bytes: ArraySlice<UInt8>) {
    if isSetUp { traffic.bytes += bytes.count }
    var rest = bytes
    while !rest.isEmpty {
      let skipped = min(skip, rest.count)
      rest = rest.dropFirst(skipped)
      skip -= skipped
      let taken = min(headLength - head.count, rest.count)
      head += rest.prefix(taken)
      rest = rest.dropFirst(taken)
      if head.count == headLength { finishHead() }
    }
  }

  /// How many bytes tell how long the message is. A length of 0 is followed by a longer one.
  private var headLength: Int {
    guard isSetUp else { return 12 }
    return head.count >= 4 && number(2, 2) == 0 ? 8 : 4
  }

  private mutating func finishHead() {
    func padded(_ length: Int) -> Int { (length + 3) / 4 * 4 }
    if isSetUp {
      skip = max(0, 4 * (head.count == 8 ? number(4, 4) : number(2, 2)) - head.count)
      traffic.requests += 1
      traffic.kinds[Int(head[0]) * 256 + (head[0] > 127 ? Int(head[1]) : 0), default: 0] += 1
    } else {
      skip = padded(number(6, 2)) + padded(number(8, 2))
      isSetUp = true
    }
    head.removeAll(keepingCapacity: true)
  }

  private func number(_ offset: Int, _ size: Int) -> Int {
    head[offset..<offset + size].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

/// A Unix socket's path.
private struct SocketAddress {
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
