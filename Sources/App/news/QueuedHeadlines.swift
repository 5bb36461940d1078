internal import Base
internal import Newsroom
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
    /// The lap in which it came next; nil for one in its order.
    var lap: Int?
  }

  private let crawl: CrawlScene
  private var entries: [NewsItem.ID: Entry] = [:]
  /// Why headlines have ended, or will end once they are out of sight, by their IDs in the crawl.
  private(set) var endings: [Int: String] = [:]
  /// The headlines to be removed that were still visible, by their IDs in the crawl.
  private(set) var leaving: Set<Int> = []
  /// The headlines that are no longer new, but were still visible, by their IDs in the crawl.
  private(set) var marked: Set<Int> = []
  /// The items that have come so far.
  private(set) var arrivals = HeadlineArrivals()

  init(on crawl: CrawlScene) { self.crawl = crawl }

  /// The items whose headlines are in the crawl.
  var items: some Sequence<NewsItem> { entries.values.lazy.map(\.item) }

  /// The item of a headline.
  func item(ofHeadline id: Int) -> NewsItem? { entries.values.first { $0.id == id }?.item }

  /// The ID in the crawl of an item's headline.
  func id(of item: NewsItem.ID) -> Int? { entries[item]?.id }

  /// The same, by the ID of its sender.
  func id(ofSender id: String, feed: String?) -> Int? {
    entries.values.first { $0.item.id.feed == feed && $0.item.senderID == id }?.id
  }

  /// Their headlines' IDs in the crawl.
  var ids: Set<Int> { Set(entries.values.map(\.id)) }

  /// Makes the crawl show these items, in this order. Returns whether anything changed.
  ///
  /// - Parameters:
  ///   - queue: Says where an item comes in.
  ///   - ending: Why an item that is not wanted has ended, in the as-run log's words.
  mutating func show(
    _ wanted: [NewsItem], of queue: ItemQueue = ItemQueue(), at t: Seconds,
    ending: (NewsItem) -> String = { _ in "withdrawn" }
  ) -> Bool {
    let chunks = crawl.arrivals
    defer { arrivals.chunks += crawl.arrivals - chunks }
    let hasReplaced = replaceKeyed(wanted, of: queue, at: t)
    let wanted = wanted.filter { !queue.holdsElsewhere($0) }
    let hasRemoved = removeUnwanted(wanted, at: t, ending)
    let hasUnmarked = unmark(wanted, at: t)
    let hasAdded = addMissing(wanted, of: queue, at: t)
    let hasRolled = rollRows(wanted)
    let hasMarked = markRead(wanted)
    arrivals.forget(except: queue, showing: entries.count)
    return hasReplaced || hasRemoved || hasUnmarked || hasAdded || hasRolled || hasMarked
  }

  /// Ends the marks of headlines that are no longer new, once they are out of sight.
  private mutating func unmark(_ wanted: [NewsItem], at t: Seconds) -> Bool {
    let ended = wanted.filter { item in !item.isNew && entries[item.id]?.item.isNew ?? false }
    let ids = Set(ended.compactMap { entries[$0.id]?.id })
    marked = ids.isEmpty ? [] : crawl.unmark(ids, at: t)
    for item in ended {
      guard let entry = entries[item.id], !marked.contains(entry.id) else { continue }
      entries[item.id]?.item.isNew = false
    }
    return marked != ids
  }

  /// Rolls the numbers of rows in place.
  private mutating func rollRows(_ wanted: [NewsItem]) -> Bool {
    var hasRolled = false
    for item in wanted {
      guard let row = item.row, let entry = entries[item.id], let old = entry.item.row, old != row,
        crawl.rolls(from: old, to: row)
      else { continue }
      crawl.roll(entry.id, to: row)
      entries[item.id]?.item.row = row
      hasRolled = true
    }
    return hasRolled
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
    crawl.remove(topic: topic, at: t)
    entries = entries.filter { $0.value.item.topicID != topic }
  }

  /// Removes headlines out of sight that are no longer wanted or look different.
  private mutating func removeUnwanted(
    _ wanted: [NewsItem], at t: Seconds, _ ending: (NewsItem) -> String
  ) -> Bool {
    let looks = Dictionary(wanted.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let unwanted = entries.filter { id, entry in !(looks[id].map { looksSame($0, entry.item) } ?? false) }
    note(unwanted.values, looks, ending)
    removeAlerts(unwanted.values, at: t)
    leaving = crawl.removeOffscreen(Set(unwanted.values.map(\.id)), at: t)
    let gone = unwanted.filter { !leaving.contains($0.value.id) }
    for id in gone.keys { entries[id] = nil }
    return !gone.isEmpty
  }

  /// Removes alerts that have ended at once, visible or not.
  private func removeAlerts(_ unwanted: some Sequence<Entry>, at t: Seconds) {
    crawl.remove(Set(unwanted.lazy.filter { $0.item.alert != nil }.map(\.id)), at: t)
  }

  /// Notes why headlines end.
  private mutating func note(
    _ unwanted: some Sequence<Entry>, _ wanted: [NewsItem.ID: NewsItem], _ ending: (NewsItem) -> String
  ) {
    if endings.count > 1000 { endings = endings.filter { crawl.text(of: $0.key) != nil } }
    // A headline that is wanted again before it has left the view has not ended.
    for id in leaving.subtracting(unwanted.map(\.id)) { endings[id] = nil }
    for entry in unwanted where endings[entry.id] == nil {
      endings[entry.id] = wanted[entry.item.id] != nil ? "replaced" : ending(entry.item)
    }
  }

  private func looksSame(_ a: NewsItem, _ b: NewsItem) -> Bool {
    guard a.link == b.link, a.senderID == b.senderID || a.alert == nil else { return false }
    if let a = a.row, let b = b.row { return crawl.rolls(from: b, to: a) }
    return a.row == b.row && a.line == b.line
  }

  private mutating func addMissing(_ wanted: [NewsItem], of queue: ItemQueue, at t: Seconds) -> Bool {
    guard wanted.contains(where: { entries[$0.id] == nil }) else { return false }
    removeUpcoming(at: t)
    removeWaiting(wanted, of: queue, at: t)
    let missing = wanted.filter { entries[$0.id] == nil }
    let next = missing.filter(queue.comesNext)
    let lap = crawl.lap(at: t)
    for item in next {
      guard let id = crawl.interrupt(with: headline(item), at: t) else { continue }
      entries[item.id] = Entry(id: id, item: item, lap: lap)
      endings[id] = nil
    }
    let waiting = missing.filter { !queue.comesNext($0) }
    let ids = crawl.append(contentsOf: waiting.map(headline), at: t)
    for (item, id) in zip(waiting, ids) {
      guard let id else { continue }
      entries[item.id] = Entry(id: id, item: item)
      // It may have come again before it had left the view.
      endings[id] = nil
    }
    for item in next + waiting where entries[item.id] != nil { arrivals.note(item) }
    return true
  }

  /// Removes headlines that are not near the view yet, to sort them again with the new ones.
  private mutating func removeUpcoming(at t: Seconds) {
    let upcoming = crawl.upcoming(of: ids, at: t)
    crawl.remove(upcoming, at: t)
    entries = entries.filter { !upcoming.contains($0.value.id) }
  }

  /// Removes waiting headlines if a new one precedes them.
  private mutating func removeWaiting(_ wanted: [NewsItem], of queue: ItemQueue, at t: Seconds) {
    guard let first = wanted.firstIndex(where: { entries[$0.id] == nil && queue.comesNext($0) }) else { return }
    let lap = crawl.lap(at: t)
    let later = wanted[first...].compactMap { entries[$0.id] }.filter { $0.lap == lap && lap != nil }
    let waiting = crawl.waiting(of: later.map(\.id), at: t)
    crawl.remove(waiting, at: t)
    entries = entries.filter { !waiting.contains($0.value.id) }
  }

  /// Whether headlines, or marks, that are to go can go now.
  func hasLeft(at t: Seconds) -> Bool {
    !leaving.isEmpty && crawl.canRemove(leaving, at: t)
      || !marked.isEmpty && !marked.isSubset(of: crawl.shownItems(at: t))
  }

  /// Makes the crawl show items in this order, as far as it has them. Returns whether anything changed.
  func arrange(_ items: some Sequence<NewsItem.ID>, at t: Seconds) -> Bool {
    crawl.arrange(items.compactMap { entries[$0]?.id }, at: t)
  }

  /// Lets items replace items with the same keys, and corrected lines those with the same IDs.
  private mutating func replaceKeyed(_ wanted: [NewsItem], of queue: ItemQueue, at t: Seconds) -> Bool {
    var hasReplaced = false
    for item in wanted where item.airing.key != nil || entries[item.id].map({ item.corrects($0.item) }) ?? false {
      let former = entries[item.id] ?? entries.values.first { $0.item.hasKey(of: item) }
      guard let former, former.item.id != item.id || !looksSame(former.item, item) else { continue }
      // A row whose numbers alone have changed rolls.
      if looksSame(former.item, item), former.item.row != nil {
        entries[former.item.id] = nil
        entries[item.id] = former
        entries[item.id]?.item.id = item.id
        continue
      }
      // It comes in at the edge of the view.
      if !queue.settings.hasBreakIns, item.escalates(former.item) {
        crawl.remove([former.id], at: t)
        endings[former.id] = "replaced"
        entries[former.item.id] = nil
        hasReplaced = true
        continue
      }
      // A replaced alert is off the screen within a second.
      let endsAtOnce = former.item.alert != nil
      guard let id = crawl.replace(former.id, with: headline(item), at: t, endsAtOnce: endsAtOnce) else { continue }
      endings[former.id] = "replaced"
      entries[former.item.id] = nil
      entries[item.id] = Entry(id: id, item: item, lap: former.lap)
      hasReplaced = true
    }
    return hasReplaced
  }

  private func headline(_ item: NewsItem) -> Headline {
    // A feed's text is untrusted.
    var headline = Headline(
      item.line, topic: item.topicID, link: item.link, isNew: item.isNew,
      isPlain: item.isPlain || item.row != nil || item.place != nil && !crawl.hasValues)
    headline.row = item.row
    return headline
  }
}

extension NewsItem {
  /// Whether it is a line with a text that its sender has changed. Headlines of a feed or a channel come again.
  fileprivate func corrects(_ former: NewsItem) -> Bool {
    id.feed == nil && (row != former.row || line != former.line)
  }
}
