internal import Base
internal import Newswire
internal import ScrollCore

/// The history of headlines.
extension FeedController {
  /// The history, and when to write it next.
  struct HistoryWriting {
    var history = HeadlineHistory(path: UserPaths.headlines)
    /// On the monotonic clock.
    var due = Double.infinity
    private var hasFailed = false

    /// The time to collect headlines before a write, in seconds.
    static let pause = 3.0

    /// Writes new headlines. Reports a failure once.
    mutating func save() {
      due = .infinity
      do throws(Failure) { try history.save() } catch {
        if !hasFailed { reportError("the headlines are not kept: \(error.description)") }
        hasFailed = true
      }
    }
  }

  /// Records the shown headlines among these.
  func keep(_ items: [NewsItem]) {
    guard !isForPicture, !items.isEmpty else { return }
    let shown = Set(queue.recent.lazy.map(\.id))
    writing.history.note(
      items.lazy.filter { shown.contains($0.id) }.map { item in
        var item = item
        item.topic = item.topicID.map { self.topics.entries[$0].name } ?? item.topic
        if item.arrived == .epoch { item.arrived = self.wallClock() }
        return item
      })
    guard writing.history.hasPending else { return }
    writing.due = min(writing.due, monotonicNow() + HistoryWriting.pause)
    wake(at: writing.due)
  }
}
