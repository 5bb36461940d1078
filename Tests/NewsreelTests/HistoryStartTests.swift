import Panels
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

/// The history of headlines at every start but the first, in virtual time.
@Suite("The history at every start") struct HistoryStartTests {
  enum Later: String, CaseIterable {
    case runsOn, isWrittenAgain, comesAgain, restarts, restartsAndComesAgain, comesAgainTwice, rebootsTwice, isKilled
    case anotherStrip, isHiddenMeanwhile
  }

  private final class Strip {
    let home: VirtualHome
    private(set) var feeds: NewsDesk
    /// What the caches have of the feed and of the channel.
    private var cached: [String: [NewsItem]] = [:]
    static let feed = "https://example.org/feed"
    static let channel = "mqtt://broker.example.org:1883/lobby"

    init(in home: VirtualHome) throws {
      self.home = home
      feeds = Self.controller()
      try join(feeds)
    }

    private static func controller() -> NewsDesk {
      let feeds = NewsDesk(
        feeds: [], options: NewsFeeds(), takesJSONLines: true, crawl: CrawlScene(),
        color: { Color(rgb: UInt32($0)) }, readState: UserPaths.readState)
      feeds.open(in: RunLoop(), time: { monotonicNow() }, onChange: { _ in })
      return feeds
    }

    private func join(_ feeds: NewsDesk) throws {
      feeds.add(try FeedSpec(url: Self.feed, label: "World"))
      feeds.join(try BrokerAddress(Self.channel))
    }

    func restart(closing: Bool = true) throws {
      if closing { feeds.close() }
      feeds = Self.controller()
      try join(feeds)
    }

    /// Another strip with the same sources, for a while.
    func runAnother() throws {
      let first = feeds
      try restart(closing: false)
      comeAgain()
      wait(20)
      feeds.close()
      feeds = first
      comeAgain()
    }

    func wait(_ seconds: Seconds) {
      home.system.now += seconds
      serve()
    }

    private func serve() { for _ in 0..<3 { _ = feeds.service(now: monotonicNow() + 5) } }

    func bring(_ items: [NewsItem], of feed: String) {
      let new = items.map { item in
        var item = item
        (item.id.feed, item.arrived) = (feed, wallClockNow())
        return item
      }
      cached[feed, default: []] += new
      feeds.receive(.items(new, feed: feed))
      serve()
    }

