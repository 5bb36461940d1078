/// What a text says to a counter.
package enum NumberReading: Equatable, Sendable {
  case number(DecimalNumber)
  /// A blank, NaN or an infinity, which a counter shows as "—".
  case dash

  private static let names: Set = ["nan", "inf", "infinity"]

  /// Nil for other words, and for what `DecimalNumber` does not read.
  package init?(_ text: some StringProtocol) {
    if let number = DecimalNumber(text) {
      self = .number(number)
    } else {
      guard text.utf8.count <= DecimalNumber.longestText else { return nil }
      let word = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let isSigned = word.first.map { ["+", "-", "\u{2212}"].contains($0) } ?? false
      guard word.isEmpty || Self.names.contains(String(word.dropFirst(isSigned ? 1 : 0))) else { return nil }
      self = .dash
    }
  }

  /// Reads the bytes of a text.
  package init?(bytes: Span<UInt8>) {
    if let number = DecimalNumber(bytes: bytes) {
      self = .number(number)
    } else {
      self.init(String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self))
    }
  }

  /// Nil for a dash.
  package var number: DecimalNumber? { if case .number(let number) = self { number } else { nil } }
}
