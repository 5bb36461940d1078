import Base
import Newswire
import Scene
import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import App
@testable import Windows

@Suite("Themes") struct ThemeTests {
  @Test(
    "What is wrong is told with file, line, column and the remedy",
    arguments: [
      ("background = '#123'\n  chip-colr = 'red'", "2:3: a theme has no property 'chip-colr'; it has font, background"),
      ("text-colour = 'red'", "1:1: a theme has no property 'text-colour'; did you mean 'text-color'?"),
      ("# a comment\nbackground =  'rde'", "2:15: background: 'rde' is not a colour"),
      ("'text-color' = 5", "1:16: text-color: takes a colour in quotes, not 5"),
      ("topic-colors = ['red', 'gren']", "1:16: topic-colors: 'gren'"),
      ("background = ", "1:14: a value is missing"),
      ("background = [1, 'red']", "1:14: background: takes a colour in quotes, not a list with a number"),
      ("[[[", "1:3: a key is expected here, not '['"), ("[.a]", "1:2: a key is expected here, not '.'"),
      ("[background]\nx = 1", "1:1: background: takes a colour"),
    ])
  func wrong(_ text: String, _ message: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "my.toml")
    let error = #expect(throws: ValueError.self) { try Theme.load(path) }
    #expect(error?.description.hasPrefix("theme: \(path):\(message)") == true, "\(error?.description ?? "none")")
  }

  @Test("A theme that is not there has a near one")
  func missing() {
    let near = #expect(throws: ValueError.self) { try Theme.load("ligth") }
    #expect(near?.description.hasSuffix("did you mean 'light'?") == true)
    let file = #expect(throws: ValueError.self) { try Theme.load("/nonexistent/a.toml") }
    #expect(file?.description == "theme: /nonexistent/a.toml: cannot be opened: No such file or directory")
  }

  @Test("What is set by itself goes before the theme, wherever it stands; topics may be a list")
  func order() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("topic-colors = ['red', 'rgb(0, 255, 0)']\nbackground = 'navy'", to: "my.toml")
    var request = ViewRequest<StripKind>()
    try request.window.set("background", to: "#010203")
    try request.own.set("text-color", to: "white")
    try request.window.set("theme", to: path)
    let style = try StripController(request).style
    #expect(style.theme.background == Color(rgb: 0x010203) && style.theme.textColor == .white)
    #expect(style.theme.topicColors == [Color(rgb: 0xff0000), Color(rgb: 0x00ff00)])
    #expect(style.theme.labelColor == StripTheme().labelColor)
  }

  // MARK: - On every view

  private func request<Kind: ViewKind>(_: Kind.Type, theme: String?) throws -> ViewRequest<Kind> {
    var request = ViewRequest<Kind>()
    if let theme { try request.window.set("theme", to: theme) }
    return request
  }

  private func style<Kind: ViewKind>(_ kind: Kind.Type, theme: String?) throws -> Kind.Style
  where Kind.Style: SharedStyling {
    try StyleResolver(request(kind, theme: theme)).style()
  }

  @Test("Every view takes its colours and its font from the same theme, and without one has those of its own")
  func everyView() throws {
    let amber = try Theme.load("amber").strip
    let crawl = try style(CrawlKind.self, theme: "amber")
    #expect((crawl.textColor, crawl.background, crawl.font) == (amber.textColor, amber.background, amber.font))
    #expect((crawl.separatorColor, crawl.riseColor) == (amber.separatorColor, amber.trendUpColor))
    let credits = try style(CreditsKind.self, theme: "amber")
    #expect((credits.textColor, credits.background, credits.font) == (amber.textColor, amber.background, amber.font))
    #expect(credits.roleColor == amber.captionColor)
    let counter = try style(CounterKind.self, theme: "amber")
    #expect((counter.textColor, counter.background) == (amber.counterColor, amber.background))
    #expect((counter.captionColor, counter.font) == (amber.captionColor, amber.font))
    let tokens = try style(TokensKind.self, theme: "amber")
    #expect((tokens.textColor, tokens.tokenBackground) == (amber.chipTextColor, amber.chipBackground))
    #expect((tokens.tintColor, tokens.removeColor) == (amber.chipSelectedBackground, amber.chipCloseColor))
    let badge = try style(BadgeKind.self, theme: "amber")
    #expect((badge.textColor, badge.background, badge.font) == (amber.textColor, amber.background, amber.font))
    #expect(try style(StripKind.self, theme: "amber").theme == amber)

    let plain = ViewRequest<CrawlKind>()
    #expect(try style(CrawlKind.self, theme: nil) == CrawlKind.base(for: plain))
    #expect(try style(CreditsKind.self, theme: nil) == CreditsKind.base(for: ViewRequest()))
    #expect(try style(CounterKind.self, theme: nil) == CounterKind.initial)
    #expect(try style(TokensKind.self, theme: nil) == TokensKind.initial)
    #expect(try style(BadgeKind.self, theme: nil) == BadgeKind.initial)
    #expect(try style(StripKind.self, theme: nil).theme == StripTheme())
  }

  @Test("What a view reads in a theme is legible", arguments: Theme.shipped.map(\.name))
  func legible(_ name: String) throws {
    let tokens = try style(TokensKind.self, theme: name)
    let background = try StyleResolver(request(TokensKind.self, theme: name)).background
    // What is typed, and the placeholder, stand on the window.
    #expect(tokens.textColor.contrast(on: background) >= 4.5 && tokens.removeColor.contrast(on: background) >= 4.5)
    let credits = try style(CreditsKind.self, theme: name)
    #expect(credits.roleColor.contrast(on: credits.background) >= 4.5)
  }

  @Test("On every view, what is set by itself goes before the theme") func flags() throws {
    var crawl = try request(CrawlKind.self, theme: "light")
    try crawl.window.set("foreground", to: "#010203")
    try crawl.own.set("separator-color", to: "#040506")
    let style = try StyleResolver(crawl).style()
    #expect((style.textColor, style.separatorColor) == (Color(rgb: 0x010203), Color(rgb: 0x040506)))
    #expect(try style.background == Theme.load("light").strip.background)
    var counter = try request(CounterKind.self, theme: "light")
    try counter.own.set("text-color", to: "#010203")
    #expect(try StyleResolver(counter).style().textColor == Color(rgb: 0x010203))
    var tokens = try request(TokensKind.self, theme: "light")
    try tokens.own.set("token-background", to: "#010203")
    try tokens.window.set("background", to: "#040506")
    #expect(try StyleResolver(tokens).style().tokenBackground == Color(rgb: 0x010203))
    #expect(try TokensController(tokens).appearance.background == Color(rgb: 0x040506))
  }

  @Test("Where the theme is auto, every view follows the desktop; else it does not") func automatic() throws {
    var light = DesktopWishes()
    light.colorScheme = .light
    let paper = try Theme.load("light").strip
    let follower = try CreditsController(request(CreditsKind.self, theme: "auto"))
    let context = ViewContext()
    #expect(follower.style.background == StripTheme().background)
    follower.follow(light, in: context)
    #expect(follower.appearance.background == paper.background && follower.style.textColor == paper.textColor)
    #expect(context.takeActions() == [.window(.changeAppearance)])
    // Also a theme that is chosen in the menu later on.
    let plain = try CrawlController(request(CrawlKind.self, theme: nil))
    plain.follow(light, in: context)
    #expect(plain.style == CrawlKind.base(for: ViewRequest()) && context.takeActions().isEmpty)
    try plain.show(theme: "auto")
    #expect(plain.style.background == paper.background && plain.theme == paper)
    let strip = try StripController(request(StripKind.self, theme: nil))
    strip.follow(light, in: context)
    #expect(strip.style.theme == paper)
  }

  @Test("A theme that comes while chips are larger on a finer screen leaves their sizes") func scale() throws {
    let controller = try TokensController(request(TokensKind.self, theme: "dark"))
    let tokens = try #require(controller.view as? TokensView)
    tokens.layout(
      in: VisibleFrame(Rect(x: 0, y: 0, width: 2000, height: 1000)),
      LayoutPass(typesetter: FixedTypesetter(), scale: 2, time: 0))
    let before = tokens.properties
    try controller.show(theme: "amber")
    #expect(before.tokenHeight == 60 && tokens.properties.tokenHeight == 60)
    #expect(tokens.properties.margins == before.margins && tokens.properties.textColor != before.textColor)
  }

  @Test("A badge's sizes that are not set follow the screen's scale, in each theme") func badgeScale() throws {
    for (property, grows) in [(nil, true), ("font-size", false)] as [(String?, Bool)] {
      var asked = try request(BadgeKind.self, theme: "dark")
      asked.sources = try Settings([], arguments: ["A label"], takesFiles: false)
      if let property { try asked.own.set(property, to: "20") }
      let controller = try BadgeController(asked)
      func size(_ scale: Double) -> Size {
        controller.view.naturalSize(in: .fixed(Size(width: 2000, height: 1000), scale: scale))
      }
      for theme in ["light", "dark"] {
        let (plain, large) = (size(1), size(2))
        // The margin is not set, and follows. Widths are in whole pixels.
        let expected = grows ? 2 * plain.width : plain.width + 24
        #expect(abs(large.width - expected) <= 1, "\(property ?? "none"), before \(theme): \(plain), \(large)")
        try controller.show(theme: theme)
      }
    }
  }

  @Test("A counter's caption follows its height unless its size is set, in each theme") func captionHeight() throws {
    for (size, expected) in [(nil, 22), ("11", 11), ("30", 30)] as [(String?, Double)] {
      var asked = try request(CounterKind.self, theme: "dark")
      asked.sources = try Settings([], arguments: ["99"], takesFiles: false)
      try asked.own.set("caption", to: "NEWS")
      if let size { try asked.own.set("caption-size", to: size) }
      let controller = try CounterController(asked)
      for theme in ["light", "dark"] {
        controller.counter.layout(in: Rect(x: 0, y: 0, width: 1600, height: 160), with: FixedTypesetter(), at: 0)
        var frame = Frame(size: Size(width: 1600, height: 160), background: .black)
        controller.counter.draw(into: &frame, at: 0)
        let sizes = frame.layers.flatMap(\.content.primitives).compactMap { primitive -> Double? in
          if case .text(let run) = primitive.element, run.text == "NEWS" { run.font.size } else { nil }
        }
        #expect(sizes == [expected], "\(size ?? "none"), before \(theme)")
        try controller.show(theme: theme)
      }
    }
  }

  @Test("A badge keeps the label that has come last") func badge() throws {
    var asked = try request(BadgeKind.self, theme: "dark")
    asked.sources = try Settings([], arguments: ["First"], takesFiles: false)
    let controller = try BadgeController(asked)
    Array("Second".utf8).withUnsafeBytes { controller.receive(.line($0), at: 0) }
    try controller.show(theme: "light")
    #expect(controller.style.text == "Second")
  }
}

extension ThemedController {
  /// Shows the view in another theme, as a window does.
  fileprivate func show(theme name: String) throws {
    var window = looks.request.window
    try window.set("theme", to: name)
    try prepare([], window: window).commit(0)
  }
}
