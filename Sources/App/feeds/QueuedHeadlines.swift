internal import Base
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

  private let crawl: CrawlView
  private var entries: [NewsItem.ID: Entry] = [:]
  /// The headlines that came next, instead of at the end.
  private(set) var inserted: Set<Int> = []
  /// Whether those that break in come over the crawl instead of next in it, where their hold ends them.
  var hasBreakIns = false
  /// Why headlines have ended, or will end once they are out of sight, by their IDs in the crawl.
  private(set) var endings: [Int: String] = [:]
  /// The headlines to be removed that were still visible, by their IDs in the crawl.
  private(set) var leaving: Set<Int> = []

  /// The headlines that are removed and still run through the view, since all were in it.
  private var runningOut: [NewsItem.ID: Entry] = [:]

  init(on crawl: CrawlView) { self.crawl = crawl }

  /// The items whose headlines are in the crawl.
  var items: some Sequence<NewsItem> { entries.values.lazy.map(\.item) }

  /// The item of a headline.
  func item(ofHeadline id: Int) -> NewsItem? { entries.values.first { $0.id == id }?.item }

  /// The ID in the crawl of an item's headline.
  func id(of item: NewsItem.ID) -> Int? { entries[item]?.id }

  /// Their headlines' IDs in the crawl.
  var ids: Set<Int> { Set(entries.values.map(\.id)) }

  /// Those of the removed that still run through the view.
  var idsRunningOut: Set<Int> { Set(runningOut.values.map(\.id)) }

  /// Makes the crawl show these items, in this order. Returns whether anything changed.
  ///
  /// - Parameter isOver: Whether the time of an item is over.
  mutating func show(_ wanted: [NewsItem], at t: Seconds, isOver: (NewsItem) -> Bool = { _ in false }) -> Bool {
    replaceKeyed(wanted, at: t)
    let wanted = hasBreakIns ? wanted.filter { !$0.breaksIn || $0.airing.hold == nil } : wanted
    let hasRemoved = removeUnwanted(wanted, at: t, isOver)
    let hasReturned = bringBack(wanted, at: t)
    let hasAdded = addMissing(wanted, at: t)
    let hasRolled = rollRows(wanted)
    let hasMarked = markRead(wanted)
    return hasRemoved || hasReturned || hasAdded || hasRolled || hasMarked
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
    func isGone(_ entry: Entry) -> Bool { entry.item.topicID == topic }
    // An item that has changed its topic may run out of the old one.
    let gone = Set([entries, runningOut].joined().map(\.value).filter(isGone).map(\.id))
    crawl.remove(gone, at: t)
    inserted.subtract(gone)
    entries = entries.filter { !isGone($0.value) }
    runningOut = runningOut.filter { !isGone($0.value) }
  }

  /// Removes headlines that are no longer wanted or look different, as far as they are out of sight.
  private mutating func removeUnwanted(
    _ wanted: [NewsItem], at t: Seconds, _ isOver: (NewsItem) -> Bool
  ) -> Bool {
    let looks = Dictionary(wanted.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let unwanted = entries.filter { id, entry in !(looks[id].map { looksSame($0, entry.item) } ?? false) }
    note(unwanted.values, looks, isOver)
    removeAlerts(unwanted.values, at: t)
    leaving = crawl.removeOffscreen(Set(unwanted.values.map(\.id)), at: t)
    let gone = unwanted.filter { !leaving.contains($0.value.id) }
    for id in gone.keys { entries[id] = nil }
    runningOut.merge(gone) { $1 }
    return !gone.isEmpty
  }

  /// Lets headlines come again that are still in the view: beside them others of the same text would be seen. What else has
  /// changed of them, such as that they are new, is seen in the next lap.
  private mutating func bringBack(_ wanted: [NewsItem], at t: Seconds) -> Bool {
    if runningOut.isEmpty { return false }
    let seen = crawl.runningOut(Set(runningOut.values.map(\.id)), at: t)
    var hasReturned = false
    for item in wanted where entries[item.id] == nil {
      guard let old = runningOut[item.id], seen.contains(old.id), item.line == old.item.line, item.row == old.item.row,
        let id = crawl.bringBack(old.id, as: headline(item), at: t)
      else { continue }
      runningOut[item.id] = nil
      entries[item.id] = Entry(id: id, item: item, lap: old.lap)
      endings[id] = nil
      hasReturned = true
    }
    inserted.subtract(runningOut.values.lazy.map(\.id).filter { !seen.contains($0) })
    runningOut = runningOut.filter { seen.contains($0.value.id) }
    return hasReturned
  }

  /// Removes alerts that have ended at once, visible or not.
  private func removeAlerts(_ unwanted: some Sequence<Entry>, at t: Seconds) {
    crawl.remove(Set(unwanted.lazy.filter { $0.item.alert != nil }.map(\.id)), at: t)
  }

  /// Notes why headlines end.
  private mutating func note(
    _ unwanted: some Sequence<Entry>, _ wanted: [NewsItem.ID: NewsItem], _ isOver: (NewsItem) -> Bool
  ) {
    if endings.count > 1000 { endings = endings.filter { crawl.text(of: $0.key) != nil } }
    // What is wanted again before it has left the view has not ended.
    for id in leaving.subtracting(unwanted.map(\.id)) { endings[id] = nil }
    for entry in unwanted where endings[entry.id] == nil {
      endings[entry.id] =
        wanted[entry.item.id] != nil ? "replaced" : isOver(entry.item) ? "expired" : "withdrawn"
    }
  }

  private func looksSame(_ a: NewsItem, _ b: NewsItem) -> Bool {
    guard a.link == b.link, a.isNew == b.isNew else { return false }
    if let a = a.row, let b = b.row { return crawl.rolls(from: b, to: a) }
    return a.row == b.row && a.line == b.line
  }

  private mutating func addMissing(_ wanted: [NewsItem], at t: Seconds) -> Bool {
    guard wanted.contains(where: { entries[$0.id] == nil }) else { return false }
    removeUpcoming(at: t)
    removeWaiting(wanted, at: t)
    let missing = wanted.filter { entries[$0.id] == nil }
    let lap = crawl.lap(at: t)
    for item in missing where item.comesNext {
      guard let id = crawl.interrupt(with: headline(item), at: t) else { continue }
      entries[item.id] = Entry(id: id, item: item, lap: lap)
      inserted.insert(id)
    }
    let waiting = missing.filter { !$0.comesNext }
    let ids = crawl.append(contentsOf: waiting.map(headline), at: t)
    for (item, id) in zip(waiting, ids) {
      if let id { entries[item.id] = Entry(id: id, item: item) }
    }
    return true
  }

  /// Removes headlines that are not near the view yet, to place them again with the new ones.
  private mutating func removeUpcoming(at t: Seconds) {
    let upcoming = crawl.upcoming(of: ids.subtracting(inserted))
    crawl.remove(upcoming, at: t)
    entries = entries.filter { !upcoming.contains($0.value.id) }
  }

  /// Removes those that came next and still wait, if a new one goes before them.
  private mutating func removeWaiting(_ wanted: [NewsItem], at t: Seconds) {
    guard let first = wanted.firstIndex(where: { $0.comesNext && entries[$0.id] == nil }) else { return }
    let lap = crawl.lap(at: t)
    let later = wanted[first...].compactMap { entries[$0.id] }.filter { $0.lap == lap && lap != nil }
    let waiting = crawl.waiting(of: later.map(\.id), at: t)
    crawl.remove(waiting, at: t)
    inserted.subtract(waiting)
    entries = entries.filter { !waiting.contains($0.value.id) }
  }

  /// Lets items take the places of those with the same keys.
  private mutating func replaceKeyed(_ wanted: [NewsItem], at t: Seconds) {
    for item in wanted where item.airing.key != nil {
      let former = entries[item.id] ?? entries.values.first { $0.item.hasKey(of: item) }
      guard let former, former.item.id != item.id || !looksSame(former.item, item) else { continue }
      // A row whose numbers alone have changed rolls.
      if looksSame(former.item, item), former.item.row != nil {
        entries[former.item.id] = nil
        entries[item.id] = former
        entries[item.id]?.item.id = item.id
        continue
      }
      // What an alert said is off the screen within a second.
      let endsAtOnce = former.item.alert != nil
      guard let id = crawl.replace(former.id, with: headline(item), at: t, endsAtOnce: endsAtOnce) else { continue }
      entries[former.item.id] = nil
      entries[item.id] = Entry(id: id, item: item, lap: former.lap)
      // What stands in another's place is not placed again.
      inserted.remove(former.id)
      inserted.insert(id)
    }
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
  /// Whether it comes in at the edge of the view, before the headlines that wait.
  fileprivate var comesNext: Bool { breaksIn || airing.placing == .next }
}
