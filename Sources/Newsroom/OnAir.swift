package import Newswire
package import ScrollCore

/// What is on the air, what has been and why it ended, and how much has come.
package struct OnAir: Sendable {
  /// In the order in which it runs.
  package private(set) var items: [NewsItem] = []
  /// How many headlines have come: each counts once, however often it is taken off the air and put back while it is in
  /// the queue.
  package private(set) var count = 0
  /// How many of them are new in their feeds.
  package private(set) var news = 0

  private struct Past: Sendable {
    let item: NewsItem
    let ending: String
    /// The order of their endings.
    let turn: Int
  }

  /// What is no longer on the air, and former versions of what is.
  private var past: [HeadlineID: Past] = [:]
  private var turn = 0
  /// The latest that have come, in the order in which they are shown.
  private var latest: [HeadlineID] = []
  /// The numbers of those that have come and are in the queue.
  private var known: Set<Int> = []

  /// The limit for the latest: what waits longer is not looked for.
  private static let mostLatest = 100
  private static let mostPast = 1000

  package init() {}

  /// These items are on the air from now on.
  ///
  /// - Parameters:
  ///   - queue: What they are taken from: it says where one comes in.
  ///   - ending: Why another one has ended, in the as-run log's words.
  package mutating func show(_ new: [NewsItem], of queue: ItemQueue, ending: (NewsItem) -> String) {
    let present = Dictionary(
      new.lazy.compactMap { item in item.headline.map { ($0.number, $0) } }, uniquingKeysWith: { first, _ in first })
    for item in items {
      guard let id = item.headline, present[id.number] != id else { continue }
      turn += 1
      past[id] = Past(item: item, ending: present[id.number] == nil ? ending(item) : "replaced", turn: turn)
    }
    if !past.isEmpty { for id in present.values { past[id] = nil } }
    if past.count > Self.mostPast + Self.mostPast / 10 {
      past = past.filter { $0.value.turn > turn - Self.mostPast }
    }
    items = new
    noteArrivals(of: queue)
  }

  private mutating func noteArrivals(of queue: ItemQueue) {
    let new = items.filter { item in
      item.headline.map { !known.contains($0.number) } ?? false && !queue.holdsElsewhere(item)
    }
    for item in new.filter(queue.comesNext) + new.filter({ !queue.comesNext($0) }) {
      guard let id = item.headline else { continue }
      known.insert(id.number)
      count += 1
      if item.isNew { news += 1 }
      latest.append(id)
    }
    if latest.count > 2 * Self.mostLatest { latest.removeFirst(latest.count - Self.mostLatest) }
    if known.count > items.count { known.formIntersection(queue.items.lazy.compactMap(\.headline?.number)) }
  }

  /// Those that have come since there were `former`.
  package func since(_ former: Int) -> ArraySlice<HeadlineID> { latest.suffix(max(0, count - former)) }

  /// The item of a headline in that version, on the air or not; nil if it is forgotten.
  package func item(_ id: HeadlineID) -> NewsItem? { items.first { $0.headline == id } ?? past[id]?.item }

  /// The items of many headlines.
  package func items(_ ids: Set<HeadlineID>) -> [NewsItem] {
    items.filter { $0.headline.map(ids.contains) ?? false } + ids.compactMap { past[$0]?.item }
  }

  /// The headline on the air that a sender knows by an ID.
  package func id(ofSender id: String, feed: String?) -> HeadlineID? {
    items.first { $0.id.feed == feed && $0.senderID == id }?.headline
  }

  /// Why a headline, or that version of it, has ended, in the as-run log's words; nil if it has not.
  package func ending(_ id: HeadlineID) -> String? { past[id]?.ending }

  /// How much of the past it holds.
  package var pastCount: Int { past.count }
}
