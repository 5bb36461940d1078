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

  /// Whether it is that of a bar, whose lines have parts at both ends and areas to click.
  package var isBar: Bool { self == .lemonbar || self == .dzen2 }
}
