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

/// Whether a read of the descriptor would not wait (data, end or error).
package func isReadable(_ descriptor: Int32) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&request, 1, 0) > 0
}

/// What one `read(2)` brought.
package enum ReadResult {
  case bytes(Int)
  case nothing
  case end
  case failed(Int32)

  package init(_ count: Int) {
    switch count {
    case 1...: self = .bytes(count)
    case 0: self = .end
    default:
      self = [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .nothing : .failed(errno)
    }
  }
}
