internal import Base
internal import Newswire

/// The history of headlines, and when to write it next.
struct HistoryWriting {
  private var history = HeadlineHistory(path: UserPaths.headlines)
  /// On the monotonic clock.
  private(set) var due = Double.infinity
  private var failures = WriteFailures()

  /// The time to collect headlines before a write, in seconds.
  private static let pause = 3.0

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
      failures = WriteFailures()
    } catch {
      if failures.isEmpty { reportError("the headlines are not kept: \(error.description)") }
      let wait = failures.add()
      if history.hasPending { due = now + wait }
    }
  }
}
