import ScrollCore
import TestKit
import Testing

@testable import Newswire

/// Feeds as words: a letter for each item, with its date behind it where it has one.
@Suite("Items that a feed does not show any more") struct MissingItemsTests {
  private func items(_ words: String) -> [NewsItem] {
    words.split(separator: " ").map { word in
      var item = NewsItem(title: String(word.prefix(1)))
      item.published = Double(word.dropFirst()).map { UnixTime(seconds: $0) }
      return item
    }
  }

  @Test(
    "What is missing between others or is newer has been taken back, and what is older than all stays",
    arguments: [
      // Without dates the order counts: the newest come first.
      ("a b c d", "a c d", "", "b"), ("a b c d", "b c d", "", "a"), ("a b c d", "n a b", "c d", ""),
      ("a b c d", "n m", "a b c d", ""), ("a b c d", "", "a b c d", ""), ("", "a b", "", ""),
      // With dates these do, whatever the order.
      ("a9 b8 c7 d6", "a9 c7 d6", "", "b8"), ("a9 b8 c7 d6", "n10 a9 b8", "c7 d6", ""),
      ("d6 c7 b8 a9", "b8 a9 n10", "d6 c7", ""), ("d6 c7 b8 a9", "d6 c7 b8", "", "a9"),
      ("a9 b8 c7 d6", "d6 a9", "", "b8 c7"), ("a9 b8", "n10", "a9 b8", ""), ("a5 b5 c5", "a5 c5", "", "b5"),
      ("a5 b5 c5", "a5 b5", "c5", ""),
      // Where some have none, the order counts among those.
      ("a9 b c7 d", "a9 c7 d", "", "b"), ("a9 b c7 d", "a9 b", "c7 d", ""), ("a9 b c7", "b c7", "", "a9"),
    ]) func missing(_ former: String, _ present: String, _ kept: String, _ withdrawn: String)
  {
    let missing = MissingItems(items(former), without: items(present), room: 10)
    #expect(missing.kept == items(kept) && missing.withdrawn == items(withdrawn))
  }

  @Test("Of a list that was cut, nothing has been taken back") func cut() {
    let missing = MissingItems(items("a9 b8 c7 d6"), without: items("d6"), isCut: true, room: 10)
    #expect(missing.kept == items("a9 b8 c7") && missing.withdrawn.isEmpty)
  }

  @Test("What there is no room for goes, the last first") func room() {
    let missing = MissingItems(items("a b c d"), without: items("n"), room: 2)
    #expect(missing.kept == items("a b") && missing.withdrawn == items("c d"))
  }

  @Test("What was read before the clock was set back is older than what is read now, and keeps its order")
  func setBack() throws {
    let state = FeedState(try FeedSpec(url: "https://example.org/feed"))
    var entry = FeedCache.Entry(url: "https://example.org/feed")
    entry.items = items("b a")
    for (place, time) in [9001.0, 9000].enumerated() { entry.items[place].arrived = UnixTime(seconds: time) }
    state.load(entry, now: 7, time: 1000)
    var feed = ParsedFeed()
    feed.items = items("c b a")
    _ = state.update(with: feed, now: 1000, keeping: 10)
    #expect(state.entry.items.map(\.title) == ["c", "b", "a"])
    #expect(state.entry.items.map(\.arrived) == state.entry.items.map(\.arrived).sorted(by: >))
    #expect(Set(state.entry.items.map(\.arrived)).count == 3)
    #expect(state.entry.items.allSatisfy { $0.arrived <= 1000 })
  }
}
