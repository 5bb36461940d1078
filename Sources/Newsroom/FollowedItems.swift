internal import Newswire

/// The items of lines, which a followed source may send again as a whole.
struct FollowedItems: Sendable {
  /// Those that have come.
  private var ids: Set<NewsItem.ID> = []
  /// What has come since the source started over; nil otherwise.
  private var coming: [NewsItem]?
  /// The places in the source, once it has started over.
  private(set) var order: [NewsItem.ID: Int] = [:]

  /// Lines are the queue's as long as it has them.
  private static let most = 20_000

  /// Takes items of lines. Returns false if they go on to the queue at once.
  mutating func take(_ items: [NewsItem]) -> Bool {
    guard coming != nil else {
      ids.formUnion(items.map(\.id))
      return false
    }
    coming?.append(contentsOf: items)
    if let count = coming?.count, count > 2 * Self.most { coming?.removeFirst(count - Self.most) }
    return true
  }

  mutating func restart() { coming = [] }

  /// The source has come to its end. Returns its items, and those that it no longer has.
  mutating func finish() -> (items: [NewsItem], gone: Set<NewsItem.ID>)? {
    guard let items = coming else { return nil }
    let new = Set(items.map(\.id))
    let gone = ids.subtracting(new)
    order = Dictionary(items.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { _, last in last })
    (ids, coming) = (new, nil)
    return (items, gone)
  }
}
