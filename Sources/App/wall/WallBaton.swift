internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// Conducts a wall: makes the plan, or takes over the one that the last conductor left, and announces what changes.
final class WallBaton {
  /// Sends a line to the broker's process.
  var send: ((String) -> Void)?
  var isPaused = false
  private let screen: WallScreen
  private let crawl: CrawlScene
  private let wall: CrawlWall
  private var conductor: WallConductor?
  private var tones: [String: Int] = [:]
  private var mark: CrawlScene.ContentsMark?
  /// When it was made, and until when the last conductor's plan may come.
  private var start: Seconds?
  private var beginsAt = Double.infinity
  /// Until when nothing is removed from a plan that was taken over: sources take their time.
  private var settledAt = -Double.infinity
  private var welcomedAt = -Double.infinity
  private var announcedAt = -Double.infinity

  /// The lead of announced operations, in seconds.
  private static let lead = 2.0
  /// Seconds to wait for the broker, and for a retained plan.
  private static let brokerTime = 5.0
  private static let planTime = 1.5
  private static let settling = 10.0
  /// The number of operations, and the seconds after one, before the whole plan is announced.
  private static let mostOperations = 64
  private static let planPause = 60.0

  init(_ screen: WallScreen, _ crawl: CrawlScene, _ wall: CrawlWall) {
    (self.screen, self.crawl, self.wall) = (screen, crawl, wall)
  }

  var hasBegun: Bool { conductor != nil }
  var planName: String? { conductor?.plan.name }

  private func time(_ t: Seconds) -> UnixTime { wall.follower.origin + t }

  /// The item behind which an urgent one comes in.
  var nextNeighbour: String? { (start == nil ? nil : conductor)?.nextNeighbour(at: now) }
  private var now: UnixTime { time(lastLook) }
  private var lastLook: Seconds = 0
  /// The numbers of operations that the last conductor left.
  private var found: Set<Int> = []

  // MARK: - Receiving

  func welcome(at t: Seconds) {
    welcomedAt = t
    beginsAt = min(beginsAt, t + Self.planTime)
    if conductor != nil { announce(at: t) }
  }

  /// Follows the plan that the last conductor left, until it is taken over, or knows it. Returns false for one that another
  /// conductor has made since.
  func takes(_ plan: WallPlan, at t: Seconds) -> Bool {
    guard conductor != nil else {
      wall.follower.receive(plan, at: t)
      return true
    }
    return plan.name == planName || t < welcomedAt + 3 * Self.planTime
  }

  /// An operation of another conductor is followed, and removed once the plan is taken over.
  func hear(_ operation: WallOperation, at t: Seconds) {
    guard let conductor else {
      wall.follower.receive(operation, at: t)
      if found.count < WallPlan.mostEdits { found.insert(operation.number) }
      return
    }
    guard operation.plan != conductor.plan.name else { return }
    if !conductor.unfolded.contains(operation.number) {
      send?(BrokerRelay.line(.operation(operation.number), nil))
    }
  }

  // MARK: - Beginning

  private static func newName() -> String {
    var random = SystemRandom()
    return String(random.next(), radix: 36)
  }

  private func length() -> Double {
    let all = Double(screen.place?.count ?? 1) * crawl.bounds.width
    return min(max(screen.length ?? all, WallPlan.lengths.lowerBound), WallPlan.lengths.upperBound)
  }

  private func begin(at t: Seconds) {
    let items = ownItems([])
    conduct(
      WallPlan(
        Self.newName(), items: items, length: length(), gap: gap, scrollLeft: crawl.style.crawl.scrollLeft,
        speed: speed(of: items), at: time(t) + Self.lead),
      at: t)
  }

  private var gap: Double { min(crawl.spacing, WallPlan.gaps.upperBound) }

  /// Continues the last conductor's plan under a new name. Returns false if there is none.
  private func adoptLeft(at t: Seconds) -> Bool {
    guard let plan = wall.follower.plan, plan.scrollLeft == crawl.style.crawl.scrollLeft else { return false }
    var new = WallPlan(
      Self.newName(), number: plan.number, items: plan.items, last: plan.last, end: plan.end, belt: plan.belt,
      length: length(), gap: gap, scrollLeft: plan.scrollLeft, base: plan.base)
    new.adopt(turns: plan.turns, edits: plan.edits)
    for item in plan.items { if let topic = item.topic { tones[topic.name] = topic.tone } }
    settledAt = t + Self.settling
    conduct(new, at: t)
    return true
  }

  private func conduct(_ plan: WallPlan, at t: Seconds) {
    conductor = WallConductor(plan, lead: Self.lead)
    announce(at: t)
  }

  private func announce(at t: Seconds) {
    guard var conductor else { return }
    let folded = conductor.unfolded
    let plan = conductor.announcement(at: time(t))
    self.conductor = conductor
    announcedAt = t
    wall.follower.receive(plan, at: t)
    send?(BrokerRelay.line(.plan, .plan(plan)))
    for number in folded { send?(BrokerRelay.line(.operation(number), nil)) }
  }

  // MARK: - Conducting

  /// Announces changes. Returns whether there were any.
  func look(at t: Seconds) -> Bool {
    guard crawl.bounds.width > 0 else { return false }
    lastLook = t
    let start = start ?? t
    self.start = start
    guard var conductor else {
      guard t >= min(beginsAt, start + Self.brokerTime) else { return false }
      if !adoptLeft(at: t) { begin(at: t) }
      for number in found { send?(BrokerRelay.line(.operation(number), nil)) }
      return true
    }
    let operations = turn(&conductor, at: t) + follow(&conductor, at: t)
    self.conductor = conductor
    for operation in operations {
      wall.follower.receive(operation, at: t)
      send?(BrokerRelay.line(.operation(operation.number), .operation(operation)))
    }
    let count = conductor.unfolded.count
    if count >= Self.mostOperations || count > 0 && t > announcedAt + Self.planPause { announce(at: t) }
    return !operations.isEmpty
  }

  private func turn(_ conductor: inout WallConductor, at t: Seconds) -> [WallOperation] {
    conductor.turn(to: speed(of: conductor.plan.items), at: time(t))
  }

  private func follow(_ conductor: inout WallConductor, at t: Seconds) -> [WallOperation] {
    let isSettled = t >= settledAt
    guard mark != crawl.contentsMark || isSettled && settledAt > 0 else { return [] }
    mark = crawl.contentsMark
    let planned = conductor.plan.finalItems
    let own = ownItems(planned)
    guard !isSettled else {
      settledAt = -.infinity
      return conductor.follow(own, at: time(t))
    }
    let names = Set(own.map(\.id))
    return conductor.follow(own + planned.filter { !names.contains($0.id) }, at: time(t))
  }

  private func ownItems(_ known: [WallItem]) -> [WallItem] {
    wall.ownItems(known: known) { topic in
      if let tone = tones[topic] { return tone }
      // A plan that was taken over may have gaps.
      let taken = Set(tones.values)
      let tone = (0...taken.count).first { !taken.contains($0) } ?? 0
      tones[topic] = tone
      return tone
    }
  }

  private func speed(of items: [WallItem]) -> Double {
    if isPaused { return 0 }
    let width = items.reduce(0) { $0 + $1.width + gap }
    return min(crawl.wallSpeed(textWidth: width, length: length()), WallPlan.speeds.upperBound)
  }
}
