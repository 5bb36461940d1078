import Base
import Scene
import ScrollCore
import Testing
import ViewKit

@testable import Newsreel

/// What the chips of the library's strip do: as those of the program's.
@Suite("Topics of a strip") struct StripTopicTests {
  private func strip() throws -> (strip: Newsreel.StripView, one: Int, two: Int) {
    let strip = Newsreel.StripView("")
    let one = try #require(strip.crawl.append("one", topic: "A"))
    let two = try #require(strip.crawl.append("two", link: "b:2", topic: "B"))
    strip.layOut(
      in: VisibleFrame(Rect(x: 0, y: 0, width: 900, height: 36)),
      LayoutPass(typesetter: FixedTypesetter(), scale: 1, time: monotonicNow()))
    return (strip, one, two)
  }

  @Test("A click on a chip switches its topic off, and another one on again, with what has come meanwhile")
  func switches() throws {
    let (strip, one, two) = try strip()
    #expect(strip.perform(.headlines(.topic(.turn(0, on: false))), in: strip.context))
    #expect(strip.crawl.text == "two" && strip.crawl.count == 2 && strip.crawl.item(one)?.topic == "A")
    let three = try #require(strip.crawl.append("three", topic: "A"))
    #expect(strip.crawl.append("  ", topic: "A") == nil)
    strip.crawl.replace(one, with: "uno")
    #expect(strip.crawl.text == "two" && strip.crawl.item(three)?.text == "three")
    #expect(strip.perform(.headlines(.topic(.turn(0, on: true))), in: strip.context))
    #expect(strip.crawl.text == "two\nuno\nthree")
    // Each is known by the number that it was given.
    strip.crawl.replace(three, with: "tre")
    strip.crawl.remove(one)
    #expect(strip.crawl.text == "two\ntre" && strip.crawl.item(two)?.link == "b:2" && strip.crawl.count == 2)
    #expect(strip.perform(.headlines(.topic(.turn(0, on: false))), in: strip.context))
    strip.crawl.removeAll(about: "A")
    #expect(strip.perform(.headlines(.topic(.undo)), in: strip.context))
    #expect(strip.crawl.text == "two" && strip.crawl.count == 1)
  }

  @Test("Keys about topics are a strip's; of a crawl alone they are the program's") func keys() throws {
    #expect(try strip().strip.crawl.scene.hasNewsroom && !Newsreel.CrawlView("one").scene.hasNewsroom)
  }

  @Test("What × switches off comes back at any time, with what came meanwhile, and the owner is told") func cross()
    throws
  {
    let (strip, _, two) = try strip()
    var told: [String] = []
    strip.onTopicSwitched { told.append("\($0) \($1)") }
    #expect(strip.perform(.headlines(.topic(.switchOff(1))), in: strip.context))
    #expect(strip.crawl.text == "one" && told == ["B false"])
    strip.update(at: monotonicNow() + 12)
    #expect(strip.crawl.item(two) != nil && strip.crawl.append("more", topic: "B") != nil)
    #expect(strip.perform(.headlines(.topic(.turn(1, on: true))), in: strip.context))
    #expect(strip.crawl.text == "one\ntwo\nmore" && told == ["B false", "B true"])
  }

  @Test(
    "A chip offers to undo for ten seconds, and is dimmed then; it comes back at any time",
    arguments: [TopicAction.undo, .showAll, .only(1), .turn(1, on: true)])
  func comesBack(_ action: TopicAction) {
    var topics = StripTopics()
    let named = ["A", "B", "C"].map { Scene.Topic($0, color: .white) }
    for start in [0.0, 100] {
      #expect(topics.changes(of: .switchOff(1), among: 3, at: start).map(\.number) == [1])
      #expect(topics.nextUndoEnd(after: start) == start + 10 && topics.nextUndoEnd(after: start + 10) == .infinity)
      #expect(topics.chips(of: named, at: start + 9.9)[1].state == .undo)
      #expect(topics.chips(of: named, at: start + 10)[1].state == .off)
      let changes = topics.changes(of: action, among: 3, at: start + 20 * start)
      #expect(changes.contains { $0.number == 1 && $0.isOn } && topics.nextUndoEnd(after: start) == .infinity)
      #expect(topics.chips(of: named, at: start)[1].state == .on)
    }
  }
}
