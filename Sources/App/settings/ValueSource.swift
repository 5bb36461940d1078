internal import Base
internal import Newswire
internal import ScrollCore

/// The source of a placeholder: `aapl=211.4`, or `load command='cut -c1-4 /proc/loadavg' every=5`.
package struct ValueSource: Sendable {
  let name: String
  /// The number as written; nil with a source.
  var number: String?
  /// A file to follow; its last line counts.
  var file: String?
  var command: CommandCall?
  /// Extracts the number from a line; nil if the line is the number.
  var match: LinePattern?

  static let names = ["command", "every", "file", "match"]

  /// - Throws: `Failure` for neither a number nor a source.
  init(written text: String) throws(Failure) {
    let fields = try WrittenFields(parsing: text, names: Self.names)
    let parts = fields.head.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    name = parts[0]
    guard TextPart.isName(name) else {
      throw Failure.usage("'\(name)' is no name of a value: it has no blanks, braces or '=', and at most 64 bytes")
    }
    if parts.count == 2 {
      guard fields.fields.isEmpty, parts[1].isEmpty || DecimalNumber(parts[1]) != nil else {
        throw Failure.usage("\(name): '\(parts[1])' is not a number")
      }
      number = parts[1]
      return
    }
    file = fields["file"]
    command = try CommandCall(.command, fields["command"], .every, fields["every"].map(PropertyValue.text))
    guard (file == nil) != (command == nil) else {
      throw Failure.usage(
        "\(name): where does it come from? \(name)=NUMBER, \(name) command='…' every=5 or \(name) file=…")
    }
    if let text = fields["match"], !text.isEmpty {
      match = try PropertyInfo.match.reading { () throws(Failure) in try LinePattern(text) }
    }
  }

  /// Converts a line of the source to `name=number`; nil without a number.
  func line(for bytes: UnsafeRawBufferPointer) -> String? {
    let text = String(decoding: bytes.prefix(LinePattern.longestLine), as: UTF8.self)
    guard let match else { return "\(name)=\(text)" }
    return match.part(of: text).map { "\(name)=\($0)" }
  }
}
