public import ScrollCore

/// The properties of a crawl view.
@dynamicMemberLookup
public struct CrawlStyle: Equatable, Sendable, HasProperties {
  /// How it moves.
  package var crawl = Crawl()
  /// The text to scroll, as long as nothing is appended.
  public var text = ""
  /// The text of an empty crawl.
  public var placeholder = ""
  /// The font in Pango's syntax.
  public var font = FontSpec.defaultFamily
  /// Colour of the text.
  public var textColor = Palette.text
  /// Colour behind the text.
  public var background = Palette.background
  /// The width in pixels over which the text fades at both ends.
  public var edgeFade = 0.0
  /// How lines are read.
  package var markup = MarkupStyle()
  /// How live numbers are written, and how they roll.
  package var numbers = LiveNumberStyle()
  /// Whether ▲ or ▼ and colours show the direction of a live number's last change.
  public var showsTrendMarks = false
  /// Colour of a number after a rise.
  public var riseColor = Palette.rise
  /// Colour of a number after a fall.
  public var fallColor = Palette.fall
  /// Colour of the diamond between items.
  public var separatorColor = Palette.separator
  /// Size of the diamond between items in pixels; 0 for none.
  public var separatorSize = 6.0
  /// How headlines that have been read are shown.
  package var read = ReadHeadlines.dim
  /// How rows are laid out, by their kinds, in the colours of a theme.
  package var rows = RowKind.plain
  /// Shown between items instead of the diamond; nil for none.
  package var separatorImage: SizedImage?
  /// The speed in pixels per second in a view of 36 px, scaled to others; overrides the crawl's own speed. Nil for
  /// none.
  package var readingSpeed: Double?
  /// Whether nobody has set the speed, so that it may be a little off; see `freeSpeed(near:rate:)`.
  package var hasFreeSpeed = false
  /// Whether sizes scale with the screen, from 96 dots per inch.
  package var followsScale = false

  /// The colour of a headline that has been read.
  var readColor: Color { read == .dim ? textColor.read(on: background) : textColor }

  var fade: Fade { Fade(edgeFade, of: textColor, into: background) }

  /// Creates the default style.
  public init() {}

  /// A property of the motion.
  public subscript<Value>(dynamicMember path: WritableKeyPath<Crawl, Value>) -> Value {
    get { crawl[keyPath: path] }
    set { crawl[keyPath: path] = newValue }
  }

  /// A property of live numbers.
  public subscript<Value>(dynamicMember path: WritableKeyPath<LiveNumberStyle, Value>) -> Value {
    get { numbers[keyPath: path] }
    set { numbers[keyPath: path] = newValue }
  }

  /// All properties, in the order of help.
  public static let properties: [Property<CrawlStyle>] =
    [
      .text("text", \.text, limit: 1 << 20, "A text to scroll, beside what the sources bring"),
      .text("placeholder", \.placeholder, "What an empty crawl shows, in the colour of the separators"),
      .text(
        "font", \.font, kind: .font, "Font in Pango's syntax: Sans Bold 12; a size in it overrides all others"),
      .color("foreground", \.textColor, "Colour of the text"),
      .color("background", \.background, "Colour behind the text"),
      .number("edgeFade", \.edgeFade, range: 0...10_000, unit: "px", "Width over which the text fades at both ends"),
      .flag("trendMarks", \.showsTrendMarks, "▲ or ▼ and a colour show the direction of a live number's last change"),
      .color("riseColor", \.riseColor, "Colour of a number after a rise"),
      .color("fallColor", \.fallColor, "Colour of a number after a fall"),
      .color("separatorColor", \.separatorColor, "Colour of the diamond between items"),
      .number(
        "separatorSize", \.separatorSize, range: 0...1000, unit: "px",
        "Size of the diamond between items; 0 for none"),
      ReadHeadlines.property(\.read),
    ] + LiveNumberStyle.properties.map { $0.lifted(\.numbers) } + MarkupStyle.properties.map { $0.lifted(\.markup) }
    + Crawl.properties.map { $0.lifted(\.crawl) }

  /// Whether text measures the same in another style.
  func measuresLike(_ other: CrawlStyle) -> Bool {
    font == other.font && crawl.fontSizeAsView == other.crawl.fontSizeAsView
      && crawl.fontSize == other.crawl.fontSize && crawl.maxFontSize == other.crawl.maxFontSize
      && crawl.minFontSize == other.crawl.minFontSize && showsTrendMarks == other.showsTrendMarks && rows == other.rows
      && numbers == other.numbers
      && (!markup.kind.isBar
        || (crawl.scrollOnlyWhenTooLong, crawl.inset) == (other.crawl.scrollOnlyWhenTooLong, other.crawl.inset))
  }

  /// Whether another style looks the same, apart from motion.
  func drawsLike(_ other: CrawlStyle) -> Bool {
    var moving = other
    moving.crawl = crawl
    return self == moving && measuresLike(other)
  }
}
