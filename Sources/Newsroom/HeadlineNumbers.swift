internal import Newswire
internal import ScrollCore

/// Which headline each item is. An item with a known ID, or with the key of another one, is a version of the same headline,
/// also if that has left the queue meanwhile: it may still be in view.
struct HeadlineNumbers: Sendable {
  private struct Key: Hashable {
    let feed: String?
    let key: String

    init?(_ item: NewsItem) {
      guard let key = item.airing.key else { return nil }
      (feed, self.key) = (item.id.feed, key)
    }
  }

  /// A headline by its last version.
  private struct Entry {
    let headline: HeadlineID
    let id: NewsItem.ID
    let key: Key?
  }

  private var last = 0
  /// By their numbers.
  private var entries: [Int: Entry] = [:]
  private var ids: [NewsItem.ID: Int] = [:]
  private var keys: [Key: Int] = [:]

  /// Headlines that have left the queue are known up to this number.
  private static let most = 1000

  /// How many items and keys it knows.
  var count: Int { ids.count + keys.count }

  /// Gives an item its headline.
  ///
  /// - Parameters:
  ///   - former: The item of the queue that it replaces.
  ///   - isTaken: Whether a headline is that of another item of the queue.
  mutating func identify(_ item: inout NewsItem, replacing former: NewsItem?, isTaken: (HeadlineID) -> Bool) {
    let headline = headline(of: item, replacing: former, isTaken: isTaken)
    item.headline = headline
    forget(headline.number)
    let entry = Entry(headline: headline, id: item.id, key: Key(item))
    entries[headline.number] = entry
    ids[entry.id] = headline.number
    if let key = entry.key { keys[key] = headline.number }
  }

  private mutating func headline(
    of item: NewsItem, replacing former: NewsItem?, isTaken: (HeadlineID) -> Bool
  ) -> HeadlineID {
    if let former, var id = former.headline {
      if !item.reads(as: former) { id.version += 1 }
      return id
    }
    let number = ids[item.id] ?? Key(item).flatMap { keys[$0] }
    if let known = item.headline ?? number.flatMap({ entries[$0]?.headline }), !isTaken(known) {
      return HeadlineID(number: known.number, version: known.version + 1)
    }
    last += 1
    return HeadlineID(number: last)
  }

  /// Forgets the oldest of the headlines that are not in the queue.
  mutating func forget(except items: [NewsItem]) {
    guard entries.count > items.count + 2 * Self.most else { return }
    let held = Set(items.lazy.compactMap(\.headline?.number))
    for number in entries.keys.filter({ !held.contains($0) }).sorted().dropLast(Self.most) { forget(number) }
  }

  /// Forgets by which item and which key a headline is known, unless another one is by now.
  private mutating func forget(_ number: Int) {
    guard let entry = entries.removeValue(forKey: number) else { return }
    if ids[entry.id] == number { ids[entry.id] = nil }
    if let key = entry.key, keys[key] == number { keys[key] = nil }
  }
}

extension NewsItem {
  /// Whether nothing of what is shown, or opened, differs.
  func reads(as other: NewsItem) -> Bool {
    line == other.line && link == other.link && row == other.row && senderID == other.senderID
  }
}
