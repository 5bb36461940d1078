/// A font: `crawl.font = Font("DejaVu Sans", size: 18, weight: .bold)`, or in Pango's notation: `crawl.font = "Sans Bold 12"`.
///
/// A missing family is replaced by a similar one.
public struct Font: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// How thick its strokes are.
  public enum Weight: String, CaseIterable, Sendable {
    /// 100, in CSS's numbers.
    case thin
    /// 200.
    case ultraLight = "ultra-light"
    /// 300.
    case light
    /// 400, the usual one.
    case regular
    /// 500.
    case medium
    /// 600.
    case semibold = "semi-bold"
    /// 700.
    case bold
    /// 800.
    case heavy = "ultra-bold"
    /// 900.
    case black = "heavy"
  }

  /// The font in Pango's syntax: the value of the property `font`.
  public let description: String

  /// - Parameters:
  ///   - family: A family, or several separated by commas, of which the first installed one counts.
  ///   - size: In pixels; nil leaves it to `fontSize` or to the view.
  ///   - weight: The thickness.
  ///   - isItalic: Whether it is slanted.
  public init(_ family: String, size: Double? = nil, weight: Weight = .regular, isItalic: Bool = false) {
    var words: [String] = []
    if weight != .regular { words.append(weight.rawValue) }
    if isItalic { words.append("italic") }
    if let size, size > 0, size.isFinite { words.append("\(size)px") }
    // The comma ends the families: one may end with a number.
    description = words.isEmpty ? family : "\(family), \(words.joined(separator: " "))"
  }

  /// A font in Pango's notation.
  public init(stringLiteral text: String) { self.init(text) }
}

// The styles hold a font's text, which flags, files and the socket share; a program has the type.

extension CrawlView {
  /// The font of the text. A size in it overrides all other sizes.
  public final var font: Font {
    get { Font(style.font) }
    set { style.font = newValue.description }
  }
}

extension AutoScrollView {
  /// The font of the text. A size in it overrides `fontSize`.
  public var font: Font {
    get { Font(style.font) }
    set { style.font = newValue.description }
  }
}

extension BadgeView {
  /// The font of the label. A size in it overrides `fontSize`.
  public var font: Font {
    get { Font(style.font) }
    set { style.font = newValue.description }
  }
}

extension CounterView {
  /// The font of the number. A size in it overrides all other sizes.
  public var font: Font {
    get { Font(style.font) }
    set { style.font = newValue.description }
  }
}

extension StripView {
  /// The font of the strip, whose sizes follow from its height.
  public var font: Font {
    get { Font(style.theme.font) }
    set { style.theme.font = newValue.description }
  }
}

extension TokenFieldView {
  /// The font of chips and typed text.
  public var font: Font {
    get { Font(style.font) }
    set { style.font = newValue.description }
  }
}
