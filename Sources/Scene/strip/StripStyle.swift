package import ScrollCore

/// What the default strip can be told: its looks, how it scrolls, and the words on it.
package struct StripStyle: HasProperties, Equatable, Sendable {
  package var theme = StripTheme()
  /// What `theme` was asked for as; to find it is the caller's.
  package var themeName = "dark"
  package var label = "NEWSREEL"
  package var caption = "HEADLINES"
  /// Paths of pictures; empty for none.
  package var labelImage = ""
  package var separatorImage = ""
  package var crawl: Crawl = {
    var crawl = Crawl()
    crawl.repeatWhenOutOfBounds = false
    crawl.scrollTime = 0
    crawl.scrollSpeed = 60
    crawl.delayAtStart = 1
    crawl.inset = 24
    return crawl
  }()

  package init() {}

  package static var properties: [Property<StripStyle>] {
    [
      .text(
        "theme", \.themeName,
        "Colours and font together: dark, light, amber, broadcast-red, high-contrast, or a TOML file, "
          + "which is followed: what is saved is shown; what is set by itself goes before it"),
      .text("label", \.label, "Text of the block at the left; empty for none"),
      .text("labelImage", \.labelImage, "Picture before the label's text: PNG, JPEG, WebP, GIF, SVG; empty for none"),
      .text("caption", \.caption, "Text beside the counter; empty for none"),
      .text("separatorImage", \.separatorImage, "Picture between headlines instead of the diamond; empty for none"),
    ] + Crawl.properties.filter { !sizes.contains($0.name) }.map { $0.lifted(\.crawl) }
      + StripTheme.properties.map { $0.lifted(\.theme) }
  }

  /// Sizes of a strip follow from its height.
  private static let sizes: Set = ["fontSizeAsView", "fontSize", "minFontSize", "maxFontSize"]
}

/// The colours and the font of the default strip. A theme file sets the same properties.
package struct StripTheme: HasProperties, Equatable, Sendable {
  package var font = FontSpec.defaultFamily
  package var background = Color(rgb: 0x12161c)
  package var edgeColor = Color(rgb: 0x2a323d)
  package var hairlineColor = Color(rgb: 0x2a323d)
  package var labelBackground = Color(rgb: 0xe5484d)
  package var labelColor = Color.white
  package var textColor = Color(rgb: 0xe8ecf1)
  package var separatorColor = Color(rgb: 0x56616f)
  package var counterColor = Color(rgb: 0xe8ecf1)
  package var captionColor = Color(rgb: 0x8b97a6)
  package var trendUpColor = Color(rgb: 0x7ddf9b)
  package var trendDownColor = Color(rgb: 0xff8f8f)
  package var chipBackground = Color(rgb: 0x232c37)
  package var chipBorderColor = Color(rgb: 0x364353)
  package var chipTextColor = Color(rgb: 0xe8ecf1)
  package var chipCloseColor = Color(rgb: 0x9aa7b6)
  package var chipCloseHoverColor = Color.white
  package var chipSelectedBackground = Color(rgb: 0x7cc4ff)
  package var chipSelectedTextColor = Color(rgb: 0x12161c)
  /// One for each topic in turn, and from the start again; never empty.
  package var topicColors = StripTheme.topicHues

  package init() {}

  /// Four hues, then others of the same lightness (OKLCH 0.8).
  package static let topicHues: [Color] = [
    0x7cc4ff, 0x7ddf9b, 0xf2c879, 0xff8f8f, 0xd0aafc, 0x47d6cf, 0xf89dc9, 0xbbc769, 0xf9a870, 0xabb9fe, 0xe9a1e3,
    0x69d6aa,
  ].map(Color.init(rgb:))

  /// The colour of the topic with this number, counted from 0.
  package func topicColor(_ index: Int) -> Color {
    guard !topicColors.isEmpty else { return textColor }
    return topicColors[(index % topicColors.count + topicColors.count) % topicColors.count]
  }
}

// MARK: - The table

extension StripTheme {
  package static var properties: [Property<StripTheme>] {
    [
      .text("font", \.font, kind: .font, "Font family of the strip"),
      .color("background", \.background, "Background of the strip"),
      .color("edgeColor", \.edgeColor, "Line at the edge towards the desktop"),
      .color("hairlineColor", \.hairlineColor, "Line before the counter and before the chips"),
      .color("labelBackground", \.labelBackground, "Background of the label"),
      .color("labelColor", \.labelColor, "Text of the label"),
      .color("textColor", \.textColor, "Text of the headlines"),
      .color("separatorColor", \.separatorColor, "Diamond between headlines"),
      .color("counterColor", \.counterColor, "Digits of the counter"),
      .color("captionColor", \.captionColor, "Caption of the counter"),
      .color("trendUpColor", \.trendUpColor, "Flash of a counter that rises"),
      .color("trendDownColor", \.trendDownColor, "Flash of a counter that falls"),
      .color("chipBackground", \.chipBackground, "Background of a chip"),
      .color("chipBorderColor", \.chipBorderColor, "Line around a chip"),
      .color("chipTextColor", \.chipTextColor, "Text of a chip"),
      .color("chipCloseColor", \.chipCloseColor, "The × of a chip"),
      .color("chipCloseHoverColor", \.chipCloseHoverColor, "The × of a chip under the pointer"),
      .color("chipSelectedBackground", \.chipSelectedBackground, "Chips that are selected"),
      .color("chipSelectedTextColor", \.chipSelectedTextColor, "Text of a chip that is selected"),
      topicColorsProperty,
    ]
  }

  private static let topicColorsProperty = Property<StripTheme>(
    name: "topicColors", kind: .text, meaning: "Colours of the topics in turn, separated by commas",
    get: { .text($0.topicColors.map(\.text).joined(separator: ", ")) },
    set: { (theme: inout StripTheme, value: PropertyValue) throws(ValueError) in
      guard case .text(let text) = value else { return }
      do throws(ValueError) {
        theme.topicColors = try colors(in: text)
      } catch {
        throw ValueError(name: "topicColors", reason: error.description)
      }
    })

  /// Colours separated by commas; those between brackets belong to the colour.
  private static func colors(in text: String) throws(ValueError) -> [Color] {
    var colors: [Color] = []
    var word = ""
    var depth = 0
    for character in text {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == ",", depth <= 0 {
        colors.append(try Color(parsing: word))
        word = ""
      } else if !word.isEmpty || !character.isWhitespace {
        word.append(character)
      }
    }
    return colors + [try Color(parsing: word)]
  }
}
