package import ScrollCore

extension CreditsView {
  package enum Alignment: String, CaseIterable, Sendable {
    case left, center, right
  }

  /// What a credits view can be told.
  package struct Style: Equatable, Sendable, HasProperties {
    package var scroll = AutoScroll.Options()
    package var speed = 30.0
    package var duration = 0.0
    package var font = FontSpec.defaultFamily
    package var fontSize = 18.0
    package var lineSpacing = 1.25
    package var alignment = Alignment.center
    package var inset = 16.0
    package var foreground = Color(rgb: 0xe8ecf1)
    package var background = Color(rgb: 0x12161c)
    package var edgeFade = 0.0
    package var markup = false

    package init() {}

    package static let properties: [Property<Style>] =
      [
        .number(
          "speed", \.speed, range: 0.001...100_000, unit: "px/s", "Speed, used when duration is 0"),
        .number(
          "duration", \.duration, range: 0...1_000_000, unit: "s",
          "Seconds to the end; 0 takes speed"),
        .text("font", \.font, kind: .font, "Family of the font"),
        .number("fontSize", \.fontSize, range: 1...2000, unit: "px", "Size of the font"),
        .number(
          "lineSpacing", \.lineSpacing, range: 0.1...10, "Distance of lines, in heights of a line"),
        .choice("alignment", \.alignment, "Where lines stand in the view"),
        .number("inset", \.inset, range: 0...10_000, unit: "px", "Room at both sides of the text"),
        .color("foreground", \.foreground, "Colour of the text"),
        .color("background", \.background, "Colour behind the text"),
        .number(
          "edgeFade", \.edgeFade, range: 0...10_000, unit: "px",
          "Height over which the text fades at both ends"),
        .flag("markup", \.markup, "Read the text as Pango markup"),
      ] + AutoScroll.Options.properties.map { $0.lifted(\.scroll) }

    var pace: AutoScroll.Pace { duration > 0 ? .duration(duration) : .speed(speed) }

    func wrapsLike(_ other: Style) -> Bool {
      font == other.font && fontSize == other.fontSize && lineSpacing == other.lineSpacing
        && inset == other.inset && alignment == other.alignment && markup == other.markup
    }
  }
}
