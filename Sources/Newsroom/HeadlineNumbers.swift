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

  private var last = 0
  private var ids: [NewsItem.ID: HeadlineID] = [:]
  private var keys: [Key: HeadlineID] = [:]

  /// Headlines that have left the queue are known up to this number.
  private static let most = 1000

  /// Gives an item its headline.
  ///
  /// - Parameters:
  ///   - former: The item of the queue that it replaces.
  ///   - isTaken: Whether a headline is that of another item of the queue.
  mutating func identify(_ item: inout NewsItem, replacing former: NewsItem?, isTaken: (HeadlineID) -> Bool) {
    if let former, var id = former.headline {
      if !item.reads(as: former) { id.version += 1 }
      item.headline = id
    } else {
      let known = item.headline ?? ids[item.id] ?? Key(item).flatMap { keys[$0] }
      if let known, !isTaken(known) {
        item.headline = HeadlineID(number: known.number, version: known.version + 1)
      } else {
        last += 1
        item.headline = HeadlineID(number: last)
      }
    }
    ids[item.id] = item.headline
    if let key = Key(item) { keys[key] = item.headline }
  }

  /// Forgets the oldest of the headlines that are not in the queue.
  mutating func forget(except items: [NewsItem]) {
    guard ids.count + keys.count > 2 * (items.count + Self.most) else { return }
    let held = Set(items.lazy.compactMap(\.headline?.number))
    let left = Set(ids.values.lazy.map(\.number)).subtracting(held).sorted().suffix(Self.most)
    let kept = held.union(left)
    ids = ids.filter { kept.contains($0.value.number) }
    keys = keys.filter { kept.contains($0.value.number) }
  }
}

extension NewsItem {
  /// Whether nothing of what is shown, or opened, differs.
  func reads(as other: NewsItem) -> Bool {
    line == other.line && link == other.link && row == other.row && senderID == other.senderID
  }
}
