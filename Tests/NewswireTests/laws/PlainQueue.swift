import ScrollCore

@testable import Newsroom
@testable import Newswire

/// A queue of items as its description says it, looked through again for each question.
struct PlainQueue {
  var settings = ItemQueue.Settings()
  var items: [NewsItem] = []

  mutating func add(_ new: [NewsItem], now: UnixTime) {
    for item in new {
      var item = item
      if item.arrived == .epoch || item.arrived > now { item.arrived = now }
      if let age = age(item), time(item) + age <= now { continue }
      filter(&item)
      let former = items.firstIndex { $0.id == item.id }
      let keyed = items.firstIndex {
        $0.id != item.id && $0.airing.key == item.airing.key && $0.id.feed == item.id.feed
      }
      let taken = item.airing.key == nil ? nil : keyed
      if let former {
        let old = items[former]
        (item.arrived, item.isNew) = (old.arrived, old.isNew)
        let comesAnew =
          item.breaksIn && (!old.breaksIn || (item.airing.priority ?? 0) > (old.airing.priority ?? 0))
        if !comesAnew { (item.aired, item.cycles) = (old.aired, old.cycles) }
        if item.placeTime == nil { item.placeTime = old.placeTime }
        items[former] = item
        if let taken { items.remove(at: taken) }
      } else if let taken {
        item.placeTime = items[taken].placeTime ?? time(items[taken])
        items[taken] = item
      } else {
        items.append(item)
      }
    }
    keepWithinLimits()
  }

  /// Removes one item after the other that has one too many before it.
  mutating func keepWithinLimits() {
    let order = sorted(newestLinesFirst: true)
    var kept: [NewsItem] = []
    for item in order {
      if item.place == nil, item.alert == nil {
        let alike = kept.filter { $0.place == nil && $0.alert == nil && isHidden($0) == isHidden(item) }
        let limit = item.id.feed.flatMap { settings.ownFilters[$0]?.maximumCount } ?? settings.maximumPerFeed
        if item.id.feed != nil, seen(item, order) >= limit { continue }
        if alike.count >= settings.maximumCount { continue }
      }
      kept.append(item)
    }
    items = items.filter { item in kept.contains { $0.id == item.id } }
  }

  /// How many of its feed come before it.
  private func seen(_ item: NewsItem, _ order: [NewsItem]) -> Int {
    let place = order.firstIndex { $0.id == item.id } ?? 0
    return order[..<place].count { other in
      other.id.feed == item.id.feed && other.place == nil && other.alert == nil && isHidden(other) == isHidden(item)
    }
  }

  mutating func refilter() {
    for place in items.indices { filter(&items[place]) }
    keepWithinLimits()
  }

  mutating func expire(now: UnixTime) {
    items = items.filter { end($0) > now }
    for place in items.indices where items[place].arrived + settings.newTime <= now { items[place].isNew = false }
  }

  /// When its end comes, of whichever of its limits is first.
  func end(_ item: NewsItem) -> UnixTime {
    var ends: [UnixTime] = [.distantFuture]
    if let age = age(item) { ends.append(time(item) + age) }
    if let life = item.timeToLive { ends.append(item.arrived + life) }
    if let end = item.expires { ends.append(end) }
    let isHeldElsewhere = settings.hasBreakIns && item.breaksIn
    if case .time(let hold)? = item.airing.hold, let aired = item.aired, !isHeldElsewhere { ends.append(aired + hold) }
    return ends.min() ?? .distantFuture
  }

  var shown: [NewsItem] {
    let visible = items.filter { !isHidden($0) }
    return sorted(newestLinesFirst: false).filter { item in
      if isHidden(item) { return false }
      guard let link = item.link else { return true }
      let first = visible.first { $0.link == link && $0.title == item.title }
      return first?.id.feed == item.id.feed
    }
  }

  /// All items in display order.
  func sorted(newestLinesFirst: Bool) -> [NewsItem] {
    // The class of an item, and its place in it.
    func place(_ number: Int) -> (Int, Double) {
      let item = items[number]
      let age = -(item.placeTime ?? time(item)).seconds
      if item.breaksIn { return (0, age) }
      if let place = item.place { return (1, Double(place)) }
      // A line that has taken the place of another one is as new as it is itself.
      if item.id.feed == nil, item.published == nil { return (2, newestLinesFirst ? -time(item).seconds : 0) }
      return (3, age)
    }
    func isBefore(_ a: Int, _ b: Int) -> Bool {
      let (first, second) = (place(a), place(b))
      if first != second { return first < second }
      return first.0 == 2 && newestLinesFirst ? a > b : a < b
    }
    var order = items.indices.sorted(by: isBefore)
    if settings.takesTurns {
      let fixed = order.filter { place($0).0 < 2 }
      let others = order.filter { place($0).0 >= 2 }
      let names = others.map { items[$0].id.feed ?? items[$0].topic ?? "" }
      let turns = others.indices.map { number in
        (names[..<number].count { $0 == names[number] }, names.firstIndex(of: names[number]) ?? 0, others[number])
      }
      order = fixed + turns.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }
    let ranks = order.enumerated().map { ($1, $0) }
    return ranks.sorted { (-priority($0.0), $0.1) < (-priority($1.0), $1.1) }.map { items[$0.0] }
  }

  func priority(_ number: Int) -> Int {
    let item = items[number]
    return item.airing.priority ?? item.id.feed.flatMap { settings.ownFilters[$0]?.airing.priority }
      ?? item.topic.flatMap { settings.topicAirings[$0]?.priority } ?? 0
  }

  func isHidden(_ item: NewsItem) -> Bool { item.isLeftOut || settings.dropsRead && item.isRead }

  private func time(_ item: NewsItem) -> UnixTime { min(item.published ?? item.arrived, item.arrived) }

  private func age(_ item: NewsItem) -> Double? {
    if item.alert != nil { return nil }
    return item.id.feed.flatMap { settings.ownFilters[$0]?.maximumAge } ?? settings.maximumAge
  }

  private func filter(_ item: inout NewsItem) {
    guard let feed = item.id.feed, item.alert == nil else { return }
    let own = settings.ownFilters[feed]
    item.isLeftOut = settings.filter.leavesOut(item) || own?.leavesOut(item) == true
    item.showsSummary = own?.showsSummaries ?? settings.filter.showsSummaries ?? false
  }
}
