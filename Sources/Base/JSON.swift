/// A JSON value and its text (RFC 8259). Members keep their order.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  /// A number as written, so that no digit gets lost; see `integer` and `number`.
  case numeral(String)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  package static func integer(_ integer: Int) -> JSON { .numeral("\(integer)") }

  /// Infinities and NaN become null, as JSON lacks them.
  package static func number(_ number: Double) -> JSON {
    if number == number.rounded(), abs(number) < 1e15 { return .integer(Int(number)) }
    return number.isFinite ? .numeral("\(number)") : .null
  }

  /// An object with the texts that are not nil.
  package static func object(texts: [(String, String?)]) -> JSON { .object(members(texts)) }

  /// Members for the texts that are not nil.
  package static func members(_ texts: [(String, String?)]) -> [(String, JSON)] {
    texts.compactMap { name, text in text.map { (name, .string($0)) } }
  }

  package static func == (a: JSON, b: JSON) -> Bool { a.line == b.line }
}

// MARK: - Reading

extension JSON {
  /// The member of that name. The last of several counts.
  package subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.0 == name }?.1
  }

  package var isNull: Bool { if case .null = self { true } else { false } }
  package var string: String? { if case .string(let string) = self { string } else { nil } }
  package var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  package var array: [JSON]? { if case .array(let array) = self { array } else { nil } }
  /// Nil also for a number out of range.
  package var number: Double? {
    guard case .numeral(let text) = self, let number = Double(text), number.isFinite else { return nil }
    return number
  }
}

// MARK: - Writing

extension JSON {
  /// The text on one line: `{"event":"removed","index":1}`.
  package var line: String { text(indent: nil) }

  /// The text on many lines, indented by two spaces a level.
  package var page: String { text(indent: 0) }

  private func text(indent: Int?) -> String {
    let deeper = indent.map { $0 + 1 }
    switch self {
    case .null: return "null"
    case .bool(let bool): return bool ? "true" : "false"
    case .numeral(let numeral): return numeral
    case .string(let string): return Self.quoted(string)
    case .array(let items): return "[" + Self.list(items.map { $0.text(indent: deeper) }, indent) + "]"
    case .object(let members):
      let colon = indent == nil ? ":" : ": "
      return "{" + Self.list(members.map { Self.quoted($0.0) + colon + $0.1.text(indent: deeper) }, indent) + "}"
    }
  }

  private static func list(_ items: [String], _ indent: Int?) -> String {
    guard let indent, !items.isEmpty else { return items.joined(separator: ",") }
    let margin = "\n" + String(repeating: "  ", count: indent)
    return items.map { margin + "  " + $0 }.joined(separator: ",") + margin
  }

  private static func quoted(_ string: String) -> String {
    let isPlain = string.utf8.allSatisfy {
      (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain { return "\"\(string)\"" }
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // Escapes line separators for line-oriented readers, DEL and C1 controls for terminals, and bidirectional
      // controls.
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
