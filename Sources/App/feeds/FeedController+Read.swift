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
    let ids = queue.setRead(isRead, where: { $0.link == link })
    for id in ids { readState.set(id, isRead ? .read : nil) }
    saveProblem = nil
    do throws(Failure) { try list?.send(ids, isRead: isRead) } catch {
      onFailure(words[.readNotKept, ["reason": error.description]])
    }
    wake(at: monotonicNow())
  }

  /// Applies marks, read or unread, made elsewhere in a reader's account.
  func note(read: [String], unread: [String], of feed: String) {
    // The user's own marks since then are newer.
    let unsent = Set(((try? UnsentMarks(path: UserPaths.unsentMarks).all()) ?? []).map(\.item))
    for (guids, isRead) in [(read, true), (unread, false)] {
      let ids = Set(guids.lazy.filter { !unsent.contains($0) }.map { NewsItem.ID(feed: feed, guid: $0) })
      for id in ids where (readState[id] == .read) != isRead { readState.set(id, isRead ? .read : nil) }
      if !ids.isEmpty { _ = queue.setRead(isRead) { ids.contains($0.id) } }
    }
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
