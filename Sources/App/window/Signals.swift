internal import Base
internal import Glibc

// A signal handler may do very little: it writes the signal's number to a pipe that the loop polls.
private let signalPipe: (read: Int32, write: Int32) = {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return (-1, -1) }
  for end in ends {
    _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    _ = fcntl(end, F_SETFL, O_NONBLOCK)
  }
  return (ends[0], ends[1])
}()

/// Seconds within which the loop has to answer a signal: it may be blocked by a busy or stopped X server.
private let patience: UInt32 = 4
private let giveUp: (message: StaticString, status: Int32) = (
  "newsreel: the X server does not answer; ended without it\n", 128 + SIGTERM
)

/// The signals that end the program cleanly or give it a command, as a descriptor for the loop.
enum Signals {
  /// Readable after a signal.
  static var fileDescriptor: Int32 { signalPipe.read }

  /// Pauses or resumes the motion.
  static let pause = SIGUSR1
  /// Reads files again.
  static let reload = SIGUSR2

  /// Catches SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2 and `others`. Ignores SIGPIPE, so that a closed pipe is an error
  /// of `write`.
  static func install(_ others: Int32...) {
    // Creates the pipe before the first handler runs.
    guard signalPipe.read >= 0 else { return }
    for signal in [SIGINT, SIGTERM, SIGHUP, pause, reload] + others {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        let saved = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(signalPipe.write, &byte, 1)
        if number != SIGUSR1, number != SIGUSR2, number != SIGWINCH { alarm(patience) }
        errno = saved
      }
      sigaction(signal, &action, nil)
    }
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      let message = giveUp.message
      if isWritable(STDERR_FILENO) { _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount) }
      _exit(giveUp.status)
    }
    guard patience > 0, giveUp.status > 0 else { return }
    sigaction(SIGALRM, &action, nil)
    signal(SIGPIPE, SIG_IGN)
    // Exceeding the limit for file sizes becomes an error of `write`, too.
    signal(SIGXFSZ, SIG_IGN)
  }

  /// The number of the next signal since the last call, or nil.
  static func next() -> Int32? {
    var byte: UInt8 = 0
    return read(signalPipe.read, &byte, 1) == 1 ? Int32(byte) : nil
  }
}
