/// A text's markup language.
public enum TextMarkup: String, CaseIterable, Sendable {
  /// Every character stands for itself.
  case none
  /// Pango's: `<b>…</b>`.
  case pango
  /// The markup of the bar lemonbar:
  case lemonbar
  /// The markup of dzen2:
  case dzen2

  /// Reads a line in a bar's markup; nil for other markups.
  ///
  /// - Parameter side: The alignment of lines that do not set one.
  package func line(_ text: String, side: Alignment) -> BarLine? {
    switch self {
    case .none, .pango: nil
    case .lemonbar: LemonbarParser.line(text, side: side)
    case .dzen2: DzenParser.line(text, side: side)
    }
  }

  /// The plain text of a text in this markup.
  package func plainText(of text: String, side: Alignment = .left) -> String {
    self == .pango ? Self.plainText(ofPango: text) : line(text, side: side)?.text ?? text
  }

  /// The text of Pango markup, without the tags.
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

  /// Whether it is a bar's markup, whose lines have aligned parts and areas to click.
  package var isBar: Bool { self == .lemonbar || self == .dzen2 }
}
