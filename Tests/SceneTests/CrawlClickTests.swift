import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import Scene

@Suite("Clicks on moving headlines") struct CrawlClickTests {
  /// Headlines of many widths that run at 400 px/s, each with a link of its own.
  private static func crawl() -> ViewHarness<CrawlScene> {
    var style = CrawlStyle()
    style.crawl.repeatWhenOutOfBounds = false
    (style.crawl.scrollTime, style.crawl.scrollSpeed, style.crawl.delayAtStart) = (0, 400, 0)
    (style.crawl.fontSize, style.crawl.repeatSpacing) = (20, 30)
    let crawl = CrawlScene(style)
    crawl.append(
      contentsOf: (1...24).map { Headline(String(repeating: "x", count: 3 + $0 * 7 % 19), link: "http://x/\($0)") },
      at: 0)
    crawl.start(at: 0)
    return ViewHarness(crawl, in: Rect(x: 40, y: 0, width: 900, height: 36))
  }

  /// The link of the headline drawn at x, identified by its width.
  private static func seen(_ harness: ViewHarness<CrawlScene>, x: Double, at t: Seconds) -> Int? {
    harness.sights(at: t).first { $0.element.run != nil && $0.bounds.minX <= x && x < $0.bounds.maxX }
      .flatMap { sight in (1...24).first { sight.element.run?.text.count == 3 + $0 * 7 % 19 } }
  }

  @Test("Each of 200 clicks opens the link of what is drawn there; one between two headlines opens none")
  func random() {
    let harness = Self.crawl()
    var random = SeededRandom(seed: 16)
    var (t, hits) = (0.5, 0)
    for _ in 0..<200 {
      t += Double.random(in: 0.05...2, using: &random)
      harness.draw(at: t)
      let point = Point(x: Double.random(in: 41..<939, using: &random), y: 18)
      let seen = Self.seen(harness, x: point.x, at: t)
      harness.click(point, at: t)
      let opened = harness.context.takeActions().compactMap {
        if case .window(.open(let link)) = $0 { link } else { nil }
      }
      // Links of one width look the same.
      #expect(
        opened.map { (Int($0.dropFirst(9)) ?? 0) * 7 % 19 } == (seen.map { [$0 * 7 % 19] } ?? []), "\(t) \(point)")
      hits += opened.count
      harness.perform(.pointerLeft, at: t)
    }
    #expect(hits > 100)
  }

  @Test("What takes the pointer away from the headlines takes underline and hand along") func letGo() {
    let harness = Self.crawl()
    harness.draw(at: 2)
    harness.perform(.pointerMoved(Point(x: 200, y: 18)), at: 2)
    harness.draw(at: 2)
    #expect(harness.frame.layers.count == 2 && harness.context.takeActions().contains(.window(.pointer(.hand))))
    harness.view.letGo(in: harness.context.event)
    harness.draw(at: 2.5)
    #expect(harness.frame.layers.count == 1 && harness.context.takeActions().contains(.window(.pointer(.standard))))
  }

  @Test("While a gap closes, a click opens what is seen there; what still fades opens, too")
  func closing() throws {
    let harness = Self.crawl()
    harness.draw(at: 2)
    let sights = harness.sights(at: 2).filter { $0.element.run != nil && $0.bounds.minX > 100 }
    let (first, second) = (sights[0], sights[1])
    let gone = try #require(
      harness.view.item(at: Point(x: first.bounds.midX, y: 18), t: 2))
    let next = try #require(harness.view.item(at: Point(x: second.bounds.midX, y: 18), t: 2))
    harness.perform(.pointerMoved(Point(x: second.bounds.midX, y: 18)), at: 2)
    harness.view.remove([gone.id], at: 2)
    #expect(harness.view.item(at: Point(x: first.bounds.midX, y: 18), t: 2.05)?.link == gone.link)
    for step in 0..<40 {
      let t = 2 + Double(step) / 100
      let sight = harness.sights(at: t).first { $0.element == second.element }
      let place = try #require(sight?.bounds)
      for x in [place.minX + 1, place.midX, place.maxX - 1] {
        #expect(harness.view.item(at: Point(x: x, y: 18), t: t)?.link == next.link, "\(step) \(x)")
      }
    }
  }

  @Test("A click that lands as a removal shifts things opens what was seen when the button went down")
  func shifted() throws {
    let harness = Self.crawl()
    harness.draw(at: 2)
    let point = Point(x: 400, y: 18)
    harness.perform(.pointerMoved(point), at: 2)
    let seen = try #require(harness.view.item(at: point, t: 2))
    harness.perform(.pressed(point, button: 1, modifiers: []), at: 2)
    harness.view.remove([seen.id], at: 2.01)
    harness.draw(at: 3)
    #expect(harness.view.item(at: point, t: 3)?.link != seen.link)
    harness.perform(.released(point, button: 1, modifiers: []), at: 3)
    #expect(harness.context.takeActions().contains(.window(.open(link: seen.link ?? ""))))
  }

  @Test("A press after a release that went elsewhere lets go of the text: it runs on") func lostRelease() throws {
    let harness = Self.crawl()
    harness.draw(at: 2)
    harness.perform(.pressed(Point(x: 400, y: 18), button: 1, modifiers: []), at: 2)
    harness.perform(.pointerMoved(Point(x: 300, y: 18)), at: 2.1)
    #expect(harness.frame(at: 3).nextChange == .infinity)
    harness.click(Point(x: 300, y: 18), at: 4)
    harness.perform(.pointerLeft, at: 4)
    harness.draw(at: 10)
    let before = harness.view.position(at: 10)
    #expect(harness.frame(at: 11).nextChange <= 11 && abs(harness.view.position(at: 11) - before - 400) < 0.01)
  }
}
