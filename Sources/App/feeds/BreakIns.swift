internal import Newswire
internal import Scene
internal import ScrollCore

/// Which items have broken in: each once, under a number of its own. The strip shows them, independently of the crawl.
struct BreakIns {
  /// An instruction for the strip.
  enum Change {
    case show(BreakIn, NewsItem)
    /// Why it has ended, in the as-run log's words.
    case end(Int, String)
  }

  private struct Entry {
    let number: Int
    let edition: Int
    var item: NewsItem
    /// Whether it is on the strip, or waits there for its turn.
    var isShown = true
  }

  private var entries: [NewsItem.ID: Entry] = [:]
  private var changes: [Change] = []
  /// How many there have been.
  private(set) var count = 0

  /// Shows items that have not been shown yet, or whose text has changed while they are.
  ///
  /// - Parameters:
  ///   - allowsTakeover: Whether an item that asks for it covers the whole strip.
  ///   - priority: An item's priority.
  mutating func show(
    _ items: some Sequence<NewsItem>, allowsTakeover: Bool, priority: (NewsItem) -> Int
  ) {
    for item in items where item.breaksIn {
      let former = entries[item.id] ?? entries.values.first { $0.isShown && $0.item.hasKey(of: item) }
      if let former, former.item.id == item.id, !former.isShown || former.item.title == item.title { continue }
      if let former { entries[former.item.id] = nil }
      let entry = Entry(number: former?.number ?? count, edition: former.map { $0.edition + 1 } ?? 0, item: item)
      if former == nil { count += 1 }
      entries[item.id] = entry
      var new = BreakIn(item, number: entry.number, priority: priority(item))
      new.takesOver = allowsTakeover && item.airing.placing == .takeover
      new.edition = entry.edition
      changes.append(.show(new, item))
    }
  }

  /// Withdraws matching items from the strip.
  ///
  /// - Parameter ending: Why they end, in the as-run log's words.
  mutating func withdraw(_ ending: String = "withdrawn", where isGone: (NewsItem) -> Bool) {
    for (id, entry) in entries where isGone(entry.item) {
      if entry.isShown { changes.append(.end(entry.number, ending)) }
      entries[id] = nil
    }
  }

  /// The strip has finished showing one. Returns its item.
  mutating func ended(_ number: Int) -> NewsItem? {
    guard let (id, entry) = entries.first(where: { $0.value.number == number && $0.value.isShown }) else { return nil }
    entries[id]?.isShown = false
    return entry.item
  }

  /// Forgets shown items that have left the queue.
  mutating func forget(except known: (NewsItem.ID) -> Bool) {
    if entries.isEmpty { return }
    entries = entries.filter { $0.value.isShown || known($0.key) }
  }

  /// The items on the strip, or waiting for it.
  var items: [NewsItem] { entries.values.filter(\.isShown).sorted { $0.number < $1.number }.map(\.item) }

  /// The item with a number that is on the strip.
  func item(_ number: Int) -> NewsItem? { entries.values.first { $0.isShown && $0.number == number }?.item }

  /// The IDs of all that have been shown, or are.
  var ids: Set<NewsItem.ID> { Set(entries.keys) }

  /// Whether the strip has something to do.
  var hasChanges: Bool { !changes.isEmpty }

  /// Returns and clears the instructions for the strip.
  mutating func takeChanges() -> [Change] {
    defer { changes = [] }
    return changes
  }
}

extension BreakIn {
  init(_ item: NewsItem, number: Int, priority: Int) {
    self.init(item.title, topic: item.topic, link: item.link, isPlain: item.isPlain, number: number)
    (self.priority, hold) = (priority, item.airing.hold)
  }
}
