internal import Newsroom
internal import Newswire

extension Newsroom.Settings {
  /// - Parameter feeds: The feeds that may have filters of their own.
  init(_ options: NewsFeeds, feeds: [FeedSpec]) {
    self.init()
    queue.takesTurns = options.order == .roundRobin
    queue.newComeNext = options.new == .next
    queue.maximumAge = options.maximumAge
    queue.maximumCount = options.maximumCount
    queue.maximumPerFeed = options.maximumPerFeed
    queue.filter = options.filter
    queue.ownFilters = FollowedFeedList.filters(of: feeds)
    queue.topicAirings = Dictionary(options.schedules.map { ($0.topic, $0.airing) }, uniquingKeysWith: { $1 })
  }
}
