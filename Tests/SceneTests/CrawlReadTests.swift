import ScrollCore
import Testing
import ViewKit

@testable import Scene

@Suite("Headlines that have been read") struct CrawlReadTests {
  private let dimmed = StripTheme().textColor.read(on: StripTheme().background)

  private func color(of text: String, in harness: ViewHarness<CrawlScene>, at t: Seconds) -> Color? {
    harness.sights(at: t).compactMap(\.element.run).first { $0.text == text }?.color
  }

  @Test("They are dimmed where they are: nothing moves and nothing is measured", arguments: [false, true])
  func dimming(_ stands: Bool) throws {
    let harness = ViewHarness.crawl(
      [Headline("first", topic: 0), Headline("second"), Headline("third")], topics: [Topic("World", color: .white)]
    ) { $0.crawl.delayAtStart = 100 }
    harness.view.setStepping(stands, at: 0)
    harness.draw(at: 0)
    let before = harness.picture(at: 1)
    let measured = harness.typesetter.measured
    harness.view.setRead([try #require(harness.view.itemIDs.first)])
    if !stands { #expect(harness.typesetter.measured == measured) }
    #expect(color(of: "first", in: harness, at: 1) == dimmed && color(of: "WORLD", in: harness, at: 1) == .white)
    #expect(harness.picture(at: 1) == before)
    if !stands { #expect(color(of: "second", in: harness, at: 1) == Palette.text) }
    harness.view.setRead([])
    #expect(color(of: "first", in: harness, at: 1) == Palette.text)
  }

  @Test(
    "In the markup of bars, too, but for what has a colour of its own",
    arguments: [
      (TextMarkup.lemonbar, "first%{F#ff0000}red%{F-}last"), (.dzen2, "first^fg(#ff0000)red^fg()last"),
    ])
  func bars(_ markup: TextMarkup, _ line: String) throws {
    let harness = ViewHarness.bar(line, markup)
    func colors(at t: Seconds) -> [Color?] { ["first", "red", "last"].map { color(of: $0, in: harness, at: t) } }
    let (before, red) = (colors(at: 0), Color(rgb: 0xFF0000))
    #expect(before == [Palette.text, red, Palette.text])
    for t in [1.0, 3] {
      harness.view.setRead([try #require(harness.view.itemIDs.first)])
      #expect(colors(at: t) == [dimmed, red, dimmed])
      harness.view.setRead([])
      #expect(colors(at: t + 1) == before)
    }
  }

  @Test("They stay so in other colours, and look as the others where that is asked for") func restyled() throws {
    let harness = ViewHarness.crawl([Headline("first"), Headline("second")])
    harness.draw(at: 1)
    harness.view.setRead([try #require(harness.view.itemIDs.last)])
    try harness.restyle(at: 1) { ($0.textColor, $0.background) = (.black, .white) }
    let color = try #require(self.color(of: "second", in: harness, at: 1))
    #expect(color != .black && color.contrast(on: .white) >= 4.5)
    try harness.restyle(at: 1) { $0.read = .keep }
    #expect(self.color(of: "second", in: harness, at: 1) == .black)
    // Also what comes into view later.
    harness.view.append(Headline("third"), at: 2)
    try harness.restyle(at: 2) { $0.read = .dim }
    harness.view.setRead(Set(harness.view.itemIDs.suffix(1)))
    for t in stride(from: 2.0, to: 4, by: 0.1) { harness.draw(at: t) }
    #expect(self.color(of: "third", in: harness, at: 4) != .black)
  }
}

extension StripSceneTests {
  @Test("What has failed is said at once, near the pointer, until something else is clicked or time has passed")
  func failure() {
    let strip = Self.strip()
    _ = layers(strip, width: 1920, at: 1)
    func place(at t: Seconds) -> Rect? { strip.frame(at: t).layers.first { $0.shows("No browser") }?.clip }
    let crawl = strip.view.parts.crawl
    strip.perform(.pointerMoved(Point(x: crawl.minX + 20, y: crawl.midY)), at: 1)
    strip.view.say("No browser", at: 2)
    #expect(place(at: 2.1).map { $0.maxX < crawl.midX } == true)
    // It stays where it is while the pointer rests on something that has a hint of its own.
    #expect(place(at: 9) != nil && place(at: 10.5) == nil)
    strip.perform(.pointerMoved(Point(x: crawl.maxX - 20, y: crawl.midY)), at: 11)
    strip.view.say("No browser", at: 11)
    #expect(place(at: 11.2).map { $0.minX > crawl.midX } == true)
    strip.perform(.pressed(Point(x: crawl.maxX - 20, y: crawl.midY), button: 1, modifiers: []), at: 12)
    #expect(place(at: 12.1) == nil)
  }
}
