/// The conductor's side of a wall: turns its headlines and their speed into a plan and operations.
package struct WallConductor: Sendable {
  package private(set) var plan: WallPlan
  /// How long before they take effect operations are announced.
  private let lead: Seconds
  /// The operations since the plan was last announced as a whole.
  package private(set) var unfolded: [Int] = []

  /// The longest list of items in an operation.
  private static let mostAdded = 100

  package init(_ plan: WallPlan, lead: Seconds) { (self.plan, self.lead) = (plan, lead) }

  /// The plan at `t`, to be announced, with the operations' changes applied.
  package mutating func announcement(at t: UnixTime) -> WallPlan {
    plan.advance(to: t)
    unfolded = []
    return plan
  }

  /// Changes the list to a wanted one: missing items are removed, and new ones come in behind their neighbours. The others
  /// keep their order.
  package mutating func follow(_ wanted: [WallItem], at t: UnixTime) -> [WallOperation] {
    plan.advance(to: t)
    let planned = plan.finalItems.map(\.id)
    let (old, new) = (Set(planned), Set(wanted.map(\.id)))
    var operations: [WallOperation] = []
    let gone = old.subtracting(new)
    if !gone.isEmpty { operations += operation(.remove(gone), at: t) }
    var run: [WallItem] = []
    var neighbour: String?
    var known = old.intersection(new)
    for item in wanted.prefix(WallPlan.mostItems) {
      if known.contains(item.id) {
        operations += add(run, behind: neighbour, at: t)
        (run, neighbour) = ([], item.id)
        continue
      }
      known.insert(item.id)
      run.append(item)
      if run.count == Self.mostAdded {
        operations += add(run, behind: neighbour, at: t)
        (run, neighbour) = ([], item.id)
      }
    }
    return operations + add(run, behind: neighbour, at: t)
  }

  private mutating func add(_ items: [WallItem], behind neighbour: String?, at t: UnixTime) -> [WallOperation] {
    items.isEmpty ? [] : operation(.add(items, behind: neighbour), at: t)
  }

  /// Changes the speed.
  package mutating func turn(to speed: Double, at t: UnixTime) -> [WallOperation] {
    plan.advance(to: t)
    return speed == plan.finalSpeed ? [] : operation(.speed(speed), at: t)
  }

  private mutating func operation(_ change: WallOperation.Change, at t: UnixTime) -> [WallOperation] {
    let time = max(t + lead, plan.turns.last?.end ?? t)
    let ahead = max(plan.distance(at: time), plan.distance(at: t))
    let place = max(ahead + plan.length + WallPlan.margin, plan.edits.last?.place ?? 0)
    let operation = WallOperation(
      plan: plan.name, number: plan.number + 1, time: time, place: WallPlan.grains(place), change)
    guard plan.apply(operation) else { return [] }
    unfolded.append(operation.number)
    return [operation]
  }

  /// The item behind which the next added item comes in.
  package func nextNeighbour(at t: UnixTime) -> String? {
    var ahead = plan
    ahead.advance(to: t + lead)
    return ahead.last >= 0 ? ahead.items[ahead.last].id : nil
  }
}
