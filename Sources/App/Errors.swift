internal import Base
internal import Glibc
internal import ScrollCore

extension Failure {
  var status: Int32 { kind == .system ? ExitStatus.failure : ExitStatus.usage }
}

/// The width of the terminal on standard output, in characters; nil if it is not a terminal.
package func terminalColumns() -> Int? {
  var size = winsize()
  guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else {
    return nil
  }
  return Int(size.ws_col)
}

/// The exit statuses of the program.
package enum ExitStatus {
  package static let success: Int32 = 0
  /// Something failed: no display, an unreadable file.
  package static let failure: Int32 = 1
  /// A wrong command line.
  package static let usage: Int32 = 2
}

/// Ends the program with this exit status (`exit`).
package func endProgram(_ status: Int32) -> Never { exit(status) }

/// Opens closed standard streams on /dev/null, in the unusable direction. Otherwise the next file or connection would
/// get their descriptor, and with it all that is printed.
package func fillStandardStreams() {
  for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
    // `open` returns the lowest free descriptor.
    _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
  }
}

/// Writes text to standard output, unbuffered. Returns `failure` after a message on standard error if it cannot.
package func writeOutput(_ text: String) -> Int32 {
  if writeAll(text, to: STDOUT_FILENO) { return ExitStatus.success }
  reportError("standard output: \(errorText(errno))")
  return ExitStatus.failure
}

/// Runs `body` and reports its error. Returns the exit status.
func reporting(_ body: () throws(Failure) -> Int32) -> Int32 {
  do throws(Failure) { return try body() } catch {
    reportError(error.description)
    return error.status
  }
}
