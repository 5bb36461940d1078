/// Converts text for a terminal's cells: free of control codes, and of known width.
package struct CellText: Sendable {
  /// The cells that a scalar takes: 0 for one that joins its predecessor, negative for one that cannot be shown.
  private let measure: @Sendable (Unicode.Scalar) -> Int

  package init(measuring measure: @escaping @Sendable (Unicode.Scalar) -> Int = { _ in 1 }) {
    self.measure = measure
  }

  /// A character with its combining marks, and its cells: 1 or 2.
  struct Piece: Equatable {
    var text: String
    var width: Int
    /// Its offset in the original, in UTF-8 bytes.
    var offset: Int
  }

  /// The most marks on a character: some terminals handle more badly.
  private static let mostMarks = 4

  /// The pieces of a text. Control codes, also of text direction, are replaced by a sign or dropped.
  func pieces(_ text: some StringProtocol) -> [Piece] {
    var pieces: [Piece] = []
    var (offset, marks) = (0, 0)
    for scalar in text.unicodeScalars {
      defer { offset += UTF8.width(scalar) }
      let shown = Self.shown(scalar)
      guard let shown else { continue }
      switch measure(shown) {
      case 0:
        guard !pieces.isEmpty, marks < Self.mostMarks else { continue }
        marks += 1
        pieces[pieces.count - 1].text.unicodeScalars.append(shown)
      case let width:
        marks = 0
        let isKnown = width == 1 || width == 2
        pieces.append(Piece(text: isKnown ? String(Character(shown)) : "?", width: isKnown ? width : 1, offset: offset))
      }
    }
    return pieces
  }

  private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if scalar.value < 0x20 { return Unicode.Scalar(UInt32(0x2400) + scalar.value) }
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return "\u{FFFD}"
    // Directional formatting, joiners, tags: they take no cells, and terminals treat them differently.
    case .format: return nil
    case .spaceSeparator: return " "
    default: return scalar
    }
  }

  func width(_ text: some StringProtocol) -> Int { pieces(text).reduce(0) { $0 + $1.width } }

  /// The text cut to `width` cells, with an ellipsis if it is too long.
  func fitted(_ text: some StringProtocol, to width: Int) -> [Piece] {
    // Looks only at the part of a long text that could be visible.
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(width * 8 + 8)))
    let isCut = start.utf8.count < text.utf8.count
    let pieces = pieces(start)
    guard isCut || pieces.reduce(0, { $0 + $1.width }) > width else { return pieces }
    var (kept, used) = ([Piece](), 0)
    for piece in pieces where used + piece.width < width {
      kept.append(piece)
      used += piece.width
    }
    return width > 0 ? kept + [Piece(text: "…", width: 1, offset: kept.last.map { $0.offset + 1 } ?? 0)] : []
  }

  /// The text wrapped at blanks into lines of `width` cells. The last of `most` lines ends in an ellipsis if the text
  /// is too long.
  func wrapped(_ text: String, to width: Int, most: Int) -> [String] {
    guard width > 0, most > 0 else { return [] }
    var lines: [String] = []
    var rest = text.split(separator: " ")[...]
    while !rest.isEmpty, lines.count < most {
      var line = ""
      if lines.count == most - 1 {
        line = rest.joined(separator: " ")
        rest = []
      } else {
        line = String(rest.removeFirst())
        while let word = rest.first, self.width(line) + 1 + self.width(word) <= width {
          line += " " + word
          rest.removeFirst()
        }
      }
      lines.append(line)
    }
    return lines
  }
}
