import ScrollCore
import TestKit
import TestTags
import Testing

/// A new number every 20 ms, in every style: nothing jumps, and all ends where and when it should.
@Suite("An odometer in a storm of numbers", .tags(.slow)) struct OdometerStormTests {
  struct Storm: Sendable, CustomTestStringConvertible {
    let roll: RollStyle
    let trend: RollTrend
    var isAscending = false
    /// The largest number's size, and how many decimals come and go.
    let limit: Int
    let decimals: Int

    var testDescription: String { "\(roll) \(trend) \(isAscending) \(limit) \(decimals)" }

    func number(_ random: inout SeededRandom) -> DecimalNumber? {
      let value = Int(random.next() % UInt64(2 * limit)) - limit
      let tail = decimals == 0 ? "" : "." + "\(random.next() % 100_000)".prefix(Int(random.next() % 4) + 1)
      return DecimalNumber("\(value)\(tail)")
    }
  }

  static let storms = [
    Storm(roll: .changed, trend: .auto, limit: 10_000, decimals: 0),
    Storm(roll: .changed, trend: .up, limit: 10_000, decimals: 0),
    Storm(roll: .changed, trend: .down, limit: 10, decimals: 3),
    Storm(roll: .changed, trend: .shortest, limit: 1_000_000_000, decimals: 3),
    Storm(roll: .spin, trend: .auto, limit: 10_000, decimals: 0),
    Storm(roll: .spin, trend: .auto, isAscending: true, limit: 10_000, decimals: 3),
  ]

  private func properties(_ storm: Storm) -> OdometerProperties {
    var properties = OdometerProperties()
    properties.roll = storm.roll
    properties.trend = storm.trend
    properties.isAscending = storm.isAscending
    properties.format.grouping = .threes
    return properties
  }

  @Test("Nothing jumps", arguments: storms)
  func nothingJumps(storm: Storm) throws {
    var random = SeededRandom(seed: 50)
    var odometer = Odometer(properties(storm))
    odometer.show(DecimalNumber("1234"), at: 0)
    odometer.start(at: 0)
    for step in 1...1000 {
      let t = Double(step) * 0.02
      let before = odometer
      odometer.show(storm.number(&random), at: t)
      for old in before.columns where old.presence(at: t) > 0 {
        let new = try #require(odometer.columns.first { $0.slot == old.slot })
        try checkHandOver(old, new, at: t)
      }
      for column in odometer.columns { try checkMotion(column, from: t) }
    }
    let last = 20.0
    #expect(odometer.isResting(at: last + 1.5))
    #expect(odometer.text(at: last + 1.5) == odometer.text)
    #expect(odometer.columns.allSatisfy { abs($0.position(at: last + 1.5) - $0.position(at: 1e9)) < 1e-6 })
  }

  /// A column whose target is the same moves bit for bit as before; any other goes on from where it is.
  private func checkHandOver(_ old: OdometerColumn, _ new: OdometerColumn, at t: Seconds) throws {
    if old.digit == new.digit, old.isLeaving == new.isLeaving {
      for i in 0...8 {
        let later = t + Double(i) * 0.2
        try #require(old.position(at: later).bitPattern == new.position(at: later).bitPattern)
        try #require(old.presence(at: later).bitPattern == new.presence(at: later).bitPattern)
        try #require(old.cells(at: later) == new.cells(at: later))
      }
    }
    try #require(abs(old.position(at: t) - new.position(at: t)) < 1e-9)
    try #require(abs(old.velocity(at: t) - new.velocity(at: t)) < 1e-9)
    try #require(abs(old.presence(at: t) - new.presence(at: t)) < 1e-9)
    let (was, now) = (old.cells(at: t), new.cells(at: t))
    try #require(was.upper == now.upper)
    try #require(was.fraction == 0 || was.lower == now.lower)
  }

  /// Until the next number the position is the integral of the velocity. That stays near what pulls a column over
  /// ten cells in the shortest time, 0.3 s: 3/0.3 cells a second for each of them.
  private func checkMotion(_ column: OdometerColumn, from t: Seconds) throws {
    let dt = 0.002
    for i in 0..<10 {
      let now = t + Double(i) * dt
      let (v0, v1) = (column.velocity(at: now), column.velocity(at: now + dt))
      let step = column.position(at: now + dt) - column.position(at: now)
      try #require(abs(step - (v0 + v1) / 2 * dt) < 2e-4)
      try #require(abs(step) <= max(abs(v0), abs(v1)) * dt + 2e-4)
      try #require(abs(v0) < 125)
    }
  }

  /// With one trend a column never turns back, and stays readable: it laps instead of racing after the numbers.
  @Test("A steady count turns one way") func aSteadyCountTurnsOneWay() {
    var odometer = Odometer()
    odometer.show(DecimalNumber(0), at: 0)
    var fastest = 0.0
    for i in 1...500 {
      let t = Double(i) * 0.05
      odometer.show(DecimalNumber(i), at: t)
      for column in odometer.columns where column.slot.isDigit {
        for j in 0..<5 {
          let velocity = column.velocity(at: t + Double(j) * 0.01)
          #expect(velocity >= 0)
          if column.slot == .digit(place: 0) { fastest = max(fastest, velocity) }
        }
      }
    }
    #expect(fastest < 21)
    #expect(odometer.text(at: 26.5) == "500")
  }

  /// Whatever comes, a column that may only go one way never goes the other.
  @Test("A trend is never reversed", arguments: [RollTrend.up, .down])
  func aTrendIsNeverReversed(trend: RollTrend) {
    var random = SeededRandom(seed: 3)
    var odometer = Odometer()
    odometer.properties.trend = trend
    odometer.show(DecimalNumber(0), at: 0)
    var t = 0.0
    for _ in 0..<1000 {
      t += Double(random.next() % 400) / 1000
      odometer.show(DecimalNumber(Int(random.next() % 2000)), at: t)
      for column in odometer.columns {
        for i in 0..<30 {
          let velocity = column.velocity(at: t + Double(i) / 20)
          #expect(trend == .up ? velocity >= -1e-9 : velocity <= 1e-9)
        }
      }
    }
  }

  /// Frames and the order of questions change nothing.
  @Test("The picture is a pure function of time") func isAPureFunctionOfTime() {
    var random = SeededRandom(seed: 1)
    var (a, b) = (Odometer(), Odometer())
    for i in 0..<200 {
      let number = DecimalNumber(Int(random.next() % 100_000))
      let t = Double(i) * 0.13
      for j in 0..<7 { _ = a.text(at: t - Double(j)) }
      a.show(number, at: t)
      b.show(number, at: t)
      #expect(a.columns.map { $0.position(at: t + 0.1) } == b.columns.map { $0.position(at: t + 0.1) })
    }
  }
}
