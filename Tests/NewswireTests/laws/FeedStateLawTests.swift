import ScrollCore
import TestKit
import Testing

@testable import Base
@testable import Newswire

/// The state of a feed through random histories in virtual time: one that is started again at any moment goes on as one that
/// runs on, and its headlines are those of the last reading.
@Suite("Laws of a feed's state") struct FeedStateLawTests {
  /// A feed's state with its cache.
  private final class Reader {
    let spec: FeedSpec
    let policy: RefreshPolicy
    let cache: FeedCache
    var state: FeedState
    /// What its strip has: the titles by the items' IDs.
    var shown: [String: String] = [:]
    /// What counted as new, in order.
    var new: [String] = []

    init(_ spec: FeedSpec, _ policy: RefreshPolicy, in folder: String) {
      (self.spec, self.policy, cache, state) = (spec, policy, FeedCache(directory: folder), FeedState(spec))
    }

    func start() throws {
      state = FeedState(spec)
      state.load(try cache.load(spec.url), now: monotonicNow(), time: wallClockNow(), policy: policy)
      shown = Dictionary(state.entry.items.map { ($0.id.guid, $0.title) }, uniquingKeysWith: { first, _ in first })
    }

    func read(_ feed: ParsedFeed?, _ response: HTTPResponse) throws {
      state.beginLook()
      if let feed {
        let news = state.update(with: feed, now: wallClockNow(), keeping: 12)
        for item in news.items { shown[item.id.guid] = item.title }
        for guid in news.withdrawn { shown[guid] = nil }
        new += news.items.filter(\.isNew).map(\.id.guid)
      }
      state.succeed(response, with: feed, policy: policy)
      try cache.save(state.entry)
    }

    func fail(_ reason: Reason, _ response: HTTPResponse?) throws {
      state.beginLook()
      _ = state.fail(reason, response, policy: policy)
      try cache.save(state.entry)
    }
  }

  /// A feed that changes at random. What it has taken off does not come again.
  private struct Feed {
    var items: [NewsItem] = []
    var number = 0

    mutating func change(_ random: inout SeededRandom) {
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        number += 1
        var item = NewsItem(guid: "\(number)", title: "Title \(number)")
        if number % 3 != 0 { item.published = wallClockNow() }
        items.insert(item, at: 0)
      }
      if items.count > 2, Int.random(in: 0..<3, using: &random) == 0 {
        items[Int.random(in: 1..<items.count, using: &random)].title += "!"
      }
      if items.count > 3, Int.random(in: 0..<3, using: &random) == 0 {
        items.remove(at: Int.random(in: 1..<items.count, using: &random))
      }
      items = Array(items.prefix(8))
    }

