import Testing

@testable import Scene

@Suite("Cadences of the frame clock") struct FrameClockTests {
  private static let period = 1.0 / 60

  /// Reports of a 60 Hz clock, each late by a part of a millisecond, as a server with a millisecond timer gives.
  @Test("The grid is smoother than the reports") func gridIsSmootherThanTheReports() {
    var clock = FrameClock(pacing: .byServer, refreshRate: 60)
    var random = SystemRandomNumberGenerator()
    var steps: [Double] = []
    var last: Double?
    for count in 1...600 {
      let time = 100 + Double(count) * Self.period + Double.random(in: 0...0.001, using: &random)
      clock.requested(now: time - 0.01)
      clock.refreshed(count: UInt64(count), time: time, now: time + 0.0002)
      let next = clock.nextRefresh(now: time + 0.0005)
      #expect(next.count == UInt64(count) + 1)
      if let last, count > 300 { steps.append(next.time - last) }
      last = next.time
    }
    let worst = steps.map { abs($0 - Self.period) }.max() ?? 1
    #expect(worst < 0.0002, "a step of the grid is off by \(worst) s")
  }

  @Test("Missed refreshes are skipped") func missedRefreshesAreSkipped() {
    var clock = FrameClock(pacing: .byServer, refreshRate: 60)
    clock.refreshed(count: 10, time: 5, now: 5)
    let next = clock.nextRefresh(now: 5 + 3.4 * Self.period)
    #expect(next.count == 14)
    #expect(abs(next.time - (5 + 4 * Self.period)) < 1e-9)
  }

  @Test("The clock learns the rate", arguments: [48.0, 75, 144])
  func learnsTheRate(rate: Double) {
    var clock = FrameClock(pacing: .byServer, refreshRate: 60)
    for count in 1...200 {
      clock.refreshed(count: UInt64(count), time: Double(count) / rate, now: Double(count) / rate)
    }
    #expect(abs(clock.period - 1 / rate) < 1e-4)
  }

  @Test("A report on another clock counts from now") func aReportOnAnotherClockCountsFromNow() {
    var clock = FrameClock(pacing: .byServer, refreshRate: 60)
    clock.refreshed(count: 1, time: 0, now: 5000)
    #expect(abs(clock.nextRefresh(now: 5000).time - 5000 - Self.period) < 1e-9)
  }

  @Test("A report that comes late brings Present back") func aReportThatComesLateBringsPresentBack() {
    var clock = FrameClock(pacing: .byServer, refreshRate: 60)
    clock.requested(now: 1)
    let isLate = clock.checkPulse(now: 1.2)
    #expect(isLate && clock.source == .timer)
    clock.refreshed(count: 7, time: 1.25, now: 1.25)
    #expect(clock.source == .present && !clock.isWaiting)
  }

  @Test("Reports that are late again and again do not bring it back") func reportsThatAreLateAgainAndAgainDoNot() {
    var clock = FrameClock(pacing: .byServer, refreshRate: 60)
    for second in 1...10 {
      clock.requested(now: Double(second))
      _ = clock.checkPulse(now: Double(second) + 0.2)
      clock.refreshed(count: UInt64(second), time: Double(second) + 0.25, now: Double(second) + 0.25)
    }
    #expect(clock.source == .timer)
  }

  @Test("Reports in time make up for a lapse") func reportsInTimeMakeUpForALapse() {
    var clock = FrameClock(pacing: .byServer, refreshRate: 60)
    var count: UInt64 = 0
    for hour in 1...20 {
      var now = Double(hour) * 3600
      clock.requested(now: now)
      _ = clock.checkPulse(now: now + 0.2)
      for _ in 0..<700 {
        now += Self.period
        count += 1
        clock.requested(now: now - 0.01)
        clock.refreshed(count: count, time: now, now: now)
      }
      #expect(clock.source == .present)
    }
  }

