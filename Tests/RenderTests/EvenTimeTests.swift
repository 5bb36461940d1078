import Scene
import ScrollCore
import Testing

@testable import Render

@Suite("Even steps") struct EvenTimeTests {
  /// Refreshes that come a little early or late, at a rate a little other than the one that was measured.
  @Test("Every step is the same however refreshes jitter", arguments: [0.0, 2e-5, -2e-5, 1e-3])
  func everyStep(drift: Double) {
    var random = SystemRandomNumberGenerator()
    let period = 1 / 60.0
    var even = EvenTime(period: period)
    // Just between two places of the grid, where the least of jitter would show.
    let (velocity, start) = (6.5 / 8 / period, 1 / 16.0)
    var (last, odd, worst) = (0, 0, 0.0)
    for count in 0..<36_000 {
      let refresh = Double(count) * period * (1 + drift) + Double.random(in: -2e-3...2e-3, using: &random)
      let time = even.time(of: refresh)
      worst = max(worst, abs(time - refresh))
      let steps = Int((2 * (start + velocity * time) * 8).rounded())
      if count > 0, steps - last != 13 { odd += 1 }
      last = steps
    }
    // As many as the drift adds up to a period.
    #expect(odd <= Int((36_000 * abs(drift)).rounded(.up)))
    #expect(worst < period)
  }

  @Test("A period that is measured anew goes on from the last time: text keeps its fraction of a pixel")
  func anotherPeriod() {
    var even = EvenTime(period: 1 / 60.0)
    _ = even.time(of: 10)
    let last = even.time(of: 10 + 1 / 60.0 + 0.003)
    for rate in [60.006, 59.99, 60] {
      even.period = 1 / rate
      var again = even
      #expect(abs(again.time(of: 10 + 2 / 60.0 - 0.002) - (last + 1 / rate)) < 1e-9)
    }
  }

  @Test("The next place is as far as it is", arguments: [PixelGrid.whole, .quarters, .eighths], [-3.0, 7.5, 100])
  func nextPlace(grid: PixelGrid, velocity: Double) {
    for number in 0..<100 {
      let position = Double(number) * 0.0371 - 1.5
      let time = grid.timeToNextPlace(from: position, velocity: velocity)
      let before = grid.place(position + velocity * (time - 1e-9))
      let after = grid.place(position + velocity * (time + 1e-9))
      #expect((before.pixel, before.phase) == (grid.place(position).pixel, grid.place(position).phase))
      #expect((before.pixel, before.phase) != (after.pixel, after.phase))
      #expect(time >= 0 && time * abs(velocity) <= Double(grid.rawValue) / 8 + 1e-9)
    }
  }

  @Test("A clock is woken for the tick of a change, and loses its rhythm over a long rest")
  func wakes() throws {
    var clock = FrameClock(pacing: .free, refreshRate: 50)
    #expect(clock.wake(for: 10.1, now: 10) == nil)
    _ = clock.due(now: 10)
    clock.finishTick()
    #expect(abs(try #require(clock.wake(for: 10.01, now: 10)) - 10.02) < 1e-9)
    let wake = try #require(clock.wake(for: 10.141, now: 10))
    #expect(abs(wake - 10.16) < 1e-9)
    let tick = clock.due(now: wake)
    #expect(abs(try #require(tick) - 10.16) < 1e-9)
    #expect(clock.wake(for: 12, now: 10) == nil)
    var server = FrameClock(pacing: .byServer, refreshRate: 50)
    #expect(server.wake(for: 10.1, now: 10) == nil)
    server.refreshed(count: 7, time: 10, now: 10)
    // Handed over at the refresh before.
    let early = try #require(server.wake(for: 10.141, now: 10))
    #expect(abs(early - 10.14) < 1e-9)
    #expect(server.nextRefresh(now: early).count == 15)
  }
}
