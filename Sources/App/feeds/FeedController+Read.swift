internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// The headlines that have been read, and the recent ones.
extension FeedController {
  /// The latest headlines, newest first, including hidden ones that have been read.
  var recent: [NewsItem] { Array(queue.recent.filter { topics.isOn($0.topicID) }.prefix(100)) }

  func isRead(_ link: String) -> Bool { queue.recent.contains { $0.link == link && $0.isRead } }

  /// Marks the headlines with a link as read or unread, also for later runs.
  func setRead(_ isRead: Bool, link: String) {
    for id in queue.setRead(isRead, where: { $0.link == link }) { readState.set(id, isRead ? .read : nil) }
    saveProblem = nil
    wake(at: monotonicNow())
  }

  /// Saves the read headlines, and reports a failure once per action. Does not report lost colours, which get replaced.
  /// Saves nothing for a preview.
  func save() {
    if !isForPicture { try? topics.saveColors() }
    do throws(Failure) { try readState.save() } catch {
      if saveProblem != error { onFailure(words[.readNotKept, ["reason": error.description]]) }
      saveProblem = error
    }
  }
}