  @Test("The timer takes over when reports stay away") func timerTakesOverWhenReportsStayAway() {
    var clock = FrameClock(pacing: .byServer, refreshRate: 60)
    clock.requested(now: 1)
    #expect(clock.isWaiting)
    let isEarly = clock.checkPulse(now: 1.05)
    #expect(!isEarly)
    let deadline = clock.deadline
    #expect(deadline > 1.05 && deadline < 1.2)
    let isLate = clock.checkPulse(now: deadline + 0.001)
    #expect(isLate)
    #expect(clock.source == .timer)
    #expect(!clock.isWaiting)
    let due = clock.due(now: 2)
    #expect(due == 2)
  }

  @Test("Ticks stand on a grid, and late ones are skipped") func ticksStandOnAGridAndLateOnesAreSkipped() {
    var clock = FrameClock(pacing: .free, refreshRate: 50)
    var ticks = [clock.due(now: 10)]
    clock.finishTick()
    for now in [10.019, 10.0203] { ticks.append(clock.due(now: now)) }
    clock.finishTick()
    ticks.append(clock.due(now: 10.113))
    clock.finishTick()
    let rounded = ticks.map { $0.map { ($0 * 1e6).rounded() / 1e6 } }
    #expect(rounded == [10, nil, 10.02, 10.1])
    #expect(abs(clock.nextTick - 10.12) < 1e-9)
    clock.rest()
    let afresh = clock.due(now: 11.0071)
    #expect(afresh == 11.0071)
  }

  /// The ticks of a locked clock come to stand on the grid of the reports, by small steps, in spite of their jitter.
  @Test("Locked ticks meet the grid") func lockedTicksMeetTheGrid() {
    var clock = FrameClock(pacing: .locked, refreshRate: 60)
    var now = 7.3
    var steps: [Double] = []
    for _ in 0..<1200 {
      guard let tick = clock.due(now: now) else {
        Issue.record("no tick at \(now)")
        return
      }
      if clock.wantsReport(now: now) {
        clock.requested(now: now)
        #expect(!clock.isWaiting)
        let count = (now / Self.period).rounded(.up)
        let late = Double.random(in: 0...0.001)
        clock.refreshed(count: UInt64(count), time: count * Self.period + late, now: now + 0.01)
      }
      clock.finishTick()
      steps.append(clock.nextTick - tick)
      now = clock.nextTick + 0.0001
    }
    #expect(steps.allSatisfy { abs($0 - Self.period) < 0.00025 })
    let phase = clock.nextTick.remainder(dividingBy: Self.period)
    #expect(abs(phase - 0.0005) < 0.0006)
    #expect(clock.source == .present)
  }

  @Test("Single reports that are late do not change the rate, however many there have been") func singleStrays() {
    var clock = FrameClock(pacing: .byServer, refreshRate: 60)
    var count: UInt64 = 0
    for hour in 1...6 {
      for frame in 1...100 {
        count += 1
        let late = frame == 50 ? 0.7 * Self.period : 0
        let now = Double(hour) * 3600 + Double(frame) * Self.period + late
        clock.refreshed(count: count, time: now, now: now)
        #expect(abs(clock.period - Self.period) < 1e-4, "frame \(frame) of hour \(hour)")
      }
    }
  }

  @Test("With each lapse the timely reports that make up for it are counted anew") func lapsesCountAnew() {
    var clock = FrameClock(pacing: .byServer, refreshRate: 60)
    var (now, count) = (1.0, UInt64(0))
    for lapse in 1...5 {
      clock.requested(now: now)
      _ = clock.checkPulse(now: now + 0.2)
      now += 0.25
      for _ in 0..<550 {
        count += 1
        clock.requested(now: now)
        now += Self.period
        clock.refreshed(count: count, time: now, now: now)
      }
      #expect(clock.source == (lapse < 5 ? .present : .timer), "after lapse \(lapse)")
    }
  }
}
