package import Glibc

/// A file descriptor that is ours: closed when it goes. Always close-on-exec.
package struct Descriptor: ~Copyable {
  package let raw: Int32

  package init(_ raw: Int32) { self.raw = raw }

  deinit { _ = Glibc.close(raw) }

  /// `open(2)`; nil with `errno` set.
  package static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) -> Descriptor? {
    guard let raw = retrying({ Glibc.open(path, flags | O_CLOEXEC, mode) }) else { return nil }
    return Descriptor(raw)
  }

  /// Opens a plain file for reading and fills `status` in; nil where there is none.
  ///
  /// - Throws: `Failure` where it cannot be opened, or is not a plain file, which `notPlain` says of it.
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

  /// A new descriptor, the caller's to own, for what `shared` is open on, which does not block. Its flags
  /// are its own too: standard input is shared with the shell, and must not be made non-blocking for all.
  /// nil where the system has no such thing (sockets; somebody else's terminal).
  package static func reopenNonBlocking(_ shared: Int32) -> Int32? {
    retrying { Glibc.open("/proc/self/fd/\(shared)", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
  }
}

/// Repeats a call that a signal interrupted; nil when it failed, with `errno` set.
package func retrying(_ call: () -> Int32) -> Int32? {
  while true {
    let result = call()
    if result >= 0 { return result }
    if errno != EINTR { return nil }
  }
}

/// Writes all of the bytes (`write(2)`), waiting as long as it takes; false, with `errno` set, where that fails.
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

/// Writes all of the text, as the other `writeAll` does.
package func writeAll(_ text: String, to descriptor: Int32) -> Bool {
  var text = text
  return text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
}

/// Reads a descriptor to its end, waiting as long as it takes.
///
/// - Parameter name: What the descriptor is called in messages.
/// - Throws: `Failure` where it cannot be read or holds more than `limit` bytes.
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

/// Reads what a path leads to, of whatever kind, as the other `readAll` does. A pipe or a device is not waited for without end.
///
/// - Parameter patience: Seconds for which it may be silent.
/// - Throws: `Failure` also where nothing comes from it, or nobody writes to it.
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
      if isPipe, bytes.isEmpty { throw Failure(of: path, reason: "is a pipe that nobody writes to") }
      return bytes
    case .failed(let code): throw Failure(of: path, doing: "cannot be read", errno: code)
    case .nothing:
      var request = pollfd(fd: file.raw, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, Int32(patience * 1000)) != 0 else {
        throw Failure(
          of: path, reason: "has said nothing for \(Int(patience.rounded(.up))) s; a plain file is expected")
      }
    }
    guard bytes.count <= limit else { throw Failure(of: path, reason: "is larger than \(sizeText(limit))") }
  }
}

/// A number of bytes in words, rounded down: "16 MB".
package func sizeText(_ bytes: Int) -> String { bytes >= 1 << 20 ? "\(bytes >> 20) MB" : "\(bytes >> 10) KB" }

/// Whether a read of the descriptor would not wait (data, end or error).
package func isReadable(_ descriptor: Int32) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&request, 1, 0) > 0
}

/// Whether so much as a pipe takes at once (`PIPE_BUF`, 4096 bytes) can be written to the descriptor without waiting.
package func isWritable(_ descriptor: Int32) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
  return poll(&request, 1, 0) > 0
}

/// The result of one `read(2)`.
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

/// A file as a user names it.
package enum PlainFile {
  /// Why a plain file cannot be read; nil where it can.
  package static func problem(of path: String) -> String? {
    var status = stat()
    do throws(Failure) {
      return try Descriptor.openPlainFile(path, status: &status) == nil ? "no such file" : nil
    } catch {
      return error.reason
    }
  }
}
