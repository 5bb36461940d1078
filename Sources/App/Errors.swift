internal import Base
internal import Glibc
internal import ScrollCore

/// A command that cannot be carried out as it was given: the flag that is wrong, why, and what would be right.
package struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// Why there is nothing to show.
package enum OpeningError: Error, CustomStringConvertible {
  /// The command line, or what a program asked for, was wrong.
  case usage(String)
  /// A property of that name does not take its value, or there is none.
  case property(name: String, reason: String)
  /// Something else did not do its part: no display, an unreadable file.
  case failure(String)

  package var description: String {
    switch self {
    case .usage(let text), .failure(let text): text
    case .property(let name, let reason): "--\(name): \(reason)"
    }
  }

  var status: Int32 {
    if case .failure = self { ExitStatus.failure } else { ExitStatus.usage }
  }
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

/// Says of an error of the caller's that it is one.
func usage<Result>(_ body: () throws(ValueError) -> Result) throws(OpeningError) -> Result {
  do throws(ValueError) { return try body() } catch {
    throw .property(name: kebabCase(error.name), reason: error.reason)
  }
}

/// Says of any other error that something did not do its part.
@discardableResult
func opening<Result, Reason: Error & CustomStringConvertible>(
  _ body: () throws(Reason) -> Result
) throws(OpeningError) -> Result {
  do throws(Reason) { return try body() } catch { throw .failure(error.description) }
}
