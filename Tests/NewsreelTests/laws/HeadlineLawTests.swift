import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

/// What the queue has is what comes on the crawl and over it, through random histories.
@Suite("Laws of headlines on a strip") struct HeadlineLawTests {
  private static func pick<Value>(_ values: [Value], _ random: inout SeededRandom) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  /// Lines and feeds' items that come, are corrected and go.
  private struct Source {
    var random: SeededRandom
    var queue = ItemQueue()
    private var number = 0

    init(seed: UInt64) {
      random = SeededRandom(seed: seed)
      queue.settings.newComeNext = false
    }

    mutating func step(_ now: UnixTime) {
      switch Int.random(in: 0..<6, using: &random) {
      case 0...2:
        number += 1
        let guid = pick([number, number, number, Int.random(in: 1...number, using: &random)], &random)
        var item = NewsItem(guid: "\(guid)", title: "headline \(number)")
        item.id.feed = pick([nil, nil, "f"], &random)
        item.link = pick([nil, "https://example.org/\(number)"], &random)
        item.airing.key = pick([nil, nil, nil, "k"], &random)
        queue.add([item], now: now)
      case 3:
        guard let item = queue.items.randomElement(using: &random) else { return }
        queue.removeAll { $0.id == item.id }
      case 4:
        guard var item = queue.items.randomElement(using: &random) else { return }
        item.link = "https://example.org/corrected/\(number)"
        queue.add([item], now: now)
      default: break
      }
    }
  }

