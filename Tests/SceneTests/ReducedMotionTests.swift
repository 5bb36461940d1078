import ScrollCore
import Testing
import ViewKit

@testable import Scene

@Suite("Reduced motion") struct ReducedMotionTests {
  private static func strip(width: Double = 1400) -> ViewHarness<StripScene> {
    let strip = StripScene()
    strip.crawl.append(contentsOf: (1...9).map { Headline("Headline \($0)") }, at: 0)
    strip.setTopics((1...4).map { (number: Int) in Token("Topic \(number)", tag: number) }, at: 0)
    strip.crawl.start(at: 0)
    strip.setMotion(isReduced: true, steps: false, at: 0)
    return ViewHarness(strip, in: Rect(x: 0, y: 1044, width: width, height: 36))
  }

  @Test("A chip that goes, and a digit that comes, leave and take their room at once") func chips() {
    let strip = Self.strip()
    strip.draw(at: 1)
    let before = strip.view.parts
    strip.view.setTopics([1, 3, 4].map { (number: Int) in Token("Topic \(number)", tag: number) }, at: 2)
    strip.layOut(at: 2)
    strip.draw(at: 2)
    let after = strip.view.parts
    #expect((after.chips?.width ?? 0) < (before.chips?.width ?? 0) - 40)
    #expect(strip.view.chips.motion.ghosts.isEmpty && !strip.view.chips.motion.isMoving(at: 2))
    strip.view.crawl.append(contentsOf: [Headline("Ten")], at: 3)
    strip.draw(at: 3)
    #expect((strip.view.parts.counter?.width ?? 0) == 2 * (before.counter?.width ?? 0))
    // Nothing is on its way: until the headline has been read there is nothing to draw.
    #expect(strip.frame.nextChange > 3)
    strip.draw(at: 3.1)
    #expect(strip.view.parts.crawl == strip.view.crawl.bounds)
  }

  @Test("A long urgent headline stands in parts, each for as long as it takes to read") func urgent() throws {
    let strip = Self.strip(width: 900)
    strip.draw(at: 1)
    let text = (1...40).map { "word\($0)" }.joined(separator: " ")
    strip.view.breakIns.show(BreakIn(text, topic: "World"), at: 10)
    var (t, parts): (Seconds, [(text: String, time: Seconds)]) = (10, [])
    while strip.view.breakIns.headline(at: t) != nil {
      strip.draw(at: t)
      let layer = try #require(strip.frame.layers.first { $0.shows("URGENT · WORLD") })
      #expect(layer.clip == strip.view.parts.crawl && layer.origin.x >= layer.clip.minX)
      let part = layer.content.primitives.compactMap(\.element.run?.text).filter { $0 != "URGENT · WORLD" }.joined()
      #expect(strip.frame.nextChange > t)
      parts.append((part, strip.frame.nextChange - t))
      t = strip.frame.nextChange
    }
    #expect(parts.count > 2 && parts.map(\.text).joined() == text)
    for (part, time) in parts {
      #expect(time > 4 - 1e-9 && time > Double(part.count) * 0.06 - 1e-9, "\(part): \(time)")
    }
  }

  @Test("Chips of a field are placed at once, come and go at once, and its rows do not glide") func field() {
    let view = TokensView(font: FontSpec(size: 15))
    view.snaps = true
    let field = ViewHarness(view, size: Size(width: 300, height: 34))
    field.draw(at: 0)
    view.add((1...9).map { "chip \($0)" }, at: 1)
    field.draw(at: 1)
    #expect(field.frame.nextChange > 1 && !view.motion.isMoving(at: 1))
    view.change(at: 2) { $0.remove(at: [0]) }
    #expect(!view.motion.isMoving(at: 2) && view.motion.ghosts.isEmpty)
    view.scroll(to: Point(x: 0, y: 1000), at: 3)
    #expect(view.scrollOffset(at: 3) == view.scrollOffset(at: 4))
  }
}
