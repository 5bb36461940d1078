import ScrollCore
import TestKit
import Testing

@testable import Base
@testable import Newsroom
@testable import Newswire

/// What the user's filters make of the items of feeds.
@Suite("Filters") struct FilterTests {
  private static func item(_ title: String, feed: String = "a", at time: UnixTime = 0, summary: String? = nil)
    -> NewsItem
  {
    var item = NewsItem(title: title)
    (item.id.feed, item.published, item.arrived, item.summary) = (feed, time, time, summary)
    return item
  }

  private static func matches(_ filter: String, _ title: String, summary: String? = nil) throws -> Bool {
    try TextFilter(filter).matches(item(title, summary: summary))
  }

  @Test(
    "Words count whole, however they are capitalised; expressions between slashes",
    arguments: [
      ("tennis", "Tennis: a final", true), ("tennis", "Tennisball", false), ("new york", "In New York today", true),
      ("golf, tennis", "tennis", true), ("東京", "今日の東京都", true), ("C++", "On C++ and C", true),
      ("a\\Eb", "x a\\Eb y", true), (".", "abc", false), ("/goa+l/", "goaaal!", true), ("/goa+l/", "GOAL", false),
      ("/goa+l/i", "GOAL", true), ("/^a/", "ba", false), ("ärzte", "Die Ärzte", true),
    ])
  func words(filter: String, title: String, expected: Bool) throws {
    #expect(try Self.matches(filter, title) == expected)
    #expect(try Self.matches(filter, "Nothing", summary: title) == expected)
  }

  @Test("What cannot be a filter is refused", arguments: ["/(/", ",", " , ", "/[a/i"]) func refused(text: String) {
    #expect(throws: Failure.self) { try TextFilter(text) }
  }

  @Test("An expression that would try for ever matches nothing") func endless() throws {
    #expect(try !Self.matches("/^(a+)+$/", String(repeating: "a", count: 40) + "!"))
  }

  private func titles(_ queue: ItemQueue) -> [String] { queue.ordered.map(\.line) }

  @Test("Filters of all and of one feed leave out, and what they leave out comes back with a change") func queued()
    throws
  {
    var queue = ItemQueue()
    queue.settings.filter.without = try TextFilter("golf")
    var own = FeedFilter()
    own.only = try TextFilter("tennis")
    queue.settings.ownFilters = ["b": own]
    queue.add(
      [
        Self.item("Golf", at: 5), Self.item("Politics", at: 4), Self.item("Tennis", feed: "b", at: 3),
        Self.item("Rowing", feed: "b", at: 2), Self.item("Tennis and golf", feed: "b", at: 1),
      ], now: 10)
    #expect(titles(queue) == ["Politics", "Tennis"])
    queue.settings.ownFilters = [:]
    #expect(titles(queue) == ["Politics", "Tennis", "Rowing"])
    queue.settings.filter = FeedFilter()
    #expect(titles(queue).count == 5)
  }

  @Test("What is left out takes no room") func room() throws {
    var queue = ItemQueue()
    queue.settings.filter.without = try TextFilter("no")
    (queue.settings.maximumPerFeed, queue.settings.maximumCount) = (2, 3)
    queue.add(
      (0..<10).map { Self.item("no \($0)", at: UnixTime(seconds: 100 + $0)) } + [Self.item("yes", at: 1)], now: 200)
    #expect(titles(queue) == ["yes"])
    queue.settings.filter = FeedFilter()
    // A number of its own counts at once.
    #expect(titles(queue) == ["no 9", "no 8"])
  }

  @Test("A feed has its own age and number, and its summaries") func own() {
    var queue = ItemQueue()
    queue.settings.maximumAge = 50
    var own = FeedFilter()
    (own.maximumAge, own.maximumCount, own.showsSummaries) = (200, 2, true)
    queue.settings.ownFilters = ["b": own]
    queue.add(
      [Self.item("old", at: 1)]
        + (1...3).map { Self.item("b\($0)", feed: "b", at: UnixTime(seconds: $0), summary: "more of \($0)") }, now: 100)
    #expect(titles(queue) == ["b3 – more of 3", "b2 – more of 2"])
  }

  @Test("The list keeps what it says of a feed, and a change leaves all else") func list() throws {
    let text = """
      <?xml version="1.0"?>
      <opml version="2.0"><head><title>Mine</title></head><body>
      <!-- kept -->
      <outline text="A" type="rss" xmlUrl="https://a.example.org/f" NewsreelOnly="x, y" newsreelMaxItems="7" other="1"/>
      <outline text="B" type="rss" xmlUrl="https://b.example.org/f"/>
      </body></opml>
      """
    var list = try FeedList(opml: Array(text.utf8), name: "feeds")
    var feed = try #require(list.feeds.first)
    #expect(feed.only == "x, y" && feed.maximumCount == 7 && list.feeds[1].only == nil)
    (feed.only, feed.without, feed.maximumCount) = (nil, "/a\"<b/", nil)
    (feed.maximumAge, feed.showsSummaries, feed.label) = (3600, true, "New")
    let isThere = list.update(feed)
    #expect(isThere)
    let again = try FeedList(opml: Array(list.opml.utf8), name: "feeds")
    #expect(again.feeds == list.feeds && again.feeds[0].without == "/a\"<b/")
    #expect(list.opml.contains("<!-- kept -->") && list.opml.contains("other=\"1\"") && !list.opml.contains("Only"))
  }

  @Test("A summary comes with its item, unless it says the same") func summaries() throws {
    let parser = FeedParser(address: nil)
    let items = [("One", "&lt;p&gt;More &amp;amp; more&lt;/p&gt;"), ("Two", "Two"), ("", "Three")]
    let text = items.map { "<item><title>\($0)</title><description>\($1)</description></item>" }.joined()
    Array("<rss><channel>\(text)</channel></rss>".utf8).withUnsafeBytes { parser.push($0) }
    let found = try parser.finish().items
    #expect(found.map(\.title) == ["One", "Two", "Three"] && found.map(\.summary) == ["More & more", nil, nil])
  }
}
