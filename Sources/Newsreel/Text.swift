public import ScrollCore

/// A line of text to draw or to measure: see ``Canvas``.
///
/// Control characters are left out, and white space of any kind is a single space.
public struct Text: Equatable, Sendable {
  /// The characters; at most 4,000 are shown.
  public var string: String
  /// The family, the weight and the style: `Font("DejaVu Sans", weight: .bold)`, or as Pango writes it: "DejaVu Sans Bold". A
  /// font without a family is the default of views. A size in it counts before `size`.
  public var font: Font
  /// The em in pixels, unless the font has a size.
  public var size: Double
  /// The colour of its letters.
  public var color: Color
  /// In pixels; a longer line ends in an ellipsis. Infinity for no limit.
  public var maxWidth: Double
  /// Whether all digits are equally wide, so that numbers do not move when they change.
  public var hasTabularDigits: Bool

  /// A line of text.
  public init(
    _ string: String, font: Font = "", size: Double = 17, color: Color = .white, maxWidth: Double = .infinity,
    hasTabularDigits: Bool = false
  ) {
    (self.string, self.font, self.size, self.color) = (string, font, size, color)
    (self.maxWidth, self.hasTabularDigits) = (maxWidth, hasTabularDigits)
  }
}

/// The size of a line of text in pixels, unrounded.
public struct TextSize: Equatable, Sendable {
  /// The sum of the advances.
  public var width: Double
  /// The font's extent above the baseline.
  public var ascent: Double
  /// The font's extent below the baseline.
  public var descent: Double
  /// The height of a capital H above the baseline.
  public var capHeight: Double
  /// The height of the line.
  public var height: Double { ascent + descent }

  /// Nothing.
  static let zero = TextSize(width: 0, ascent: 0, descent: 0, capHeight: 0)
}
