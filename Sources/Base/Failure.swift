internal import Glibc

/// Something outside the program did not do its part: a file, a command, a server. The message says which one and why,
/// fit for the user's eyes.
package struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
  /// "standard input", a path, a command or a URL.
  package let subject: String
  package let reason: String

  package init(of subject: String, reason: String) {
    self.subject = withoutPasswords(subject)
    self.reason = withoutPasswords(reason)
  }

  /// `errno` in words.
  package init(of subject: String, doing: String, errno code: Int32 = errno) {
    self.init(of: subject, reason: "\(doing): \(errorText(code))")
  }

  package var description: String { "\(subject): \(reason)" }
}

/// The text of an `errno` value (`strerror(3)`, which glibc keeps apart for each thread).
package func errorText(_ code: Int32) -> String { String(cString: strerror(code)) }

/// A text in which addresses have no user and password: `http://…@example.org/`. Every message goes through this.
package func withoutPasswords(_ text: String) -> String {
  guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
  var (result, rest) = ("", text[...])
  while let mark = rest.firstRange(of: "://") {
    result += rest[..<mark.upperBound]
    rest = rest[mark.upperBound...]
    let word = rest.prefix { !$0.isWhitespace && !"\"'“”<>".contains($0) }
    var authority = word.prefix { $0 != "/" }
    // No port: what stands behind the colon is a password that has a slash in it.
    if !authority.contains("@"), !authority.hasPrefix("["), let colon = authority.lastIndex(of: ":"),
      !authority[colon...].dropFirst().allSatisfy({ $0.isNumber })
    {
      authority = word
    }
    guard let end = authority.lastIndex(of: "@") else { continue }
    result += "…"
    rest = rest[end...]
  }
  return result + rest
}
