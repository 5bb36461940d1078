package import ScrollCore

/// Where a counter stands in its view.
package enum CounterAlignment: String, CaseIterable, Sendable {
  case left, center
  /// Keeps the decimal point where it is when columns come and go on the left.
  case right
  /// The columns share the width.
  case fill
}

/// What can be set of a `CounterView`.
package struct CounterProperties: Equatable, Sendable {
  package var odometer = OdometerProperties()
  package var font = FontSpec.defaultFamily
  package var fontSizeAsView = true
  package var fontSize = 20.0
  package var fontWeight = 600
  package var textColor = Color(rgb: 0xe8ecf1)
  /// What digits fade into while they roll. Where it is not opaque they do not fade.
  package var backgroundColor = Color(rgb: 0x12161c)
  package var alignment = CounterAlignment.right
  package var inset = 12.0
  package var trendColor = false
  package var trendMark = false
  package var riseColor = Color(rgb: 0x7ddf9b)
  package var fallColor = Color(rgb: 0xff8f8f)
  package var caption = ""
  package var captionSize = 11.0
  package var captionColor = Color(rgb: 0x8b97a6)
  package var captionSpacing = 8.0

  package init() {}
}

extension CounterProperties: HasProperties {
  package static let properties: [Property<CounterProperties>] =
    OdometerProperties.properties.map { $0.lifted(\.odometer) } + [
      .text("font", \.font, kind: .font, "Font family of the number; its digits are set tabular"),
      .flag("fontSizeAsView", \.fontSizeAsView, "The largest size whose line height fits the view's height"),
      .number("fontSize", \.fontSize, range: 1...2000, unit: "px", "Used when the font does not follow the height"),
      .integer("fontWeight", \.fontWeight, range: 100...1000, "400 is regular, 600 semi-bold, 700 bold"),
      .color("textColor", \.textColor, "Colour of the number"),
      .color("backgroundColor", \.backgroundColor, "What the number stands on, and fades into while it rolls"),
      .choice("alignment", \.alignment, "Where the number stands; fill: its columns share the width"),
      .number("inset", \.inset, unit: "px", "Room left and right of the number, but where its columns share the width"),
      .flag("trendColor", \.trendColor, "The number flashes for 0.6 s in a colour of its own as it rises or falls"),
      .flag("trendMark", \.trendMark, "A triangle shows for 0.6 s which way the number went"),
      .color("riseColor", \.riseColor, "Colour of a rise"),
      .color("fallColor", \.fallColor, "Colour of a fall"),
      .text("caption", \.caption, "A small text beside the number; it gives way where the width is short"),
      .number("captionSize", \.captionSize, range: 1...2000, unit: "px", "Font size of the caption"),
      .color("captionColor", \.captionColor, "Colour of the caption"),
      .number("captionSpacing", \.captionSpacing, unit: "px", "Gap between the number and its caption"),
    ]
}
