public import ScrollCore

/// How a crawl looks and moves: the properties of a crawl view.
public struct CrawlStyle: Equatable, Sendable, HasProperties {
  /// How it moves.
  public var crawl = Crawl()
  /// What scrolls, as long as nothing is appended.
  public var text = ""
  /// What an empty crawl shows.
  public var placeholder = ""
  /// The font, as Pango writes it.
  public var font = FontSpec.defaultFamily
  /// Colour of the text.
  public var foreground = Palette.text
  /// Colour behind the text.
  public var background = Palette.background
  /// Width in pixels over which the text fades at both ends.
  public var edgeFade = 0.0
  /// How lines are read.
  public var markup = MarkupStyle()
  /// A live number tells by ▲ or ▼, and by its colour, which way it went last.
  public var trendMarks = false
  /// Colour of a number that has risen.
  public var riseColor = Palette.rise
  /// Colour of a number that has fallen.
  public var fallColor = Palette.fall
  /// Colour of the diamond between items.
  public var separatorColor = Palette.separator
  /// Size in pixels of the diamond between items; 0 leaves it out.
  public var separatorSize = 6.0
  /// What becomes of headlines that have been read.
  package var read = ReadHeadlines.dim
  /// Stands between items instead of the diamond; nil for none.
  package var separatorImage: SizedImage?
  /// Pixels per second in a view of 36 px, in proportion in others; it goes before the crawl's own speed. Nil: none.
  package var readingSpeed: Double?
  /// Sizes are meant for a screen of 96 dots per inch, and grow with it.
  package var followsScale = false

  /// Of a headline that has been read.
  var readColor: Color { read == .dim ? foreground.read(on: background) : foreground }

  var fade: Fade { Fade(edgeFade, of: foreground, into: background) }

  /// All properties have their defaults.
  public init() {}

  /// All of them, in the order in which help lists them.
  public static let properties: [Property<CrawlStyle>] =
    [
      .text("text", \.text, limit: 1 << 20, "What scrolls, where no source is given"),
      .text("placeholder", \.placeholder, "What an empty crawl shows"),
      .text(
        "font", \.font, kind: .font, "Font, as Pango writes it: Sans Bold 12; a size in it goes before all others"),
      .color("foreground", \.foreground, "Colour of the text"),
      .color("background", \.background, "Colour behind the text"),
      .number("edgeFade", \.edgeFade, range: 0...10_000, unit: "px", "Width over which the text fades at both ends"),
      .flag("trendMarks", \.trendMarks, "A live number tells by ▲ or ▼, and by its colour, which way it went last"),
      .color("riseColor", \.riseColor, "Colour of a number that has risen"),
      .color("fallColor", \.fallColor, "Colour of a number that has fallen"),
      .color("separatorColor", \.separatorColor, "Colour of the diamond between items"),
      .number(
        "separatorSize", \.separatorSize, range: 0...1000, unit: "px",
        "Size of the diamond between items; 0 is none"),
      ReadHeadlines.property(\.read),
    ] + MarkupStyle.properties.map { $0.lifted(\.markup) } + Crawl.properties.map { $0.lifted(\.crawl) }

  /// Whether another style needs the text to be measured again.
  func measuresLike(_ other: CrawlStyle) -> Bool {
    font == other.font && crawl.fontSizeAsView == other.crawl.fontSizeAsView
      && crawl.fontSize == other.crawl.fontSize && crawl.maxFontSize == other.crawl.maxFontSize
      && crawl.minFontSize == other.crawl.minFontSize && trendMarks == other.trendMarks
      && (!markup.kind.isBar
        || (crawl.scrollOnlyWhenTooLong, crawl.inset) == (other.crawl.scrollOnlyWhenTooLong, other.crawl.inset))
  }

  /// Whether what is drawn with another style looks as with this one: at most the motion is another.
  func drawsLike(_ other: CrawlStyle) -> Bool {
    var moving = other
    moving.crawl = crawl
    return self == moving && measuresLike(other)
  }
}
