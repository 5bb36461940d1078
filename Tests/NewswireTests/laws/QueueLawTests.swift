import ScrollCore
import TestKit
import Testing

@testable import Newsroom
@testable import Newswire

/// A queue of items through random histories, beside a plain one that looks at each item for each question.
@Suite("Laws of the queue") struct QueueLawTests {
  /// A queue and its plain copy, with what happens to both.
  private struct History {
    var random: SeededRandom
    var queue = ItemQueue()
    var plain = PlainQueue()
    var now: UnixTime = 1_790_000_000
    private var number = 0

    init(seed: UInt64) throws {
      random = SeededRandom(seed: seed)
      plain.settings.maximumCount = pick([6, 500])
      plain.settings.maximumPerFeed = pick([3, 50])
      plain.settings.takesTurns = Bool.random(using: &random)
      plain.settings.dropsRead = Bool.random(using: &random)
      plain.settings.hasBreakIns = Bool.random(using: &random)
      plain.settings.newTime = 40
      if Bool.random(using: &random) { plain.settings.maximumAge = 200 }
      queue = ItemQueue(settings: plain.settings)
    }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
    private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    private mutating func item() -> NewsItem {
      number += 1
      let guid = chance(3) ? "\(Int.random(in: 1...number, using: &random))" : "\(number)"
      var item = NewsItem(guid: guid, title: pick(["goal", "rain", "news"]) + " \(chance(4) ? 0 : number)")
      item.id.feed = pick([nil, nil, "f", "g"])
      item.topic = pick([nil, "T", "U"])
      if chance(3) { item.link = "https://example.org/\(pick([1, 2]))" }
      if chance(3) { item.published = now + Double(pick([-300, -150, -20, -20, 0, 90])) }
      if chance(4) { item.timeToLive = pick([5, 30]) }
      if chance(6) { item.expires = now + pick([10, 60]) }
      if chance(4) { item.airing.key = pick(["a", "b"]) }
      if chance(4) { item.airing.priority = pick([-1, 1]) }
      if chance(6) { item.airing.placing = pick([.breakIn, .takeover, .next, .queue]) }
      if chance(4) { item.airing.hold = pick([.time(12), .cycles(2), .acknowledged]) }
      if chance(12), item.id.feed != nil { item.place = pick([1, 1, 2, 3]) }
      item.isNew = chance(3)
      return item
    }

    /// Does the same to both.
    mutating func step() throws {
      now += pick([0, 0, 1, 7, 25])
      queue.expire(now: now)
      plain.expire(now: now)
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3:
        let new = (0..<pick([1, 1, 2, 5])).map { _ in item() }
        queue.add(new, now: now)
        plain.add(new, now: now)
      case 4:
        let ids = Set(plain.items.filter { _ in chance(3) }.map(\.id))
        queue.noteAired(ids, now: now)
        for place in plain.items.indices where ids.contains(plain.items[place].id) {
          plain.items[place].aired = plain.items[place].aired ?? now
        }
      case 5:
        guard !plain.items.isEmpty else { return }
        let id = pick(plain.items).id
        queue.noteCycle(of: id)
        for place in plain.items.indices where plain.items[place].id == id { plain.items[place].cycles += 1 }
        plain.items.removeAll { if case .cycles(let most)? = $0.airing.hold { $0.cycles >= most } else { false } }
      case 6:
        let (feed, isRead) = (pick(["f", "g"]), Bool.random(using: &random))
        let ids = queue.setRead(isRead) { $0.id.feed == feed }
        #expect(ids == plain.items.filter { $0.id.feed == feed }.map(\.id))
        for place in plain.items.indices where plain.items[place].id.feed == feed { plain.items[place].isRead = isRead }
      case 7:
        guard !plain.items.isEmpty, chance(2) else { return }
        let id = pick(plain.items).id
        let gone = queue.removeAll { $0.id == id }
        #expect(gone.map(\.id) == [id] && !queue.holds(id))
        plain.items.removeAll { $0.id == id }
      case 8:
        var priority = Airing()
        priority.priority = pick([nil, -2, 2])
        if chance(2) {
          plain.settings.topicAirings["T"] = priority
        } else {
          var filter = plain.settings.ownFilters["f"] ?? FeedFilter()
          filter.airing = priority
          plain.settings.ownFilters["f"] = filter
        }
        change()
      default:
        let words = try pick([nil, "goal", "rain"]).map { try TextFilter($0) }
        if chance(2) {
          plain.settings.filter.without = words
        } else {
          var filter = FeedFilter()
          (filter.only, filter.maximumCount) = (words, pick([nil, 2]))
          plain.settings.ownFilters["g"] = filter
        }
        change()
      }
    }

