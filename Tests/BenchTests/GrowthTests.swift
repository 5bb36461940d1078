import Testing

@testable import newsreel_bench

@Suite("The soak's figures") struct GrowthTests {
  private func growth(_ limit: Growth.Limit, _ value: (Double) -> Double) -> Growth {
    var growth = Growth("memory", "MB", digits: 2, limit, warm: 600)
    for step in 0..<360 {
      let time = Double(step) * 10
      growth.add(value(time), at: time)
    }
    return growth
  }

  @Test("Memory may grow while it warms up, and come and go, but not by a megabyte an hour") func memory() {
    #expect(growth(.perHour(1)) { $0 < 600 ? $0 / 100 : 6 }.passes)
    #expect(growth(.perHour(1)) { Int($0 / 10) % 2 == 0 ? 20 : 26 }.passes)
    let leak = growth(.perHour(1)) { 20 + $0 * 1.2 / 3600 }
    #expect(!leak.passes && leak.perHour.map { abs($0 - 1.2) < 1e-9 } == true && leak.row.contains("**exceeded**"))
    #expect(growth(.told) { $0 }.passes)
  }

  @Test("What is kept for good raises the least value") func resources() {
    #expect(growth(.stays) { Int($0 / 10) % 7 == 0 ? 3 : 9 }.passes)
    #expect(!growth(.stays) { Int($0 / 10) % 7 == 0 ? ($0 < 2000 ? 3 : 4) : 9 }.passes)
  }

  @Test("What comes and goes by chance need not come back to its least") func chance() {
    // 196 once, at the beginning; 199 or 201 in the stretches after that; then it grows by 1 in five minutes.
    func count(_ time: Double) -> Double {
      time == 700 ? 196 : Int(time / 10) % 30 == 0 ? Double(199 + Int(time / 300) % 2 * 2) : 230
    }
    #expect(growth(.stays, count).passes)
    #expect(!growth(.stays) { count($0) + ($0 / 300).rounded(.down) }.passes)
  }

  @Test("What comes and goes may come more often, but its least may not grow by a megabyte an hour")
  func leastMemory() {
    #expect(growth(.leastPerHour(1)) { Int($0 / 10) % 7 == 0 ? 3 : $0 < 2000 ? 4 : 9 }.passes)
    #expect(growth(.leastPerHour(1)) { 5 + $0 * 0.9 / 3600 }.passes)
    #expect(!growth(.leastPerHour(1)) { 5 + $0 * 1.1 / 3600 }.passes)
  }

  @Test("A text drifts by less than half a pixel, to either side") func drift() {
    #expect(growth(.within(0.5)) { 0.4 - $0 / 5000 }.passes)
    #expect(!growth(.within(0.5)) { $0 == 1800 ? -0.5 : 0 }.passes)
    // The first minutes do not count.
    #expect(growth(.within(0.5)) { $0 < 600 ? 3 : 0 }.passes)
  }

  @Test(
    "What could not be judged does not pass",
    arguments: [Growth.Limit.perHour(1), .leastPerHour(1), .stays, .within(1)])
  func short(limit: Growth.Limit) {
    var growth = Growth("memory", "MB", limit, warm: 600)
    growth.add(1, at: 10)
    #expect(!growth.passes)
  }
}
