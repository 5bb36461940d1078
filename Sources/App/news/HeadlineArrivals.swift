internal import Newsroom
internal import Newswire

/// The items that have come to a crawl: each counts once, however often its headline is taken out and put back while it
/// is in the queue.
struct HeadlineArrivals {
  /// How many have come.
  private(set) var count = 0
  /// How many of them are new in their feeds.
  private(set) var news = 0
  /// The latest, in the order in which they are shown.
  private var latest: [NewsItem.ID] = []
  private var known: Set<NewsItem.ID> = []
  /// How many pieces of text were given to the crawl for items, whether they came for the first time or not.
  var chunks = 0

  /// The limit for the latest: what waits longer is not looked for.
  private static let most = 100

  /// An item has a headline.
  mutating func note(_ item: NewsItem) {
    guard known.insert(item.id).inserted else { return }
    count += 1
    if item.isNew { news += 1 }
    latest.append(item.id)
    if latest.count > 2 * Self.most { latest.removeFirst(Self.most) }
  }

  /// The arrivals since there were `former`.
  func since(_ former: Int) -> ArraySlice<NewsItem.ID> { latest.suffix(max(0, count - former)) }

  /// Forgets what has left the queue.
  ///
  /// - Parameter shown: How many have a headline now; if others are known, some may have left.
  mutating func forget(except queue: ItemQueue, showing shown: Int) {
    guard known.count > shown else { return }
    known.formIntersection(queue.items.lazy.map(\.id))
  }
}
