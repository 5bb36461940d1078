/// The display of an item in place of its text: a kind of row, which a theme lays out, and the fields for its parts.
package struct Row: Hashable, Sendable {
  /// The name of the kind: score, price, picture, or one of the user's.
  package var kind: String
  /// The texts of each field: one, or those of a list. A number is a text, too, digit for digit.
  package var fields: [String: [String]]

  package init(_ kind: String, _ fields: [String: [String]] = [:]) { (self.kind, self.fields) = (kind, fields) }

  /// The texts of a field that say something.
  package func texts(of field: String) -> [String] { fields[field]?.filter { !$0.isEmpty } ?? [] }

  // MARK: Bounds

  /// The most fields of a row, and values of a field.
  package static let mostFields = 64
  package static let mostValues = 8
  /// The longest text of a field, in bytes: an address of a picture may be that long.
  package static let longestText = 2048
  /// The longest name of a kind or a field, in bytes.
  package static let longestName = 64

  /// Whether a kind or a field may have that name: letters, digits, `-` and `_`, as a key of TOML.
  package static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= longestName
      && name.utf8.allSatisfy {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
          || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
  }
}

/// A number of a row, in its original notation: 2, -1.24, 1.2%.
package struct RowNumber: Hashable, Sendable {
  /// The number for `DecimalNumber`.
  package let digits: String
  /// "%" after a percentage, or nothing.
  package let suffix: String

  /// The most digits, so that a row stays one that people can read.
  package static let mostDigits = 24

  /// Nil if the text is not a number, or has more than `mostDigits` digits.
  package init?(_ text: String) {
    let isShare = text.hasSuffix("%")
    digits = isShare ? String(text.dropLast()) : text
    suffix = isShare ? "%" : ""
    guard digits.utf8.count <= 64, let number = DecimalNumber(digits),
      number.integer.count + number.fraction.count <= Self.mostDigits
    else { return nil }
  }
}
