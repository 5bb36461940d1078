internal import ScrollCore

/// A JSON value and its text (RFC 8259). Members keep their order.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// Infinities and NaN, which JSON does not have, are written as null.
  case number(Double)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  package static func == (a: JSON, b: JSON) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a.count == b.count && zip(a, b).allSatisfy(==)
    default: false
    }
  }
}

extension JSON {
  /// On one line, as event lines are written: `{"event":"removed","index":1}`.
  package var line: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// On many lines, two spaces deeper at each level.
  package var page: String {
    var text = ""
    write(to: &text, indent: 0)
    return text
  }

  private func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let bool): text += bool ? "true" : "false"
    case .integer(let integer): text += "\(integer)"
    case .number(let number): text += number.isFinite ? shortest(number) : "null"
    case .string(let string): quote(string, to: &text)
    case .array(let items):
      list(items, between: ("[", "]"), to: &text, indent: indent) { item, text, indent in
        item.write(to: &text, indent: indent)
      }
    case .object(let members):
      list(members, between: ("{", "}"), to: &text, indent: indent) { member, text, indent in
        quote(member.0, to: &text)
        text += indent == nil ? ":" : ": "
        member.1.write(to: &text, indent: indent)
      }
    }
  }

  private func list<Item>(
    _ items: [Item], between ends: (String, String), to text: inout String, indent: Int?,
    write: (Item, inout String, Int?) -> Void
  ) {
    text += ends.0
    for (index, item) in items.enumerated() {
      if index > 0 { text += "," }
      if let indent { text += "\n" + String(repeating: "  ", count: indent + 1) }
      write(item, &text, indent.map { $0 + 1 })
    }
    if let indent, !items.isEmpty { text += "\n" + String(repeating: "  ", count: indent) }
    text += ends.1
  }

  private func quote(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // Line separators break a line-oriented reader, and DEL and C1 controls a terminal.
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
