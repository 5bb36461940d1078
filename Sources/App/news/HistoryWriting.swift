internal import Base
internal import Newswire

/// The history of headlines, and when to write it next.
struct HistoryWriting {
  private var history = HeadlineHistory(path: UserPaths.headlines)
  /// On the monotonic clock.
  private(set) var due = Double.infinity
  private var hasFailed = false

  /// The time to collect headlines before a write, in seconds.
  private static let pause = 3.0

  /// Takes headlines that have come.
  mutating func note(_ items: [NewsItem], now: Double) {
    history.note(items)
    if history.hasPending { due = min(due, now + Self.pause) }
  }

  /// Writes new headlines. Reports a failure once.
  mutating func save() {
    due = .infinity
    do throws(Failure) { try history.save() } catch {
      if !hasFailed { reportError("the headlines are not kept: \(error.description)") }
      hasFailed = true
    }
  }
}
