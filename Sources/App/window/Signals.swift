internal import Glibc

// A signal handler may do next to nothing: it writes the signal's number to a pipe that the loop polls.
private let signalPipe: (read: Int32, write: Int32) = {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return (-1, -1) }
  for end in ends {
    _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    _ = fcntl(end, F_SETFL, O_NONBLOCK)
  }
  return (ends[0], ends[1])
}()

/// The signals that end the program cleanly, as a descriptor for the loop.
enum Signals {
  /// Readable when a signal has come.
  static var fileDescriptor: Int32 { signalPipe.read }

  /// Catches SIGINT, SIGTERM and SIGHUP, and ignores SIGPIPE: a reader that has gone is an error of `write`.
  static func install() {
    // The pipe has to stand before the first handler runs.
    guard signalPipe.read >= 0 else { return }
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        let saved = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(signalPipe.write, &byte, 1)
        errno = saved
      }
      sigaction(signal, &action, nil)
    }
    signal(SIGPIPE, SIG_IGN)
    // A limit on the size of files is an error of `write` too.
    signal(SIGXFSZ, SIG_IGN)
  }

  /// The number of a signal that has come since the last call.
  static func take() -> Int32? {
    var byte: UInt8 = 0
    return read(signalPipe.read, &byte, 1) == 1 ? Int32(byte) : nil
  }
}
