public import ScrollCore

/// Where a counter stands in its view.
public enum CounterAlignment: String, CaseIterable, Sendable {
  /// At the left edge, or in the middle.
  case left, center
  /// Keeps the decimal point where it is when columns come and go on the left.
  case right
  /// The columns share the width.
  case fill
}

/// What can be set of a `CounterView`.
public struct CounterProperties: Equatable, Sendable {
  /// How its digits roll, and how the number is written.
  public var odometer = OdometerProperties()
  /// Font family of the number; its digits are set tabular.
  public var font = FontSpec.defaultFamily
  /// The largest size whose line height fits the view's height.
  public var fontSizeAsView = true
  /// Size of the font in pixels, where it does not follow the height.
  public var fontSize = 20.0
  /// 400 is regular, 600 semi-bold, 700 bold.
  public var fontWeight = 600
  /// Colour of the number.
  public var textColor = Palette.text
  /// What digits fade into while they roll. Where it is not opaque they do not fade.
  public var backgroundColor = Palette.background
  /// Where the number stands; fill: its columns share the width.
  public var alignment = CounterAlignment.right
  /// Room in pixels left and right of the number, but where its columns share the width.
  public var inset = 12.0
  /// The number flashes for 0.6 s in a colour of its own as it rises or falls.
  public var trendColor = false
  /// A triangle shows for 0.6 s which way the number went.
  public var trendMark = false
  /// Colour of a rise.
  public var riseColor = Palette.rise
  /// Colour of a fall.
  public var fallColor = Palette.fall
  /// A small text beside the number; it gives way where the width is short.
  public var caption = ""
  /// Font size of the caption in pixels.
  public var captionSize = 11.0
  /// Colour of the caption.
  public var captionColor = Palette.caption
  /// Gap in pixels between the number and its caption.
  public var captionSpacing = 8.0

  /// All properties have their defaults.
  public init() {}
}

extension CounterProperties: HasProperties {
  /// All of them, in the order in which help lists them.
  public static let properties: [Property<CounterProperties>] =
    OdometerProperties.properties.map { $0.lifted(\.odometer) } + [
      .text("font", \.font, kind: .font, "Font, as Pango writes it: Sans Bold 12; a size in it goes before all others"),
      .flag("fontSizeAsView", \.fontSizeAsView, "The largest size whose line height fits the view's height"),
      .number("fontSize", \.fontSize, range: 1...2000, unit: "px", "Used when the font does not follow the height"),
      .integer("fontWeight", \.fontWeight, range: 100...1000, "400 is regular, 600 semi-bold, 700 bold"),
      .color("textColor", \.textColor, "Colour of the number"),
      .color("backgroundColor", \.backgroundColor, "What the number stands on, and fades into while it rolls"),
      .choice("alignment", \.alignment, "Where the number stands; fill: its columns share the width"),
      .number(
        "inset", \.inset, range: 0...10_000, unit: "px",
        "Room left and right of the number, but where its columns share the width"),
      .flag("trendColor", \.trendColor, "The number flashes for 0.6 s in a colour of its own as it rises or falls"),
      .flag("trendMark", \.trendMark, "A triangle shows for 0.6 s which way the number went"),
      .color("riseColor", \.riseColor, "Colour of a rise"),
      .color("fallColor", \.fallColor, "Colour of a fall"),
      .text("caption", \.caption, "A small text beside the number; it gives way where the width is short"),
      .number("captionSize", \.captionSize, range: 1...2000, unit: "px", "Font size of the caption"),
      .color("captionColor", \.captionColor, "Colour of the caption"),
      .number(
        "captionSpacing", \.captionSpacing, range: 0...10_000, unit: "px", "Gap between the number and its caption"),
    ]
}
