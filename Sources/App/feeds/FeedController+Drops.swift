internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// Drops on a strip that shows the user's list.
extension FeedController {
  /// Adds the feeds of addresses, after checking each in a separate process. The result can be undone.
  ///
  /// - Parameters:
  ///   - say: Called with messages for the user, at once and at the end.
  ///   - offer: Called with the feeds of a page, for the user to choose one.
  func addFeeds(
    of addresses: DroppedAddresses, say: @escaping (String) -> Void, offer: @escaping ([LinkedFeed]) -> Void
  ) {
    let taken = FeedTakenWords(words)
    guard let loop = reader.loop, let first = addresses.all.first else {
      return say(taken.nothing)
    }
    do throws(Failure) {
      try FeedTaking.start(FeedTaking.Request(addresses.all, offersChoice: true), in: loop) { [weak self] results in
        self?.noteAdditions(results)
        say(taken.summary(of: results, isCut: addresses.isCut, now: wallClockNow()))
        for case .choice(_, let feeds) in results { offer(feeds) }
      }
      say(taken.looking(at: first, others: addresses.all.count - 1))
    } catch {
      say(error.description)
    }
  }

  /// Records additions for undo.
  private func noteAdditions(_ results: [FeedTaken]) {
    list?.look()
    for case .added(let url, _, _, _) in results {
      guard let id = topics.id(ofFeed: url) else { continue }
      dropped.insert(url)
      switched.noteAddition(of: id)
    }
  }

  /// Removes a dropped feed from the list, to undo its addition.
  func takeOff(_ url: String) {
    dropped.remove(url)
    do throws(Failure) {
      try FeedList.change(UserPaths.feedList) { (list) throws(Failure) in try list.takeOff([url]) }
      list?.look()
    } catch {
      onFailure(error.description)
    }
  }
}