    private mutating func change() {
      let isFiltered =
        queue.settings.filter != plain.settings.filter || queue.settings.ownFilters != plain.settings.ownFilters
      queue.settings = plain.settings
      if isFiltered { plain.refilter() }
    }
  }

  /// Items without the headlines that they are.
  private func unnumbered(_ items: [NewsItem]) -> [NewsItem] {
    items.map { item in
      var item = item
      item.headline = nil
      return item
    }
  }

  @Test("It shows what a plain look at each item says, whatever comes, goes and is set", arguments: 1...8)
  func plain(_ seed: UInt64) throws {
    var history = try History(seed: seed)
    for step in 0..<120 {
      try history.step()
      let (queue, plain) = (history.queue, history.plain)
      try #require(unnumbered(queue.items) == plain.items, "seed \(seed), step \(step)")
      try #require(queue.ordered.map(\.id) == plain.shown.map(\.id), "seed \(seed), step \(step)")
      let times = { (item: NewsItem) in item.placeTime ?? min(item.published ?? item.arrived, item.arrived) }
      let recent = plain.items.enumerated().filter { !$0.element.isLeftOut }
        .sorted { (times($1.element), $0.offset) < (times($0.element), $1.offset) }.map(\.element.id)
      try #require(queue.recent.map(\.id) == recent, "seed \(seed), step \(step)")
    }
  }

  @Test("Nothing ends or gets old before the time it names, and something does then", arguments: 1...5)
  func wakeUp(_ seed: UInt64) throws {
    var history = try History(seed: seed)
    for step in 0..<60 {
      try history.step()
      var queue = history.queue
      queue.expire(now: history.now)
      let (items, next) = (queue.items, queue.nextExpiry)
      #expect(next > history.now)
      // In steps, and at once.
      var time = history.now
      while time + 1 < next, time < history.now + 100 {
        time += 1
        queue.expire(now: time)
        try #require(queue.items == items && queue.nextExpiry == next, "seed \(seed), step \(step)")
      }
      guard next < .distantFuture else { continue }
      var leap = history.queue
      queue.expire(now: next)
      leap.expire(now: next)
      try #require(queue.items != items && leap.items == queue.items, "seed \(seed), step \(step)")
    }
  }

  @Test("After any history it is as a new one with the same items and settings", arguments: 1...5)
  func new(_ seed: UInt64) throws {
    var history = try History(seed: seed)
    for step in 0..<60 {
      try history.step()
      // What was read since may have made room.
      history.queue.add([], now: history.now)
      history.plain.keepWithinLimits()
      var new = ItemQueue(settings: history.queue.settings)
      new.add(history.queue.items, now: history.now)
      try #require(
        unnumbered(new.items) == unnumbered(history.queue.items)
          && unnumbered(new.ordered) == unnumbered(history.queue.ordered), "seed \(seed), step \(step)")
      try #require(new.nextExpiry == history.queue.nextExpiry, "seed \(seed), step \(step)")
    }
  }

  // MARK: - On the air

  private static let start: UnixTime = 1_795_824_000

  /// A queue of items with hours, times and cycles.
  private func timed(_ random: inout SeededRandom) throws -> ItemQueue {
    func airing() throws -> Airing {
      var airing = Airing()
      let hours = ["", "", "", "mon-fri 08:00-18:00", "22:00-06:00", "wed 12:00-13:00"]
      airing.hours = try WeekHours(parsing: hours[Int.random(in: 0..<hours.count, using: &random)])
      let time = { (random: inout SeededRandom) in
        WallTime(seconds: Self.start.wholeSeconds + 900 * Int.random(in: -20...200, using: &random))
      }
      if Int.random(in: 0..<4, using: &random) == 0 { airing.notBefore = time(&random) }
      if Int.random(in: 0..<4, using: &random) == 0 { airing.notAfter = time(&random) }
      if Int.random(in: 0..<4, using: &random) == 0 { airing.every = .random(in: 1...3, using: &random) }
      return airing
    }
    var queue = ItemQueue()
    queue.settings.topicAirings["T"] = try airing()
    queue.settings.ownFilters["f"] = FeedFilter()
    queue.settings.ownFilters["f"]?.airing = try airing()
    queue.add(
      try (0..<4).map { number in
        var item = NewsItem(title: "\(number)")
        item.airing = try airing()
        item.topic = Bool.random(using: &random) ? "T" : nil
        item.id.feed = Bool.random(using: &random) ? "f" : nil
        if Int.random(in: 0..<4, using: &random) == 0 { item.expires = Self.start + 40_000 }
        return item
      }, now: 1)
    return queue
  }

  @Test("Between the times at which airings change they do not; what is over does not come again", arguments: 1...12)
  func airings(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let queue = try timed(&random)
    let end = Self.start + 200_000
    // What is on the air each quarter of an hour, over the change of the clocks, too.
    let offset: UTCOffset = { $0 < Self.start.wholeSeconds + 90_000 ? 7200 : 3600 }
    func moment(_ time: UnixTime, _ cycle: Int = 0) -> AirTime { AirTime(time: time, cycle: cycle, offset: offset) }
    func onAir(_ time: UnixTime) -> [Bool] { queue.items.map { queue.isOnAir($0, at: moment(time)) } }
    var (next, nextOwn) = (queue.nextAiring(after: moment(Self.start)), queue.items.map { _ in UnixTime?.none })
    for (place, item) in queue.items.enumerated() {
      nextOwn[place] = queue.nextAiring(of: item, after: moment(Self.start))
    }
    var (former, time) = (onAir(Self.start), Self.start)
    var over = queue.items.map { queue.isOver($0, at: moment(time)) }
    while time < end {
      time += 900
      let now = onAir(time)
      try #require(now == former || time >= next, "seed \(seed), at \(time - Self.start)")
      for place in now.indices where now[place] != former[place] {
        try #require(nextOwn[place].map { $0 <= time } == true, "seed \(seed), at \(time - Self.start)")
      }
      for (place, item) in queue.items.enumerated() {
        let isOver = queue.isOver(item, at: moment(time))
        // Its own end is not one of its airing.
        let ends = item.expires.map { $0 <= time } ?? false
        try #require(isOver || !over[place], "seed \(seed)")
        try #require(!isOver || !now[place] || ends, "seed \(seed)")
        over[place] = isOver
        nextOwn[place] = queue.nextAiring(of: item, after: moment(time))
      }
      let all = queue.ordered(at: moment(time, 6)).map(\.title)
      try #require(Set(all) == Set(zip(queue.items, now).filter(\.1).map(\.0.title)), "seed \(seed)")
      let some = queue.ordered(at: moment(time, 1)).map(\.title)
      try #require(
        some
          == all.filter { title in
            queue.items.contains { $0.title == title && !queue.isLeftOut($0, ofCycleAt: moment(time, 1)) }
          })
      next = queue.nextAiring(after: moment(time))
      try #require(next > time)
      former = now
    }
  }

  // MARK: - Rundowns

  @Test("A longer rundown begins as a shorter one, and lists what is on the air, once in each cycle", arguments: 1...3)
  func rundowns(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var queue = try timed(&random)
    queue.settings.hasBreakIns = Bool.random(using: &random)
    var item = NewsItem(title: "breaks")
    item.airing = .urgent
    item.airing.hold = .time(40)
    item.airing.notBefore = WallTime(seconds: Self.start.wholeSeconds + 900 * Int.random(in: 1...40, using: &random))
    queue.add([item], now: 2)
    let pace = Rundown.Pace(step: { _ in 700 }, crossing: { _ in 900 }, reading: { _ in 20 }, cycle: 50)
    func entries(_ length: Seconds) -> [Rundown.Entry] {
      Rundown(of: queue, from: Self.start, for: length, at: .init(), pace: pace) { _ in 0 }.entries
    }
    let all = entries(50_000)
    for length in [1, 900, 20_000] as [Seconds] {
      let some = entries(length)
      let first = all.prefix { $0.start < Self.start + length }
      try #require(some.map(\.item.id) == first.map(\.item.id), "seed \(seed), \(length) s")
      try #require(some.map(\.start) == first.map(\.start) && some.map(\.cycle) == first.map(\.cycle))
    }
    for entry in all {
      let moment = AirTime(time: entry.start, cycle: entry.cycle) { _ in 0 }
      let item = entry.item
      try #require(queue.isOnAir(item, at: moment) && item.expires.map { entry.start < $0 } ?? true, "seed \(seed)")
      let isOver = queue.settings.hasBreakIns && item.breaksIn
      try #require(isOver || !queue.isLeftOut(item, ofCycleAt: moment))
    }
    let crawled = all.filter { !(queue.settings.hasBreakIns && $0.item.breaksIn) }
    for (first, second) in zip(crawled, crawled.dropFirst()) {
      try #require(first.start + 700 <= second.start && first.cycle <= second.cycle, "seed \(seed)")
    }
    // While there is always something to show, each is once in a cycle.
    var cycle: [Rundown.Entry] = []
    for entry in crawled {
      if let last = cycle.last, last.cycle != entry.cycle || last.start + 800 < entry.start { cycle = [] }
      try #require(!cycle.contains { $0.item.id == entry.item.id }, "seed \(seed)")
      cycle.append(entry)
    }
  }
}
