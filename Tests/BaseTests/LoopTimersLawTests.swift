import TestKit
import Testing

@testable import Base

@Suite("Whatever timers a loop has") struct LoopTimersLawTests {
  /// A timer's own account of when it is due.
  private final class Account {
    var due: Double
    let interval: Double?
    var isThere = true
    var calls = 0
    var entry: LoopTimers.Entry?

    init(due: Double, interval: Double?) { (self.due, self.interval) = (due, interval) }
  }

  @Test(
    "Each is called when it is due, in order of arrival, and the deadline is the first one's",
    arguments: 0..<20 as Range<UInt64>)
  func accounts(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let timers = LoopTimers()
    var accounts: [Account] = []
    var log: [Int] = []
    var now = 0.0
    for step in 0..<200 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let interval = Bool.random(using: &random) ? Double(Int.random(in: 1...4, using: &random)) / 2 : nil
        let account = Account(due: now + Double(Int.random(in: 0...6, using: &random)) / 4, interval: interval)
        let number = accounts.count
        let entry = LoopTimers.Entry(at: account.due, interval: interval) { log.append(number) }
        account.entry = entry
        accounts.append(account)
        timers.add(entry)
      case 1:
        guard let account = accounts.randomElement(using: &random), let entry = account.entry else { break }
        account.isThere = false
        // A second time is nothing new.
        for _ in 0..<2 { timers.remove(entry) }
      default: now += Double(Int.random(in: 0...5, using: &random)) / 4
      }
      var due: [Int] = []
      for (number, account) in accounts.enumerated() where account.isThere && account.due <= now {
        due.append(number)
        guard let interval = account.interval else {
          account.isThere = false
          continue
        }
        while account.due <= now { account.due += interval }
      }
      log = []
      _ = timers.service(now: now)
      #expect(log == due, "seed \(seed), step \(step)")
      // Served again at the same time, none is due.
      _ = timers.service(now: now)
      #expect(log == due, "seed \(seed), step \(step)")
      let next = accounts.filter(\.isThere).map(\.due).min() ?? .infinity
      #expect(timers.deadline == next && timers.isEmpty == (next == .infinity), "seed \(seed), step \(step)")
    }
  }
}
