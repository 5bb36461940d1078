public import ScrollCore

/// How an auto-scrolling text looks and moves: the properties of its view.
public struct AutoScrollStyle: Equatable, Sendable, HasProperties {
  /// Rests, repeats, and how it enters and leaves.
  public var scroll = AutoScroll.Options()
  /// In pixels per second; used when `duration` is 0.
  public var speed = 30.0
  /// Seconds from where it is to the end; 0 takes `speed`.
  public var duration = 0.0
  /// The font, as Pango writes it.
  public var font = FontSpec.defaultFamily
  /// Size of the font in pixels.
  public var fontSize = 18.0
  /// Distance of lines, in heights of a line.
  public var lineSpacing = 1.25
  /// Where lines stand in the view.
  public var alignment = CreditsAlignment.center
  /// Room in pixels at both sides of the text.
  public var inset = 16.0
  /// Colour of the text.
  public var foreground = Palette.text
  /// Colour behind the text.
  public var background = Palette.background
  /// Height in pixels over which the text fades at both ends.
  public var edgeFade = 0.0
  /// Set the text as film credits are: a line with a tab is a role and a name, in two columns; one that begins with
  /// "# " is a heading.
  public var roles = false
  /// Colour of the roles.
  public var roleColor = Palette.caption
  /// How the text is read: as it is, or as Pango markup. Lines of bars have no place on a page.
  public var markup = TextMarkup.none
  /// Sizes and speed are meant for a screen of 96 dots per inch, and grow with it.
  package var followsScale = false

  /// As it is where nobody sets anything.
  public init() {}

  /// All of them, in the order in which help lists them.
  public static let properties: [Property<AutoScrollStyle>] =
    [
      .number("speed", \.speed, range: 0.001...100_000, unit: "px/s", "Speed, used when duration is 0"),
      .number("duration", \.duration, range: 0...1_000_000, unit: "s", "Seconds to the end; 0 takes speed"),
      .text(
        "font", \.font, kind: .font, "Font, as Pango writes it: Sans Bold 12; a size in it goes before font-size"),
      .number("fontSize", \.fontSize, range: 1...2000, unit: "px", "Size of the font"),
      .number("lineSpacing", \.lineSpacing, range: 0.1...10, "Distance of lines, in heights of a line"),
      .choice("alignment", \.alignment, "Where lines stand in the view"),
      .number("inset", \.inset, range: 0...10_000, unit: "px", "Room at both sides of the text"),
      .color("foreground", \.foreground, "Colour of the text"),
      .color("background", \.background, "Colour behind the text"),
      .number("edgeFade", \.edgeFade, range: 0...10_000, unit: "px", "Height over which the text fades at both ends"),
      .flag(
        "roles", \.roles,
        "Set it as film credits: a line with a tab is a role and a name, one that begins with # is a heading"),
      .color("roleColor", \.roleColor, "Colour of the roles"),
      .choice(
        "markup", \.markup, among: [.none, .pango], "How the text is read: as it is, or as Pango markup",
        ifNone: "what --markup alone was is --markup pango, and lines of bars are for strip and crawl"),
    ] + AutoScroll.Options.properties.map { $0.lifted(\.scroll) }

  var pace: AutoScroll.Pace { duration > 0 ? .duration(duration) : .speed(speed) }

  func wrapsLike(_ other: AutoScrollStyle) -> Bool {
    font == other.font && fontSize == other.fontSize && lineSpacing == other.lineSpacing
      && inset == other.inset && alignment == other.alignment && markup == other.markup && roles == other.roles
      && roleColor == other.roleColor && edgeFade == other.edgeFade
  }
}
