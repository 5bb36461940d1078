internal import Base
internal import Glibc
internal import ScrollCore

extension Failure {
  var status: Int32 { kind == .system ? ExitStatus.failure : ExitStatus.usage }
}

/// Words that follow an error about a name that there is not: the one that was meant, or else another remedy.
func hint(for name: String, in names: [String], else remedy: String = "") -> String {
  nearest(to: name, in: names).map { "; did you mean '\($0)'?" } ?? (remedy.isEmpty ? "" : "; " + remedy)
}

/// How wide the terminal is that standard output goes to, in characters; nil where it goes elsewhere.
package func terminalColumns() -> Int? {
  var size = winsize()
  guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else {
    return nil
  }
  return Int(size.ws_col)
}

/// How the program ends.
package enum ExitStatus {
  package static let success: Int32 = 0
  /// Something failed: no display, an unreadable file.
  package static let failure: Int32 = 1
  /// The command line was wrong.
  package static let usage: Int32 = 2
}

/// Ends the program with that exit status (`exit`).
package func endProgram(_ status: Int32) -> Never { exit(status) }

/// Writes a line to standard error, as `newsreel: …`. It is one line, whatever the message quotes, and nothing in it
/// controls a terminal. A standard error that is closed, full or not read is not an error, and is not waited for.
package func reportError(_ message: String) {
  guard isWritable(STDERR_FILENO) else { return }
  _ = writeAll("newsreel: \(TextCleaner.message(withoutPasswords(message)))\n", to: STDERR_FILENO)
}

/// Puts something that can neither be read nor written in the place of standard streams that are closed: else the next file or
/// connection would be one of them, and get what is printed.
package func fillStandardStreams() {
  for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
    // The lowest number that is free.
    _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
  }
}

/// Writes text to standard output, past its buffer; the status is `failure`, with a message on standard error, where it cannot.
package func writeOutput(_ text: String) -> Int32 {
  if writeAll(text, to: STDOUT_FILENO) { return ExitStatus.success }
  reportError("standard output: \(errorText(errno))")
  return ExitStatus.failure
}

/// Carries something out and says what went wrong; the result is the exit status.
func reporting(_ body: () throws(Failure) -> Int32) -> Int32 {
  do throws(Failure) { return try body() } catch {
    reportError(error.description)
    return error.status
  }
}

/// Says of an error of the caller's that it is one.
func usage<Result>(_ body: () throws(ValueError) -> Result) throws(Failure) -> Result {
  do throws(ValueError) { return try body() } catch {
    throw .option(kebabCase(error.name), error.reason)
  }
}
