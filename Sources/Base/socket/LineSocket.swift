package import Glibc

/// Lines over a connection, both ways, without ever waiting: what the other side does not take yet stays here, and so does
/// what has come and was not asked for. Windows and those who talk to them exchange lines of JSON by it.
package final class LineSocket {
  private let socket: Descriptor
  private var input: [UInt8] = []
  /// Where the next line begins, and up to where no end of it was found.
  private var (start, searched) = (0, 0)
  private var output: [UInt8] = []
  /// Bytes of a line that may come.
  private let longestLine: Int
  /// Nothing more comes.
  package private(set) var hasEnded = false
  /// Why nothing comes or goes any more (`errno`); nil as long as it does.
  package private(set) var failure: Int32?

  package init(_ socket: consuming Descriptor, longestLine: Int) {
    self.socket = socket
    self.longestLine = longestLine
  }

  /// Bytes that the other side has not taken yet.
  package var unsent: Int { output.count }

  /// Whether something has come that was not read.
  package var isReadable: Bool { Base.isReadable(socket.raw) }

  /// What a loop waits for: room for what is unsent, and, where it `reads`, something to read.
  package func descriptor(reads: Bool = true) -> pollfd {
    let events = (reads && !hasEnded ? POLLIN : 0) | (output.isEmpty ? 0 : POLLOUT)
    return pollfd(fd: socket.raw, events: Int16(events), revents: 0)
  }

  /// Reads what has come, at most 64 KB; false where that is nothing.
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

  /// The next whole line, without its end; nil where none has come.
  package func nextLine() -> [UInt8]? {
    guard let end = input[searched...].firstIndex(of: 0x0A) else {
      searched = input.count
      return nil
    }
    defer { (start, searched) = (end + 1, end + 1) }
    return Array(input[start..<end])
  }

  /// Whether what has come of the next line is already longer than one may be.
  package var isLineTooLong: Bool { searched - start > longestLine }

  /// Has a line written by the next `flush`.
  package func send(_ line: String) {
    output += line.utf8
    output.append(0x0A)
  }

  /// Writes as much as is taken.
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
