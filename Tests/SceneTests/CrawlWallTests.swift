import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import Scene

@Suite("A crawl's part in a wall") struct CrawlWallTests {
  private static func items() -> [WallItem] {
    ["alpha", "beta", "gamma"].enumerated().map { WallItem(id: "\($0)", text: $1, width: 100) }
  }

  /// A view of 300 px, the second one of its wall, with a plan that began 10 s ago at 100 px/s.
  private func harness(scrollLeft: Bool = true, offset: Double? = nil) -> (ViewHarness<CrawlScene>, CrawlWall) {
    var style = CrawlStyle()
    (style.crawl.fontSize, style.separatorSize, style.crawl.scrollLeft) = (20, 6, scrollLeft)
    let harness = ViewHarness(CrawlScene(style), size: Size(width: 300, height: 40))
    let wall = CrawlWall(harness.view, number: 1, offset: offset) { _ in .white }
    harness.view.join(wall)
    harness.layOut()
    wall.follower = WallFollower(origin: 1000)
    wall.follower.receive(
      WallPlan("p", items: Self.items(), length: 900, gap: 40, scrollLeft: scrollLeft, speed: 100, at: 990), at: 0)
    return (harness, wall)
  }

  private func shown(_ harness: ViewHarness<CrawlScene>, at t: Seconds) -> [String] {
    harness.draw(at: t)
    return harness.view.textsInView(at: t).map { "\($0.text) \(shortest($0.left)) \(shortest($0.width))" }
  }

  @Test("Items stand where the plan says, from the screen's left edge on") func places() {
    // The belt has run 1000 px: its first item is at -100 on the wall, the screen begins at 300.
    let (harness, wall) = harness()
    #expect(shown(harness, at: 0) == ["alpha 20 100", "beta 160 100"])
    #expect(shown(harness, at: 0.5) == ["alpha -30 100", "beta 110 100", "gamma 250 100"])
    #expect(wall.offset == 300 && harness.view.speed(at: 0) == 100 && harness.view.isScrolling(at: 0))
    #expect(harness.frame.layers.first?.velocity == -100)
    let (bezel, _) = self.harness(offset: 333)
    #expect(shown(bezel, at: 0) == ["alpha -13 100", "beta 127 100", "gamma 267 100"])
    let (right, _) = self.harness(scrollLeft: false)
    #expect(shown(right, at: 0).count == 2 && right.frame.layers.first?.velocity == 100)
  }

  @Test("A text that is wider here than at the conductor's is made smaller") func narrower() throws {
    let (harness, wall) = harness()
    harness.draw(at: 0)
    wall.follower.receive(
      WallPlan(
        "q", items: [WallItem(id: "a", text: "twenty letters long!", width: 60)], length: 900, gap: 40, speed: 100,
        at: 990),
      at: 0)
    harness.draw(at: 0)
    let pieces = wall.pieces(at: 0)
    #expect(pieces.count >= 2 && pieces.allSatisfy { $0.width == 60 && $0.layout.width <= 60.01 })
  }

  @Test("The pointer neither pauses nor drags it, and a click opens a link") func pointer() throws {
    let (harness, wall) = harness()
    var item = Self.items()[0]
    item.link = "https://example.org/"
    wall.follower.receive(WallPlan("q", items: [item], length: 900, gap: 40, speed: 100, at: 990), at: 0)
    harness.draw(at: 0)
    let left = try #require(wall.pieces(at: 0).first { $0.left > 0 }?.left)
    let point = Point(x: left + 5, y: 20)
    #expect(harness.view.item(at: point, t: 0)?.link == item.link)
    _ = harness.view.handle(.pointerMoved(point), in: harness.context)
    _ = harness.view.handle(.command(.pause, at: nil), in: harness.context)
    #expect(harness.view.speed(at: 0) == 100 && !harness.view.isPaused && !harness.view.isPausedByKey)
  }

  @Test("A conductor's items are measured, named by their contents, and in order") func ownItems() {
    let (harness, wall) = harness()
    for text in ["one", "two", "one"] { harness.view.append(Headline(text), at: 0) }
    let items = wall.ownItems(known: []) { _ in 0 }
    #expect(items.map(\.text) == ["one", "two", "one"] && Set(items.map(\.id)).count == 3)
    #expect(items.allSatisfy { $0.width == 30 })
    #expect(items == wall.ownItems(known: items) { _ in 0 })
    // An urgent one comes behind the conductor's neighbour.
    wall.nextNeighbour = { items[0].id }
    harness.view.interrupt(with: Headline("now"), at: 0)
    #expect(wall.ownItems(known: items) { _ in 0 }.map(\.text) == ["one", "now", "two", "one"])
  }
}
