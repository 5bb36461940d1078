import Glibc
import Scene
import ScrollCore
import Testing

@Suite struct StripThemeTests {
  /// Every pair of text and what it stands on.
  private static func pairs(_ theme: StripTheme) -> [(String, Color, Color)] {
    [
      ("label", theme.labelColor, theme.labelBackground), ("text", theme.textColor, theme.background),
      ("counter", theme.counterColor, theme.background), ("caption", theme.captionColor, theme.background),
      ("trend up", theme.trendUpColor, theme.background), ("trend down", theme.trendDownColor, theme.background),
      ("chip", theme.chipTextColor, theme.chipBackground), ("close", theme.chipCloseColor, theme.chipBackground),
      ("close under pointer", theme.chipCloseHoverColor, theme.chipBackground),
      ("selected chip", theme.chipSelectedTextColor, theme.chipSelectedBackground),
    ] + theme.topicColors.map { ("topic", $0, theme.background) }
  }

  @Test(arguments: StripTheme.shipped.map(\.name))
  func textIsLegible(_ name: String) throws {
    let theme = try #require(StripTheme.named(name))
    for (what, color, background) in Self.pairs(theme) {
      // White on the label's red is LOOK's own choice: bold, in capitals.
      let wanted = name == "high-contrast" ? 7 : name == "dark" && what == "label" ? 3.9 : 4.5
      let contrast = color.contrast(on: background)
      #expect(contrast >= wanted, "\(name): \(what) \(color.text) on \(background.text)")
    }
  }

  @Test func highContrastShowsItsLines() {
    let theme = StripTheme.highContrast
    for line in [theme.edgeColor, theme.hairlineColor, theme.separatorColor, theme.chipBorderColor] {
      #expect(line.contrast(on: theme.background) >= 7)
    }
  }

  @Test func valuesOfTheDrawing() {
    let dark = StripTheme.dark
    #expect(dark.background.text == "#12161c" && dark.edgeColor.text == "#2a323d")
    #expect(dark.labelBackground.text == "#e5484d" && dark.labelColor == .white && dark.textColor.text == "#e8ecf1")
    #expect(dark.separatorColor.text == "#56616f" && dark.captionColor.text == "#8b97a6")
    #expect(dark.chipBackground.text == "#232c37" && dark.chipBorderColor.text == "#364353")
    #expect(dark.chipCloseColor.text == "#9aa7b6")
    #expect(dark.topicColors.prefix(4).map(\.text) == ["#7cc4ff", "#7ddf9b", "#f2c879", "#ff8f8f"])
    let light = StripTheme.light
    #expect(light.background.text == "#fbfbfa" && light.textColor.text == "#1b2026")
    #expect(light.labelBackground.text == "#1b2026" && light.labelColor == .white)
    #expect(light.hairlineColor.text == "#d9dce0" && light.chipBackground.text == "#eef0f3")
    #expect(light.chipBorderColor.text == "#d3d8de")
    let amber = StripTheme.amber
    #expect(amber.background.text == "#0c0a06" && amber.font == "Noto Sans Mono, Monospace")
    #expect([amber.textColor, amber.labelColor, amber.counterColor].allSatisfy { $0.text == "#ffb000" })
  }

  @Test func topicHuesAreApart() {
    for (i, a) in StripTheme.topicHues.enumerated() {
      for b in StripTheme.topicHues.dropFirst(i + 1) { #expect(a != b) }
    }
  }

  @Test func topicsTakeTheColoursInTurn() {
    var theme = StripTheme()
    #expect(theme.topicColor(0) == theme.topicColor(12) && theme.topicColor(-1) == theme.topicColor(11))
    theme.topicColors = []
    #expect(theme.topicColor(3) == theme.textColor)
  }

  @Test func topicColoursAsText() throws {
    var theme = StripTheme()
    let property = try #require(StripTheme.property(named: "topic-colors"))
    try property.set(text: "red, rgb(0, 0, 255),#0f0", of: &theme)
    #expect(theme.topicColors.map(\.text) == ["#ff0000", "#0000ff", "#00ff00"])
    let error = #expect(throws: ValueError.self) { try property.set(text: "red, bleu", of: &theme) }
    #expect(error?.description.contains("did you mean 'blue'?") == true)
    #expect(throws: ValueError.self) { try property.set(text: "", of: &theme) }
    #expect(theme.topicColors.count == 3)
  }

  /// The files set every property, by its name, to what the struct holds.
  @Test(arguments: StripTheme.shipped.map(\.name))
  func fileAgrees(_ name: String) throws {
    var theme = StripTheme()
    var names: Set<String> = []
    for line in try resource("themes/\(name).toml").split(separator: "\n") where !line.hasPrefix("#") {
      let halves = line.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " } }
      let flag = String(halves[0].prefix { $0 != " " })
      if Border.property(named: flag) != nil { continue }
      let property = try #require(StripTheme.property(named: flag), "\(flag)")
      #expect(property.flag == flag)
      #expect(names.insert(flag).inserted)
      try property.set(text: String(halves[1].dropFirst().prefix { $0 != "\"" }), of: &theme)
    }
    #expect(theme == StripTheme.named(name))
    #expect(names == Set(StripTheme.properties.map(\.flag)))
  }
}

/// The text of a file in Resources.
func resource(_ path: String) throws -> String {
  let here = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  let file = try #require(fopen("/\(here)/Resources/\(path)", "r"), "\(path)")
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4096)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
  return try #require(String(validating: bytes, as: UTF8.self))
}
