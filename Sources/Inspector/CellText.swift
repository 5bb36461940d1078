/// Text as it can be put into the cells of a terminal: nothing in it controls anything, and its width is known.
package struct CellText: Sendable {
  /// How many cells a character takes, as the terminal sees it: 0 for one that joins the one before it, below 0 for one
  /// that cannot be shown.
  private let measure: @Sendable (Unicode.Scalar) -> Int

  package init(measuring measure: @escaping @Sendable (Unicode.Scalar) -> Int = { _ in 1 }) {
    self.measure = measure
  }

  /// A character with what is joined to it, and its cells: 1 or 2.
  struct Piece: Equatable {
    var text: String
    var width: Int
    /// The UTF-8 bytes of the original before it.
    var offset: Int
  }

  /// More marks on one character are left out: some terminals take them badly.
  private static let mostMarks = 4

  /// The pieces of a text. What controls terminals or the order of text is shown by a sign in its place, or left out.
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
    // Order of text, joiners, tags: they have no cells, and terminals differ about what they do.
    case .format: return nil
    case .spaceSeparator: return " "
    default: return scalar
    }
  }

  func width(_ text: some StringProtocol) -> Int { pieces(text).reduce(0) { $0 + $1.width } }

  /// As much of a text as goes into so many cells, with an ellipsis where that is not all.
  func fitted(_ text: some StringProtocol, to width: Int) -> [Piece] {
    // Of a long one only as much as could be seen is looked at.
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

  /// A text in lines of so many cells, broken at blanks; the last of `most` ends in an ellipsis where that is not all.
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
