import ScrollCore
import Testing
import ViewKit

@testable import Scene

/// Headlines that interrupt. The view is 400 px wide, a character 10, the gap 50, the speed 100 px/s.
@Suite("Headlines that interrupt") struct CrawlUrgentTests {
  private let news = (1...12).map { Headline("headline number \($0)") }

  private func harness(_ count: Int = 12) -> ViewHarness<CrawlScene> {
    ViewHarness.crawl(Array(news.prefix(count))) { $0.crawl.repeatWhenOutOfBounds = false }
  }

  /// Texts and places at `t`, separators left out.
  private func seen(_ harness: ViewHarness<CrawlScene>, at t: Seconds) -> [String] {
    harness.picture(at: t).split(separator: "\n").map(String.init).filter { $0.hasPrefix("'") }
  }

  private func texts(_ harness: ViewHarness<CrawlScene>, from start: Double, to end: Double) -> [String] {
    var texts: [String] = []
    for t in stride(from: start, to: end, by: 0.25) {
      for line in seen(harness, at: t) {
        let text = String(line.split(separator: "'")[0])
        if !texts.contains(text) { texts.append(text) }
      }
    }
    return texts
  }

  @Test("It comes next, and nothing on screen jumps") func comesNextAndNothingOnScreenJumps() {
    let harness = harness()
    let before = seen(harness, at: 1)
    harness.view.interrupt(with: Headline("stop press"), at: 1)
    #expect(seen(harness, at: 1) == before)
    let order = texts(harness, from: 1, to: 12)
    let shown = before.map { String($0.split(separator: "'")[0]) }
    #expect(Array(order.prefix(shown.count)) == shown)
    #expect(order[shown.count] == "stop press")
    #expect(order[shown.count + 1] == "headline number \(shown.count + 1)")
  }

  @Test("One that was removed in view keeps its place, however many come and go after it") func placeInView() throws {
    func seen(after count: Int) throws -> [[String]] {
      let harness = ViewHarness.crawl(["a", "b", "c"].map { Headline($0) }) {
        ($0.crawl.repeatWhenOutOfBounds, $0.crawl.scrollOnlyWhenTooLong) = (false, false)
      }
      let crawl = harness.view
      harness.layer(at: 1)
      let id = try #require(crawl.interrupt(with: Headline("flash"), at: 1))
      let times = stride(from: 1.0, to: 30, by: 0.05)
      let t = try #require(
        times.first {
          harness.layer(at: $0)
          return crawl.shownItems(at: $0).count == 4
        })
      #expect(crawl.removeOffscreen([id], at: t).isEmpty && crawl.shownItems(at: t).contains(id))
      for number in 0..<count {
        let other = try #require(crawl.interrupt(with: Headline("other \(number)"), at: t))
        crawl.remove([other], at: t)
      }
      return stride(from: t, to: t + 12, by: 0.25).map { self.seen(harness, at: $0) }
    }
    let (few, many) = (try seen(after: 0), try seen(after: 70))
    #expect(few == many && few.joined().contains { $0.hasPrefix("'flash'") })
  }

  @Test("Several come in their order") func severalComeInTheirOrder() {
    let harness = harness()
    harness.layer(at: 1)
    for text in ["first", "second", "third"] { harness.view.interrupt(with: Headline(text), at: 1) }
    let order = texts(harness, from: 1, to: 14)
    let at = order.firstIndex(of: "first") ?? 0
    #expect(Array(order[at..<(at + 3)]) == ["first", "second", "third"])
  }

  @Test("It is shown once a lap", arguments: [1, 2, 3])
  func isShownOnceALap(_ count: Int) {
    let harness = harness(count)
    harness.layer(at: 3)
    harness.view.interrupt(with: Headline("stop press"), at: 3)
    var firsts: [String] = []
    // What crosses the middle of the view, one after the other.
    var last = ""
    for t in stride(from: 8, to: 40, by: 0.05) {
      let middle = seen(harness, at: t).first { line in
        let numbers = line.split(separator: " ").suffix(2).compactMap { Double($0) }
        return numbers[0] <= 200 && numbers[0] + numbers[1] > 200
      }
      let text = middle.map { String($0.split(separator: "'")[0]) } ?? ""
      if text != last, !text.isEmpty { firsts.append(text) }
      last = text.isEmpty ? last : text
    }
    let places = firsts.indices.filter { firsts[$0] == "stop press" }
    #expect(places.count >= 2)
    #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 == count + 1 })
  }

  @Test("It is taken off, and its place closes") func isTakenOffAndItsPlaceCloses() throws {
    let harness = harness(4)
    harness.layer(at: 1)
    let id = try #require(harness.view.interrupt(with: Headline("stop press"), at: 1))
    harness.layer(at: 4)
    #expect(harness.view.shownItems(at: 4).contains(id))
    harness.view.remove([id], at: 4)
    #expect(!texts(harness, from: 4.5, to: 30).contains("stop press"))
    #expect(harness.view.count == 4)
  }

  @Test("The order is the same both ways") func theOrderIsTheSameBothWays() {
    let items = Headlines()
    let ids = (0..<6).compactMap { items.store.append("item \($0)") }
    for (late, anchor) in [("a", 2), ("b", 2), ("c", 5), ("d", 0)] {
      let id = items.store.append(late) ?? -1
      items.order.add(id, behind: ids[anchor])
    }
    // Behind one that interrupts itself.
    let last = items.store.append("e") ?? -1
    items.order.add(last, behind: ids[5] + 3)
    var forwards: [Int] = []
    while let next = items.item(after: forwards.last), forwards.count < 20 { forwards.append(next) }
    var backwards: [Int] = []
    while let next = items.item(before: backwards.last), backwards.count < 20 { backwards.append(next) }
    let texts = forwards.map { items.store.text(ofChunk: items.store.number(of: $0)) }
    #expect(texts == ["item 0", "d", "item 1", "item 2", "a", "b", "item 3", "item 4", "item 5", "c", "e"])
    #expect(backwards == forwards.reversed())
    items.store.removeItems { id, _ in id == ids[2] }
    #expect(items.item(after: ids[1]) == ids[5] + 1)
  }

  @Test("It enters an empty train") func intoAnEmptyTrain() {
    let harness = harness(0)
    harness.view.interrupt(with: Headline("stop press"), at: 1)
    #expect(texts(harness, from: 1, to: 8) == ["stop press"])
  }
}
