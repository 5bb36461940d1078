/// A JSON value and its text (RFC 8259). Members keep their order.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  /// A number as it is written, so that none loses a digit; see `integer` and `number` for those of our own.
  case numeral(String)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  package static func integer(_ integer: Int) -> JSON { .numeral("\(integer)") }

  /// Infinities and NaN, which JSON does not have, become null.
  package static func number(_ number: Double) -> JSON {
    if number == number.rounded(), abs(number) < 1e15 { return .integer(Int(number)) }
    return number.isFinite ? .numeral("\(number)") : .null
  }

  /// An object of those of the texts that are there.
  package static func object(texts: [(String, String?)]) -> JSON { .object(members(texts)) }

  /// The members for those of the texts that are there.
  package static func members(_ texts: [(String, String?)]) -> [(String, JSON)] {
    texts.compactMap { name, text in text.map { (name, .string($0)) } }
  }

  package static func == (a: JSON, b: JSON) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.numeral(let a), .numeral(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a.count == b.count && zip(a, b).allSatisfy(==)
    default: false
    }
  }
}

// MARK: - What it holds

extension JSON {
  /// The member of that name; where a name comes twice, the last one counts.
  package subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.0 == name }?.1
  }

  package var string: String? { if case .string(let string) = self { string } else { nil } }
  package var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  package var array: [JSON]? { if case .array(let array) = self { array } else { nil } }
  package var number: Double? { if case .numeral(let text) = self { Double(text) } else { nil } }
}

// MARK: - Writing

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
    case .numeral(let numeral): text += numeral
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
