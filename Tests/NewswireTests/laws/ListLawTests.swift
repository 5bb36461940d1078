import ScrollCore
import TestKit
import Testing

@testable import Base
@testable import Newswire

/// The list of feeds through random edits: the file says the same as the list, and each edit can be taken back.
@Suite("Laws of the list of feeds") struct ListLawTests {
  private static let opml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <opml version="2.0">
      <head><title>Mine</title></head>
      <body>
        <outline type="rss" text="a" xmlUrl="https://example.org/a"/>
        <!-- a note -->
        <outline text="One">
          <outline type="rss" text="b" xmlUrl="https://example.org/b" custom="kept"/>
          <outline text="Two">
            <outline type="rss" text="c" xmlUrl="https://example.org/c"/>
          </outline>
        </outline>
        <outline text="No feed" other="stays"/>
        <outline type="rss" text="d" xmlUrl="https://example.org/d"/>
      </body>
    </opml>

    """

  private static func list() throws -> FeedList { try FeedList(opml: Array(opml.utf8), name: "list") }

  private static func feed(_ random: inout SeededRandom) throws -> FeedSpec {
    func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
    var feed = try FeedSpec(url: "https://example.org/" + pick(["a", "b", "c", "d", "e", "f", "g"]))
    (feed.label, feed.interval) = (pick(["x", "y", "zz"]), pick([nil, 600, 900]))
    (feed.only, feed.without, feed.maximumAge) = (pick([nil, "goal"]), pick([nil, "rain"]), pick([nil, 3600]))
    (feed.maximumCount, feed.showsSummaries, feed.color) = (
      pick([nil, 4]), pick([nil, true, false]), pick([nil, "#33aa77"])
    )
    feed.airing.priority = pick([nil, 2])
    feed.group = pick([nil, "One", "One/Two", "Three"])
    return feed
  }

  /// Edits the list as a window does.
  private static func edit(_ list: inout FeedList, _ random: inout SeededRandom) throws {
    var feed = try feed(&random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: list.add(feed)
    case 1: list.remove(feed.url)
    case 2: list.move(feed.url, to: Int.random(in: 0...list.feeds.count, using: &random))
    default:
      guard let known = list.feed(named: feed.url) else { return }
      (feed.group, feed.others, feed.site) = (known.group, known.others, known.site)
      list.update(feed)
    }
  }

  /// The feeds as a reader of the file sees them, without the folders, which follow from their places.
  private static func ungrouped(_ feeds: [FeedSpec]) -> [FeedSpec] {
    feeds.map { feed in
      var feed = feed
      (feed.group, feed.others) = (nil, [])
      return feed
    }
  }

  @Test("The file says what the list has, saved after each edit or once, and keeps the rest", arguments: 1...4)
  func written(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var (saved, kept) = (try Self.list(), try Self.list())
    for step in 0..<25 {
      var same = random
      try Self.edit(&kept, &random)
      try Self.edit(&saved, &same)
      let text = saved.opml
      let again = try FeedList(opml: Array(text.utf8), name: "again")
      try #require(Self.ungrouped(again.feeds) == Self.ungrouped(saved.feeds), "seed \(seed), step \(step)")
      try #require(again.leftOut.isEmpty && again.opml == text && text.contains("<!-- a note -->"))
      try #require(text.contains("text=\"No feed\" other=\"stays\"") && again.title == "Mine")
      let others = try FeedList(opml: Array(kept.opml.utf8), name: "kept")
      try #require(Self.ungrouped(others.feeds) == Self.ungrouped(kept.feeds), "seed \(seed), step \(step)")
      if text.contains("https://example.org/b\""), step == 0 { #expect(text.contains("custom=\"kept\"")) }
      // A restart, and then the next edit.
      saved = again
      // Where they stand in folders may differ by then, but not what they are.
      let byURL = { (list: FeedList) in Self.ungrouped(list.feeds).sorted { $0.url < $1.url } }
      try #require(byURL(saved) == byURL(kept), "seed \(seed), step \(step)")
    }
  }

  @Test("Edits are taken back one by one, whatever they were", arguments: 1...40)
  func undo(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var lists = [try Self.list()]
    for _ in 0..<12 {
      var next = lists[lists.count - 1]
      try Self.edit(&next, &random)
      lists.append(next)
    }
    var list = lists[lists.count - 1]
    for place in lists.indices.dropLast().reversed() {
      list.revert(lists[place + 1], to: lists[place])
      try #require(list.feeds == lists[place].feeds, "seed \(seed), edit \(place)")
      // Once more changes nothing.
      let once = list.feeds
      list.revert(lists[place + 1], to: lists[place])
      try #require(list.feeds == once, "seed \(seed), edit \(place)")
    }
    #expect(list.opml == Self.opml)
  }

  @Test("An edit that is taken back leaves alone what others have done since", arguments: 1...40)
  func independent(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<10 {
      let before = try Self.list()
      var after = before
      try Self.edit(&after, &random)
      var list = after
      var other = try FeedSpec(url: "https://example.org/other", label: "other")
      other.group = [nil, "One", "Four"][Int.random(in: 0..<3, using: &random)]
      list.add(other)
      list.revert(after, to: before)
      try #require(list.feeds.filter { $0.url != other.url } == before.feeds, "seed \(seed)")
      try #require(list.feeds.filter { $0.url == other.url } == [other], "seed \(seed)")
    }
  }

  @Test(
    "The feeds of an account are those of its last list; the user's own stay, with their settings", arguments: 1...12)
  func accounts(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var list = try Self.list()
    let (address, elsewhere) = ("https://reader.example/api", "https://other.example/api")
    let isKnown = list.subscribe(to: [], by: address)
    #expect(!isKnown)
    _ = list.addAccount(elsewhere, name: "Reader")
    let name = list.addAccount(address, name: "Reader").name
    let again = list.addAccount(address, name: "x").name
    #expect(name != "Reader" && again == name)
    let own = Set(list.feeds.map(\.url))
    var settings = Dictionary(list.feeds.map { ($0.url, $0.label) }, uniquingKeysWith: { first, _ in first })
    for step in 0..<15 {
      let names = ["a", "c", "m", "n", "o"].filter { _ in Bool.random(using: &random) }
      let subscriptions = try names.map { name in
        var feed = try FeedSpec(url: "https://example.org/" + name, label: "of the account")
        feed.account = AccountFeed(account: address, stream: "feed/\(name)\(step / 5)")
        return feed
      }
      let before = list.feeds
      let hasChanged = list.subscribe(to: subscriptions, by: address)
      #expect(hasChanged == (list.feeds != before))
      let changesAgain = list.subscribe(to: subscriptions, by: address)
      #expect(!changesAgain)
      let wanted = Set(subscriptions.map(\.url))
      try #require(Set(list.feeds.map(\.url)) == own.union(wanted), "seed \(seed), step \(step)")
      for feed in list.feeds {
        try #require((feed.account?.account == address) == wanted.contains(feed.url), "seed \(seed), step \(step)")
        let stream = subscriptions.first { $0.url == feed.url }?.account?.stream
        try #require(feed.account?.stream == stream, "seed \(seed), step \(step)")
        if let label = settings[feed.url] { try #require(feed.label == label) }
      }
      // Feeds that stay keep their order.
      let common = before.map(\.url).filter { url in list.feeds.contains { $0.url == url } }
      try #require(list.feeds.map(\.url).filter(common.contains) == common)
      if step % 3 == 0 { list = try FeedList(opml: Array(list.opml.utf8), name: "again") }
      if var feed = list.feeds.randomElement(using: &random) {
        feed.label = "mine \(step)"
        list.update(feed)
        settings = settings.filter { own.contains($0.key) || wanted.contains($0.key) }
        settings[feed.url] = feed.label
      }
      settings = settings.filter { key, _ in list.feeds.contains { $0.url == key } }
    }
    let others = list.withoutAccounts
    #expect(others.feeds.allSatisfy { $0.account == nil } && others.feeds.count == list.feeds.count)
    let count = list.feeds.count
    let removals = [list.removeAccount(address), list.removeAccount(address)]
    #expect(removals == [count - own.count, nil])
    #expect(Set(list.feeds.map(\.url)) == own && list.feeds.allSatisfy { $0.account == nil })
    #expect(list.accounts.map(\.address) == [elsewhere])
    let read = try FeedList(opml: Array(list.opml.utf8), name: "again")
    #expect(read.accounts.map(\.address) == [elsewhere] && read.feeds.map(\.label) == list.feeds.map(\.label))
  }
}
