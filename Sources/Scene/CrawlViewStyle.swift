public import ScrollCore

extension CrawlView {
  /// What a crawl view can be told.
  public struct Style: Equatable, Sendable, HasProperties {
    public var crawl = Crawl()
    public var text = ""
    public var font = FontSpec.defaultFamily
    public var foreground = Color(rgb: 0xe8ecf1)
    public var background = Color(rgb: 0x12161c)
    public var edgeFade = 0.0
    public var markup = false
    public var separatorColor = Color(rgb: 0x56616f)
    public var separatorSize = 6.0
    /// Stands between items instead of the diamond, in this size; nil for none.
    public var separatorImage: ImageReference?
    public var separatorImageSize = Size.zero

    public init() {}

    public static let properties: [Property<Style>] =
      [
        .text("text", \.text, "What scrolls, where no source is given"),
        .text("font", \.font, kind: .font, "Family of the font"),
        .color("foreground", \.foreground, "Colour of the text"),
        .color("background", \.background, "Colour behind the text"),
        .number(
          "edgeFade", \.edgeFade, range: 0...10_000, unit: "px",
          "Width over which the text fades at both ends"),
        .flag("markup", \.markup, "Read the text as Pango markup"),
        .color("separatorColor", \.separatorColor, "Colour of the diamond between items"),
        .number(
          "separatorSize", \.separatorSize, range: 0...1000, unit: "px",
          "Size of the diamond between items; 0 is none"),
      ] + Crawl.properties.map { $0.lifted(\.crawl) }

    /// Whether another style needs the text to be measured again.
    func measuresLike(_ other: Style) -> Bool {
      font == other.font && crawl.fontSizeAsView == other.crawl.fontSizeAsView
        && crawl.fontSize == other.crawl.fontSize && crawl.maxFontSize == other.crawl.maxFontSize
        && crawl.minFontSize == other.crawl.minFontSize
    }
  }
}
