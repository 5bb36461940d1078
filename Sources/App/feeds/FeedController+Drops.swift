internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// What is dropped on a strip that shows the user's list.
extension FeedController {
  /// Adds what addresses lead to, after a look at each in a process of its own. What has come of it can be taken back.
  ///
  /// - Parameter say: Called with words for the user, at once and when it is done.
  func take(_ addresses: DroppedAddresses, say: @escaping (String) -> Void) {
    let taken = FeedTakenWords(words)
    guard let loop = reader.loop, let first = addresses.all.first else {
      return say(taken.nothing)
    }
    do throws(Failure) {
      try FeedTaking.start(FeedTaking.Request(addresses.all), in: loop) { [weak self] results in
        self?.noteAdditions(results)
        say(taken.summary(of: results, isCut: addresses.isCut, now: wallClockNow()))
      }
      say(taken.looking(at: first, others: addresses.all.count - 1))
    } catch {
      say(error.description)
    }
  }

  /// What was added can be taken back as what was removed can be.
  private func noteAdditions(_ results: [FeedTaken]) {
    list?.look()
    for case .added(let url, _, _, _) in results {
      guard let id = topics.id(ofFeed: url) else { continue }
      dropped.insert(url)
      switched.noteAddition(of: id)
    }
  }

  /// Takes a feed off the list that was dropped on the strip, and was taken back.
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
