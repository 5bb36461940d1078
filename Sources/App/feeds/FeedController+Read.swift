internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// Which headlines have been read, and the last ones.
extension FeedController {
  /// The last headlines, the newest first, also those that have been read and are left out.
  var recent: [NewsItem] { Array(queue.recent.filter { topics.isOn($0.topicID) }.prefix(100)) }

  func isRead(_ link: String) -> Bool { queue.recent.contains { $0.link == link && $0.isRead } }

  /// Notes that the headlines with a link have been read, or have not been. It is kept for later runs.
  func setRead(_ isRead: Bool, link: String) {
    for id in queue.setRead(isRead, where: { $0.link == link }) { readState.set(id, isRead ? .read : nil) }
    saveProblem = nil
    wake(at: monotonicNow())
  }

  /// Says so where what has been read cannot be kept, once for each thing that is done. A colour that cannot be kept is no
  /// more than another colour, and a picture is no run of its own.
  func save() {
    if !isForPicture { try? topics.saveColors() }
    do throws(Failure) { try readState.save() } catch {
      if saveProblem != error { onFailure(words[.readNotKept, ["reason": error.description]]) }
      saveProblem = error
    }
  }
}
