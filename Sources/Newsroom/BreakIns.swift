package import Newswire
package import ScrollCore

/// Which items have broken in: each once, under a number of its own, and again if it has become more urgent. The strip shows
/// them, independently of the crawl.
package struct BreakIns: Sendable {
  /// An instruction for the strip.
  package enum Change: Equatable, Sendable {
    case show(BreakIn, NewsItem)
    /// Why it has ended, in the as-run log's words.
    case end(Int, String)
  }

  private struct Entry: Sendable {
    /// As it was passed to the strip.
    let headline: BreakIn
    /// Its last version.
    var item: NewsItem
    /// Whether it is on the strip, or waits there for its turn.
    var isShown = true
  }

  private var entries: [NewsItem.ID: Entry] = [:]
  private var changes: [Change] = []
  /// How many there have been.
  package private(set) var count = 0

  /// Follows items: those that break in are shown, unless they have been. A later version of a shown item, or a later item with
  /// its key, takes its place; or ends it, if that does not break in.
  ///
  /// - Parameters:
  ///   - allowsTakeover: Whether an item that asks for it covers the whole strip.
  ///   - isOnAir: Whether an item's times allow it on the air.
  ///   - priority: An item's priority.
  mutating func follow(
    _ items: some Sequence<NewsItem>, allowsTakeover: Bool, isOnAir: (NewsItem) -> Bool, priority: (NewsItem) -> Int
  ) {
    for item in items where item.breaksIn || !entries.isEmpty {
      let former = entries[item.id] ?? entries.values.first { $0.isShown && $0.item.hasKey(of: item) }
      if let former { entries[former.item.id] = nil }
      guard item.breaksIn, isOnAir(item) else {
        if let former, former.isShown { changes.append(.end(former.headline.number, "replaced")) }
        continue
      }
      var new = BreakIn(item, number: count, priority: priority(item))
      new.takesOver = allowsTakeover && item.airing.placing == .takeover
      entries[item.id] = former.flatMap { take(the: $0, item, new) } ?? start(item, new)
    }
  }

  private mutating func start(_ item: NewsItem, _ new: BreakIn) -> Entry {
    count += 1
    changes.append(.show(new, item))
    return Entry(headline: new, item: item)
  }

  /// Updates a shown break-in in place; nil if it must break in again.
  private mutating func take(the former: Entry, _ item: NewsItem, _ new: BreakIn) -> Entry? {
    var (entry, new) = (former, new)
    entry.item = item
    if !former.isShown {
      // A held item would not join the headlines either.
      let isHeld = item.airing.hold != nil && former.item.airing.hold == nil
      return item.escalates(former.item) || isHeld ? nil : entry
    }
    if item.escalates(former.item) {
      changes.append(.end(former.headline.number, "replaced"))
      return nil
    }
    (new.number, new.edition) = (former.headline.number, former.headline.edition)
    if new == former.headline, item.senderID == former.item.senderID { return entry }
    new.edition += 1
    changes.append(.show(new, item))
    return Entry(headline: new, item: item)
  }

  /// Withdraws matching items from the strip.
  ///
  /// - Parameter ending: Why they end, in the as-run log's words.
  /// - Returns: The IDs of those that were on the strip, or waited for it.
  @discardableResult
  mutating func withdraw(_ ending: String = "withdrawn", where isGone: (NewsItem) -> Bool) -> Set<NewsItem.ID> {
    let gone = entries.filter { isGone($0.value.item) }
    for id in gone.keys { entries[id] = nil }
    let shown = gone.filter(\.value.isShown)
    changes += shown.values.map { .end($0.headline.number, ending) }
    return Set(shown.keys)
  }

  /// The strip has finished showing one. Returns its item.
  mutating func ended(_ number: Int) -> NewsItem? {
    guard let (id, entry) = entries.first(where: { $0.value.headline.number == number && $0.value.isShown }) else {
      return nil
    }
    entries[id]?.isShown = false
    return entry.item
  }

  /// Forgets shown items that have left the queue.
  mutating func forget(except known: (NewsItem.ID) -> Bool) {
    if entries.isEmpty { return }
    entries = entries.filter { $0.value.isShown || known($0.key) }
  }

  /// Whether some of these items stand for ones on the strip.
  func concern(_ items: [NewsItem]) -> Bool {
    entries.values.contains { entry in
      entry.isShown && items.contains { $0.id == entry.item.id || $0.hasKey(of: entry.item) }
    }
  }

  /// Whether no known item has broken in.
  package var isEmpty: Bool { entries.isEmpty }

  /// The items on the strip, or waiting for it.
  package var items: [NewsItem] {
    entries.values.filter(\.isShown).sorted { $0.headline.number < $1.headline.number }.map(\.item)
  }

  /// The item with a number that is on the strip.
  package func item(_ number: Int) -> NewsItem? {
    entries.values.first { $0.isShown && $0.headline.number == number }?.item
  }

  /// The IDs of all that have been shown, or are.
  package var ids: Set<NewsItem.ID> { Set(entries.keys) }

  /// Returns and clears the instructions for the strip.
  mutating func takeChanges() -> [Change] {
    defer { changes = [] }
    return changes
  }
}

extension BreakIn {
  package init(_ item: NewsItem, number: Int, priority: Int) {
    self.init(item.title, topic: item.topic, link: item.link, isPlain: item.isPlain, number: number)
    (self.priority, hold) = (priority, item.airing.hold)
  }
}
