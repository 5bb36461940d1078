/// A part of a text with placeholders: plain text, or the name of a value.
package enum TextPart: Equatable, Sendable {
  case text(String)
  /// `{name}`, without the braces.
  case value(String)

  /// The longest name, in bytes.
  package static let longestName = 64

  /// Splits a text at its placeholders. A name has no blanks, braces or `=`; anything else stays text.
  package static func parts(of text: String) -> [TextPart] {
    let bytes = text.utf8
    var parts: [TextPart] = []
    var start = bytes.startIndex
    var search = start
    while let open = bytes[search...].firstIndex(of: UInt8(ascii: "{")) {
      search = bytes.index(after: open)
      guard let close = bytes[search...].firstIndex(where: { !isNamed($0) }), bytes[close] == UInt8(ascii: "}"),
        isName(String(text[search..<close]))
      else { continue }
      if start < open { parts.append(.text(String(text[start..<open]))) }
      parts.append(.value(String(text[search..<close])))
      search = bytes.index(after: close)
      start = search
    }
    if start < bytes.endIndex { parts.append(.text(String(text[start...]))) }
    return parts
  }

  /// Whether a placeholder may have that name.
  package static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= longestName && name.utf8.allSatisfy(isNamed)
  }

  private static func isNamed(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7f && byte != UInt8(ascii: "{") && byte != UInt8(ascii: "}") && byte != UInt8(ascii: "=")
  }
}
