internal import Base
internal import Newsroom
internal import Newswire
internal import Scene
internal import ScrollCore

/// How topics look: their chips, and their labels in the crawl.
struct TopicChips {
  let topics: Topics
  /// Returns the theme's colour with a number.
  let color: (Int) -> Color

  init(_ topics: Topics, color: @escaping (Int) -> Color) { (self.topics, self.color) = (topics, color) }

  func color(of id: TopicID) -> Color {
    topics.entries[id].ownColor ?? color(topics.entries[id].colorNumber)
  }

  /// The chips, tagged with their topics' IDs. Failing feeds make room for the others: they come last, and several of
  /// them share one chip.
  func shown(now: Seconds, _ words: Words) -> [Token] {
    let failing = topics.failing
    return topics.present.filter { topics.entries[$0].mark != .failing }.map { chip($0, now: now) }
      + (failing.count > 1 ? [.failing(failing.count, words)] : failing.map { chip($0, now: now) })
  }

  private func chip(_ id: TopicID, now: Seconds) -> Token {
    let entry = topics.entries[id]
    return Token(
      entry.name, dot: color(of: id), picture: entry.picture, tag: id, state: entry.state(now: now), mark: entry.mark)
  }

  /// The labels in the crawl, indexed by topic.
  var labels: [Topic] {
    topics.entries.indices.map { id in
      Topic(topics.entries[id].name, color: color(of: id), picture: topics.entries[id].picture)
    }
  }

  /// The topics that are off.
  var off: [TopicID] { topics.present.filter { !topics.entries[$0].isOn } }
}
