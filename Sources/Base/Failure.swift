internal import Glibc

/// Something outside the program did not do its part: a file, a command, a server. The message says which one and why,
/// fit for the user's eyes.
package struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
  /// "standard input", a path, a command or a URL.
  package let subject: String
  package let reason: String

  package init(of subject: String, reason: String) {
    self.subject = subject
    self.reason = reason
  }

  /// `errno` in words.
  package init(of subject: String, doing: String, errno code: Int32 = errno) {
    self.init(of: subject, reason: "\(doing): \(errorText(code))")
  }

  package var description: String { "\(subject): \(reason)" }
}

/// The text of an `errno` value (`strerror(3)`, which glibc keeps apart for each thread).
package func errorText(_ code: Int32) -> String { String(cString: strerror(code)) }
