import ScrollCore
import TestKit

/// A wall in virtual time: a conductor, screens with clocks of their own, and a network that delays, reorders and loses.
/// What is lost is sent again until it arrives, as a broker does, each time later.
struct WallSimulation {
  /// What happens on the way to a screen.
  struct Network {
    var delay = 0.0
    var loss = 0.0
    /// By how many seconds clocks may differ, and be set.
    var clockError = 0.0
  }

  final class Screen {
    var follower: WallFollower
    let number: Int
    var isThere = false

    init(_ number: Int, clockError: Double) {
      (self.number, follower) = (number, WallFollower(origin: .epoch + clockError))
    }

    /// The visible items and their left ends, in the order of the belt.
    func shown(at t: Seconds) -> [(item: PlacedWallItem, x: Double)] {
      follower.advance(to: t)
      guard let plan = follower.plan else { return [] }
      let distance = follower.distance(at: t)
      let left = Double(number) * WallSimulation.screenWidth
      return plan.belt.map { ($0, plan.x(of: $0, at: distance) - left) }
        .filter { $0.1 < WallSimulation.screenWidth && $0.1 + $0.0.item.width > 0 }
    }
  }

  private enum Event {
    case plan(WallPlan, to: Int)
    case operation(WallOperation, to: Int)
    /// Somebody makes news, looks at the wall, sets a clock, comes or goes.
    case news, look
    case clock(Int)
    case come(Int)
    case leave(Int)
  }

  static let screenWidth = 480.0
  let count: Int
  let network: Network
  var random: SeededRandom
  var screens: [Screen]
  var conductor: WallConductor
  /// What the broker keeps: the plan, and the operations since.
  private var kept: (plan: WallPlan, operations: [WallOperation])
  private var events: [(time: Seconds, number: Int, event: Event)] = []
  private var eventCount = 0
  private var words = 0
  // What is found out.
  private(set) var largestJump = 0.0
  private(set) var largestSkew = 0.0
  private(set) var popped = 0
  private(set) var wrongOrders = 0
  private(set) var looks = 0
  private(set) var operations = 0
  var lateCount: Int { screens.map(\.follower.lateCount).reduce(0, +) }

  init(_ count: Int, _ network: Network, speed: Double = 120, scrollLeft: Bool = true, seed: UInt64 = 37) {
    (self.count, self.network) = (count, network)
    var random = SeededRandom(seed: seed)
    screens = (0..<count).map { number in
      let error = network.clockError
      return Screen(number, clockError: error > 0 ? Double.random(in: -error...error, using: &random) : 0)
    }
    let items = (0..<20).map {
      WallItem(id: "first-\($0)", text: "", width: Double.random(in: 60...700, using: &random))
    }
    let plan = WallPlan(
      "p", items: items, length: Double(count) * Self.screenWidth, gap: 48, scrollLeft: scrollLeft, speed: speed, at: 0)
    conductor = WallConductor(plan, lead: 2)
    kept = (plan, [])
    self.random = random
  }

  /// Runs for some seconds, with news every so many, and a look at all screens every so many.
  mutating func run(for end: Seconds, newsEvery news: Seconds, lookEvery look: Seconds, comingUntil last: Seconds = 0) {
    for number in 0..<count { add(.come(number), at: last > 0 ? Double.random(in: 0...last, using: &random) : 0) }
    for t in stride(from: news, to: end, by: news) { add(.news, at: t) }
    for t in stride(from: look, to: end, by: look) { add(.look, at: t) }
    if network.clockError > 0 {
      for t in stride(from: 500, to: end, by: 997) { add(.clock(Int.random(in: 0..<count, using: &random)), at: t) }
      for t in stride(from: 800, to: end, by: 4001) { add(.leave(Int.random(in: 0..<count, using: &random)), at: t) }
    }
    while let next = popFirst() { happen(next.event, at: next.time) }
  }

  // MARK: - The queue: a heap by time

