import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import App
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

@Suite("Headlines of the queue on a crawl") struct QueuedHeadlinesTests {
  @Test("What was taken back leaves once it is out of sight, also by hand on a held crawl")
  func movedAway() {
    let crawl = CrawlScene()
    var headlines = QueuedHeadlines(on: crawl)
    let items = (0..<20).map { NewsItem(guid: "\($0)", title: "headline number \($0)") }
    _ = headlines.show(items, at: 0)
    crawl.layout(in: Rect(x: 0, y: 0, width: 400, height: 30), with: FixedTypesetter(), at: 0)
    crawl.start(at: 0)
    crawl.setPausedByKey(true, at: 5)
    let seen = crawl.shownItems(at: 6)
    let rest = items.filter { item in headlines.id(of: item.id).map { !seen.contains($0) } ?? false }
    _ = headlines.show(rest, at: 6)
    #expect(!seen.isEmpty && crawl.count == 20 && headlines.leaving == crawl.shownItems(at: 60))
    #expect(Set(headlines.endings.keys) == seen)
    // Wanted again meanwhile, it has not ended.
    _ = headlines.show(items, at: 7)
    #expect(headlines.leaving.isEmpty && headlines.endings.isEmpty)
    _ = headlines.show(rest, at: 8)
    crawl.scroll(to: crawl.position(at: 60) + 900, at: 60)
    #expect(headlines.leaving.isDisjoint(with: crawl.shownItems(at: 62)))
    _ = headlines.show(rest, at: 62)
    #expect(crawl.count == rest.count && headlines.leaving.isEmpty)
  }

  private func start(_ crawl: CrawlScene) throws {
    var style = CrawlStyle()
    (style.crawl.scrollOnlyWhenTooLong, style.crawl.repeatWhenOutOfBounds) = (false, false)
    (style.crawl.showsItemsOnce, style.crawl.scrollTime, style.crawl.scrollSpeed) = (true, 0, 20)
    try crawl.apply(style, at: 0)
    crawl.layout(in: Rect(x: 0, y: 0, width: 1000, height: 30), with: FixedTypesetter(), at: 0)
    crawl.start(at: 0)
  }

  /// Three headlines that run and fit the view, and the second one taken back.
  private func short() throws -> (crawl: CrawlScene, headlines: QueuedHeadlines, items: [NewsItem]) {
    let crawl = CrawlScene()
    var headlines = QueuedHeadlines(on: crawl)
    let items = ["first", "second", "third"].map { NewsItem(guid: $0, title: $0) }
    _ = headlines.show(items, at: 0)
    try start(crawl)
    #expect(crawl.shownItems(at: 3) == [0, 1, 2])
    _ = headlines.show([items[0], items[2]], at: 3)
    #expect(crawl.count == 2 && crawl.shownItems(at: 3) == [0, 1, 2] && headlines.leaving.isEmpty)
    return (crawl, headlines, items)
  }

  @Test("What comes again while it still runs out of the view stays where it is, and is not seen twice")
  func comesAgain() throws {
    var (crawl, headlines, items) = try short()
    crawl.advance(to: 4)
    let before = crawl.train.visible(at: 4)
    let hasReturned = headlines.show(items, at: 4)
    #expect(hasReturned)
    #expect(crawl.itemIDs == [0, 1, 2] && headlines.id(of: items[1].id) == 1 && headlines.endings.isEmpty)
    let after = crawl.train.visible(at: 4)
    #expect(after.map(\.segment.id) == before.map(\.segment.id) && after.map(\.x) == before.map(\.x))
    #expect(after.count { $0.segment.id == 1 } == 1)
    // In the next laps it has its place, too.
    crawl.advance(to: 150)
    let laps = crawl.train.segments.map(\.id)
    #expect(laps.count > 2 && zip(laps, laps.dropFirst()).allSatisfy { ($0 + 1) % 3 == $1 })
  }

