import ScrollCore
import Testing
import ViewKit

@testable import Scene

@Suite("Cards about headlines") struct CardViewTests {
  private static let style = MenuStyle(font: FontSpec(size: 20), foreground: .white, background: .black, scale: 1)

  private func harness(_ card: HeadlineCard) -> ViewHarness<CardView> {
    let view = CardView(card, style: Self.style)
    let size = view.naturalSize(in: .fixed(Size(width: 1000, height: 800)))
    let harness = ViewHarness(view, size: size)
    harness.layOut()
    return harness
  }

  private func lines(_ harness: ViewHarness<CardView>) -> [String] {
    harness.sights(at: 0).compactMap { $0.element.run?.text }
  }

  @Test("Title, summary and origin stand one below the other, as wide as they need") func parts() {
    let card = HeadlineCard(title: "A title", summary: "And a summary", details: "example.org")
    let harness = harness(card)
    #expect(lines(harness) == ["A title", "And a summary", "example.org"])
    // 13 characters of 10 px, and 12 px at each side.
    #expect(harness.bounds.width == 154)
    let places = harness.sights(at: 0).map(\.anchor.y)
    #expect(places == places.sorted() && Set(places).count == 3 && (places.last ?? 0) < harness.bounds.height)
  }

  @Test("Long parts are wrapped, and cut after some lines; empty ones take no room") func long() {
    let word = String(repeating: "word ", count: 200)
    let harness = harness(HeadlineCard(title: word, summary: word))
    let lines = lines(harness)
    #expect(lines.count == 9 && harness.bounds.width <= 424)
    #expect(lines[2].utf8.count > 400 && lines[0].utf8.count <= 40)
    #expect(harness.sights(at: 0).allSatisfy { $0.bounds.maxX <= harness.bounds.width })
  }
}
