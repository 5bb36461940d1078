internal import Glibc

/// An error for the user: what it is about, and the reason.
public struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Kind: Equatable, Sendable {
    /// An invalid command line, configuration or request.
    case usage
    /// An invalid option; the subject is its name without dashes, as in files.
    case option
    /// A syntax error at this place.
    case syntax(TextPlace)
    /// An error outside the program: a file, a command, a server.
    case system
  }

  package let kind: Kind
  /// "standard input", a path, a command, a URL or an option; empty if the reason is sufficient.
  public let subject: String
  /// The same as `why`, in English.
  public var reason: String { why.description }
  package let why: Reason

  package init(_ kind: Kind, of subject: String = "", _ why: Reason) {
    self.kind = kind
    self.subject = withoutPasswords(subject)
    self.why = why
  }

  package init(_ kind: Kind, of subject: String = "", reason: String) {
    self.init(kind, of: subject, Reason(reason))
  }

  /// A failure outside the program, which can be translated.
  package init(of subject: String, _ why: Reason) { self.init(.system, of: subject, why) }

  /// A failure outside the program.
  public init(of subject: String, reason: String) { self.init(.system, of: subject, reason: reason) }

  /// Appends the text of `errno`.
  package init(of subject: String, doing: String, errno code: Int32 = errno) {
    self.init(of: subject, Reason("\(doing): {reason}", errorText(code)))
  }

  package static func usage(_ reason: String) -> Failure { Failure(.usage, reason: reason) }
  package static func option(_ name: String, _ reason: String) -> Failure { Failure(.option, of: name, reason: reason) }
  package static func system(_ reason: String) -> Failure { Failure(.system, reason: reason) }

  /// - Parameter file: The file's name for messages; empty for none.
  package static func syntax(_ reason: String, at place: TextPlace, in file: String = "") -> Failure {
    Failure(.syntax(place), of: file, reason: reason)
  }

  /// The message on a command line: `--interval: reason`, `FILE:LINE:COLUMN: reason`.
  public var description: String { kind == .option && !subject.isEmpty ? "--" + keyed : keyed }

  /// The message for a file, whose keys have no dashes.
  package var keyed: String {
    var words = subject.isEmpty ? [] : [subject]
    if let place { words += ["\(place.line)", "\(place.column)"] }
    return words.isEmpty ? reason : "\(words.joined(separator: ":")): \(reason)"
  }

  /// The failure with a form's title for a property instead of its name; unchanged if it is not about the property.
  package func naming(_ property: String, _ title: String) -> Failure {
    for prefix in ["\(property): ", "--\(property): "] where description.hasPrefix(prefix) {
      return Failure(of: title, reason: String(description.dropFirst(prefix.count)))
    }
    return self
  }

  /// The place of a syntax error.
  package var place: TextPlace? { if case .syntax(let place) = kind { place } else { nil } }
}

/// Why something fails: a sentence that a table of words may have, and the value that fills it. So it can be told in another
/// language, also by another process.
package struct Reason: Equatable, Sendable, CustomStringConvertible {
  /// In English, with a name in braces for the value: "is larger than {size}".
  package let sentence: String
  package let value: String?

  /// A sentence without a value.
  package init(_ sentence: String) { (self.sentence, value) = (withoutPasswords(sentence), nil) }

  package init(_ sentence: String, _ value: String) {
    (self.sentence, self.value) = (sentence, withoutPasswords(value))
  }

  /// In English.
  package var description: String {
    guard let value, let start = sentence.firstIndex(of: "{"), let end = sentence.lastIndex(of: "}") else {
      return sentence
    }
    return sentence[..<start] + value + sentence[sentence.index(after: end)...]
  }
}

/// A place in a text: line and column, counted from 1; columns count Unicode scalars.
package struct TextPlace: Equatable, Comparable, Sendable {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (a: TextPlace, b: TextPlace) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// The text of an `errno` value (`strerror(3)`, which is thread-local in glibc).
package func errorText(_ code: Int32) -> String { String(cString: strerror(code)) }

/// Removes user and password from the addresses in a text: `http://…@example.org/`. Applied to every message.
package func withoutPasswords(_ text: String) -> String {
  guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
  var (result, rest) = ("", text[...])
  while let mark = rest.firstRange(of: "://") {
    result += rest[..<mark.upperBound]
    rest = rest[mark.upperBound...]
    let word = rest.prefix { !$0.isWhitespace && !"\"'“”<>".contains($0) }
    var authority = word.prefix { $0 != "/" }
    // Not a port: the part after the colon is a password with a slash in it.
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
