/// The width of text in the cells of a terminal, as `wcwidth(3)` has it, but for whole characters: a flag is two cells, and
/// so is an emoji of several parts.
package enum CellWidth {
  /// Beside emoji, what East Asian Width calls wide or full-width (UAX #11).
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]

  /// The cells of a character: 0, 1 or 2.
  package static func of(_ character: Character) -> Int {
    if character.isASCII { return 1 }
    let scalars = character.unicodeScalars
    let widths = scalars.lazy.map(width)
    // The selector of emoji presentation follows a scalar that is text by itself.
    let isEmoji = scalars.contains { $0.value == 0xFE0F } || isFlag(scalars)
    return isEmoji ? 2 : widths.max() ?? 0
  }

  package static func of(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + of($1) } }

  private static func isFlag(_ scalars: Character.UnicodeScalarView) -> Bool {
    scalars.count == 2 && scalars.allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    let value = scalar.value
    // The vowels and final consonants of Hangul join the syllable before them.
    if (0x1160...0x11FF).contains(value) { return 0 }
    if (0x1F1E6...0x1F1FF).contains(value) { return 1 }
    return scalar.properties.isEmojiPresentation || wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// The text cut with an ellipsis to `cells`.
  package static func cut(_ text: String, to cells: Int) -> String {
    if of(text) <= cells { return text }
    return window(of: text, from: 0, cells: max(0, cells - 1)) + (cells > 0 ? "…" : "")
  }

  /// The part of a text that begins after `start` cells. A wide character of which the window has only half is a blank.
  static func window(of text: String, from start: Int, cells: Int) -> String {
    let end = start + cells
    var (part, place) = ("", 0)
    for character in text {
      let width = of(character)
      let next = place + width
      defer { place = next }
      if place >= end, width > 0 { break }
      guard next > start || width == 0 && place > start else { continue }
      // An isolate whose other end is cut off would reach beyond the text.
      if width == 0, character.unicodeScalars.contains(where: { (0x2066...0x2069).contains($0.value) }) { continue }
      let isWhole = place >= start && next <= end
      part += isWhole ? String(character) : String(repeating: " ", count: min(next, end) - max(place, start))
    }
    return part
  }
}
