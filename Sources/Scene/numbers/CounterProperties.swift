public import ScrollCore

/// The properties of a counter.
@dynamicMemberLookup
public struct CounterProperties: Equatable, Sendable {
  /// How its digits roll, and how the number is formatted.
  package var odometer = OdometerProperties()
  /// Font family of the number; its digits are tabular.
  public var font = FontSpec.defaultFamily
  /// Whether the font is as large as the view's height permits.
  public var fontSizeAsView = true
  /// Size of the font in pixels, unless it follows the height.
  public var fontSize = 20.0
  /// 400 is regular, 600 semi-bold, 700 bold.
  public var fontWeight = 600
  /// Colour of the number.
  public var textColor = Palette.text
  /// The colour that digits fade into while they roll. They do not fade if it is translucent.
  public var background = Palette.background
  /// The alignment of the number; with `fill` its columns share the width. At the right the decimal point stays in place when
  /// columns come and go on the left.
  public var alignment: Alignment? = .right
  /// The margin left and right of the number in pixels: of a view, what its padding has at both sides.
  package var margin = 12.0
  /// Whether the number flashes in a colour for 0.6 s as it rises or falls.
  public var showsTrendColor = false
  /// Whether a triangle shows the direction of a change for 0.6 s.
  public var showsTrendMark = false
  /// Colour of a rise.
  public var riseColor = Palette.rise
  /// Colour of a fall.
  public var fallColor = Palette.fall
  /// A small text beside the number, left out if there is not enough room.
  public var caption = ""
  /// Font size of the caption in pixels.
  public var captionSize = 11.0
  /// Colour of the caption.
  public var captionColor = Palette.caption
  /// Gap in pixels between the number and its caption.
  public var captionSpacing = 8.0

  /// Creates the default style.
  public init() {}

  /// A property of the rolling.
  public subscript<Value>(dynamicMember path: WritableKeyPath<OdometerProperties, Value>) -> Value {
    get { odometer[keyPath: path] }
    set { odometer[keyPath: path] = newValue }
  }

  /// A property of the number's format.
  public subscript<Value>(dynamicMember path: WritableKeyPath<NumberFormat, Value>) -> Value {
    get { odometer.format[keyPath: path] }
    set { odometer.format[keyPath: path] = newValue }
  }
}

extension CounterProperties: HasProperties {
  /// All properties, in the order of help.
  public static let properties: [Property<CounterProperties>] =
    OdometerProperties.properties.map { $0.lifted(\.odometer) } + [
      .text("font", \.font, kind: .font, "Font in Pango's syntax: Sans Bold 12; a size in it overrides all others"),
      .flag("fontSizeAsView", \.fontSizeAsView, "The largest size whose line height fits the view's height"),
      .number("fontSize", \.fontSize, range: 1...2000, unit: "px", "Used when the font does not follow the height"),
      .integer("fontWeight", \.fontWeight, range: 100...1000, "400 is regular, 600 semi-bold, 700 bold"),
      .color("textColor", \.textColor, "Colour of the number"),
      .color("backgroundColor", \.background, "Background of the number, into which digits fade while they roll"),
      .choice(
        "alignment", \.alignment, orNone: "fill", "Alignment of the number; with fill its columns share the width"),
      .number(
        "inset", \.margin, range: 0...10_000, unit: "px",
        "Margin left and right of the number, unless its columns share the width"),
      .flag("trendColor", \.showsTrendColor, "The number flashes in a colour for 0.6 s as it rises or falls"),
      .flag("trendMark", \.showsTrendMark, "A triangle shows the direction of a change for 0.6 s"),
      .color("riseColor", \.riseColor, "Colour of a rise"),
      .color("fallColor", \.fallColor, "Colour of a fall"),
      .text("caption", \.caption, "A small text beside the number, left out if there is not enough room"),
      .number(
        "captionSize", \.captionSize, range: 1...2000, unit: "px",
        "Font size of the caption; unless it is set, a counter's window more than 80 px high enlarges it in proportion"),
      .color("captionColor", \.captionColor, "Colour of the caption"),
      .number(
        "captionSpacing", \.captionSpacing, range: 0...10_000, unit: "px", "Gap between the number and its caption"),
    ]
}
