package import Newswire
package import ScrollCore

/// A time on the wall's clock and a cycle of the headlines, for which items are selected.
package struct AirTime {
  /// In seconds since 1970.
  package var time: Int
  /// Counted from 0.
  package var cycle: Int
  package var offset: UTCOffset

  package init(time: UnixTime, cycle: Int = 0, offset: @escaping UTCOffset) {
    (self.time, self.cycle, self.offset) = (time.wholeSeconds, cycle, offset)
  }
}

/// Which items are on the air: by themselves, by their sources and by their topics.
extension ItemQueue {
  /// An item's airings, from its own to its topic's.
  private func airings(_ item: NewsItem) -> [Airing] {
    [item.airing, own(item)?.airing, item.topic.flatMap { settings.topicAirings[$0] }].compactMap(\.self)
  }

  package func priority(_ item: NewsItem) -> Int {
    airings(item).lazy.compactMap(\.priority).first ?? Airing.defaultPriority
  }

  /// Whether an item that is not on the crawl yet comes in at the edge of the view, before the headlines that wait.
  package func comesNext(_ item: NewsItem) -> Bool {
    if item.breaksIn { return true }
    // A channel's items have their sender's order.
    let isNews = settings.newComeNext && item.isNew && item.place == nil
    return item.airing.placing.map { $0 == .next } ?? isNews
  }

  /// Whether an item breaks in and is held over the crawl, so that it never joins that.
  package func holdsElsewhere(_ item: NewsItem) -> Bool {
    settings.hasBreakIns && item.breaksIn && item.airing.hold != nil
  }

  /// Whether an item's times allow it on the air.
  package func isOnAir(_ item: NewsItem, at moment: AirTime) -> Bool {
    airings(item).allSatisfy { $0.allows(moment.time, moment.offset) }
  }

  /// Whether the time of an item is over for good.
  package func isOver(_ item: NewsItem, at moment: AirTime) -> Bool {
    item.isOver(at: UnixTime(seconds: moment.time))
      || airings(item).contains { $0.isOver(at: moment.time, moment.offset) }
  }

  /// The items to show at that time and in that cycle, in order: of those that meet a condition.
  package func ordered(at moment: AirTime, where isMeant: (NewsItem) -> Bool = { _ in true }) -> [NewsItem] {
    guard isTimed else { return ordered(where: isMeant) }
    return ordered { item in
      isMeant(item) && isOnAir(item, at: moment) && !isLeftOut(item, ofCycleAt: moment)
    }
  }

  /// Whether a cycle is none of those that show an item.
  package func isLeftOut(_ item: NewsItem, ofCycleAt moment: AirTime) -> Bool {
    airings(item).lazy.compactMap(\.every).first.map { moment.cycle % max(1, $0) != 0 } ?? false
  }

  /// Why an item is no longer on the air, in the as-run log's words. One that this cycle leaves out has just left.
  func ending(of item: NewsItem, at moment: AirTime) -> String {
    if isOver(item, at: moment) { return "expired" }
    return holds(item.id) && isLeftOut(item, ofCycleAt: moment) ? "left" : "withdrawn"
  }

  /// When `isOnAir` changes for an item next; `.distantFuture` for never.
  package func nextAiring(after moment: AirTime) -> UnixTime {
    guard isTimed else { return .distantFuture }
    var known: [Airing] = []
    for airing in items.lazy.flatMap(airings) where airing.hasTimes && !known.contains(airing) { known.append(airing) }
    return known.reduce(.distantFuture) { next, airing in
      min(next, airing.nextChange(after: moment.time, moment.offset).map(UnixTime.init) ?? .distantFuture)
    }
  }

  /// The next time at which that may change for one item; nil for never.
  func nextAiring(of item: NewsItem, after moment: AirTime) -> UnixTime? {
    airings(item).compactMap { $0.nextChange(after: moment.time, moment.offset) }.min().map(UnixTime.init)
  }

  /// Whether anything depends on the time or the cycle.
  package var isTimed: Bool { settings.hasTimes || items.contains { $0.airing.hasTimes || $0.airing.every != nil } }

  /// Whether anything depends on the cycle.
  package var hasCycles: Bool {
    let isCyclic = { (airing: Airing) in airing.every != nil }
    return settings.topicAirings.values.contains(where: isCyclic)
      || settings.ownFilters.values.contains { isCyclic($0.airing) }
      || items.contains { isCyclic($0.airing) || $0.cycleLimit != nil }
  }

  // MARK: - Holds

  /// When its hold ends an item.
  func holdEnd(_ item: NewsItem) -> UnixTime {
    guard case .time(let seconds) = item.airing.hold, let aired = item.aired else { return .distantFuture }
    return settings.hasBreakIns && item.breaksIn ? .distantFuture : aired + seconds
  }

  /// These items are on the air: their holds begin.
  package mutating func noteAired(_ ids: Set<NewsItem.ID>, now: UnixTime) {
    change {
      $0.aired == nil && ids.contains($0.id)
    } _: {
      $0.aired = now
    }
  }

  /// A cycle has shown an item: a hold of a number of cycles ends with the last.
  package mutating func noteCycle(of id: NewsItem.ID) {
    change {
      $0.id == id
    } _: {
      $0.cycles += 1
    }
    removeAll { item in item.cycleLimit.map { item.cycles >= $0 } ?? false }
  }
}

extension ItemQueue.Settings {
  fileprivate var hasTimes: Bool {
    let isTimed = { (airing: Airing) in airing.hasTimes || airing.every != nil }
    return topicAirings.values.contains(where: isTimed) || ownFilters.values.contains { isTimed($0.airing) }
  }
}

extension NewsItem {
  /// How many cycles it is held.
  fileprivate var cycleLimit: Int? { if case .cycles(let count) = airing.hold { count } else { nil } }
}
