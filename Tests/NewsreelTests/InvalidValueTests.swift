import ScrollCore
import TestKit
import Testing

@testable import Newsreel

/// One rule for what properties cannot take: see `View`.
@Suite("Values that are out of range") struct InvalidValueTests {
  /// What no property of that kind takes.
  private func wrong(_ kind: PropertyKind, bytes: Int = (1 << 20) + 1) -> [PropertyValue] {
    switch kind {
    case .number(let range):
      [
        .number(range.lowerBound - 1), .number(range.upperBound * 2), .number(.nan), .number(.infinity),
        .number(-.infinity),
      ].filter { if case .number(let number) = $0 { !range.contains(number) } else { false } }
    case .integer(let range):
      [range.lowerBound &- 1, range.upperBound &+ 1, .min, .max].filter { !range.contains($0) }.map { .integer($0) }
    case .text, .font: [.text(String(repeating: "x", count: bytes))]
    case .flag, .color, .choice: []
    }
  }

  private func walk<Style>(_ make: () -> StyledView<Style>) {
    for property in Style.properties {
      for value in wrong(property.kind) {
        let view = make()
        var told: [ValueError] = []
        view.onInvalidValue = { told.append($0) }
        var style = view.style
        property.put(value, in: &style)
        guard property.value(of: style) != property.value(of: view.style) else { continue }
        view.style = style
        #expect(told.map(\.name) == [property.swiftName], "\(property.name) \(value.text.prefix(20)): \(told)")
        let taken = property.value(of: view.style)
        #expect(throws: Never.self, "\(property.name)") { try property.set(taken, of: &style) }
        #expect(throws: ValueError.self, "\(property.name)") {
          try view.set(property.flag, to: value.text)
        }
        // What is set later is no worse for it.
        view.style = view.style
        view.border.width = 1
        #expect(told.count == 1)
      }
    }
  }

  @Test("Each property takes the nearest value, and tells it once; as text it throws") func all() {
    walk { BadgeView("Label") as StyledView<Badge> }
    walk { CrawlView("Text") as StyledView<CrawlStyle> }
    walk { TextFieldView("Text") as StyledView<CrawlStyle> }
    walk { CounterView() as StyledView<CounterProperties> }
    walk { AutoScrollView("Text") as StyledView<AutoScrollStyle> }
    walk { TokenFieldView() as StyledView<TokenFieldProperties> }
    walk { StripView() as StyledView<StripStyle> }
  }

  @Test("So do borders and sizes") func border() throws {
    for property in Border.properties {
      for value in wrong(property.kind, bytes: 5000) {
        let view = View()
        var told: [ValueError] = []
        view.onInvalidValue = { told.append($0) }
        var border = view.border
        property.put(value, in: &border)
        guard property.value(of: border) != property.value(of: view.border) else { continue }
        view.border = border
        #expect(told.map(\.name) == [property.swiftName], "\(property.name)")
        let taken = property.value(of: view.border)
        #expect(throws: Never.self) { try property.set(taken, of: &border) }
      }
    }
    let view = CounterView()
    var told: [String] = []
    view.onInvalidValue = { told.append($0.name) }
    (view.border.width, view.width, view.height) = (-5, .nan, 1e300)
    view.place(.inLeft, dx: .infinity)
    #expect(view.border.width == 0 && view.width == nil && view.height == 32767)
    #expect(told == ["border.width", "width", "height", "dx"])
    view.width = -3
    #expect(view.width == 0)
    let stack = StackView(.horizontal, spacing: -1)
    stack.onInvalidValue = { told.append($0.name) }
    #expect(told.last == "spacing")
  }

  @Test("Sizes that go together may be set one after the other") func combinations() throws {
    let crawl = CrawlView("x")
    var told: [ValueError] = []
    crawl.onInvalidValue = { told.append($0) }
    crawl.maxFontSize = 10
    crawl.minFontSize = 5
    try crawl.set("max-font-size", to: "4")
    try crawl.set("min-font-size", to: "2")
    #expect(told.isEmpty && crawl.maxFontSize == 4 && crawl.minFontSize == 2)
  }

  @Test("Initialisers act like setters, and a later handler learns of their invalid values") func initialisers() {
    let badge = BadgeView(String(repeating: "ö", count: 3000), image: "/no/such.png")
    badge.fontSize = 20
    #expect(badge.text == String(repeating: "ö", count: 2048) && badge.image.isEmpty)
    var told: [String] = []
    badge.onInvalidValue = { told.append($0.description) }
    #expect(
      told.sorted() == [
        "image: /no/such.png: no such file", "text: the text is too long (at most 4096 bytes)",
      ])
    let field = TextFieldView(placeholder: String(repeating: "x", count: 5000))
    field.scrollSpeed = 9
    #expect(field.placeholder.utf8.count == 4096)
    let text = String(repeating: "word ", count: 300_000)
    let crawl = CrawlView(text)
    crawl.scrollSpeed = 9
    #expect(crawl.text.utf8.count <= 1 << 20 && crawl.text == crawl.style.text)
    let strip = StripView(image: "/no/such.png")
    strip.separatorImage = "/none.png"
    told = []
    strip.onInvalidValue = { told.append($0.name) }
    #expect(strip.labelImage.isEmpty && strip.separatorImage.isEmpty && told == ["labelImage", "separatorImage"])
  }

  @Test("A text is cut between characters, and marks without end are no trap") func cut() {
    let badge = BadgeView()
    badge.text = String(repeating: "a", count: 4090) + "👨‍👩‍👧‍👦"
    #expect(badge.text == String(repeating: "a", count: 4090))
    badge.text = "a" + String(repeating: "\u{301}", count: 100_000)
    #expect(badge.text.utf8.count <= 4096 && badge.text.utf8.count > 4000)
  }

  @Test("What a text is started or moved by cannot end the program") func arguments() {
    let lyrics = AutoScrollView("One\nTwo")
    var told: [String] = []
    lyrics.onInvalidValue = { told.append($0.name) }
    for speed in [0, -1, Double.nan, .infinity] { lyrics.start(speed: speed) }
    for duration in [-1, Double.nan, .infinity] { lyrics.start(duration: duration) }
    lyrics.scroll(by: .nan)
    #expect(told == Array(repeating: "speed", count: 4) + Array(repeating: "duration", count: 3) + ["pixels"])
    #expect(lyrics.offset == 0 && !lyrics.isScrolling)
  }

  @Test("What a program says of a property it says by the property's name") func words() throws {
    let crawl = CrawlView("x")
    let error = #expect(throws: ValueError.self) { try crawl.set("scroll-speed", to: "-5") }
    let reason = try #require(error?.reason)
    #expect(error?.name == "scrollSpeed" && reason.contains("scrollLeft") && !reason.contains("scroll-left"))
  }
}
