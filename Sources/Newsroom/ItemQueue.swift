package import Newswire
package import ScrollCore

/// Selects and orders the items to show: without duplicates, old items and excess.
///
/// It has no clock: each call passes the time. Each `add` takes time linear in the size of the
/// queue, so it suits feeds and lines of JSON, not a flood of plain ones.
package struct ItemQueue: Sendable {
  package struct Settings: Equatable, Sendable {
    /// Whether feeds take turns, each with its newest first. Otherwise the newest items of feeds come first; without a date,
    /// the time of arrival counts. Lines without a date come before them, in the order of their arrival.
    package var takesTurns = false
    /// Excludes items published (or arrived) longer ago than this, in seconds; nil for no limit.
    package var maximumAge: Double?
    package var maximumCount = 500
    package var maximumPerFeed = 50
    /// The filter for all feeds.
    package var filter = FeedFilter()
    /// The filters of single feeds, by address. They override the general settings.
    package var ownFilters: [String: FeedFilter] = [:]
    /// Whether to exclude items that have been read.
    package var dropsRead = false
    /// How and when the items of topics go on the air, by the topic's name. A source's or an item's priority overrides its
    /// topic's; each of the three can keep an item off the air.
    package var topicAirings: [String: Airing] = [:]
    /// Whether items that break in are shown elsewhere, where their hold ends them.
    package var hasBreakIns = false
    /// Whether new items of feeds come next, before the waiting ones, or at their places in the order.
    package var newComeNext = true
    /// How long a new item stays new after its arrival, in seconds.
    package var newTime = 600.0

    package init() {}
  }

  package var settings: Settings {
    didSet {
      guard settings.filter != oldValue.filter || settings.ownFilters != oldValue.ownFilters else { return }
      for place in items.indices { filter(&items[place]) }
      keepWithinLimits()
    }
  }
  package private(set) var items: [NewsItem] = []
  private var numbers = HeadlineNumbers()

  package init(settings: Settings = Settings()) { self.settings = settings }

  /// All items to show: by priority, breaking ones first, then in the order of `settings`. Of duplicates with the same title and link in
  /// several feeds, the first to arrive.
  package var ordered: [NewsItem] { ordered { _ in true } }

  /// The same for items that meet a condition.
  func ordered(where isMeant: (NewsItem) -> Bool) -> [NewsItem] {
    var feeds: [String: String] = [:]
    let isShown = items.map { item in
      guard !isHidden(item), isMeant(item) else { return false }
      guard let link = item.link else { return true }
      let (story, feed) = ("\(link) \(item.title)", item.id.feed ?? "")
      if feeds[story] == nil { feeds[story] = feed }
      return feeds[story] == feed
    }
    return order(oldestLinesFirst: true).filter { isShown[$0] }.map { items[$0] }
  }

  /// Adds items. An item with a known ID replaces the old one and keeps its time of arrival; one with the key of another
  /// replaces that in its place.
  package mutating func add(_ new: [NewsItem], now: UnixTime) {
    items.followClock(now)
    var replaced: Set<Int> = []
    // Keeps the addition of a few items to hundreds linear.
    var places = Dictionary(items.indices.map { (items[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
    for var item in new {
      if item.arrived == .epoch || item.arrived > now { item.arrived = now }
      guard !isTooOld(item, now: now) else { continue }
      filter(&item)
      let keyed = item.airing.key == nil ? nil : items.firstIndex { $0.id != item.id && $0.hasKey(of: item) }
      let former = places[item.id] ?? keyed
      numbers.identify(&item, replacing: former.map { items[$0] }) { [items] id in
        items.contains { $0.headline?.number == id.number }
      }
      if let place = places[item.id] {
        (item.arrived, item.isNew) = (items[place].arrived, items[place].isNew)
        if !item.escalates(items[place]) { (item.aired, item.cycles) = (items[place].aired, items[place].cycles) }
        item.placeTime = item.placeTime ?? items[place].placeTime
        items[place] = item
        // It has taken the key of another one.
        if let keyed {
          (places[items[keyed].id], items[keyed].airing.key) = (nil, nil)
          replaced.insert(keyed)
        }
        continue
      }
      if let place = keyed {
        item.placeTime = items[place].placeTime ?? items[place].time
        places[items[place].id] = nil
        places[item.id] = place
        items[place] = item
        continue
      }
      places[item.id] = items.count
      items.append(item)
    }
    if !replaced.isEmpty { items = items.indices.filter { !replaced.contains($0) }.map { items[$0] } }
    keepWithinLimits()
    numbers.forget(except: items)
  }

  /// Puts items into this order, among the places that they have.
  package mutating func arrange(_ ids: [NewsItem.ID: Int]) {
    let places = items.indices.filter { ids[items[$0].id] != nil }
    let sorted = places.map { items[$0] }.sorted { (ids[$0.id] ?? 0) < (ids[$1.id] ?? 0) }
    for (place, item) in zip(places, sorted) { items[place] = item }
  }

  /// Removes and returns matching items.
  @discardableResult
  package mutating func removeAll(where isGone: (NewsItem) -> Bool) -> [NewsItem] {
    let gone = items.filter(isGone)
    if !gone.isEmpty { items = items.filter { !isGone($0) } }
    return gone
  }

  /// Removes items after their time to live or maximum age, and ends the newness of others.
  package mutating func expire(now: UnixTime) {
    items.followClock(now)
    if items.contains(where: { endsAt($0) <= now }) { items = items.filter { endsAt($0) > now } }
    for place in items.indices where newUntil(items[place]) <= now { items[place].isNew = false }
  }

  /// When `expire` has work next; `.distantFuture` for never.
  package var nextExpiry: UnixTime { items.reduce(.distantFuture) { min($0, endsAt($1), newUntil($1)) } }

  /// Whether it has an item with that ID.
  package func holds(_ id: NewsItem.ID) -> Bool { items.contains { $0.id == id } }

  /// All items that pass the filters, newest first.
  package var recent: [NewsItem] { newest.filter { !items[$0].isLeftOut }.map { items[$0] } }

  /// Changes items in place.
  mutating func change(where isMeant: (NewsItem) -> Bool, _ change: (inout NewsItem) -> Void) {
    for place in items.indices where isMeant(items[place]) { change(&items[place]) }
  }

  /// Marks items as read or unread. Returns their IDs.
  package mutating func setRead(_ isRead: Bool, where isMeant: (NewsItem) -> Bool) -> [NewsItem.ID] {
    let places = items.indices.filter { isMeant(items[$0]) }
    for place in places { items[place].isRead = isRead }
    return places.map { items[$0].id }
  }

  // MARK: - Limits and order

  private func isHidden(_ item: NewsItem) -> Bool { item.isLeftOut || settings.dropsRead && item.isRead }

  func own(_ item: NewsItem) -> FeedFilter? { item.id.feed.flatMap { settings.ownFilters[$0] } }

  /// An alert says itself when it ends.
  private func maximumAge(_ item: NewsItem) -> Double? {
    item.alert == nil ? own(item)?.maximumAge ?? settings.maximumAge : nil
  }

  /// Applies the filters to an item of a feed, other than an alert.
  private func filter(_ item: inout NewsItem) {
    guard item.id.feed != nil, item.alert == nil else { return }
    let own = own(item)
    item.isLeftOut = settings.filter.leavesOut(item) || own?.leavesOut(item) ?? false
    item.showsSummary = own?.showsSummaries ?? settings.filter.showsSummaries ?? false
    // The items of a channel bring their rows.
    if item.place == nil { item.row = own?.row?.row(of: item.title) }
  }

  private func endsAt(_ item: NewsItem) -> UnixTime {
    let byAge = maximumAge(item).map { item.time + $0 } ?? .distantFuture
    let byLife = item.timeToLive.map { item.arrived + $0 } ?? .distantFuture
    return min(byAge, item.expires ?? .distantFuture, byLife, holdEnd(item))
  }

  private func newUntil(_ item: NewsItem) -> UnixTime {
    item.isNew ? item.arrived + settings.newTime : .distantFuture
  }

  private func isTooOld(_ item: NewsItem, now: UnixTime) -> Bool {
    maximumAge(item).map { item.time + $0 <= now } ?? false
  }

  private mutating func keepWithinLimits() {
    let staying = self.staying
    if staying.count < items.count { items = staying.sorted().map { items[$0] } }
  }

  /// The indices of the items within the limits, in display order. Excluded items have separate limits of the same
  /// size.
  private var staying: [Int] {
    var perFeed: [[String: Int]] = [[:], [:]]
    var counts = [0, 0]
    var ofSources: [String: Int] = [:]
    return order(oldestLinesFirst: false).filter { place in
      // A channel is bounded where it is read, and so are alerts: they have more room, and room of their own.
      if items[place].place != nil || items[place].alert != nil {
        ofSources[items[place].id.feed ?? "", default: 0] += 1
        return ofSources[items[place].id.feed ?? "", default: 0] <= NewsItem.mostOfSource
      }
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

  /// The indices of the items in display order, but for lines, of which the limits keep the newest. Sorting indices avoids
  /// copying the items.
  private func order(oldestLinesFirst: Bool) -> [Int] {
    let newest = newest
    let unplaced = newest.filter { !items[$0].breaksIn && items[$0].place == nil }
    let lines = unplaced.filter { items[$0].isLine }
    // Of lines of one moment the last is the newest.
    let inOrder = lines.sorted()
    let latest = inOrder.reversed().sorted { items[$0].time > items[$1].time }
    let others = (oldestLinesFirst ? inOrder : latest) + unplaced.filter { !items[$0].isLine }
    let all = newest.filter { items[$0].breaksIn } + placed + (settings.takesTurns ? inTurn(others) : others)
    let priorities = items.map(priority)
    // The sort is stable: those of equal priority stay in this order.
    return priorities.contains { $0 != priorities[0] } ? all.sorted { priorities[$0] > priorities[$1] } : all
  }

  /// The items of channels, in their senders' order.
  private var placed: [Int] {
    let placed = items.indices.filter { items[$0].place != nil && !items[$0].breaksIn }
    return placed.sorted { (items[$0].place ?? 0, $0) < (items[$1].place ?? 0, $1) }
  }

  private var newest: [Int] {
    let times = items.map { $0.placeTime ?? $0.time }
    // The sort is stable: of equal times the first to arrive stays first.
    return items.indices.sorted { times[$0] > times[$1] }
  }

  /// Takes one item of each feed in turn.
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
  /// Whether it is a line that somebody has sent, without a date: it joins those before it.
  fileprivate var isLine: Bool { id.feed == nil && published == nil }

  /// The time to sort by. A date in the future counts as the arrival, or the item would stay on top.
  fileprivate var time: UnixTime { min(published ?? arrived, arrived > .epoch ? arrived : .distantFuture) }
}
