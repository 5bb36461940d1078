internal import Base
internal import Newswire

/// The history of headlines, and when to write it next.
struct HistoryWriting {
  private var history = HeadlineHistory(path: UserPaths.headlines)
  /// On the monotonic clock.
  private(set) var due = Double.infinity
  /// Writes that have failed since the last one that did not.
  private var failures = 0

  /// The time to collect headlines before a write, in seconds.
  private static let pause = 3.0
  /// The times until a write that has failed is tried again, in seconds: twice as long each time.
  private static let waits = 60.0...3600

  /// Takes headlines that have come.
  mutating func note(_ items: [NewsItem], now: Double) {
    history.note(items)
    if history.hasPending { due = min(due, now + Self.pause) }
  }

  /// Writes new headlines. Reports the first failure of several, and tries again later: nothing new may come by then.
  mutating func save(now: Double) {
    due = .infinity
    do throws(Failure) {
      try history.save()
      failures = 0
    } catch {
      if failures == 0 { reportError("the headlines are not kept: \(error.description)") }
      failures = min(failures + 1, 30)
      let wait = Self.waits.lowerBound * Double(1 << (failures - 1))
      if history.hasPending { due = now + min(wait, Self.waits.upperBound) }
    }
  }
}
