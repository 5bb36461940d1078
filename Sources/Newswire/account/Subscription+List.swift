package import Base

extension Subscription {
  /// Makes the feeds of an account in the user's list those to which it subscribes.
  ///
  /// - Parameter directory: The directory of the feed cache, which keeps the names of feeds until they are read.
  package static func write(
    _ subscriptions: [Subscription], of address: String, to path: String, cache directory: String?
  ) throws(Failure) {
    let feeds = subscriptions.map(\.feed)
    var list = try FeedList(path: path)
    let known = Set(list.feeds.map(\.url))
    guard list.subscribe(to: feeds, by: address) else { return }
    let cache = directory.map { FeedCache(directory: $0) }
    for subscription in subscriptions where !known.contains(subscription.feed.url) {
      // Without a cached title a feed is called by its host.
      if let title = subscription.title { try? cache?.note(title: title, of: subscription.feed.url) }
    }
    try FeedList.change(path) { (list) throws(Failure) in _ = list.subscribe(to: feeds, by: address) }
  }
}
