/// A screen of a wall: the conductor's plan, the received operations, and the belt on screen.
///
/// Times are the screen's own; `origin` converts them to those of the calendar. If the belt should be elsewhere, because
/// the clock was set or an operation came late, it glides there.
package struct WallFollower: Sendable {
  package private(set) var plan: WallPlan?
  /// The announced plan, and the operations received since. A late operation rebuilds the plan.
  private var announced: WallPlan?
  private var log: [WallOperation] = []
  /// The operations that have come before those ahead of them.
  private var early: [Int: WallOperation] = [:]
  /// The time at 0 of the screen's clock.
  package private(set) var origin: UnixTime
  private var glide = WallGlide()
  /// How many operations have come too late to be unseen.
  package private(set) var lateCount = 0
  /// Whether an operation is missing.
  package var misses: Bool { !early.isEmpty }
  /// Since when it is.
  package private(set) var missingSince: Seconds?

  package init(origin: UnixTime = .epoch) { self.origin = origin }

  // MARK: - Receiving

  /// Follows a plan from now on. One that is older than the present one of the same name changes nothing.
  package mutating func receive(_ new: WallPlan, at t: Seconds) {
    if let plan, plan.name == new.name, new.number < plan.number { return }
    let former = plan.map { _ in distance(at: t) }
    (announced, plan, log) = (new, new, [])
    early = early.filter { $0.value.plan == new.name && $0.key > new.number }
    applyEarly(at: t)
    glideFrom(former, at: t)
  }

  /// Applies an operation, or keeps it until the earlier ones have arrived. Returns false if there is no room for it.
  @discardableResult
  package mutating func receive(_ operation: WallOperation, at t: Seconds) -> Bool {
    if let plan, operation.plan == plan.name, operation.number <= plan.number { return true }
    guard early.count < WallPlan.mostEdits || early[operation.number] != nil else { return false }
    // Of several conductors' plans the latest one counts.
    early = early.filter { $0.value.plan == operation.plan }
    early[operation.number] = operation
    let former = plan.map { _ in distance(at: t) }
    if applyEarly(at: t) { glideFrom(former, at: t) }
    return true
  }

  /// Applies the operations that are next in order. Returns whether one was late.
  @discardableResult
  private mutating func applyEarly(at t: Seconds) -> Bool {
    var isLate = false
    while var plan, let next = early[plan.number + 1], next.plan == plan.name {
      let late = plan.isLate(next)
      guard plan.apply(next) else { break }
      early[next.number] = nil
      if log.count >= WallPlan.mostEdits { (announced, log) = (self.plan, []) }
      log.append(next)
      self.plan = plan
      if late {
        isLate = true
        lateCount += 1
        repeatAll()
      }
    }
    plan?.advance(to: origin + t)
    missingSince = early.isEmpty || plan == nil ? nil : missingSince ?? t
    return isLate
  }

  /// Rebuilds the plan from the announced one, as if all operations had come in time.
  private mutating func repeatAll() {
    guard var plan = announced else { return }
    for operation in log { plan.apply(operation) }
    self.plan = plan
  }

  /// The clock was set.
  package mutating func set(origin new: UnixTime, at t: Seconds) {
    guard new != origin else { return }
    let former = plan.map { _ in distance(at: t) }
    let isBack = new < origin
    origin = new
    // An item that has left the wall may come in again.
    if isBack { repeatAll() }
    plan?.advance(to: origin + t)
    glideFrom(former, at: t)
  }

  private mutating func glideFrom(_ former: Double?, at t: Seconds) {
    glide = WallGlide(former.map { $0 - (plan?.distance(at: origin + t) ?? 0) } ?? 0, from: t)
  }

  // MARK: - Display

  /// Follows the belt to `t`.
  package mutating func advance(to t: Seconds) { plan?.advance(to: origin + t) }

  /// How far the belt on screen has run at `t`.
  package func distance(at t: Seconds) -> Double { (plan?.distance(at: origin + t) ?? 0) + glide.way(at: t) }

  /// The distance of the belt on screen from its true place.
  package func deviation(at t: Seconds) -> Double { glide.way(at: t) }

  /// The velocity of the belt on screen to the right, and the time until which it is valid.
  package func run(at t: Seconds) -> SteadyRun? {
    guard let plan else { return nil }
    let end = plan.steadyEnd(at: origin + t) - origin
    guard end > t else { return nil }
    let speed = plan.speed(at: origin + t) + glide.velocity(at: t)
    return SteadyRun(velocity: plan.scrollLeft ? -speed : speed, end: min(end, glide.end > t ? glide.end : .infinity))
  }

  /// The earliest time from `t` on at which something moves.
  package func nextChange(at t: Seconds) -> Seconds {
    guard let plan else { return .infinity }
    if plan.belt.isEmpty, plan.items.isEmpty, plan.edits.isEmpty { return .infinity }
    if glide.end > t || plan.speed(at: origin + t) != 0 { return t }
    return plan.steadyEnd(at: origin + t) - origin
  }
}

/// A way that is made up for at a pace that the eye does not see.
struct WallGlide: Equatable, Sendable {
  private var start: Seconds = 0
  private var first = 0.0

  /// Pixels per second: a fifth of a pixel with each of sixty refreshes.
  private static let pace = 12.0
  /// Pixels beyond which it is not made up for.
  private static let longest = WallPlan.margin

  init() {}

  init(_ way: Double, from start: Seconds) {
    if abs(way) <= Self.longest { (self.start, first) = (start, way) }
  }

  /// The remaining distance.
  func way(at t: Seconds) -> Double {
    let left = abs(first) - Self.pace * max(0, t - start)
    return left <= 0 ? 0 : first < 0 ? -left : left
  }

  var end: Seconds { first == 0 ? -.infinity : start + abs(first) / Self.pace }

  func velocity(at t: Seconds) -> Double { t >= end ? 0 : first < 0 ? Self.pace : -Self.pace }
}
