internal import Base
internal import Glibc

/// A command that cannot be carried out as it was given: the flag that is wrong, why, and what would be right.
package struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// How the program ends.
package enum ExitStatus {
  package static let success: Int32 = 0
  /// Something failed: no display, an unreadable file.
  package static let failure: Int32 = 1
  /// The command line was wrong.
  package static let usage: Int32 = 2
}

/// Writes a line to standard error, as `newsreel: …`. A closed or full standard error is not an error.
package func reportError(_ message: String) {
  _ = writeAll("newsreel: \(message)\n", to: STDERR_FILENO)
}

/// Writes text to standard output, past its buffer; the status is `failure`, with a message on standard error, where it cannot.
package func writeOutput(_ text: String) -> Int32 {
  if writeAll(text, to: STDOUT_FILENO) { return ExitStatus.success }
  reportError("standard output: \(errorText(errno))")
  return ExitStatus.failure
}