  private mutating func add(_ event: Event, at t: Seconds) {
    eventCount += 1
    events.append((t, eventCount, event))
    var child = events.count - 1
    while child > 0, isBefore(child, (child - 1) / 2) {
      events.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private func isBefore(_ a: Int, _ b: Int) -> Bool {
    (events[a].time, events[a].number) < (events[b].time, events[b].number)
  }

  private mutating func popFirst() -> (time: Seconds, number: Int, event: Event)? {
    guard let first = events.first else { return nil }
    let last = events.removeLast()
    guard !events.isEmpty else { return first }
    events[0] = last
    var parent = 0
    while let child = [2 * parent + 1, 2 * parent + 2].filter({ $0 < events.count }).min(by: { isBefore($0, $1) }),
      isBefore(child, parent)
    {
      events.swapAt(child, parent)
      parent = child
    }
    return first
  }

  /// When a message arrives.
  private mutating func arrival(_ t: Seconds) -> Seconds {
    var (t, wait) = (t, 0.2)
    while network.loss > 0, Double.random(in: 0..<1, using: &random) < network.loss { (t, wait) = (t + wait, 2 * wait) }
    return t + (network.delay > 0 ? Double.random(in: 0...network.delay, using: &random) : 0)
  }

  // MARK: - What happens

  private mutating func happen(_ event: Event, at t: Seconds) {
    switch event {
    case .news: makeNews(at: t)
    case .look: look(at: t)
    case .plan(let plan, let number): watch(number, at: t) { $0.receive(plan, at: t) }
    case .operation(let operation, let number): watch(number, at: t) { $0.receive(operation, at: t) }
    case .clock(let number):
      let offset = Double.random(in: -network.clockError...network.clockError, using: &random)
      watch(number, at: t) { $0.set(origin: .epoch + offset, at: t) }
    case .come(let number):
      screens[number].isThere = true
      // What is retained comes over one connection, in the order of the subscriptions.
      let time = arrival(t)
      for operation in kept.operations { add(.operation(operation, to: number), at: time) }
      add(.plan(kept.plan, to: number), at: time)
    case .leave(let number):
      let offset = screens[number].follower.origin.seconds
      screens[number] = Screen(number, clockError: offset)
      add(.come(number), at: t + 60)
    }
  }

  /// News come and go, now and then with another speed.
  private mutating func makeNews(at t: Seconds) {
    var wanted = conductor.plan.finalItems
    if wanted.count > 30 || Bool.random(using: &random) {
      wanted.remove(at: Int.random(in: 0..<wanted.count, using: &random))
    }
    words += 1
    let item = WallItem(id: "news-\(words)", text: "", width: Double.random(in: 60...700, using: &random))
    let isUrgent = words.isMultiple(of: 7)
    let neighbour = isUrgent ? conductor.nextNeighbour(at: .epoch + t) : nil
    let place = neighbour.flatMap { id in wanted.firstIndex { $0.id == id } }.map { $0 + 1 } ?? wanted.count
    wanted.insert(item, at: place)
    var new = conductor.follow(wanted, at: .epoch + t)
    if words.isMultiple(of: 30) { new += conductor.turn(to: [60, 90, 120][words / 30 % 3], at: .epoch + t) }
    operations += new.count
    kept.operations += new
    for number in screens.indices where screens[number].isThere {
      for operation in new { add(.operation(operation, to: number), at: arrival(t)) }
    }
    guard conductor.unfolded.count >= 64 else { return }
    kept = (conductor.announcement(at: .epoch + t), [])
    for number in screens.indices where screens[number].isThere { add(.plan(kept.plan, to: number), at: arrival(t)) }
  }

  /// Sees whether what a screen shows at a moment is the same after something has come: what is seen neither jumps nor appears
  /// nor goes.
  private mutating func watch(_ number: Int, at t: Seconds, _ change: (inout WallFollower) -> Void) {
    let screen = screens[number]
    let isFirst = screen.follower.plan == nil
    let before = screen.shown(at: t)
    change(&screen.follower)
    if isFirst { return }
    note(before, screen.shown(at: t), moved: 0)
  }

  private mutating func note(
    _ before: [(item: PlacedWallItem, x: Double)], _ after: [(item: PlacedWallItem, x: Double)], moved: Double
  ) {
    let places = Dictionary(after.map { ($0.item.place, $0) }, uniquingKeysWith: { a, _ in a })
    for (item, x) in before {
      guard let now = places[item.place], now.item.item.id == item.item.id else {
        // What is at an edge may have left, or come in.
        if x > 4, x + item.item.width < Self.screenWidth - 4 { popped += 1 }
        continue
      }
      largestJump = max(largestJump, abs(now.x - x - moved))
    }
  }

  /// Two refreshes of each screen, and the order of all.
  private mutating func look(at t: Seconds) {
    looks += 1
    // It only looks at the time.
    _ = conductor.turn(to: conductor.plan.finalSpeed, at: .epoch + t)
    let truth = conductor.plan
    let order = Dictionary(truth.belt.map { ($0.place, $0.item.id) }, uniquingKeysWith: { a, _ in a })
    for screen in screens where screen.follower.plan != nil && !screen.follower.misses {
      let first = screen.shown(at: t)
      let second = screen.shown(at: t + 1.0 / 60)
      let way = truth.speed(at: .epoch + t) / 60 * (truth.scrollLeft ? -1 : 1)
      note(first, second, moved: way)
      largestSkew = max(largestSkew, abs(screen.follower.distance(at: t) - truth.distance(at: .epoch + t)))
      guard screen.follower.plan?.number == truth.number else { continue }
      if first.contains(where: { order[$0.item.place] != $0.item.item.id }) { wrongOrders += 1 }
    }
  }
}
