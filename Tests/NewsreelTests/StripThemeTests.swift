import Scene
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Windows

@Suite("Themes of the strip") struct StripThemeTests {
  /// Every pair of text and what it stands on.
  private static func pairs(_ theme: StripTheme) -> [(String, Color, Color)] {
    [
      ("label", theme.labelColor, theme.labelBackground), ("text", theme.textColor, theme.background),
      ("headline that was read", theme.textColor.read(on: theme.background), theme.background),
      ("counter", theme.counterColor, theme.background), ("caption", theme.captionColor, theme.background),
      ("trend up", theme.trendUpColor, theme.background), ("trend down", theme.trendDownColor, theme.background),
      ("chip", theme.chipTextColor, theme.chipBackground), ("close", theme.chipCloseColor, theme.chipBackground),
      ("close under pointer", theme.chipCloseHoverColor, theme.chipBackground),
      ("selected chip", theme.chipSelectedTextColor, theme.chipSelectedBackground),
      ("button, and Undo", theme.chipSelectedBackground, theme.chipBackground),
      (
        "button, and Undo, under the pointer", theme.chipSelectedBackground,
        theme.lit(under: theme.chipSelectedBackground)
      ),
      ("chip under the pointer", theme.chipTextColor, theme.lit(0.5, under: theme.chipTextColor)),
      ("chip that is pressed", theme.chipTextColor, theme.lit(under: theme.chipTextColor)),
      ("chip that is off", theme.chipOffTextColor, theme.background),
      ("chip that is off, under the pointer", theme.chipOffTextColor, theme.lit(0.5, under: theme.chipOffTextColor)),
    ] + theme.topicColors.map { ("topic", $0, theme.background) }
  }

  @Test("Text is legible", arguments: Theme.shipped.map(\.name))
  func textIsLegible(_ name: String) throws {
    let theme = try Theme.load(name).strip
    for (what, color, background) in Self.pairs(theme) {
      let wanted = name == "high-contrast" && !what.contains("pointer") && !what.contains("off") ? 7 : 4.5
      let contrast = color.contrast(on: background)
      #expect(contrast >= wanted, "\(name): \(what) \(color.text) on \(background.text)")
    }
  }

