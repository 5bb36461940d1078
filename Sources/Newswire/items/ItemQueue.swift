/// Decides which items are shown and in what order: no doubles, none too old, not too many.
///
/// A value without a clock: every call is given the time, in seconds since 1970. Each `add` costs in proportion to all
/// that the queue holds: it is made for feeds and urgent lines, not for a flood of plain ones.
package struct ItemQueue: Sendable {
  package struct Settings: Sendable {
    /// Whether one of each feed comes in turn, each feed's newest first. Otherwise the newest come first, those without a
    /// date by their arrival.
    package var takesTurns = false
    /// Seconds since an item was published (or arrived) after which it is left out; nil for never.
    package var maximumAge: Double?
    package var maximumCount = 500
    package var maximumPerFeed = 50
    /// Of all feeds: words that leave items out, and whether summaries are shown.
    package var filter = FeedFilter()
    /// Those of single feeds, by their addresses; what they say goes before what is said of all.
    package var ownFilters: [String: FeedFilter] = [:]
    /// What has been read is left out.
    package var dropsRead = false
    /// Seconds since its arrival for which an item that was new stays so.
    package var newTime = 600.0

    package init() {}
  }

  package var settings: Settings {
    didSet {
      guard settings.filter != oldValue.filter || settings.ownFilters != oldValue.ownFilters else { return }
      for place in items.indices { filter(&items[place]) }
    }
  }
  private var items: [NewsItem] = []

  package init(settings: Settings = Settings()) { self.settings = settings }

  /// Everything in the queue, urgent items first, then as `settings` say; of the same news from several feeds (title and
  /// link together) the one that came first.
  package var ordered: [NewsItem] {
    var feeds: [String: String] = [:]
    let isShown = items.map { item in
      guard !isHidden(item) else { return false }
      guard let link = item.link else { return true }
      let (story, feed) = ("\(link) \(item.title)", item.id.feed ?? "")
      if feeds[story] == nil { feeds[story] = feed }
      return feeds[story] == feed
    }
    return order.filter { isShown[$0] }.map { items[$0] }
  }

  /// Takes new items. An item with the id of one that is there replaces it and is no newer than that.
  package mutating func add(_ new: [NewsItem], now: Double) {
    // Few come at a time, and there are a few hundred: sets, so that it stays linear all the same.
    var places = Dictionary(items.indices.map { (items[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
    for var item in new {
      if item.arrived == 0 { item.arrived = now }
      guard !isTooOld(item, now: now) else { continue }
      filter(&item)
      if let place = places[item.id] {
        (item.arrived, item.isNew) = (items[place].arrived, items[place].isNew)
        items[place] = item
        continue
      }
      places[item.id] = items.count
      items.append(item)
    }
    let staying = self.staying
    if staying.count < items.count { items = staying.sorted().map { items[$0] } }
  }

  /// Removes items and returns those that were there.
  @discardableResult
  package mutating func removeAll(where isGone: (NewsItem) -> Bool) -> [NewsItem] {
    let gone = items.filter(isGone)
    if !gone.isEmpty { items = items.filter { !isGone($0) } }
    return gone
  }

  /// Removes what is over its time to live or too old; what has been new for long enough is so no longer.
  package mutating func expire(now: Double) {
    items = items.filter { endsAt($0) > now }
    for place in items.indices where newUntil(items[place]) <= now { items[place].isNew = false }
  }

  /// When `expire` has something to do next; `.infinity` for never.
  package var nextExpiry: Double { items.reduce(.infinity) { min($0, endsAt($1), newUntil($1)) } }

  /// Everything that the filters let through, the newest first.
  package var recent: [NewsItem] { newest.filter { !items[$0].isLeftOut }.map { items[$0] } }

  /// Marks items as read, or as not read. Returns their ids.
  package mutating func setRead(_ isRead: Bool, where isMeant: (NewsItem) -> Bool) -> [NewsItem.ID] {
    let places = items.indices.filter { isMeant(items[$0]) }
    for place in places { items[place].isRead = isRead }
    return places.map { items[$0].id }
  }

  // MARK: - Limits and order

  private func isHidden(_ item: NewsItem) -> Bool { item.isLeftOut || settings.dropsRead && item.isRead }

  private func own(_ item: NewsItem) -> FeedFilter? { item.id.feed.flatMap { settings.ownFilters[$0] } }

  private func maximumAge(_ item: NewsItem) -> Double? { own(item)?.maximumAge ?? settings.maximumAge }

  /// Notes what the filters make of an item of a feed.
  private func filter(_ item: inout NewsItem) {
    guard item.id.feed != nil else { return }
    let own = own(item)
    item.isLeftOut = settings.filter.leavesOut(item) || own?.leavesOut(item) ?? false
    item.showsSummary = own?.showsSummaries ?? settings.filter.showsSummaries ?? false
  }

  private func endsAt(_ item: NewsItem) -> Double {
    let byAge = maximumAge(item).map { item.time + $0 } ?? .infinity
    return min(byAge, item.timeToLive.map { item.arrived + $0 } ?? .infinity)
  }

  private func newUntil(_ item: NewsItem) -> Double { item.isNew ? item.arrived + settings.newTime : .infinity }

  private func isTooOld(_ item: NewsItem, now: Double) -> Bool {
    maximumAge(item).map { item.time + $0 <= now } ?? false
  }

  /// The places of the items for which there is room, in the order in which they are shown. What is left out takes none
  /// of the room of what is shown, and has as much of its own.
  private var staying: [Int] {
    var perFeed: [[String: Int]] = [[:], [:]]
    var counts = [0, 0]
    return order.filter { place in
      let kind = isHidden(items[place]) ? 1 : 0
      if let feed = items[place].id.feed {
        perFeed[kind][feed, default: 0] += 1
        let most = settings.ownFilters[feed]?.maximumCount ?? settings.maximumPerFeed
        guard perFeed[kind][feed, default: 0] <= most else { return false }
      }
      counts[kind] += 1
      return counts[kind] <= settings.maximumCount
    }
  }

  /// The places of the items in the order in which they are shown: to sort the items themselves would copy each of them
  /// many times.
  private var order: [Int] {
    let newest = newest
    let others = newest.filter { !items[$0].isUrgent }
    return newest.filter { items[$0].isUrgent } + (settings.takesTurns ? inTurn(others) : others)
  }

  private var newest: [Int] {
    let times = items.map(\.time)
    // Of equal times the one that came first stays first: the sort is stable.
    return items.indices.sorted { times[$0] > times[$1] }
  }

  /// One of each feed in turn.
  private func inTurn(_ places: [Int]) -> [Int] {
    var numbers: [String: Int] = [:]
    var queues: [[Int]] = []
    for place in places {
      let feed = items[place].id.feed ?? items[place].topic ?? ""
      let number = numbers[feed] ?? queues.count
      if number == queues.count {
        numbers[feed] = number
        queues.append([])
      }
      queues[number].append(place)
    }
    let rounds = queues.map(\.count).max() ?? 0
    return (0..<rounds).flatMap { round in queues.compactMap { round < $0.count ? $0[round] : nil } }
  }
}

extension NewsItem {
  /// By which it is ordered. A date in the future counts as its arrival, or it would stay on top for ever.
  fileprivate var time: Double { min(published ?? arrived, arrived > 0 ? arrived : .infinity) }
}