    var parsed: ParsedFeed {
      var feed = ParsedFeed()
      (feed.title, feed.items) = ("News", items)
      return feed
    }
  }

  @Test("Started again at any moment it goes on as one that runs on", arguments: 1...8)
  func restarts(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let (system, folders) = (VirtualSystem(), [try TemporaryFolder(), try TemporaryFolder()])
    system.now = 5000
    try system.run {
      var spec = try FeedSpec(url: "https://example.org/feed")
      spec.interval = [nil, 300, 7200][Int.random(in: 0..<3, using: &random)]
      var policy = RefreshPolicy()
      policy.jitter = 0
      let readers = folders.map { Reader(spec, policy, in: $0.path) }
      let (running, restarted) = (readers[0], readers[1])
      for reader in readers { try reader.start() }
      var (feed, failures) = (Feed(), 0)
      for step in 0..<60 {
        system.now += [0, 1, 40, 500][Int.random(in: 0..<4, using: &random)]
        let place = "seed \(seed), step \(step)"
        var response = HTTPResponse()
        switch Int.random(in: 0..<7, using: &random) {
        case 0...1:
          feed.change(&random)
          response.entityTag = [nil, "\"\(step)\""][Int.random(in: 0..<2, using: &random)]
          response.maxAge = [nil, 5000][Int.random(in: 0..<2, using: &random)]
          for reader in readers { try reader.read(feed.parsed, response) }
          failures = 0
        case 2 where feed.number > 0:
          response.status = 304
          let former = running.state.entry
          for reader in readers { try reader.read(nil, response) }
          #expect(running.state.entry.items == former.items && running.state.entry.entityTag == former.entityTag)
          failures = 0
        case 3:
          failures += 1
          let reason = [Reason("away"), .of(.isNotThere, "404")][Int.random(in: 0..<2, using: &random)]
          response.retryAfter = [nil, 4000][Int.random(in: 0..<2, using: &random)]
          for reader in readers { try reader.fail(reason, response) }
        case 4:
          for reader in readers { try reader.read(feed.number > 0 ? feed.parsed : nil, response) }
          failures = 0
        default:
          let (due, mayWait) = (restarted.state.deadline, restarted.state.entry.mayWait)
          try restarted.start()
          // What it waits for does not change with a restart.
          let isKept = mayWait && restarted.state.entry.due != nil && due > monotonicNow()
          if isKept { #expect(abs(restarted.state.deadline - due) < 1e-3, "\(place)") }
          #expect(!isKept || restarted.state.restingStatus(now: monotonicNow()) != nil, "\(place)")
        }
        var (first, second) = (running.state.entry, restarted.state.entry)
        // A row of failures is counted anew, and so are their waits.
        if failures > 0 { (first.due, first.earliest, second.due, second.earliest) = (nil, nil, nil, nil) }
        for item in first.items.indices { first.items[item].topicID = nil }
        try #require(first == second, "\(place)")
        try #require(running.shown == restarted.shown && running.new == restarted.new, "\(place)")
        let own = Dictionary(first.items.map { ($0.id.guid, $0.title) }, uniquingKeysWith: { $1 })
        try #require(own == running.shown, "\(place)")
        // All that it lists is there, in its order.
        let present = Set(feed.items.map(\.id.guid))
        try #require(
          first.items.filter { present.contains($0.id.guid) }.map(\.title) == feed.items.map(\.title), "\(place)")
        let deadline = running.state.deadline
        #expect(
          deadline == .infinity || running.state.isDue(now: deadline) && !running.state.isDue(now: deadline - 1e-3))
      }
    }
  }

  @Test("A feed whose document has lost its title keeps its name, also after a start") func name() throws {
    try VirtualSystem().run {
      let folder = try TemporaryFolder()
      let reader = Reader(try FeedSpec(url: "https://example.org/feed"), RefreshPolicy(), in: folder.path)
      try reader.start()
      for title in ["Wire", nil] {
        var feed = ParsedFeed()
        (feed.title, feed.items) = (title, [NewsItem(guid: "1", title: "One")])
        try reader.read(feed, HTTPResponse())
        #expect(reader.state.entry.title == "Wire" && reader.state.entry.items.first?.topic == "Wire")
      }
      try reader.start()
      #expect(reader.state.entry.title == "Wire")
    }
  }

  @Test("A feed that is read twice has no news, and looks change nothing", arguments: 1...20)
  func twice(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    try VirtualSystem().run {
      let state = FeedState(try FeedSpec(url: "https://example.org/feed"))
      state.load(nil, now: 0, time: wallClockNow())
      var feed = Feed()
      for _ in 0..<20 {
        feed.change(&random)
        _ = state.update(with: feed.parsed, now: wallClockNow(), keeping: 12)
        let entry = state.entry
        let news = state.update(with: feed.parsed, now: wallClockNow() + 5, keeping: 12)
        #expect(news.items.isEmpty && news.withdrawn.isEmpty && state.entry == entry)
        _ = (state.deadline, state.isDue(now: 1e9), state.restingStatus(now: 0), state.status(.read), state.roundDue)
        #expect(state.entry == entry && state.newDescription(icons: nil) != nil || state.description != nil)
        #expect(state.newDescription(icons: nil) == nil)
      }
    }
  }

  @Test("Whatever an entry has comes back from the cache", arguments: 1...20)
  func cached(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let folder = try TemporaryFolder()
    let cache = FeedCache(directory: folder.path)
    for number in 0..<10 {
      func any<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
      var entry = FeedCache.Entry(url: "https://example.org/\(number)")
      (entry.title, entry.link, entry.icon) = (any("T"), any("https://example.org/"), any("https://example.org/i.png"))
      (entry.movedTo, entry.problem, entry.entityTag) = (
        any("https://example.org/n"), any(Reason.of(.tooLarge, "4 MB")), any("\"1\"")
      )
      (entry.lastModified, entry.looked, entry.due) = (any("Mon"), any(1_790_000_000.25), any(1_790_000_900))
      (entry.problemSince, entry.earliest, entry.gone) = (any(1_790_000_001), any(1_790_000_002), any(1_790_000_003))
      entry.items = (0..<Int.random(in: 0...4, using: &random)).map { place in
        var item = NewsItem(guid: "\(place)", title: "Title \(place)")
        (item.link, item.author, item.summary) = (any("https://example.org/\(place)"), any("A"), any("S"))
        (item.topic, item.id.feed, item.published) = (any("T"), any("f"), any(1_789_000_000.5))
        (item.arrived, item.isNew, item.expires) = (1_790_000_000, Bool.random(using: &random), any(1_791_000_000))
        item.airing.priority = any(3)
        return item
      }
      try cache.save(entry)
      #expect(try cache.load(entry.url) == entry)
    }
    #expect(try cache.load("https://example.org/3")?.url == "https://example.org/3")
  }
}