  @Test("What comes again with another text, or has run out, is another headline") func comesAnew() throws {
    var (crawl, headlines, items) = try short()
    var other = items[1]
    other.title = "another"
    _ = headlines.show([items[0], other, items[2]], at: 4)
    #expect(crawl.itemIDs == [0, 2, 3] && headlines.endings == [1: "withdrawn"])
    _ = headlines.show([items[0], items[2]], at: 5)
    crawl.advance(to: 150)
    _ = headlines.show(items, at: 150)
    #expect(headlines.id(of: items[1].id) == 4 && crawl.itemIDs == [0, 2, 4])
  }

  @Test("What is no longer new, while all are in the view, is not seen beside itself") func noLongerNew() throws {
    var (crawl, headlines, items) = try short()
    items.remove(at: 1)
    items[1].isNew = true
    _ = headlines.show(items, at: 4)
    #expect(crawl.itemIDs == [0, 2])
    items[1].isNew = false
    _ = headlines.show(items, at: 5)
    #expect(crawl.itemIDs == [0, 2] && headlines.endings[2] == nil)
  }

  /// Twenty headlines that run, of which some have gone by.
  private func running(_ queue: inout ItemQueue) throws -> (crawl: CrawlScene, headlines: QueuedHeadlines) {
    let crawl = CrawlScene()
    var headlines = QueuedHeadlines(on: crawl)
    queue.add((0..<20).map { Self.item($0, published: UnixTime(seconds: 100 - $0)) }, now: 1000)
    _ = headlines.show(queue.ordered, of: queue, at: 0)
    var style = CrawlStyle()
    (style.crawl.repeatWhenOutOfBounds, style.crawl.showsItemsOnce) = (false, true)
    (style.crawl.scrollTime, style.crawl.scrollSpeed) = (0, 100)
    try crawl.apply(style, at: 0)
    crawl.layout(in: Rect(x: 0, y: 0, width: 400, height: 30), with: FixedTypesetter(), at: 0)
    crawl.start(at: 0)
    return (crawl, headlines)
  }

  private static func item(_ number: Int, published: UnixTime, isNew: Bool = false) -> NewsItem {
    var item = NewsItem(guid: "\(number)", title: "headline number \(number)")
    (item.id.feed, item.published, item.isNew) = ("https://example.org/feed", published, isNew)
    return item
  }

  /// The texts that come into view from `start` on.
  private func coming(_ crawl: CrawlScene, from start: Seconds, for seconds: Seconds) -> [String] {
    var texts: [String] = []
    for t in stride(from: start, through: start + seconds, by: 0.1) {
      crawl.advance(to: t)
      for (segment, _) in crawl.train.visible(at: t) {
        let text = crawl.text(of: crawl.headlines.item(ofSegment: segment.id)) ?? ""
        if !texts.contains(text) { texts.append(text) }
      }
    }
    return texts
  }

  @Test("A new headline of a feed comes next whatever its date, after a lap too; or in the order")
  func newComesNext() throws {
    for newComesNext in [true, false] {
      for published: UnixTime in [500, 0.5] {
        var queue = ItemQueue()
        queue.settings.newComeNext = newComesNext
        var (crawl, headlines) = try running(&queue)
        crawl.advance(to: 12)
        let shown = coming(crawl, from: 12, for: 0)
        let before = crawl.train.visible(at: 12).map(\.x)
        queue.add([Self.item(99, published: published, isNew: true)], now: 1012)
        _ = headlines.show(queue.ordered, of: queue, at: 12)
        #expect(crawl.train.visible(at: 12).map(\.x) == before)
        let next = coming(crawl, from: 12, for: 40).dropFirst(shown.count)
        let place = try #require(next.firstIndex(of: "headline number 99")) - next.startIndex
        #expect(newComesNext == (place == 0), "\(published) \(next)")
      }
    }
  }

  @Test("Several that are new come in their order, each in front of what waits") func severalNew() throws {
    var queue = ItemQueue()
    var (crawl, headlines) = try running(&queue)
    crawl.advance(to: 12)
    let shown = coming(crawl, from: 12, for: 0)
    for (number, t) in [(97, 12.0), (98, 12.2), (99, 12.4)] {
      let item = Self.item(number, published: UnixTime(seconds: number), isNew: true)
      queue.add([item], now: UnixTime(seconds: 1000 + t))
      _ = headlines.show(queue.ordered, of: queue, at: t)
    }
    let next = coming(crawl, from: 12, for: 20).dropFirst(shown.count).prefix(3)
    #expect(next.map { $0.suffix(2) } == ["99", "98", "97"])
    #expect(headlines.onAir.count == 23 && headlines.onAir.news == 3)
  }