    func comeAgain() {
      for (feed, items) in cached.sorted(by: { $0.key < $1.key }) { feeds.receive(.items(items, feed: feed)) }
      receive(#"{"id":"a","text":"Line A","topic":"Mail"}"#)
    }

    func receive(_ line: String) {
      Array(line.utf8).withUnsafeBytes { feeds.receive(line: $0) }
      serve()
    }

    func begin() {
      let now = wallClockNow()
      func item(_ title: String, hours: Double?) -> NewsItem {
        var item = NewsItem(guid: title, title: title, link: "https://example.org/\(title)")
        (item.published, item.author) = (hours.map { now + $0 * 3600 }, "Ada")
        return item
      }
      bring([item("Oldest", hours: -30), item("Newest", hours: -1), item("Ahead", hours: 8)], of: Self.feed)
      wait(100)
      receive(#"{"id":"a","text":"Line A","topic":"Mail","link":"https://example.org/a"}"#)
      wait(100)
      var placed = NewsItem(guid: "p", title: "Placed", topic: "Rail")
      placed.place = 7
      bring([placed], of: Self.channel)
      wait(100)
      bring([item("Undated", hours: nil)], of: Self.feed)
      receive(#"{"id":"b","text":"Line B"}"#)
      wait(1000)
    }

    func go(on later: Later) throws {
      switch later {
      case .runsOn: break
      case .isWrittenAgain:
        receive(#"{"id":"b","text":"Line B"}"#)
        wait(50)
      case .comesAgain: comeAgain()
      case .restarts: try restart()
      case .restartsAndComesAgain, .isKilled:
        try restart(closing: later != .isKilled)
        comeAgain()
      case .comesAgainTwice, .rebootsTwice:
        for _ in 0..<2 {
          feeds.close()
          if later == .rebootsTwice { home.reboot() }
          try restart(closing: false)
          comeAgain()
          wait(50)
        }
      case .anotherStrip: try runAnother()
      case .isHiddenMeanwhile:
        let mail = try #require(feeds.topics.entries.firstIndex { $0.name == "Mail" })
        feeds.perform(.switchOff(mail), at: 0)
        wait(20)
        feeds.perform(.turn(mail, on: true), at: 0)
      }
      wait(10)
      feeds.close()
    }
  }

  @Test("It has the same headlines, with their times and topics, in the same order", arguments: Later.allCases)
  func same(_ later: Later) throws {
    let home = try VirtualHome()
    try home.system.run {
      let strip = try Strip(in: home)
      strip.begin()
      try strip.go(on: later)
      let rows = HeadlineRows(.english)
      #expect(rows.problem == nil && rows.count.all == 7)
      let told = rows.items.map {
        "\((($0.shownTime - 1_790_000_000) / 100).rounded()) \($0.title), \($0.topic ?? "-"), \($0.author ?? "-"), \($0.link ?? "-")"
      }
      #expect(
        told == [
          "3.0 Line B, -, -, -", "3.0 Undated, World, Ada, https://example.org/Undated", "2.0 Placed, Rail, -, -",
          "1.0 Line A, Mail, -, https://example.org/a", "0.0 Ahead, World, Ada, https://example.org/Ahead",
          "-36.0 Newest, World, Ada, https://example.org/Newest",
          "-1080.0 Oldest, World, Ada, https://example.org/Oldest",
        ])
    }
  }

  @Test("What a filter leaves out is neither listed nor counted, at each change of it") func filtered() throws {
    let home = try VirtualHome()
    try home.system.run {
      let strip = try Strip(in: home)
      strip.begin()
      strip.feeds.close()
      func listed() -> [NewsItem] { HeadlineRows(.english).items.filter { $0.id.feed == Strip.feed } }
      let cache = FeedCache(directory: UserPaths.cache)
      var entry = FeedCache.Entry(url: Strip.feed)
      (entry.looked, entry.items) = (wallClockNow(), listed())
      entry.items[entry.items.count - 1].summary = "About golf"
      for path in [UserPaths.cache + "/x", UserPaths.feedList] { AtomicFile.makeDirectories(above: path) }
      try cache.save(entry)
      var feed = try FeedSpec(url: Strip.feed, label: "World")
      for (filter, titles) in [
        ("newest", ["Undated", "Ahead", "Oldest"]), ("golf", ["Undated", "Ahead", "Newest"]),
        (nil, ["Undated", "Ahead", "Newest", "Oldest"]), ("/e/", []),
      ] as [(String?, [String])] {
        feed.without = filter
        try FeedList.change(UserPaths.feedList) { list in if !list.add(feed) { _ = list.update(feed) } }
        for _ in 0..<2 {
          #expect(listed().map(\.title) == titles, "\(filter ?? "none")")
          let rows = FeedRows(FollowedFeedList(), FeedsPanelText(.english))
          let detail = rows.row(0, palette: { _ in .white }).cells[0].detail
          #expect(
            detail.hasPrefix(titles.isEmpty ? "no" : "\(titles.count) headlines"), "\(filter ?? "none"): \(detail)")
        }
      }
    }
  }

  @Test(
    "Headlines are found without their accents, in whatever case", arguments: ["lodz", "ŁÓDŹ", "strasse lo", "Łodz"])
  func accents(_ words: String) throws {
    let home = try VirtualHome()
    try home.system.run {
      let strip = try Strip(in: home)
      strip.begin()
      strip.receive(#"{"text":"Łódź opens its Straße"}"#)
      strip.wait(1000)
      let rows = HeadlineRows(.english)
      for _ in 0..<2 {
        rows.search = words
        #expect(rows.items.map(\.title) == ["Łódź opens its Straße"])
        rows.search = "lodzz"
        #expect(rows.items.isEmpty)
      }
    }
  }

  @Test("What a full disk did not take is written once there is room, with nothing new") func fullDisk() throws {
    let home = try VirtualHome()
    try home.system.run {
      let strip = try Strip(in: home)
      strip.begin()
      home.system.disk.fail(.full, after: 0)
      strip.receive(#"{"id":"c","text":"Line C"}"#)
      strip.wait(20)
      #expect(HeadlineRows(.english).count.all == 7)
      strip.wait(100)
      #expect(HeadlineRows(.english).count.all == 8)
      #expect(strip.feeds.writing.due == .infinity)
    }
  }

  @Test("What was read in it is read", arguments: Later.allCases) func read(_ later: Later) throws {
    let home = try VirtualHome()
    try home.system.run {
      let strip = try Strip(in: home)
      strip.begin()
      strip.feeds.setRead(true, link: "https://example.org/Newest")
      strip.feeds.setRead(true, link: "https://example.org/a")
      strip.feeds.setRead(false, link: "https://example.org/a")
      strip.wait(10)
      try HeadlineRows(.english).set(true, link: "https://example.org/Oldest")
      try strip.go(on: later)
      let rows = HeadlineRows(.english)
      #expect(Set(rows.items.filter(rows.isRead).map(\.title)) == ["Newest", "Oldest"])
    }
  }
}
