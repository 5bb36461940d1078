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
