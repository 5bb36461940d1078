package import Glibc

/// A bidirectional connection of lines that never blocks: output that the peer does not accept yet is queued, and so is
/// unread input. Windows and their clients exchange lines of JSON with it.
package final class LineSocket {
  private let socket: Descriptor
  private var input: [UInt8] = []
  /// The start of the next line, and the offset before which it has no end.
  private var (start, searched) = (0, 0)
  private var output: [UInt8] = []
  /// The limit for a received line, in bytes.
  private let longestLine: Int
  /// Whether the input has ended.
  package private(set) var hasEnded = false
  /// The error that broke the connection (`errno`), or nil.
  package private(set) var failure: Int32?

  package init(_ socket: consuming Descriptor, longestLine: Int) {
    self.socket = socket
    self.longestLine = longestLine
  }

  /// The number of queued bytes.
  package var unsent: Int { output.count }

  /// Whether unread input is waiting.
  package var isReadable: Bool { Base.isReadable(socket.raw) }

  /// The descriptor to poll: for writing if bytes are queued and, if it `reads`, for reading.
  package func descriptor(reads: Bool = true) -> pollfd {
    let events = (reads && !hasEnded ? POLLIN : 0) | (output.isEmpty ? 0 : POLLOUT)
    return pollfd(fd: socket.raw, events: Int16(events), revents: 0)
  }

  /// Reads at most 64 KB. Returns false if there is nothing to read.
  package func receive() -> Bool {
    guard !hasEnded, failure == nil else { return false }
    input.removeFirst(start)
    searched -= start
    start = 0
    return withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 1) { part in
      switch ReadResult(Glibc.read(socket.raw, part.baseAddress, part.count)) {
      case .bytes(let count):
        input += part[..<count]
        return true
      case .nothing: break
      case .end: hasEnded = true
      case .failed(let code): failure = code
      }
      return false
    }
  }

  /// Returns the next whole line, without its end, or nil.
  package func nextLine() -> [UInt8]? {
    guard let end = input[searched...].firstIndex(of: 0x0A) else {
      searched = input.count
      return nil
    }
    defer { (start, searched) = (end + 1, end + 1) }
    return Array(input[start..<end])
  }

  /// Whether the incomplete next line already exceeds the limit.
  package var isLineTooLong: Bool { searched - start > longestLine }

  /// Queues a line for the next `flush`.
  package func send(_ line: String) {
    output += line.utf8
    output.append(0x0A)
  }

  /// Writes as much as the peer accepts.
  package func flush() {
    while !output.isEmpty, failure == nil {
      let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
      let count = output.withUnsafeBytes { Glibc.send(socket.raw, $0.baseAddress, $0.count, flags) }
      if count > 0 {
        output.removeFirst(count)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        failure = errno
      }
    }
  }
}