  @Test(
    "A crawl that is not seen has what the queue has, in its order; the same once more changes nothing",
    arguments: 1...25)
  func unseen(_ seed: UInt64) throws {
    var source = Source(seed: seed)
    let crawl = CrawlScene()
    var headlines = QueuedHeadlines(on: crawl)
    for step in 0..<60 {
      source.step(UnixTime(seconds: 1_790_000_000 + Double(step)))
      let wanted = source.queue.ordered
      _ = headlines.show(wanted, of: source.queue, at: 0)
      let texts = crawl.itemIDs.compactMap { crawl.text(of: $0) }
      try #require(Set(texts) == Set(wanted.map(\.title)) && texts.count == wanted.count, "seed \(seed), step \(step)")
      for item in wanted {
        let id = try #require(headlines.id(of: item.id), "seed \(seed), step \(step)")
        try #require(crawl.text(of: id) == item.title && headlines.item(ofHeadline: id)?.link == item.link)
      }
      try #require(headlines.leaving.isEmpty && headlines.ids == Set(crawl.itemIDs))
      let (before, arrivals) = (crawl.itemIDs, headlines.onAir.count)
      let hasChanged = headlines.show(wanted, of: source.queue, at: 0)
      try #require(
        !hasChanged && crawl.itemIDs == before && headlines.onAir.count == arrivals, "seed \(seed), step \(step)")
    }
    // In the order of a new one.
    let other = CrawlScene()
    var new = QueuedHeadlines(on: other)
    _ = new.show(source.queue.ordered, of: source.queue, at: 0)
    #expect(other.itemIDs.map { other.text(of: $0) } == source.queue.ordered.map(\.title))
  }

  @Test("On a crawl that runs nothing that is seen jumps, and in the end all is there once", arguments: 1...10)
  func running(_ seed: UInt64) throws {
    var source = Source(seed: seed)
    let crawl = CrawlScene()
    var headlines = QueuedHeadlines(on: crawl)
    for step in 0..<12 { source.step(UnixTime(seconds: 1_790_000_000 + Double(step))) }
    _ = headlines.show(source.queue.ordered, of: source.queue, at: 0)
    var style = CrawlStyle()
    style.crawl.scrollTime = 0
    style.crawl.scrollSpeed = 50
    try crawl.apply(style, at: 0)
    crawl.layout(in: Rect(x: 0, y: 0, width: 400, height: 30), with: FixedTypesetter(), at: 0)
    crawl.start(at: 0)
    var t = 0.0
    for step in 0..<40 {
      t += Self.pick([0.2, 1, 3], &source.random)
      source.step(UnixTime(seconds: 1_790_000_100 + Double(step)))
      crawl.advance(to: t)
      let before = crawl.train.visible(at: t)
      let wanted = source.queue.ordered
      _ = headlines.show(wanted, of: source.queue, at: t)
      let after = crawl.train.visible(at: t)
      // A corrected line changes in place, under another number, and may be longer.
      if before.map(\.segment.id) == after.map(\.segment.id) {
        for (old, new) in zip(before, after) { try #require(abs(new.x - old.x) < 1e-6, "seed \(seed), step \(step)") }
      }
      let hasChanged = headlines.show(wanted, of: source.queue, at: t)
      try #require(!hasChanged, "seed \(seed), step \(step)")
      let own = Set(wanted.compactMap { headlines.id(of: $0.id) })
      try #require(
        headlines.ids.subtracting(own).isSubset(of: headlines.leaving.union(own)), "seed \(seed), step \(step)")
    }
    // Once all that was seen has run out.
    let wanted = source.queue.ordered
    for _ in 0..<6 {
      t += 40
      crawl.advance(to: t)
      _ = headlines.show(wanted, of: source.queue, at: t)
    }
    let texts = crawl.itemIDs.compactMap { crawl.text(of: $0) }
    #expect(Set(texts) == Set(wanted.map(\.title)) && texts.count == wanted.count, "seed \(seed)")
    #expect(headlines.leaving.isEmpty, "seed \(seed)")
  }

  // MARK: - Break-ins

  @Test("What breaks in is on the strip in its last version until it ends, and comes once", arguments: 1...30)
  func breakIns(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var breakIns = BreakIns()
    // The strip: the texts by the numbers.
    var strip: [Int: String] = [:]
    var shows: [String: Int] = [:]
    var items: [NewsItem] = []
    func follow() {
      breakIns.follow(items, allowsTakeover: true, isOnAir: { _ in true }, priority: { $0.airing.priority ?? 0 })
    }
    func obey() throws {
      for change in breakIns.takeChanges() {
        switch change {
        case .show(let headline, let item):
          if strip[headline.number] == nil { shows[item.id.guid, default: 0] += 1 }
          try #require((headline.edition > 0) == (strip[headline.number] != nil))
          strip[headline.number] = headline.text
        case .end(let number, _): try #require(strip.removeValue(forKey: number) != nil)
        }
      }
    }
    var number = 0
    for step in 0..<80 {
      let place = "seed \(seed), step \(step)"
      switch Int.random(in: 0..<6, using: &random) {
      case 0...1:
        number += 1
        var item = NewsItem(guid: "\(number)", title: "text \(number)")
        item.airing.placing = Self.pick([.breakIn, .breakIn, .queue], &random)
        items.append(item)
      case 2:
        // Corrected: another text, not more urgent.
        guard let old = items.indices.randomElement(using: &random) else { continue }
        items[old].title += "!"
      case 3:
        guard let old = items.indices.randomElement(using: &random) else { continue }
        let gone = items.remove(at: old)
        let wasShown = breakIns.items.contains { $0.id == gone.id }
        let ids = breakIns.withdraw { $0.id == gone.id }
        #expect(ids == (wasShown ? [gone.id] : []))
        let again = breakIns.withdraw { $0.id == gone.id }
        #expect(again.isEmpty)
      case 4:
        guard let number = strip.keys.sorted().first else { continue }
        strip[number] = nil
        let ended = breakIns.ended(number)
        let again = breakIns.ended(number)
        #expect(ended != nil && again == nil, "\(place)")
      default: breakIns.forget { id in items.contains { $0.id == id } }
      }
      follow()
      try obey()
      follow()
      try #require(breakIns.takeChanges().isEmpty, "\(place)")
      try #require(breakIns.items.map(\.title).sorted() == strip.values.sorted(), "\(place)")
      for (number, text) in strip { try #require(breakIns.item(number)?.title == text, "\(place)") }
      try #require(shows.values.allSatisfy { $0 == 1 }, "\(place)")
      for item in breakIns.items { try #require(items.first { $0.id == item.id }?.title == item.title, "\(place)") }
      try #require(items.filter(\.breaksIn).allSatisfy { shows[$0.id.guid] == 1 }, "\(place)")
    }
  }

  // MARK: - What a process that reads feeds tells

  @Test(
    "After each whole reading there is what the source has, however often its process starts", arguments: 1...20,
    [false, true])
  func filter(_ seed: UInt64, isAlerts: Bool) throws {
    var random = SeededRandom(seed: seed)
    var spec = try FeedSpec(url: "https://e.org/feed")
    if isAlerts { spec.alerts = AlertSettings() }
    var (filter, number) = (FeedEventFilter(), 0)
    // What the source has, what its process knows, and what is on the strip.
    var (source, told, shown): ([NewsItem], [String: NewsItem], [NewsItem]) = ([], [:], [])
    func say(_ event: FeedEvent) {
      for event in filter.events(from: event, asked: [spec.url: spec], held: { _ in shown }) {
        switch event {
        case .items(let items, _):
          for item in items {
            if let place = shown.firstIndex(where: { $0.id == item.id }) {
              shown[place] = item
            } else {
              shown.insert(item, at: 0)
            }
          }
        case .withdrawn(let ids, _): shown.removeAll { ids.contains($0.id.guid) }
        default: break
        }
      }
    }
    filter.begin([spec.url])
    for step in 0..<60 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        number += 1
        var item = NewsItem(guid: "\(number)", title: "T\(number)")
        item.published = UnixTime(seconds: 1_790_000_000 + Double(number))
        item.id.feed = spec.url
        if isAlerts { item.alert = AlertFacts(CAPInfo(), .actual) }
        source.insert(item, at: 0)
      case 1:
        guard source.count > 1 else { continue }
        let place = Int.random(in: 0..<source.count - 1, using: &random)
        if Bool.random(using: &random) { source[place].title += "!" } else { source.remove(at: place) }
      case 2:
        // The process is another one; it may fail at first.
        filter.begin([spec.url])
        told = [:]
        if Bool.random(using: &random) {
          let before = shown
          say(.status(FeedStatus(url: spec.url, outcome: .failed)))
          try #require(shown == before)
        }
      default: break
      }
      let news = source.filter { item in !(told[item.id.guid].map { item.looksLike($0) } ?? false) }
      let gone = told.keys.filter { id in !source.contains { $0.id.guid == id } }
      if !news.isEmpty { say(.items(news, feed: spec.url)) }
      if !gone.isEmpty { say(.withdrawn(gone.sorted(), feed: spec.url)) }
      say(.status(FeedStatus(url: spec.url, outcome: .read, count: source.count)))
      told = Dictionary(source.map { ($0.id.guid, $0) }, uniquingKeysWith: { first, _ in first })
      try #require(shown.map(\.title).sorted() == source.map(\.title).sorted(), "seed \(seed), step \(step)")
    }
  }
}
