/// What a text says to a counter.
package enum NumberReading: Equatable, Sendable {
  case number(DecimalNumber)
  /// A blank, NaN or an infinity, which a counter shows as "—".
  case dash

  /// The longest text of a number that a source, an option or a request may bring, in bytes.
  package static let longest = 1024

  private static let names: Set = ["nan", "inf", "infinity"]

  /// Whether a text of bounded length is a number.
  package static func isNumber(_ bytes: Span<UInt8>) -> Bool { bytes.count <= longest && DecimalNumber.isNumber(bytes) }

  /// Nil for other words, for what `DecimalNumber` does not read, and for a text that is too long.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count <= Self.longest else { return nil }
    if let number = DecimalNumber(text) {
      self = .number(number)
    } else {
      let word = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let isSigned = word.first.map { ["+", "-", "\u{2212}"].contains($0) } ?? false
      guard word.isEmpty || Self.names.contains(String(word.dropFirst(isSigned ? 1 : 0))) else { return nil }
      self = .dash
    }
  }

  /// Reads the bytes of a text.
  package init?(bytes: Span<UInt8>) {
    guard bytes.count <= Self.longest else { return nil }
    if let number = DecimalNumber(bytes: bytes) {
      self = .number(number)
    } else {
      self.init(String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self))
    }
  }

  /// Nil for a dash.
  package var number: DecimalNumber? { if case .number(let number) = self { number } else { nil } }
}
