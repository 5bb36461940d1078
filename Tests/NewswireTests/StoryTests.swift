import ScrollCore
import Testing

@testable import Base
@testable import Newswire

/// Which items of two readings are one story.
@Suite("One story") struct StoryTests {
  /// An item of a feed, its ID and its link.
  private typealias Given = (title: String, guid: String?, link: String?)

  private static func feed(_ items: [Given], date: String? = nil) throws -> ParsedFeed {
    let lines = items.map { item in
      let parts = [("title", item.title), ("guid", item.guid), ("link", item.link), ("pubDate", date)]
      return "<item>" + parts.map { name, value in value.map { "<\(name)>\($0)</\(name)>" } ?? "" }.joined() + "</item>"
    }
    let text = "<rss><channel><title>Wire</title>\(lines.joined())</channel></rss>"
    let parser = FeedParser(address: WebAddress("https://example.org/feed"))
    Array(text.utf8).withUnsafeBytes { parser.push($0) }
    return try parser.finish()
  }

  /// A polled feed, which may be started again between two readings.
  private final class Reader {
    private(set) var state = try? FeedState(FeedSpec(url: "https://example.org/feed"))
    /// All items that have come.
    private(set) var news: [NewsItem] = []
    private(set) var withdrawn: [String] = []

    /// The clock on the wall, some seconds after the first reading.
    static func time(_ seconds: Seconds) -> UnixTime { UnixTime(seconds: 1_790_000_000 + seconds) }

    func read(_ feed: ParsedFeed, at now: Seconds) {
      guard let changes = state?.update(with: feed, now: Self.time(now), keeping: 200) else { return }
      news += changes.items
      withdrawn += changes.withdrawn
    }

    func restart(at now: Seconds) throws {
      let text = FeedCache.text(of: try #require(state?.entry))
      state = try FeedState(FeedSpec(url: "https://example.org/feed"))
      state?.load(FeedCache.parse(Array(text.utf8)), now: 7, time: Self.time(now))
    }

    var items: [NewsItem] { state?.entry.items ?? [] }
  }

  private static let other: Given = ("Other", "o", "https://example.org/o")

  /// The same story in three readings.
  private static let same: [(String, [Given])] = [
    (
      "another query",
      (1...3).map { ("Story", nil, "https://example.org/story?utm_source=rss\($0)&amp;utm_medium=feed") }
    ),
    ("another query of its own", (1...3).map { ("Story", nil, "https://example.org/story?ref=\($0)") }),
    ("another session", ["a1", "b2", "c3"].map { ("Story", nil, "https://example.org/story;jsessionid=\($0)?p=1") }),
    (
      "another session in the query",
      ["a1", "b2", "c3"].map { ("Story", nil, "https://example.org/?p=1&amp;sid=\($0)") }
    ),
    ("another scheme of its link", ["http", "https", "http"].map { ("Story", nil, "\($0)://example.org/story") }),
    (
      "another scheme of its ID",
      ["http", "https", "http"].map { ("Story", "\($0)://example.org/story", "\($0)://example.org/story") }
    ),
    ("an ID alone", ["http", "https", "http"].map { ("Story", "\($0)://example.org/?p=5", nil) }),
    ("another query of its ID", (1...3).map { ("Story", "https://example.org/story?utm_source=\($0)", nil) }),
    (
      "a corrected title",
      [
        ("Stroy", nil, "https://example.org/story?utm_source=1"),
        ("Story", nil, "https://example.org/story?utm_source=2"),
        ("Story!", nil, "http://example.org/story#xtor=RSS-1"),
      ]
    ),
  ]

  @Test("A story stays one whatever its link's query or its ID's scheme does", arguments: same.indices, [false, true])
  func oneStory(_ number: Int, isStartedAgain: Bool) throws {
    let (name, versions) = Self.same[number]
    for date in [nil, "Sat, 21 Nov 2020 10:00:00 GMT"] {
      let reader = Reader()
      for (round, version) in versions.enumerated() {
        let items = round == 1 ? [Self.other, version] : [version, Self.other]
        reader.read(try Self.feed(items, date: date), at: 1000 + Double(round))
        if isStartedAgain { try reader.restart(at: 2000) }
      }
      #expect(reader.items.map(\.title) == [versions[2].title, "Other"], "\(name)")
      #expect(Set(reader.news.map(\.id)).count == 2 && reader.withdrawn == [], "\(name)")
      #expect(
        reader.items.allSatisfy { $0.arrived == Reader.time(1000) } && reader.news.allSatisfy { !$0.isNew }, "\(name)")
      // What its sender says last is where it leads.
      let last = versions[2].link ?? versions[2].guid ?? ""
      #expect(reader.items.first?.link == last.replacing("&amp;", with: "&"), "\(name)")
    }
  }

  /// Two readings, and how many stories there are in them.
  private static let different: [(String, [Given], [Given], Int)] = {
    func episode(_ number: Int) -> Given { ("The show", nil, "https://example.org/show?episode=\(number)") }
    func tracked(_ number: Int) -> Given { ("The show", nil, "https://example.org/show?utm_id=\(number)") }
    return [
      ("both at once", [episode(1), episode(2)], [episode(1), episode(2)], 2),
      ("both at once, tracked", [tracked(1), tracked(2)], [tracked(3), tracked(4)], 2),
      ("the next one", [episode(2), episode(1)], [episode(3), episode(2)], 3),
      ("two for one", [episode(1)], [episode(2), episode(3)], 3),
      ("another title", [("A", nil, "https://example.org/a?id=1")], [("B", nil, "https://example.org/a?id=2")], 2),
      ("another path", [("A", nil, "https://example.org/1?x")], [("A", nil, "https://example.org/2?x")], 2),
      ("another ID", [("A", "https://example.org/?p=1", nil)], [("A", "https://example.org/?p=2", nil)], 2),
      ("on one page", [("A", nil, "https://example.org/?utm_id=1")], [("B", nil, "https://example.org/?utm_id=2")], 2),
      (
        "both schemes at once", [("A", "http://example.org/a", nil)],
        [("A", "http://example.org/a", nil), ("A", "https://example.org/a", nil)], 2
      ),
    ]
  }()

  @Test("Different stories stay apart", arguments: different.indices) func apart(_ number: Int) throws {
    let (name, first, second, count) = Self.different[number]
    let reader = Reader()
    reader.read(try Self.feed(first), at: 1000)
    reader.read(try Self.feed(second), at: 1001)
    #expect(Set(reader.news.map(\.id)).count == count, "\(name): \(reader.news.map(\.id.guid))")
  }

  @Test("The next part of a series has another date") func series() throws {
    let reader = Reader()
    for (number, date) in ["Sat, 21 Nov 2020 10:00:00 GMT", "Sun, 22 Nov 2020 10:00:00 GMT"].enumerated() {
      reader.read(
        try Self.feed([("Today", nil, "https://example.org/today?d=\(number)")], date: date), at: 1000 + Double(number))
    }
    #expect(Set(reader.news.map(\.id)).count == 2 && reader.news.map(\.isNew) == [false, true])
  }
}