  @Test("What takes the place of another, or another order, is a change; the same once more is none") func changes()
    throws
  {
    let crawl = CrawlScene()
    var headlines = QueuedHeadlines(on: crawl)
    var items = ["first", "second", "third"].map { NewsItem(guid: $0, title: $0) }
    items[1].airing.key = "score"
    _ = headlines.show(items, at: 0)
    crawl.layout(in: Rect(x: 0, y: 0, width: 1000, height: 30), with: FixedTypesetter(), at: 0)
    var other = NewsItem(guid: "other", title: "other")
    other.airing.key = "score"
    items[1] = other
    let changes = [headlines.show(items, at: 1), headlines.show(items, at: 2)]
    #expect(changes == [true, false] && crawl.texts.contains("other") && !crawl.texts.contains("second"))
    let order = [2, 0, 1].map { items[$0].id }
    #expect([headlines.arrange(order, at: 3), headlines.arrange(order, at: 4)] == [true, false])
  }

  @Test("One that was corrected while it waited to come next gives way to a newer one as any other")
  func correctedNext() throws {
    for corrections in 0...2 {
      var queue = ItemQueue()
      var (crawl, headlines) = try running(&queue)
      crawl.advance(to: 12)
      let shown = coming(crawl, from: 12, for: 0)
      var keyed = (0...corrections).map { number in
        Self.item(70 + number, published: UnixTime(seconds: 400 + number), isNew: true)
      }
      for place in keyed.indices { keyed[place].airing.key = "score" }
      let newer = Self.item(99, published: 500, isNew: true)
      for (number, item) in (keyed + [newer]).enumerated() {
        let t = 12 + Double(number) / 10
        queue.add([item], now: UnixTime(seconds: 1000 + t))
        _ = headlines.show(queue.ordered, of: queue, at: t)
      }
      let next = coming(crawl, from: 12, for: 20).dropFirst(shown.count).prefix(2)
      #expect(next.map { $0.suffix(2) } == ["99", "\(70 + corrections)"])
    }
  }

  @Test("When it is no longer new it stays where it is, without its mark once it is out of sight")
  func unmarked() throws {
    var queue = ItemQueue()
    var (crawl, headlines) = try running(&queue)
    crawl.setTopics([Topic("World", color: .white)], at: 0)
    var item = Self.item(99, published: 500, isNew: true)
    item.topicID = 0
    queue.add([item], now: 1012)
    _ = headlines.show(queue.ordered, of: queue, at: 12)
    let id = try #require(headlines.id(of: item.id))
    func label() -> String? { crawl.headlines.layout(ofHeadline: id)?.label?.text }
    #expect(label()?.contains("NEW") == true)
    var t = 12.0
    while !crawl.shownItems(at: t).contains(id) {
      t += 0.1
      crawl.advance(to: t)
    }
    queue.expire(now: 1012 + 601)
    _ = headlines.show(queue.ordered, of: queue, at: t)
    #expect(headlines.marked == [id] && label()?.contains("NEW") == true && headlines.leaving.isEmpty)
    while crawl.shownItems(at: t).contains(id) {
      t += 0.1
      crawl.advance(to: t)
    }
    let order = crawl.itemIDs
    _ = headlines.show(queue.ordered, of: queue, at: t)
    #expect(headlines.marked.isEmpty && crawl.itemIDs == order && headlines.id(of: item.id) == id)
    #expect(label()?.contains("NEW") == false && headlines.endings.isEmpty && headlines.onAir.news == 1)
    // Nothing else is to be done.
    let hasChanged = headlines.show(queue.ordered, of: queue, at: t + 1)
    #expect(!hasChanged)
  }

