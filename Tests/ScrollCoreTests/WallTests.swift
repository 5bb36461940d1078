import ScrollCore
import TestKit
import TestTags
import Testing

/// A crawl over many screens, by its plan alone: in virtual time, without a broker.
@Suite("Walls") struct WallTests {
  private static let widths = [100.0, 60, 200]

  private static func items(_ widths: [Double] = widths, name: String = "i") -> [WallItem] {
    widths.enumerated().map { WallItem(id: "\(name)\($0)", text: "", width: $1) }
  }

  private static func plan(_ items: [WallItem] = items(), scrollLeft: Bool = true, speed: Double = 100) -> WallPlan {
    WallPlan("p", items: items, length: 1000, gap: 50, scrollLeft: scrollLeft, speed: speed, at: 0)
  }

  private func shown(_ plan: WallPlan, at t: UnixTime) -> [String] {
    var plan = plan
    plan.advance(to: t)
    let distance = plan.distance(at: t)
    return plan.belt.filter { $0.place < distance + 1000 && $0.end > distance }
      .map { "\($0.item.id) \(shortest(plan.x(of: $0, at: distance)))" }
  }

  @Test("Items come in at the far edge, one behind the other, again and again") func laps() {
    #expect(shown(Self.plan(), at: 0) == [])
    #expect(shown(Self.plan(), at: 4) == ["i0 600", "i1 750", "i2 860"])
    // A lap is 510 px long.
    #expect(shown(Self.plan(), at: 9.1) == ["i0 90", "i1 240", "i2 350", "i0 600", "i1 750", "i2 860"])
    #expect(shown(Self.plan(scrollLeft: false), at: 4) == ["i0 300", "i1 190", "i2 -60"].prefix(3).map { $0 })
  }

  @Test("A year is leapt over: what is seen then is what was seen lap by lap") func leap() {
    var plan = Self.plan()
    let year: UnixTime = 31_536_000
    plan.advance(to: year)
    #expect(plan.belt.count < 12)
    var late = plan
    for second in 1...100 { late.advance(to: year + Double(second)) }
    #expect(shown(late, at: year + 100) == shown(Self.plan(), at: year + 100))
  }

  @Test("A conductor's changes come in beyond the far edge, and in the wanted order") func changes() {
    var conductor = WallConductor(Self.plan(), lead: 2)
    let new = [Self.items()[0], WallItem(id: "n", text: "", width: 80), Self.items()[2]]
    let operations = conductor.follow(new, at: 10)
    #expect(operations.map(\.number) == [1, 2] && operations.allSatisfy { $0.time == 12 })
    #expect(operations.allSatisfy { $0.place >= 1200 + 1000 })
    #expect(conductor.plan.finalItems.map(\.id) == ["i0", "n", "i2"])
    // Until then everything is as it was; then the second one does not come again.
    #expect(shown(conductor.plan, at: 12) == shown(Self.plan(), at: 12))
    #expect(shown(conductor.plan, at: 30).map { $0.prefix { $0 != " " } } == ["i2", "i0", "n", "i2", "i0", "n", "i2"])
    #expect(conductor.follow(new, at: 11) == [])
  }

  @Test("Hundreds of new items come in one behind the other, wherever they stand", arguments: 0...3)
  func hundreds(place: Int) {
    var conductor = WallConductor(Self.plan(), lead: 2)
    var wanted = Self.items()
    wanted.insert(contentsOf: Self.items((0..<250).map { Double(50 + $0) }, name: "n"), at: place)
    let operations = conductor.follow(wanted, at: 10)
    #expect(operations.count == 3 && conductor.plan.finalItems.map(\.id) == wanted.map(\.id))
    #expect(conductor.follow(wanted, at: 11) == [])
  }

  @Test("What is urgent comes in next") func urgent() {
    var conductor = WallConductor(Self.plan(), lead: 2)
    let neighbour = conductor.nextNeighbour(at: 10)
    var new = Self.items()
    let index = new.firstIndex { $0.id == neighbour } ?? -1
    new.insert(WallItem(id: "now", text: "", width: 70), at: index + 1)
    _ = conductor.follow(new, at: 10)
    var plan = conductor.plan
    plan.advance(to: 20)
    let place = plan.belt.first { $0.item.id == "now" }?.place ?? .infinity
    // It is seen within the lead, the margin, and what stands there.
    #expect(place - 1000 < plan.distance(at: 10) + 200 + WallPlan.margin + 300)
  }

  @Test("A list may be emptied and filled") func empty() {
    var conductor = WallConductor(Self.plan(), lead: 1)
    _ = conductor.follow([], at: 5)
    #expect(shown(conductor.plan, at: 60) == [])
    #expect(conductor.nextNeighbour(at: 60) == nil)
    _ = conductor.follow(Self.items([300], name: "n"), at: 100)
    #expect(shown(conductor.plan, at: 200).count > 1)
    let empty = WallFollower()
    #expect(empty.nextChange(at: 0) == .infinity && empty.run(at: 0) == nil)
  }

