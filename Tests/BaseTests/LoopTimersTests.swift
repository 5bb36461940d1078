import Testing

@testable import Base

@Suite("Timers of a loop") struct LoopTimersTests {
  @Test("A timer keeps to its interval, however late it is served", arguments: [0.0, 0.3, 0.999, 1, 2.5])
  func keeps(late: Double) {
    let timers = LoopTimers()
    var calls = 0
    timers.add(LoopTimers.Entry(at: 5, interval: 1) { calls += 1 })
    for number in 1...20 {
      let due = timers.deadline
      #expect(due == due.rounded())
      #expect(timers.service(now: due - 0.001) == .idle && calls == number - 1)
      _ = timers.service(now: due + late)
      #expect(calls == number && timers.deadline > due + late && timers.deadline <= due + late + 1)
    }
  }

  @Test("A call may add and remove timers, and one without an interval comes once") func changes() {
    let timers = LoopTimers()
    var log: [String] = []
    let second = LoopTimers.Entry(at: 1, interval: 1) { log.append("second") }
    let last = LoopTimers.Entry(at: 2, interval: nil) { log.append("last") }
    timers.add(
      LoopTimers.Entry(at: 1, interval: nil) {
        log.append("first")
        timers.remove(second)
        timers.add(last)
      })
    timers.add(second)
    for now in [1.0, 2, 3] { _ = timers.service(now: now) }
    #expect(log == ["first", "last"] && timers.isEmpty && timers.deadline == .infinity)
  }
}
