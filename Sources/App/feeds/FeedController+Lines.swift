internal import Base
internal import Newswire
internal import ScrollCore

/// The items of lines, which a followed source may send again as a whole.
struct FollowedItems {
  /// Those that have come.
  private(set) var ids: Set<NewsItem.ID> = []
  /// What has come since the source started over; nil otherwise.
  private(set) var coming: [NewsItem]?
  /// The places in the source, once it has started over.
  private(set) var order: [NewsItem.ID: Int] = [:]
  /// Whether the crawl has to be brought into that order.
  var needsOrder = false

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
    (ids, coming, needsOrder) = (new, nil, true)
    return (items, gone)
  }

  /// Forgets those that are no longer there.
  mutating func forget(except isHeld: (NewsItem.ID) -> Bool) {
    if ids.count > 2 * Self.most { ids = ids.filter(isHeld) }
  }
}

extension FeedController {
  /// The source of lines starts over. What it had stays until it has come to its end again.
  func restart() { followed.restart() }

  /// The source of lines has come to its end. What it no longer has goes; the rest keeps its place, or gets the one that it has now.
  func endRestart() {
    guard let (items, gone) = followed.finish() else { return }
    pending.removeAll { gone.contains($0.id) }
    waiting.removeAll { gone.contains($0.id) }
    queue.removeAll { gone.contains($0.id) }
    breakIns.withdraw { gone.contains($0.id) }
    add(items)
    wake(at: monotonicNow())
  }
}