  @Test("An item that is taken out and put back has come once; one that has left the queue comes again")
  func arrivals() throws {
    var queue = ItemQueue()
    var (_, headlines) = try running(&queue)
    #expect(headlines.onAir.count == 20)
    _ = headlines.show(Array(queue.ordered.dropFirst(10)), of: queue, at: 12)
    _ = headlines.show(queue.ordered, of: queue, at: 80)
    #expect(headlines.onAir.count == 20 && headlines.onAir.since(20).isEmpty)
    let gone = queue.removeAll { $0.id.guid == "3" }
    _ = headlines.show(queue.ordered, of: queue, at: 200)
    queue.add(gone, now: 1200)
    _ = headlines.show(queue.ordered, of: queue, at: 300)
    #expect(headlines.onAir.count == 21)
    #expect(headlines.onAir.since(20).map { headlines.onAir.item($0)?.id.guid } == ["3"])
  }

  @Test("A corrected link alone is what a click opens, on what is in view and in later laps") func correctedLink()
    throws
  {
    var (crawl, headlines, items) = try short()
    items.remove(at: 1)
    for (time, link) in [(4.0, "https://example.org/wrong"), (5, "https://example.org/right"), (6, nil)] {
      items[1].link = link
      _ = headlines.show(items, at: time)
      let id = try #require(headlines.id(of: items[1].id))
      #expect(crawl.headline(of: id)?.link == link && crawl.itemIDs == [0, 2] && headlines.leaving.isEmpty)
      let piece = try #require(crawl.presentation(at: time).pieces(at: time).first { $0.layout.headline.id == id })
      #expect(crawl.item(at: Point(x: piece.left + 1, y: 15), t: time)?.link == link)
    }
    crawl.advance(to: 150)
    #expect(crawl.presentation(at: 150).pieces(at: 150).allSatisfy { $0.layout.headline.link == nil })
  }

  @Test("Links alone that are corrected count for what is in view and for what is beyond")
  func correctedLinkOfMany() throws {
    let crawl = CrawlScene()
    var headlines = QueuedHeadlines(on: crawl)
    var items = (0..<40).map { NewsItem(guid: "\($0)", title: "headline number \($0)", link: "https://example.org/") }
    _ = headlines.show(items, at: 0)
    try start(crawl)
    let seen = crawl.shownItems(at: 3)
    for place in items.indices { items[place].link = "https://example.org/\(place)" }
    _ = headlines.show(items, at: 3)
    for item in items {
      let id = try #require(headlines.id(of: item.id))
      #expect(crawl.headline(of: id)?.link == item.link)
    }
    #expect(!seen.isEmpty && seen.count < 30 && crawl.count == 40 && headlines.leaving.isEmpty)
    for t in [3.0, 30, 300] {
      crawl.advance(to: t)
      let links = crawl.presentation(at: t).pieces(at: t).map(\.layout.headline.link)
      #expect(!links.isEmpty && !links.contains("https://example.org/"))
    }
  }

  @Test("With its topic goes what still runs out of the view") func topicGoes() throws {
    let crawl = CrawlScene()
    var headlines = QueuedHeadlines(on: crawl)
    var items = ["first", "second"].map { NewsItem(guid: $0, title: $0) }
    for place in items.indices { items[place].topicID = place }
    crawl.setTopics(["A", "B"].map { Topic($0, color: .white) }, at: 0)
    _ = headlines.show(items, at: 0)
    try start(crawl)
    _ = headlines.show([items[0]], at: 3)
    #expect(crawl.count == 1 && crawl.shownItems(at: 3) == [0, 1])
    crawl.remove(topic: 1, at: 4)
    #expect(crawl.shownItems(at: 4) == [0])
  }

  @Test("With the topic that an item had goes what runs out, not what it is now") func changedTopic()
    throws
  {
    let crawl = CrawlScene()
    var headlines = QueuedHeadlines(on: crawl)
    var item = NewsItem(guid: "1", title: "first")
    item.topicID = 0
    crawl.setTopics(["A", "B"].map { Topic($0, color: .white) }, at: 0)
    _ = headlines.show([item], at: 0)
    try start(crawl)
    (item.topicID, item.title) = (1, "second")
    _ = headlines.show([item], at: 3)
    crawl.remove(topic: 0, at: 4)
    let id = try #require(headlines.id(of: item.id))
    #expect(crawl.text(of: id) == "second" && crawl.count == 1)
  }
}
