internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// Texts about feeds and headlines.
extension FeedController {
  /// The notice for a crawl without headlines, or nil.
  var notice: StripNotice? {
    crawl.count > 0 ? nil : FeedWords(words).notice(topics.entries.filter { !$0.isGone }, now: wallClockNow())
  }

  /// The topics that are off or removed, each with the action that restores it.
  var hiddenTopics: [(id: TopicID, name: String, color: Color, action: TopicAction)] {
    topics.entries.enumerated().filter { !$1.isGone && $1.state != .on }.map { id, entry in
      (id, entry.name, entry.color, entry.state == .off ? .turn(id, on: true) : .restore(id))
    }
  }

  /// Why there are no headlines, if feeds fail; nil while there are some.
  var failure: String? { topics.failing.isEmpty ? nil : notice?.text }

  /// Labels tests and exercises among alerts.
  func marked(_ item: NewsItem) -> NewsItem {
    var item = item
    switch item.alert?.status {
    case .test: item.title = words[.testAlert, ["text": item.title]]
    case .exercise: item.title = words[.exerciseAlert, ["text": item.title]]
    default: break
    }
    return item
  }

  var canUndo: Bool { !switched.isEmpty }

  /// The tooltip of a topic.
  func description(ofTopic id: TopicID) -> String? {
    if id == Token.failingTag {
      return FeedWords(words).problem(of: topics.failing.map { topics.entries[$0] }, now: wallClockNow())
    }
    guard topics.entries.indices.contains(id) else { return nil }
    let count = headlines.items.count { $0.topicID == id }
    return FeedWords(words).description(of: topics.entries[id], count: count, now: wallClockNow())
  }

  /// The author and age of headlines, by their links.
  var details: [String: String] {
    let (now, words) = (wallClockNow(), FeedWords(words))
    let details = headlines.items.compactMap { item in item.link.map { ($0, words.origin(of: item, now: now)) } }
    return Dictionary(details.filter { !$0.1.isEmpty }, uniquingKeysWith: { first, _ in first })
  }

  /// The card of a headline.
  func card(ofLink link: String) -> HeadlineCard? {
    headlines.items.first { $0.link == link }.map { FeedWords(words).card(of: $0, now: wallClockNow()) }
  }
}
