import Glibc

/// Stands between one X client and its server, and counts what goes through; a process of its own.
final class Proxy {
  let process: Child
  private let question: Pipe
  private let answer: Pipe
  private let socketPath: String
  let display: String

  /// - Parameter program: this executable.
  init(program: String, server: VirtualServer, keeper: Keeper) throws(BenchError) {
    let folder = "/tmp/.X11-unix"
    var number = server.number + 500
    while access("\(folder)/X\(number)", F_OK) == 0 { number += 100 }
    socketPath = "\(folder)/X\(number)"
    display = ":\(number)"
    question = try Pipe()
    answer = try Pipe()
    process = try Child(
      [program, "proxy", socketPath, "\(folder)/X\(server.number)"],
      descriptors: [question.readEnd, answer.writeEnd, STDERR_FILENO], keeper: keeper)
    question.closeReadEnd()
    answer.closeWriteEnd()
    guard try answer.line(within: 5) == "ready" else { throw BenchError("the counting proxy does not start") }
  }

  deinit {
    process.end()
    unlink(socketPath)
  }

  /// What has gone through so far.
  func traffic() throws(BenchError) -> Traffic {
    put("?\n", to: question.writeEnd)
    return Traffic(line: try answer.line(within: 5))
  }
}

/// Counts of an X connection.
struct Traffic {
  var requests = 0
  var bytes = 0
  var replies = 0
  /// By opcode: major times 256, plus minor.
  var kinds: [Int: Int] = [:]
  var time = now()

  init(_ up: StreamCounter, _ down: StreamCounter) {
    (requests, bytes, replies, kinds) = (up.messages, up.bytes, down.replies, up.kinds)
  }

  init(line: String) {
    let numbers = line.split(separator: " ").compactMap { Int($0) }
    guard numbers.count >= 3 else { return }
    (requests, bytes, replies) = (numbers[0], numbers[1], numbers[2])
    for index in stride(from: 3, to: numbers.count - 1, by: 2) { kinds[numbers[index]] = numbers[index + 1] }
  }

  var line: String {
    ([requests, bytes, replies] + kinds.flatMap { [$0.key, $0.value] }).map { "\($0)" }.joined(separator: " ")
  }

  /// What has come since then.
  func since(_ start: Traffic) -> Traffic {
    var result = self
    result.requests -= start.requests
    result.bytes -= start.bytes
    result.replies -= start.replies
    for (kind, count) in start.kinds { result.kinds[kind, default: 0] -= count }
    result.kinds = result.kinds.filter { $0.value > 0 }
    result.time -= start.time
    return result
  }
}

/// The proxy's own life: one client, `poll`, and a question on standard input now and then.
struct ProxyService {
  private let client: Int32
  private let server: Int32
  private var up = Flow(counter: StreamCounter(.fromClient))
  private var down = Flow(counter: StreamCounter(.fromServer))

  /// - Parameters: the socket to listen at, and the server's.
  static func run(listeningAt path: String, server serverPath: String) throws(BenchError) {
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard listener >= 0, withAddress(path, { bind(listener, $0, $1) }) == 0, listen(listener, 4) == 0 else {
      throw .system(path)
    }
    put("ready\n")
    var entries = [
      pollfd(fd: listener, events: Int16(POLLIN), revents: 0), pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&entries, 2, -1) >= 0 {
      if entries[1].revents != 0 {
        guard readLine() != nil else { return }
        put("0 0 0\n")
      }
      if entries[0].revents != 0 { break }
    }
    let client = accept(listener, nil, nil)
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard client >= 0, withAddress(serverPath, { connect(server, $0, $1) }) == 0 else { throw .system(serverPath) }
    for descriptor in [client, server] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    var service = ProxyService(client: client, server: server)
    service.forward()
  }

  private init(client: Int32, server: Int32) { (self.client, self.server) = (client, server) }

  /// Until one side closes, or the one who asks has gone.
  private mutating func forward() {
    while true {
      var entries = [
        pollfd(fd: client, events: Int16((up.isWaiting ? 0 : POLLIN) | (down.isWaiting ? POLLOUT : 0)), revents: 0),
        pollfd(fd: server, events: Int16((down.isWaiting ? 0 : POLLIN) | (up.isWaiting ? POLLOUT : 0)), revents: 0),
        pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&entries, 3, -1) < 0 && errno != EINTR { return }
      if entries[2].revents != 0 {
        guard readLine() != nil else { return }
        put(Traffic(up.counter, down.counter).line + "\n")
      }
      if entries[0].revents | entries[1].revents != 0 {
        guard up.move(from: client, to: server), down.move(from: server, to: client) else { break }
      }
    }
    // The counts stay in reach after the client has gone.
    close(client)
    close(server)
    while readLine() != nil { put(Traffic(up.counter, down.counter).line + "\n") }
  }
}

/// One direction of the proxied connection. File descriptors that come along are handed on.
private struct Flow {
  var counter: StreamCounter
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var control = [UInt8](repeating: 0, count: 256)
  private var controlLength = 0
  private var pending = 0..<0

  init(counter: StreamCounter) { self.counter = counter }

  /// Something has been read that the other side has not taken yet.
  var isWaiting: Bool { !pending.isEmpty }

  /// Moves on what there is. False once a side has closed.
  mutating func move(from source: Int32, to target: Int32) -> Bool {
    if pending.isEmpty {
      let count = exchange { recvmsg(source, &$0, Int32(MSG_CMSG_CLOEXEC)) }
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      guard count > 0 else { return false }
      pending = 0..<count
      buffer.withUnsafeBytes { counter.take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
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
    let part = pending.isEmpty ? 0..<buffer.count : pending
    let capacity = pending.isEmpty ? control.count : controlLength
    let isReading = pending.isEmpty
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

  /// This process's copies of the descriptors in the control data (`cmsg(3)`; the macros are out of Swift's reach).
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

/// A Unix socket's address, for `bind` and `connect`.
private func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
  }
}
