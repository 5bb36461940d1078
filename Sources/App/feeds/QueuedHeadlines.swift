internal import Newswire
internal import Scene
internal import ScrollCore

/// Keeps a crawl in step with a queue of items without changing the visible part. Headlines leave once they are out of
/// sight, and join beyond the view.
struct QueuedHeadlines {
  private struct Entry {
    /// The ID of the headline in the crawl.
    var id: Int
    var item: NewsItem
  }

  private let crawl: CrawlView
  private var entries: [NewsItem.ID: Entry] = [:]
  /// The headlines that interrupted the crawl.
  private var urgent: Set<Int> = []
  /// Whether headlines to be removed are still visible.
  private(set) var hasLeaving = false

  init(on crawl: CrawlView) { self.crawl = crawl }

  /// The items whose headlines are in the crawl.
  var items: some Sequence<NewsItem> { entries.values.lazy.map(\.item) }

  /// Their headlines' IDs in the crawl.
  var ids: Set<Int> { Set(entries.values.map(\.id)) }

  /// Makes the crawl show these items, in this order. Returns whether anything changed.
  mutating func show(_ wanted: [NewsItem], at t: Seconds) -> Bool {
    let hasRemoved = removeUnwanted(wanted, at: t)
    let hasAdded = addMissing(wanted, at: t)
    let hasMarked = markRead(wanted)
    return hasRemoved || hasAdded || hasMarked
  }

  /// Updates in place which headlines are shown as read.
  private mutating func markRead(_ wanted: [NewsItem]) -> Bool {
    var hasChanged = false
    for item in wanted where entries[item.id].map({ $0.item.isRead != item.isRead }) ?? false {
      entries[item.id]?.item.isRead = item.isRead
      hasChanged = true
    }
    crawl.setRead(Set(entries.values.lazy.filter(\.item.isRead).map(\.id)))
    return hasChanged
  }

  /// Removes all headlines of a topic, visible ones too.
  mutating func remove(topic: TopicID, at t: Seconds) {
    let gone = entries.values.filter { $0.item.topicID == topic }
    crawl.remove(Set(gone.map(\.id)), at: t)
    for entry in gone { entries[entry.item.id] = nil }
  }

  /// Removes headlines that are no longer wanted or look different, as far as they are out of sight.
  private mutating func removeUnwanted(_ wanted: [NewsItem], at t: Seconds) -> Bool {
    let looks = Dictionary(wanted.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let unwanted = entries.filter { id, entry in !(looks[id].map { looksSame($0, entry.item) } ?? false) }
    let leaving = crawl.removeOffscreen(Set(unwanted.values.map(\.id)), at: t)
    hasLeaving = !leaving.isEmpty
    let gone = unwanted.filter { !leaving.contains($0.value.id) }
    for id in gone.keys { entries[id] = nil }
    urgent.subtract(gone.values.map(\.id))
    return !gone.isEmpty
  }

  private func looksSame(_ a: NewsItem, _ b: NewsItem) -> Bool {
    a.line == b.line && a.link == b.link && a.isNew == b.isNew
  }

  private mutating func addMissing(_ wanted: [NewsItem], at t: Seconds) -> Bool {
    guard wanted.contains(where: { entries[$0.id] == nil }) else { return false }
    removeUpcoming(at: t)
    let missing = wanted.filter { entries[$0.id] == nil }
    for item in missing where item.isUrgent {
      guard let id = crawl.interrupt(with: headline(item), at: t) else { continue }
      entries[item.id] = Entry(id: id, item: item)
      urgent.insert(id)
    }
    let waiting = missing.filter { !$0.isUrgent }
    let ids = crawl.append(contentsOf: waiting.map(headline), at: t)
    for (item, id) in zip(waiting, ids) {
      if let id { entries[item.id] = Entry(id: id, item: item) }
    }
    return true
  }

  /// Removes headlines that are not near the view yet, to place them again with the new ones.
  private mutating func removeUpcoming(at t: Seconds) {
    let upcoming = crawl.upcoming(of: ids.subtracting(urgent))
    crawl.remove(upcoming, at: t)
    entries = entries.filter { !upcoming.contains($0.value.id) }
  }

  private func headline(_ item: NewsItem) -> Headline {
    // A feed's text is untrusted.
    Headline(
      item.line, topic: item.topicID, link: item.link, isNew: item.isNew,
      isPlain: item.isPlain || item.place != nil && !crawl.hasValues)
  }
}
