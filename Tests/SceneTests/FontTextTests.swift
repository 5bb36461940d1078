import ScrollCore
import Testing
import ViewKit

@testable import Scene

/// Fonts as users write them, on every view; what the words mean is the typesetter's business.
@Suite("Fonts as they are written") struct FontTextTests {
  private func fonts(_ view: any SceneView, size: Size = Size(width: 600, height: 40)) -> Set<FontSpec> {
    view.layout(in: Rect(origin: .zero, size: size), with: FixedTypesetter())
    var frame = Frame(size: size, background: .black)
    view.draw(into: &frame, at: 0)
    return Set(frame.layers.flatMap { $0.content.primitives.compactMap { $0.element.run?.font } })
  }

  private let bold = FontSpec(family: "Sans", size: 12, weight: 700)

  @Test("Family, weight and size are taken over by crawl, credits, badge and chips") func everyView() {
    var crawl = CrawlScene.Style()
    (crawl.font, crawl.text, crawl.crawl.fontSizeAsView) = ("Sans Bold 12", "news", true)
    let crawlView = CrawlScene(crawl)
    crawlView.start(at: 0)
    #expect(fonts(crawlView) == [bold])
    var credits = CreditsView.Style()
    credits.font = "Sans Bold 12"
    let creditsView = CreditsView(credits)
    creditsView.append("a line", at: 0)
    #expect(fonts(creditsView) == [bold])
    var badge = Badge()
    (badge.font, badge.text) = ("Sans Bold 12", "label")
    #expect(fonts(BadgeScene(badge)) == [bold])
    var chips = TokenFieldProperties()
    chips.font = "Sans Bold 12"
    let tokens = TokensView(properties: chips, font: FontSpec(size: 10))
    tokens.change(at: 0) { $0.setTokens([Token("a")]) }
    #expect(fonts(tokens) == [bold])
  }

  @Test("A counter takes them too, and keeps its digits tabular") func counter() {
    var properties = CounterProperties()
    properties.font = "Sans Bold 12"
    let view = CounterScene(properties: properties)
    view.show(text: "1", at: 0)
    #expect(fonts(view) == [FontSpec(family: "Sans", size: 12, weight: 700, tabularDigits: true)])
    properties.font = "Sans"
    view.properties = properties
    #expect(fonts(view).map(\.size) == [40] && fonts(view).map(\.weight) == [600])
  }

  @Test("A strip is as high as a named size asks for, and its parts keep their proportions") func strip() {
    var style = StripStyle()
    style.theme.font = "Sans Bold 36"
    let strip = StripScene(style)
    let size = strip.naturalSize(in: .fixed(Size(width: 1000, height: 800)))
    #expect(size == Size(width: 1000, height: 72))
  }
}