  @Test("The speed turns without a jump, and a wall can stand") func speed() {
    var conductor = WallConductor(Self.plan(), lead: 1)
    _ = conductor.turn(to: 0, at: 10)
    _ = conductor.turn(to: 50, at: 20)
    let plan = conductor.plan
    for t in stride(from: 10, to: 24, by: 1.0 / 60).map({ UnixTime(seconds: $0) }) {
      let (a, b) = (plan.distance(at: t), plan.distance(at: t + 1.0 / 60))
      #expect(abs(b - a - plan.speed(at: t) / 60) < 0.25)
    }
    #expect(plan.speed(at: 12) == 0 && plan.distance(at: 12) == plan.distance(at: 20.5) && plan.speed(at: 22) == 50)
    #expect(
      plan.steadyEnd(at: 15) == 21 && plan.steadyEnd(at: 21.1) == 21.1 && plan.steadyEnd(at: 30) == .distantFuture)
  }

  @Test("What is missing is missed since then, until it comes") func missing() throws {
    var conductor = WallConductor(Self.plan(), lead: 2)
    var follower = WallFollower()
    follower.receive(Self.plan(), at: 0)
    for round in 1...4 {
      let t = Double(round) * 100
      let middle = round.isMultiple(of: 2) ? Self.items()[1] : WallItem(id: "n", text: "", width: 80)
      let operations = conductor.follow([Self.items()[0], middle, Self.items()[2]], at: UnixTime(seconds: t))
      try #require(operations.count == 2)
      for late in [1.0, 2] {
        follower.receive(operations[1], at: t + late)
        #expect(follower.misses && follower.missingSince == t + 1)
      }
      // It comes, or a whole plan with it.
      if round < 4 { follower.receive(operations[0], at: t + 3) } else { follower.receive(conductor.plan, at: t + 3) }
      #expect(!follower.misses && follower.missingSince == nil)
      #expect(follower.plan?.number == conductor.plan.number)
    }
  }

  @Test("Operations may come in any order, and twice; one that comes late is taken in as if it had not") func order() {
    var conductor = WallConductor(Self.plan(), lead: 2)
    var operations: [WallOperation] = []
    for second in 1...20 {
      var wanted = conductor.plan.finalItems
      wanted.append(WallItem(id: "n\(second)", text: "", width: 90))
      if second.isMultiple(of: 3) { wanted.removeFirst() }
      operations += conductor.follow(wanted, at: UnixTime(seconds: 10 * second))
    }
    var follower = WallFollower()
    follower.receive(Self.plan(), at: 0)
    for operation in operations.reversed() + operations { follower.receive(operation, at: 250) }
    #expect(follower.lateCount > 0 && !follower.misses && follower.plan?.number == conductor.plan.number)
    var truth = conductor.plan
    truth.advance(to: 260)
    follower.advance(to: 260)
    #expect(follower.plan?.belt == truth.belt)
    // A joiner with the plan as it is announced then sees the same.
    var joiner = WallFollower()
    joiner.receive(conductor.announcement(at: 255), at: 256)
    joiner.advance(to: 260)
    #expect(joiner.plan?.belt == truth.belt)
  }

  @Test("Another conductor goes on with the plan under another name, and nothing moves") func takeover() {
    var follower = WallFollower()
    follower.receive(Self.plan(), at: 0)
    follower.advance(to: 100)
    let before = (follower.distance(at: 100), follower.plan?.belt)
    var other = Self.plan()
    other.advance(to: 100)
    other.name = "q"
    follower.receive(other, at: 100)
    #expect(follower.distance(at: 100) == before.0 && follower.plan?.belt == before.1)
    // An operation of the former one is not of this plan.
    follower.receive(WallOperation(plan: "p", number: 1, time: 102, place: 0, .speed(5)), at: 101)
    #expect(follower.plan?.number == 0)
  }

  @Test("A clock that is set is followed by a fifth of a pixel a refresh; far from it, at once") func clock() {
    var follower = WallFollower()
    follower.receive(Self.plan(), at: 0)
    let before = follower.distance(at: 50)
    follower.set(origin: 0.05, at: 50)
    #expect(abs(follower.distance(at: 50) - before) < 1e-9)
    for frame in 0..<60 {
      let t = 50 + Double(frame) / 60
      let way = follower.distance(at: t + 1.0 / 60) - follower.distance(at: t)
      #expect(abs(way - 100.0 / 60) < 0.25)
    }
    #expect(follower.deviation(at: 51) == 0 && abs(follower.distance(at: 51) - 5105) < 1e-6)
    follower.set(origin: 3600, at: 60)
    #expect(follower.deviation(at: 60) == 0)
    // Set back, what has left is there again.
    follower.set(origin: 0, at: 61)
    #expect(follower.plan?.belt.contains { $0.place - 6100 < 500 } == true)
  }

  @Test("A day on 64 screens with equal clocks: a tenth of a pixel", .tags(.slow)) func day() {
    var wall = WallSimulation(64, WallSimulation.Network())
    wall.run(for: 86_400, newsEvery: 120, lookEvery: 300)
    #expect(wall.largestSkew <= 0.1 && wall.largestJump <= 0.25)
    #expect(wall.wrongOrders == 0 && wall.popped == 0 && wall.lateCount == 0)
    #expect(wall.operations > 900 && wall.looks > 280)
    print(
      "a day, equal clocks: skew \(wall.largestSkew) px, jump \(wall.largestJump) px, \(wall.operations) operations")
  }

  @Test(
    "A day with clocks 5 ms off, 200 ms of delay, loss and late joiners: one order, no jumps",
    .tags(.slow), arguments: [true, false])
  func roughDay(scrollLeft: Bool) {
    var wall = WallSimulation(
      64, WallSimulation.Network(delay: 0.2, loss: 0.05, clockError: 0.005), scrollLeft: scrollLeft)
    // The other way for six hours.
    wall.run(
      for: scrollLeft ? 86_400 : 21_600, newsEvery: 120, lookEvery: 300, comingUntil: scrollLeft ? 40_000 : 10_000)
    #expect(wall.wrongOrders == 0 && wall.popped == 0 && wall.lateCount == 0)
    #expect(wall.largestJump <= 0.25)
    // Two clocks are 10 ms apart at most, and glide when they are set.
    #expect(wall.largestSkew <= 0.005 * 120 + 1.2)
    print("a day, rough: skew \(wall.largestSkew) px, jump \(wall.largestJump) px, \(wall.operations) operations")
  }
}
