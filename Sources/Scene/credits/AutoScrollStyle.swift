public import ScrollCore

/// The properties of an auto-scrolling text view.
@dynamicMemberLookup
public struct AutoScrollStyle: Equatable, Sendable, HasProperties {
  /// Rests, repeats, and how it enters and leaves.
  package var scroll = AutoScroll.Options()
  /// In pixels per second; used when `duration` is 0.
  public var speed = 30.0
  /// Seconds to the end; 0 for using `speed`.
  public var duration = 0.0
  /// The font in Pango's syntax.
  public var font = FontSpec.defaultFamily
  /// Size of the font in pixels.
  public var fontSize = 18.0
  /// The line spacing, as a factor of the line height.
  public var lineSpacing = 1.25
  /// The alignment of lines in the view.
  public var alignment = Alignment.center
  /// The margin at both sides of the text, in pixels: of a view, what its padding has there.
  package var margin = 16.0
  /// Colour of the text.
  public var textColor = Palette.text
  /// Colour behind the text.
  public var background = Palette.background
  /// The height in pixels over which the text fades at both ends.
  public var edgeFade = 0.0
  /// Whether to set the text as film credits: a line with a tab is a role and a name, in two columns; one that begins
  /// with "# " is a heading.
  public var roles = false
  /// Colour of the roles.
  public var roleColor = Palette.caption
  /// Whether the text is plain or Pango markup. Bar markup has no place on a page.
  public var markup = TextMarkup.none
  /// Whether sizes and speed scale with the screen, from 96 dots per inch.
  package var followsScale = false

  /// Creates the default style.
  public init() {}

  /// A property of start, end and repetition.
  public subscript<Value>(dynamicMember path: WritableKeyPath<AutoScroll.Options, Value>) -> Value {
    get { scroll[keyPath: path] }
    set { scroll[keyPath: path] = newValue }
  }

  /// All properties, in the order of help.
  public static let properties: [Property<AutoScrollStyle>] =
    [
      .number("speed", \.speed, range: 0.001...100_000, unit: "px/s", "Speed, used when duration is 0"),
      .number("duration", \.duration, range: 0...1_000_000, unit: "s", "Seconds to the end; 0 for using speed"),
      .text(
        "font", \.font, kind: .font, "Font in Pango's syntax: Sans Bold 12; a size in it overrides font-size"),
      .number("fontSize", \.fontSize, range: 1...2000, unit: "px", "Size of the font"),
      .number("lineSpacing", \.lineSpacing, range: 0.1...10, "Line spacing, as a factor of the line height"),
      .choice("alignment", \.alignment, "Alignment of lines in the view"),
      .number("inset", \.margin, range: 0...10_000, unit: "px", "Margin at both sides of the text"),
      .color("foreground", \.textColor, "Colour of the text"),
      .color("background", \.background, "Colour behind the text"),
      .number("edgeFade", \.edgeFade, range: 0...10_000, unit: "px", "Height over which the text fades at both ends"),
      .flag(
        "roles", \.roles,
        "Sets the text as film credits: a line with a tab is a role and a name, one that begins with # is a heading"),
      .color("roleColor", \.roleColor, "Colour of the roles"),
      .choice(
        "markup", \.markup, among: [.none, .pango], "How the text is read: as plain text, or as Pango markup",
        ifNone: "--markup without a value is now --markup pango, and bar markup is for strip and crawl"),
    ] + AutoScroll.Options.properties.map { $0.lifted(\.scroll) }

  var pace: AutoScroll.Pace { duration > 0 ? .duration(duration) : .speed(speed) }

  func wrapsLike(_ other: AutoScrollStyle) -> Bool {
    font == other.font && fontSize == other.fontSize && lineSpacing == other.lineSpacing
      && margin == other.margin && alignment == other.alignment && markup == other.markup && roles == other.roles
      && roleColor == other.roleColor && edgeFade == other.edgeFade
  }
}
