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

  @Test("A removed topic can be brought back for ten seconds, and then its owner is notified") func removed() throws {
    let (strip, _, two) = try strip()
    var told: [String] = []
    strip.onTopicRemoved = { told.append($0) }
    let start = monotonicNow()
    #expect(strip.perform(.headlines(.topic(.remove(1))), in: strip.context))
    #expect(strip.crawl.text == "one")
    strip.update(at: start + 9)
    #expect(strip.perform(.headlines(.topic(.restore(1))), in: strip.context))
    #expect(strip.crawl.text == "one\ntwo" && told.isEmpty && strip.crawl.item(two) != nil)
    #expect(strip.perform(.headlines(.topic(.remove(1))), in: strip.context))
    strip.update(at: monotonicNow() + 11)
    strip.update(at: monotonicNow() + 12)
    #expect(told == ["B"] && strip.crawl.item(two) == nil && strip.crawl.append("more", topic: "B") == nil)
    // Nothing brings it back.
    #expect(strip.perform(.headlines(.topic(.undo)), in: strip.context))
    #expect(strip.perform(.headlines(.topic(.showAll)), in: strip.context))
    #expect(strip.crawl.text == "one" && strip.crawl.count == 1)
  }

  @Test(
    "A removed topic that comes back in time stays, and one that does not is gone",
    arguments: [TopicAction.restore(1), .undo, .showAll, .only(1), .turn(1, on: true)])
  func comesBack(_ action: TopicAction) {
    var topics = StripTopics()
    let named = ["A", "B", "C"].map { Scene.Topic($0, color: .white) }
    for start in [0.0, 100] {
      #expect(topics.changes(of: .remove(1), among: 3, at: start).map(\.number) == [1])
      #expect(topics.nextUndoEnd == start + 10 && topics.takeRemoved(at: start + 9.9).isEmpty)
      let changes = topics.changes(of: action, among: 3, at: start + 9.9)
      #expect(changes.contains { $0.number == 1 && $0.state == .on })
      #expect(topics.nextUndoEnd == .infinity && topics.takeRemoved(at: start + 50).isEmpty)
      #expect(topics.chips(of: named).map(\.label) == ["A", "B", "C"])
    }
    _ = topics.changes(of: .remove(1), among: 3, at: 200)
    #expect(topics.takeRemoved(at: 210) == [1] && topics.nextUndoEnd == .infinity)
    #expect(!topics.changes(of: action, among: 3, at: 211).contains { $0.number == 1 })
    #expect(topics.chips(of: named).map(\.label) == ["A", "C"])
  }
}
