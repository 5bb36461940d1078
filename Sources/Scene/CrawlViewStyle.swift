package import ScrollCore

extension CrawlView {
  /// What a crawl view can be told.
  package struct Style: Equatable, Sendable, HasProperties {
    package var crawl = Crawl()
    package var text = ""
    package var font = FontSpec.defaultFamily
    package var foreground = Color(rgb: 0xe8ecf1)
    package var background = Color(rgb: 0x12161c)
    package var edgeFade = 0.0
    package var markup = false
    package var separatorColor = Color(rgb: 0x56616f)
    package var separatorSize = 6.0
    /// Stands between items instead of the diamond, in this size; nil for none.
    package var separatorImage: ImageReference?
    package var separatorImageSize = Size.zero

    package init() {}

    package static let properties: [Property<Style>] =
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
