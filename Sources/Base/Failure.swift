internal import Glibc

/// What went wrong, fit for the user's eyes: what it is about, and why.
package struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Kind: Equatable, Sendable {
    /// A command line, a configuration or a request asks for what there is not.
    case usage
    /// The same of one option, which the subject names as files do, without its dashes.
    case option
    /// A text is wrong at this place.
    case syntax(TextPlace)
    /// Something outside the program did not do its part: a file, a command, a server.
    case system
  }

  package let kind: Kind
  /// "standard input", a path, a command, a URL or an option; empty where the reason says it all.
  package let subject: String
  package let reason: String

  package init(_ kind: Kind, of subject: String = "", reason: String) {
    self.kind = kind
    self.subject = withoutPasswords(subject)
    self.reason = withoutPasswords(reason)
  }

  /// A failure of the system.
  package init(of subject: String, reason: String) { self.init(.system, of: subject, reason: reason) }

  /// `errno` in words.
  package init(of subject: String, doing: String, errno code: Int32 = errno) {
    self.init(of: subject, reason: "\(doing): \(errorText(code))")
  }

  package static func usage(_ reason: String) -> Failure { Failure(.usage, reason: reason) }
  package static func option(_ name: String, _ reason: String) -> Failure { Failure(.option, of: name, reason: reason) }
  package static func system(_ reason: String) -> Failure { Failure(.system, reason: reason) }

  /// - Parameter file: The text's, for messages; empty where there is no file.
  package static func syntax(_ reason: String, at place: TextPlace, in file: String = "") -> Failure {
    Failure(.syntax(place), of: file, reason: reason)
  }

  /// As a command line says it: `--interval: reason`, `FILE:LINE:COLUMN: reason`.
  package var description: String { kind == .option && !subject.isEmpty ? "--" + keyed : keyed }

  /// As a file says it, whose keys have no dashes.
  package var keyed: String {
    var words = subject.isEmpty ? [] : [subject]
    if let place { words += ["\(place.line)", "\(place.column)"] }
    return words.isEmpty ? reason : "\(words.joined(separator: ":")): \(reason)"
  }

  /// Where a text is wrong.
  package var place: TextPlace? { if case .syntax(let place) = kind { place } else { nil } }
}

/// A place in the text: line and column, both counted from 1; columns count characters (Unicode scalars).
package struct TextPlace: Equatable, Comparable, Sendable {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (a: TextPlace, b: TextPlace) -> Bool { (a.line, a.column) < (b.line, b.column) }
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
