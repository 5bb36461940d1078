/// How a text says what it looks like.
public enum TextMarkup: String, CaseIterable, Sendable {
  /// Every character stands for itself.
  case none
  /// Pango's: `<b>…</b>`.
  case pango
  /// That of the bar lemonbar: `%{F#f00}…%{F-}`.
  case lemonbar
  /// That of dzen2: `^fg(red)…^fg()`.
  case dzen2

  /// Reads a line of a bar; nil where the markup is none of a bar.
  ///
  /// - Parameter side: Where a line stands that does not say so itself.
  package func line(_ text: String, side: TextSide) -> BarLine? {
    switch self {
    case .none, .pango: nil
    case .lemonbar: LemonbarParser.line(text, side: side)
    case .dzen2: DzenParser.line(text, side: side)
    }
  }

  /// What is read of Pango's markup, without how that looks.
  package static func plainText(ofPango text: String) -> String {
    var plain = ""
    var rest = text[...]
    while let letter = rest.popFirst() {
      if letter == "<", let end = rest.firstIndex(of: ">") {
        rest = rest[end...].dropFirst()
      } else if letter == "&", let end = rest.prefix(8).firstIndex(of: ";"), let sign = entities[String(rest[..<end])] {
        plain.append(sign)
        rest = rest[end...].dropFirst()
      } else {
        plain.append(letter)
      }
    }
    return plain
  }

  private static let entities: [String: Character] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

  /// Whether it is that of a bar, whose lines have parts at both ends and areas to click.
  package var isBar: Bool { self == .lemonbar || self == .dzen2 }
}