  @Test(
    "Dots, separators and what is switched off can be told from what they stand on",
    arguments: Theme.shipped.map(\.name))
  func signs(_ name: String) throws {
    let theme = try Theme.load(name).strip
    for dot in theme.topicColors { #expect(dot.contrast(on: theme.chipBackground) >= 3, "\(name): \(dot.text)") }
    #expect(theme.separatorColor.contrast(on: theme.background) >= 3, "\(name)")
    // What is failing, what has the keyboard, and what is selected in the menu.
    #expect(theme.failureColor.contrast(on: theme.chipBackground) >= 3, "\(name)")
    for dot in theme.topicColors { #expect(!dot.looksLike(theme.failureColor), "\(name): \(dot.text)") }
    #expect(theme.textColor.contrast(on: theme.chipBackground) >= 3, "\(name)")
    #expect(theme.chipSelectedBackground.contrast(on: theme.background) >= 3, "\(name)")
    // On a chip that is pressed, too.
    let lit = theme.lit(under: theme.chipTextColor)
    for mark in theme.topicColors + [
      theme.trendDownColor, theme.failureColor, theme.chipCloseColor, theme.chipCloseHoverColor,
    ] {
      #expect(mark.contrast(on: lit) >= 3, "\(name): \(mark.text) on \(lit.text)")
    }
    // What has the keyboard has a ring; the menu's arrows; and the chips' own in a row.
    for background in [theme.background, theme.chipBackground] {
      #expect(theme.chipSelectedBackground.contrast(on: background) >= 3, "\(name)")
    }
  }

  @Test("Views that stand by themselves are legible, too") func palette() {
    let (tokens, crawl, credits, counter) = (
      TokenFieldProperties(), CrawlStyle(), AutoScrollStyle(), CounterProperties()
    )
    let ground = Palette.background
    for (what, color, background) in [
      ("chip", tokens.textColor, tokens.tokenBackground), ("typed", tokens.textColor, ground),
      ("selected chip", tokens.textColorSelected, tokens.tokenBackgroundSelected),
      ("placeholder, and completion", tokens.removeColor, ground), ("×", tokens.removeColor, tokens.tokenBackground),
      ("× under the pointer", tokens.removeColorHovered, tokens.tokenBackground), ("off", tokens.offTextColor, ground),
      ("caret", tokens.tintColor, ground), ("crawl", crawl.textColor, crawl.background),
      ("rise", crawl.riseColor, crawl.background), ("fall", crawl.fallColor, crawl.background),
      ("credits", credits.textColor, credits.background), ("role", credits.roleColor, credits.background),
      ("counter", counter.textColor, counter.background),
    ] { #expect(color.contrast(on: background) >= 4.5, "\(what): \(color.text) on \(background.text)") }
    #expect(crawl.separatorColor.contrast(on: crawl.background) >= 3)
  }

  @Test("Read headlines differ visibly from unread ones", arguments: Theme.shipped.map(\.name)) func read(
    _ name: String
  )
    throws
  {
    let theme = try Theme.load(name).strip
    let read = theme.textColor.read(on: theme.background)
    #expect(theme.textColor.contrast(on: read) >= 1.5, "\(name): \(read.text)")
  }

  @Test("High contrast shows its lines") func highContrastShowsItsLines() throws {
    let theme = try Theme.load("high-contrast").strip
    for line in [theme.edgeColor, theme.hairlineColor, theme.separatorColor, theme.chipBorderColor] {
      #expect(line.contrast(on: theme.background) >= 7)
    }
  }

  @Test("Values are those of the drawing") func valuesOfTheDrawing() throws {
    let dark = try Theme.load("dark").strip
    #expect(dark.background.text == "#12161c" && dark.edgeColor.text == "#2a323d")
    #expect(dark.labelBackground.text == "#d4363c" && dark.labelColor == .white && dark.textColor.text == "#e8ecf1")
    #expect(dark.separatorColor.text == "#5f6b7a" && dark.captionColor.text == "#8b97a6")
    #expect(dark.chipBackground.text == "#232c37" && dark.chipBorderColor.text == "#364353")
    #expect(dark.chipCloseColor.text == "#9aa7b6")
    #expect(dark.topicColors.prefix(4).map(\.text) == ["#7cc4ff", "#7ddf9b", "#f2c879", "#ff8f8f"])
    let light = try Theme.load("light").strip
    #expect(light.background.text == "#fbfbfa" && light.textColor.text == "#1b2026")
    #expect(light.labelBackground.text == "#1b2026" && light.labelColor == .white)
    #expect(light.hairlineColor.text == "#d9dce0" && light.chipBackground.text == "#eef0f3")
    #expect(light.chipBorderColor.text == "#d3d8de")
    let amber = try Theme.load("amber").strip
    #expect(amber.background.text == "#0c0a06" && amber.font == "Noto Sans Mono, Monospace")
    #expect([amber.textColor, amber.labelColor, amber.counterColor].allSatisfy { $0.text == "#ffb000" })
  }

  @Test("Topic hues are apart") func topicHuesAreApart() {
    for (i, a) in StripTheme.topicHues.enumerated() {
      for b in StripTheme.topicHues.dropFirst(i + 1) { #expect(a != b) }
    }
  }

  @Test("Topics take the colours in turn") func topicsTakeTheColoursInTurn() {
    var theme = StripTheme()
    #expect(theme.topicColor(0) == theme.topicColor(12) && theme.topicColor(-1) == theme.topicColor(11))
    theme.topicColors = []
    #expect(theme.topicColor(3) == theme.textColor)
  }

  @Test("Topic colours are read as text") func topicColoursAsText() throws {
    var theme = StripTheme()
    let property = try #require(StripTheme.property(named: "topic-colors"))
    try property.set(text: "red, rgb(0, 0, 255),#0f0", of: &theme)
    #expect(theme.topicColors.map(\.text) == ["#ff0000", "#0000ff", "#00ff00"])
    let error = #expect(throws: ValueError.self) { try property.set(text: "red, bleu", of: &theme) }
    #expect(error?.description.contains("did you mean 'blue'?") == true)
    #expect(throws: ValueError.self) { try property.set(text: "", of: &theme) }
    #expect(theme.topicColors.count == 3)
  }

  @Test("A file sets every property, and the one of the default theme to what the library has")
  func fileAgrees() throws {
    for name in Theme.shipped.map(\.name) {
      let text = try Project.text(of: "Resources/themes/\(name).toml")
      for property in StripTheme.properties { #expect(text.contains("\n\(property.flag) = "), "\(name)") }
    }
    #expect(try Theme.load("dark").strip == StripTheme())
  }
}

extension StripTheme {
  /// A chip that is lighted up as far as text of that colour allows.
  fileprivate func lit(_ share: Double = 1, under text: Color) -> Color {
    chipBackground.mixed(with: chipBorderColor, share: share, under: text)
  }

  @Test("A list of topics' colours is bounded, and commas in brackets part nothing") func topicColorBounds() throws {
    var theme = StripTheme()
    let property = try #require(StripTheme.property(named: "topic-colors"))
    func set(_ text: String) throws { try property.set(text: text, of: &theme) }
    try set("rgb(1, 2, 3),hsl(120, 50%, 50%) , red,#0f0")
    #expect(theme.topicColors.count == 4)
    try set(Array(repeating: "red", count: 64).joined(separator: ","))
    #expect(theme.topicColors.count == 64)
    for text in [
      Array(repeating: "red", count: 65).joined(separator: ","), String(repeating: ",", count: 100_000),
      String(repeating: "rgb(1,", count: 20_000), String(repeating: "(", count: 4003),
      Array(repeating: "#ff0000", count: 10_000).joined(separator: ", "),
    ] {
      #expect(throws: ValueError.self) { try set(text) }
    }
    #expect(theme.topicColors.count == 64)
  }
}
