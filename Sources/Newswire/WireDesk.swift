/// Decides which items are on the wire and in what order: no doubles, none too old, not too many.
///
/// A value with no clock: every call is told the time, in seconds since 1970. Each `add` costs in proportion to all
/// that is on the wire: made for feeds and urgent lines, not for a flood of plain ones.
package struct WireDesk: Sendable {
  package enum Order: String, CaseIterable, Sendable {
    /// Newest first; without a date, by arrival.
    case time
    /// One of each feed in turn, each feed's newest first.
    case roundRobin
  }

  package struct Settings: Sendable {
    package var order = Order.time
    /// Seconds since an item was published (or arrived) after which it is left out; nil for never.
    package var maximumAge: Double?
    package var maximumCount = 500
    package var maximumPerFeed = 50

    package init() {}
  }

  package var settings: Settings
  private var items: [WireItem] = []

  package init(settings: Settings = Settings()) { self.settings = settings }

  /// Everything that is on the wire, urgent ones first, then by `settings.order`.
  package var ordered: [WireItem] { order.map { items[$0] } }

  /// Takes new items; those that were taken, in the order in which they are to be shown. An item with the id of one
  /// that is there replaces it and is not new; one with the link or title of another is left out.
  package mutating func add(_ new: [WireItem], now: Double) -> [WireItem] {
    var taken: Set<String> = []
    // Few come at a time, and there are a few hundred: sets, so that it stays linear all the same.
    var places = Dictionary(items.indices.map { (items[$0].key, $0) }, uniquingKeysWith: { first, _ in first })
    var titles = Set(items.map(\.title))
    var links = Set(items.compactMap(\.link))
    for var item in new {
      if item.arrived == 0 { item.arrived = now }
      guard !isTooOld(item, now: now) else { continue }
      if let place = places[item.key] {
        item.arrived = items[place].arrived
        items[place] = item
        continue
      }
      guard titles.insert(item.title).inserted else { continue }
      if let link = item.link, !links.insert(link).inserted, WebAddress(link)?.isHome == false { continue }
      places[item.key] = items.count
      items.append(item)
      taken.insert(item.key)
    }
    let staying = self.staying
    defer { if staying.count < items.count { items = staying.sorted().map { items[$0] } } }
    return taken.isEmpty ? [] : staying.map { items[$0] }.filter { taken.contains($0.key) }
  }

  /// Takes an item off; false where it was not there.
  @discardableResult
  package mutating func remove(_ item: WireItem) -> Bool {
    let count = items.count
    items.removeAll { $0.key == item.key }
    return items.count < count
  }

  /// Takes off all of a topic (a chip was removed); those that were there.
  @discardableResult
  package mutating func removeTopic(_ topic: String) -> [WireItem] {
    defer { items.removeAll { $0.topic == topic } }
    return items.filter { $0.topic == topic }
  }

  /// Takes off all of a feed; those that were there.
  @discardableResult
  package mutating func removeFeed(_ url: String) -> [WireItem] {
    defer { items.removeAll { $0.feed == url } }
    return items.filter { $0.feed == url }
  }

  /// Takes off what is over its time to live or too old; those that went.
  package mutating func expire(now: Double) -> [WireItem] {
    let gone = items.filter { endsAt($0) <= now }
    if !gone.isEmpty { items = items.filter { endsAt($0) > now } }
    return gone
  }

  /// When the next item expires; `.infinity` for never.
  package var nextExpiry: Double { items.reduce(.infinity) { min($0, endsAt($1)) } }

  // MARK: Limits and order

  private func endsAt(_ item: WireItem) -> Double {
    let byAge = settings.maximumAge.map { item.time + $0 } ?? .infinity
    return min(byAge, item.timeToLive.map { item.arrived + $0 } ?? .infinity)
  }

  private func isTooOld(_ item: WireItem, now: Double) -> Bool {
    settings.maximumAge.map { item.time + $0 <= now } ?? false
  }

  /// The places of the items for which there is room, in the order in which they are shown.
  private var staying: [Int] {
    var perFeed: [String: Int] = [:]
    let places = order.filter { place in
      guard let feed = items[place].feed else { return true }
      perFeed[feed, default: 0] += 1
      return perFeed[feed, default: 0] <= settings.maximumPerFeed
    }
    return Array(places.prefix(settings.maximumCount))
  }

  /// The places of the items in the order in which they are shown: to sort the items themselves would copy each of them
  /// many times.
  private var order: [Int] {
    let times = items.map(\.time)
    // Of equal times the one that came first stays first: the sort is stable.
    let newest = items.indices.sorted { times[$0] > times[$1] }
    let others = newest.filter { !items[$0].isUrgent }
    return newest.filter { items[$0].isUrgent } + (settings.order == .time ? others : inTurn(others))
  }

  /// One of each feed in turn.
  private func inTurn(_ places: [Int]) -> [Int] {
    var numbers: [String: Int] = [:]
    var queues: [[Int]] = []
    for place in places {
      let feed = items[place].feed ?? items[place].topic ?? ""
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

extension WireItem {
  /// What identifies it among those of all feeds.
  package var key: String { "\(feed ?? "")\n\(id)" }

  /// By which it is ordered. A date in the future counts as its arrival, or it would stay on top for ever.
  fileprivate var time: Double { min(published ?? arrived, arrived > 0 ? arrived : .infinity) }
}
