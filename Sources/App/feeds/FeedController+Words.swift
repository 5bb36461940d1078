internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// What is said of feeds and headlines.
extension FeedController {
  /// What is to be said where there are no headlines.
  var notice: StripNotice? {
    crawl.count > 0 ? nil : FeedWords(words).notice(topics.entries.filter { !$0.isGone }, now: wallClockNow())
  }

  /// The topics that are switched off or removed, and what brings each of them back.
  var hiddenTopics: [(id: TopicID, name: String, color: Color, action: TopicAction)] {
    topics.entries.enumerated().filter { !$1.isGone && $1.state != .on }.map { id, entry in
      (id, entry.name, entry.color, entry.state == .off ? .turn(id, on: true) : .restore(id))
    }
  }

  var canUndo: Bool { !switched.isEmpty }

  /// What is to be said of a topic under the pointer.
  func description(ofTopic id: TopicID) -> String? {
    if id == Token.failingTag {
      return FeedWords(words).problem(of: topics.failing.map { topics.entries[$0] }, now: wallClockNow())
    }
    guard topics.entries.indices.contains(id) else { return nil }
    let count = headlines.items.count { $0.topicID == id }
    return FeedWords(words).description(of: topics.entries[id], count: count, now: wallClockNow())
  }

  /// What is to be said of a headline under the pointer.
  func card(ofLink link: String) -> HeadlineCard? {
    headlines.items.first { $0.link == link }.map { FeedWords(words).card(of: $0, now: wallClockNow()) }
  }
}
