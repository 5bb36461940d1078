import Base
import ScrollCore
import Testing

@testable import App
@testable import Windows

@Suite("Quiet hours") struct QuietTimerTests {
  @Test("They begin and end by the clock on the wall, also once that is set") func clock() throws {
    // A day begins.
    let system = VirtualSystem(wallTime: UnixTime(seconds: 20_000 * 86_400))
    try system.run {
      let timer = QuietTimer(try WeekHours(parsing: "22:00-07:00"))
      var changes: [Bool] = []
      timer.onChange = { [unowned timer] in changes.append(timer.isQuiet) }
      func turn(at time: Double) {
        system.now = time
        if timer.deadline <= time { _ = timer.service(now: time) }
      }
      #expect(timer.isQuiet && timer.deadline == 7 * 3600)
      for minute in 0...7 * 60 { turn(at: Double(minute * 60)) }
      #expect(changes == [false] && timer.deadline == 22 * 3600)
      system.setWallClock(ahead: 16 * 3600)
      turn(at: 7 * 3600 + 1)
      #expect(changes == [false, true] && timer.deadline == (7 + 8) * 3600)
      system.setWallClock(ahead: -16 * 3600)
      turn(at: 7 * 3600 + 2)
      #expect(changes == [false, true, false] && timer.deadline == 22 * 3600)
      // The same time once more: nothing changes, and nothing is left to do.
      system.setWallClock(ahead: 0)
      turn(at: 7 * 3600 + 3)
      #expect(changes.count == 3 && timer.deadline == 22 * 3600)
    }
  }
}
