import Scene
import ScrollCore
import Testing

@testable import App
@testable import Newsroom
@testable import Newswire

/// What tests ask of a desk, and tell it.
extension NewsDesk {
  var queue: ItemQueue { newsroom.queue }
  var topics: Topics { newsroom.topics }
  var waiting: [NewsItem] { newsroom.waiting }
  var shownFeeds: [String] { newsroom.polledFeeds }
  func moment() -> AirTime { newsroom.moment(now) }

  /// Shows items whose topics are given by name, and which do not count as news.
  func show(_ items: [NewsItem], at t: Seconds) {
    accept(.added(items))
    bring(at: t)
  }

  func join(_ channel: BrokerAddress) { accept(.joined(channel)) }
  func add(_ feed: FeedSpec) { perform(.add(feed)) }
  func apply(_ list: FollowedFeedList, at t: Seconds) { follow(list, at: t) }
  func setQuiet(_ isQuiet: Bool) { perform(.setQuiet(isQuiet)) }
  func setDropsRead(_ isDropped: Bool) { change { $0.queue.dropsRead = isDropped } }

  /// The chips of topics.
  func tokens(now: Seconds, _ words: Words = .english) -> [Token] { chips.shown(now: now, words) }
}

extension Topics {
  /// Their chips, with colours that say their numbers.
  func tokens(now: Seconds) -> [Token] { chips.shown(now: now, .english) }
  var chips: TopicChips { TopicChips(self) { Color(rgb: UInt32($0)) } }
}
