internal import Base
internal import Newswire

/// What has been shown, for later.
extension FeedController {
  /// The history of headlines, and when it is written next.
  struct HistoryWriting {
    var history = HeadlineHistory(path: UserPaths.headlines)
    /// On the monotonic clock.
    var due = Double.infinity
    private var hasFailed = false

    /// Seconds: what comes together is written together.
    static let pause = 3.0

    /// Writes what has come. Where that is not possible it says so once.
    mutating func save() {
      due = .infinity
      do throws(Failure) { try history.save() } catch {
        if !hasFailed { reportError("the headlines are not kept: \(error.description)") }
        hasFailed = true
      }
    }
  }

  /// Takes up those of these that are shown.
  func keep(_ items: [NewsItem]) {
    guard !isForPicture, !items.isEmpty else { return }
    let shown = Set(queue.recent.lazy.map(\.id))
    writing.history.note(
      items.lazy.filter { shown.contains($0.id) }.map { item in
        var item = item
        item.topic = item.topicID.map { self.topics.entries[$0].name } ?? item.topic
        if item.arrived == 0 { item.arrived = wallClockNow() }
        return item
      })
    guard writing.history.hasPending else { return }
    writing.due = min(writing.due, monotonicNow() + HistoryWriting.pause)
    wake(at: writing.due)
  }
}
