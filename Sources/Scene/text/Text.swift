package import ScrollCore

/// A requested font. The typesetter chooses the file, and fallbacks for missing characters.
package struct FontSpec: Hashable, Sendable {
  /// A family name, or several separated by commas: the first installed one counts.
  package var family: String
  /// The em in pixels, from 1/64 to `largest`.
  package var size: Double {
    get { em }
    set { em = Self.bounded(newValue) }
  }
  private var em: Double
  /// 100 to 1000, as in CSS and OpenType; 400 is regular, 700 bold.
  package var weight: Int
  package var isItalic: Bool
  /// From 0, ultra-condensed, to 8, ultra-expanded; 4 is normal.
  package var stretch = 4
  /// Extra space after each character, in em.
  package var letterSpacing: Double
  /// Whether digits have the same width (OpenType `tnum`).
  package var tabularDigits: Bool

  /// The default of views.
  package static let defaultFamily = "Noto Sans, Sans"

  package init(
    family: String = defaultFamily, size: Double, weight: Int = 400, isItalic: Bool = false,
    letterSpacing: Double = 0, tabularDigits: Bool = false
  ) {
    (self.family, self.weight, self.isItalic) = (family, weight, isItalic)
    (em, self.letterSpacing, self.tabularDigits) = (Self.bounded(size), letterSpacing, tabularDigits)
  }

  /// The font at weight 700, or heavier if it is.
  var bold: FontSpec {
    var font = self
    font.weight = max(700, weight)
    return font
  }

  /// The limit for the size in pixels: glyphs are rasterised at four times the size, each into its own bitmap.
  package static let largest = 2000.0

  private static func bounded(_ size: Double) -> Double { min(largest, max(1.0 / 64, size)) }
}

/// A font's exact metrics in pixels, unrounded. Their sum is the line height.
package struct FontMetrics: Equatable, Sendable {
  package var ascent: Double
  package var descent: Double
  /// The height of a capital H above the baseline.
  package var capHeight: Double

  package init(ascent: Double, descent: Double, capHeight: Double) {
    (self.ascent, self.descent, self.capHeight) = (ascent, descent, capHeight)
  }

  package var lineHeight: Double { ascent + descent }
}

/// The direction of a paragraph. `automatic` takes that of the first strong character.
package enum TextDirection: Hashable, Sendable {
  case automatic, leftToRight, rightToLeft
}

/// A single line of text in one font and one colour, isolated from its neighbours.
package struct TextRun: Hashable, Sendable {
  package var text: String
  package var font: FontSpec
  package var color: Color
  /// Whether the text is Pango markup; otherwise every character stands for itself.
  package var isMarkup: Bool
  /// In pixels; a wider line is ellipsised at its end. Infinity for no limit.
  package var maxWidth: Double
  package var direction: TextDirection

  package init(
    _ text: String, font: FontSpec, color: Color, isMarkup: Bool = false,
    maxWidth: Double = .infinity, direction: TextDirection = .automatic
  ) {
    (self.text, self.font, self.color) = (text, font, color)
    (self.isMarkup, self.maxWidth, self.direction) = (isMarkup, maxWidth, direction)
  }
}

/// Measures text. All measuring goes through it.
package protocol Typesetter: AnyObject {
  /// Parses a font as users write it.
  func read(font text: String) -> FontText

  func metrics(of font: FontSpec) -> FontMetrics

  /// The laid-out width (sum of the advances) in pixels, unrounded; at most `run.maxWidth`.
  func width(of run: TextRun) -> Double

  /// The area that a line inks, in pixels from the left end of its baseline.
  func ink(of run: TextRun) -> Rect

  /// The line breaks of a paragraph at `width` pixels by the script's own rules: the UTF-8 byte ranges of its lines, in
  /// order and without gaps. A word longer than the width is broken between graphemes.
  func lineBreaks(of run: TextRun, width: Double) -> [Range<Int>]

  /// The x of the caret before the character at UTF-8 byte `index`, in pixels from the line's left end.
  func caret(in run: TextRun, at index: Int) -> Double

  /// The UTF-8 byte index of the grapheme boundary nearest to `x` pixels from the line's left end.
  func index(in run: TextRun, at x: Double) -> Int

  /// The base direction that `automatic` resolves to for this text.
  func direction(of text: String) -> TextDirection
}

extension Typesetter {
  /// Assumes that every glyph fills its advance and the line.
  package func ink(of run: TextRun) -> Rect {
    let metrics = metrics(of: run.font)
    return Rect(x: 0, y: -metrics.ascent, width: max(0, width(of: run)), height: metrics.lineHeight)
  }

  /// The lines of a paragraph, broken at `width` pixels.
  package func lines(of run: TextRun, width: Double) -> [TextRun] {
    let bytes = Array(run.text.utf8)
    return lineBreaks(of: run, width: width).map { range in
      var line = run
      line.text = String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
      return line
    }
  }
}

extension FontSpec {
  /// A parsed font, with this size and weight as defaults.
  package init(
    _ text: String, size: Double, weight: Int = 400, letterSpacing: Double = 0, tabularDigits: Bool = false,
    with typesetter: any Typesetter
  ) {
    let font = typesetter.read(font: text)
    self.init(
      family: font.family, size: font.size ?? size, weight: font.weight ?? weight, isItalic: font.isItalic,
      letterSpacing: letterSpacing, tabularDigits: tabularDigits)
    stretch = font.stretch
  }

  /// The line height of the font as a function of its size, in pixels.
  func lineHeight(with typesetter: any Typesetter) -> (_ size: Double) -> Double {
    { size in
      var font = self
      font.size = size
      return typesetter.metrics(of: font).lineHeight
    }
  }
}
