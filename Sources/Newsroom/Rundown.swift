package import Newswire
package import ScrollCore

/// The upcoming headlines with their times: a queue's items in the order of the crawl, with the break-ins over it.
///
/// It applies the queue's own rules to a copy, so that it predicts the crawl exactly. It has no clock.
package struct Rundown {
  package struct Entry: Equatable, Sendable {
    package let item: NewsItem
    /// When it comes in, and when it has left; nil for no end within the requested time.
    package let start: UnixTime
    package var end: UnixTime?
    package let cycle: Int
    package let priority: Int
    package let placing: Airing.Placing
  }

  /// How fast the crawl is.
  package struct Pace {
    /// The seconds from the entry of an item to that of the next one, while the crawl runs.
    package var step: (NewsItem) -> Seconds
    /// The seconds from its entry until it has left.
    package var crossing: (NewsItem) -> Seconds
    /// The seconds for reading a break-in once.
    package var reading: (NewsItem) -> Seconds
    /// The further seconds before the first item of the next cycle.
    package var cycle: Seconds

    package init(
      step: @escaping (NewsItem) -> Seconds, crossing: @escaping (NewsItem) -> Seconds,
      reading: @escaping (NewsItem) -> Seconds, cycle: Seconds = 0
    ) {
      (self.step, self.crossing, self.reading, self.cycle) = (step, crossing, reading, cycle)
    }
  }

  /// The state of the crawl.
  package struct Place {
    package var cycle = 0
    /// The items in the order in which the crawl has them.
    package var order: [NewsItem.ID] = []
    /// The items that this cycle has brought into view already.
    package var shown: Set<NewsItem.ID> = []
    /// The items in the view, and the remaining seconds of each while the crawl runs.
    package var inView: [(item: NewsItem, rest: Seconds)] = []
    /// The seconds until the next one comes in.
    package var wait: Seconds = 0
    /// The items that have broken in already.
    package var brokenIn: Set<NewsItem.ID> = []
    /// The break-ins on the screen and those that wait, on a clock that shows `breakInTime` at the start.
    package var breakIns = Interruptions()
    package var breakInTime: Seconds = 0
    /// Their items, by their IDs there.
    package var breakInItems: [Int: NewsItem] = [:]

    package init() {}
  }

  package private(set) var entries: [Entry] = []

  /// The limit for entries, and the shortest step in seconds.
  static let most = 5000
  private static let shortest = 0.05

  private var queue: ItemQueue
  private let (start, end): (UnixTime, UnixTime)
  private let pace: Pace
  private let offset: UTCOffset
  private var pauses: [ClosedRange<UnixTime>] = []

  /// - Parameters:
  ///   - length: How far to look ahead, in seconds.
  ///   - isShown: Whether the topic of an item is on.
  package init(
    of queue: ItemQueue, from start: UnixTime, for length: Seconds, at place: Place, pace: Pace,
    offset: @escaping UTCOffset, isShown: (NewsItem) -> Bool = { _ in true }
  ) {
    (self.queue, self.start, end, self.pace, self.offset) = (queue, start, start + length, pace, offset)
    addBreakIns(place, isShown)
    for (item, rest) in place.inView { add(item, at: start, until: run(from: start, for: rest), cycle: place.cycle) }
    addHeadlines(place, isShown)
    entries.sort { $0.start < $1.start }
  }

  // MARK: - Break-ins

  /// Adds the turns of what breaks in, in which the crawl waits.
  private mutating func addBreakIns(_ place: Place, _ isShown: (NewsItem) -> Bool) {
    guard queue.settings.hasBreakIns else { return }
    let coming = queue.items.filter { $0.breaksIn && isShown($0) && !place.brokenIn.contains($0.id) }
      .compactMap { item in firstAiring(of: item).map { (item: item, time: $0) } }
      .sorted { ($0.time, $0.item.id.guid) < ($1.time, $1.item.id.guid) }
    var (turns, items) = (place.breakIns, place.breakInItems)
    let (clock, first) = (start - place.breakInTime, (turns.ids.max() ?? -1) + 1)
    for (number, (item, time)) in coming.enumerated() {
      // The turns until then are fixed.
      addTurns(turns, of: items, clock, before: time)
      items[first + number] = item
      turns.add(
        first + number, priority: queue.priority(item), hold: item.airing.hold, reading: pace.reading(item),
        at: time - clock)
    }
    addTurns(turns, of: items, clock, before: end, isLast: true)
    pauses = entries.map { $0.start...max($0.start, $0.end ?? .distantFuture) }.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Adds the parts of turns that lie before a time and are not known yet.
  ///
  /// - Parameter clock: The time at which the turns' clock shows 0.
  private mutating func addTurns(
    _ turns: Interruptions, of items: [Int: NewsItem], _ clock: UnixTime, before time: UnixTime, isLast: Bool = false
  ) {
    var t = max(start, entries.last?.end ?? start)
    while t < time, let turn = turns.next(after: t - clock) {
      let (from, until) = (max(t, clock + turn.start), isLast ? clock + turn.end : min(clock + turn.end, time))
      guard from < until, from < time else { return }
      defer { t = until }
      guard let item = items[turn.id] else { continue }
      if entries.last?.item.id == item.id, entries.last?.end == from {
        entries[entries.count - 1].end = until == .distantFuture ? nil : until
      } else {
        add(item, at: from, until: until, cycle: 0, isBreakIn: true)
      }
    }
  }

  /// When an item is first on the air within the time asked for.
  private func firstAiring(of item: NewsItem) -> UnixTime? {
    var time = start
    while time < end {
      let moment = AirTime(time: time, offset: offset)
      if queue.isOnAir(item, at: moment) { return time }
      guard let next = queue.nextAiring(of: item, after: moment) else { return nil }
      time = next
    }
    return nil
  }

  // MARK: - Headlines

  private mutating func addHeadlines(_ place: Place, _ isShown: (NewsItem) -> Bool) {
    var (cycle, shown, idle) = (place.cycle, place.shown, 0)
    // Until the first item the crawl itself has said what it waits for.
    var isBehindItem = false
    var (items, validUntil, order): ([NewsItem], UnixTime, [NewsItem.ID]) = ([], .distantPast, place.order)
    var t = run(from: start, for: place.wait)
    while t < end, entries.count < Self.most {
      if t >= validUntil {
        queue.expire(now: t)
        let moment = AirTime(time: t, cycle: cycle, offset: offset)
        let wanted = queue.ordered(at: moment, where: isShown).filter { !queue.holdsElsewhere($0) }
        items = placed(wanted, after: &order, shown: shown)
        validUntil = min(queue.nextAiring(after: moment), queue.nextExpiry)
      }
      guard let next = next(of: items, shown: shown) else {
        (cycle, shown, idle) = (cycle + 1, [], idle + 1)
        if isBehindItem { t = run(from: t, for: pace.cycle) }
        isBehindItem = false
        // If no cycle has an item, the next change may bring one.
        if idle > (queue.hasCycles ? Airing.mostCycles : 1) {
          (t, idle, cycle) = (max(validUntil, t + Self.shortest), 0, cycle - idle)
        }
        if queue.isTimed { validUntil = .distantPast }
        continue
      }
      (idle, isBehindItem) = (0, true)
      shown.insert(next.id)
      queue.noteAired([next.id], now: t)
      add(next, at: t, until: run(from: t, for: pace.crossing(next)), cycle: cycle)
      if case .cycles = next.airing.hold {
        queue.noteCycle(of: next.id)
        validUntil = .distantPast
      } else if next.airing.hold != nil {
        validUntil = .distantPast
      }
      t = run(from: t, for: max(Self.shortest, pace.step(next)))
    }
  }

  /// Items in the order of the crawl. If new ones have come, the upcoming items of this cycle are sorted again together with them.
  private func placed(
    _ wanted: [NewsItem], after order: inout [NewsItem.ID], shown: Set<NewsItem.ID>
  ) -> [NewsItem] {
    let items = Dictionary(wanted.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let known = Set(order)
    order.removeAll { items[$0] == nil }
    if !wanted.allSatisfy({ known.contains($0.id) }) {
      let rest = wanted.filter { !shown.contains($0.id) || !known.contains($0.id) }
      let comesNext = { [queue] (item: NewsItem) in !known.contains(item.id) && queue.comesNext(item) }
      order = order.filter { shown.contains($0) } + (rest.filter(comesNext) + rest.filter { !comesNext($0) }).map(\.id)
    }
    return order.compactMap { items[$0] }
  }

  /// The next item that has not been in this cycle.
  private func next(of items: [NewsItem], shown: Set<NewsItem.ID>) -> NewsItem? {
    items.first { !shown.contains($0.id) }
  }

  private mutating func add(
    _ item: NewsItem, at start: UnixTime, until time: UnixTime, cycle: Int, isBreakIn: Bool = false
  ) {
    let placing = item.airing.placing ?? (queue.comesNext(item) ? .next : .queue)
    entries.append(
      Entry(
        item: item, start: start, end: time < .distantFuture ? time : nil, cycle: cycle, priority: queue.priority(item),
        placing: isBreakIn || !item.breaksIn ? placing : .next))
  }

  /// The time when the crawl has run for a number of seconds after `time`, with the pauses for break-ins.
  private func run(from time: UnixTime, for seconds: Seconds) -> UnixTime {
    var (t, rest) = (time, seconds)
    for pause in pauses where pause.upperBound > t {
      if t + rest < pause.lowerBound { break }
      if t < pause.lowerBound { rest -= pause.lowerBound - t }
      t = pause.upperBound
    }
    return t + rest
  }
}
