package import Glibc

/// An owned file descriptor, closed with this value. Always close-on-exec.
package struct Descriptor: ~Copyable {
  package let raw: Int32

  package init(_ raw: Int32) { self.raw = raw }

  deinit { _ = Glibc.close(raw) }

  /// Calls `open(2)`; nil with `errno` set.
  package static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) -> Descriptor? {
    guard let raw = retrying({ Glibc.open(path, flags | O_CLOEXEC, mode) }) else { return nil }
    return Descriptor(raw)
  }

  /// Opens a regular file for reading and fills in `status`; nil if it does not exist.
  ///
  /// - Throws: `Failure` if it cannot be opened, or, with the reason `notPlain`, if it is not a regular file.
  package static func openPlainFile(
    _ path: String, status: inout stat, otherwise notPlain: String = "is not a plain file"
  ) throws(Failure) -> Descriptor? {
    guard let file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY) else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Failure(of: path, doing: "cannot be opened")
    }
    guard fstat(file.raw, &status) == 0 else { throw Failure(of: path, doing: "cannot be read") }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return file
    case S_IFDIR: throw Failure(of: path, reason: "is a directory, not a file")
    default: throw Failure(of: path, reason: notPlain)
    }
  }

  /// Reopens the file of `shared` as a new, non-blocking descriptor, which the caller owns. It has flags of its own,
  /// unlike standard input, which is shared with the shell and must stay blocking. Returns nil if that is impossible
  /// (sockets; another user's terminal).
  package static func reopenNonBlocking(_ shared: Int32) -> Int32? {
    retrying { Glibc.open("/proc/self/fd/\(shared)", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
  }
}

/// Repeats a call interrupted by a signal. Returns nil after an error, with `errno` set.
package func retrying(_ call: () -> Int32) -> Int32? {
  while true {
    let result = call()
    if result >= 0 { return result }
    if errno != EINTR { return nil }
  }
}

/// Writes all bytes (`write(2)`), blocking. Returns false after an error, with `errno` set.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
  var rest = bytes
  while !rest.isEmpty {
    let count = write(descriptor, rest.baseAddress, rest.count)
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
  }
  return true
}

/// Writes all bytes to a file on disk, like `writeAll`.
package func writeFile(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
  let part = DiskChange.part(of: bytes)
  return writeAll(part, to: descriptor) && part.count == bytes.count
}

/// Writes the whole text like the other `writeAll`.
package func writeAll(_ text: String, to descriptor: Int32) -> Bool {
  var text = text
  return text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
}

/// Reads a descriptor to its end, blocking.
///
/// - Parameter name: The name of the descriptor in messages.
/// - Throws: `Failure` if it cannot be read or exceeds `limit` bytes.
package func readAll(_ descriptor: Int32, limit: Int, name: String) throws(Failure) -> [UInt8] {
  var bytes: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 64 << 10)
  while true {
    let count = read(descriptor, &part, part.count)
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw Failure(of: name, doing: "cannot be read") }
    if count == 0 { return bytes }
    bytes += part[..<count]
    guard bytes.count <= limit else { throw Failure(of: name, reason: "is larger than \(sizeText(limit))") }
  }
}

/// Reads a path of any kind like the other `readAll`, with a timeout for pipes and devices.
///
/// - Parameter patience: The timeout for silence, in seconds.
/// - Throws: `Failure`, also after the timeout, or if a pipe has no writer.
package func readAll(_ path: String, limit: Int, patience: Double = 5) throws(Failure) -> [UInt8] {
  guard let file = Descriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY) else {
    throw Failure(of: path, doing: "cannot be opened")
  }
  var status = stat()
  let isPipe = fstat(file.raw, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  var bytes: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 64 << 10)
  while true {
    switch ReadResult(read(file.raw, &part, part.count)) {
    case .bytes(let count): bytes += part[..<count]
    case .end:
      if isPipe, bytes.isEmpty { throw Failure(of: path, reason: "is a pipe without a writer") }
      return bytes
    case .failed(let code): throw Failure(of: path, doing: "cannot be read", errno: code)
    case .nothing:
      var request = pollfd(fd: file.raw, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, Int32(patience * 1000)) != 0 else {
        throw Failure(
          of: path, reason: "was silent for \(Int(patience.rounded(.up))) s; a plain file is expected")
      }
    }
    guard bytes.count <= limit else { throw Failure(of: path, reason: "is larger than \(sizeText(limit))") }
  }
}

/// Formats a number of bytes, rounded down: "16 MB".
package func sizeText(_ bytes: Int) -> String { bytes >= 1 << 20 ? "\(bytes >> 20) MB" : "\(bytes >> 10) KB" }

/// Whether reading would not block (data, end or error).
package func isReadable(_ descriptor: Int32) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&request, 1, 0) > 0
}

/// Whether a pipe's atomic size (`PIPE_BUF`, 4096 bytes) can be written without blocking.
package func isWritable(_ descriptor: Int32) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
  return poll(&request, 1, 0) > 0
}

/// The result of a `read(2)`.
package enum ReadResult {
  case bytes(Int)
  case nothing
  case end
  case failed(Int32)

  package init(_ count: Int) {
    switch count {
    case 1...: self = .bytes(count)
    case 0: self = .end
    default: self = [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .nothing : .failed(errno)
    }
  }

  /// Whether nothing more can be read.
  package var isLast: Bool {
    switch self {
    case .end, .failed: true
    case .bytes, .nothing: false
    }
  }
}

/// A file path given by a user.
package enum PlainFile {
  /// Why a regular file cannot be read, or nil.
  package static func problem(of path: String) -> Reason? {
    var status = stat()
    do throws(Failure) {
      return try Descriptor.openPlainFile(path, status: &status) == nil ? Reason("no such file") : nil
    } catch {
      return error.why
    }
  }
}
