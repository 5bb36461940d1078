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
    return topics.shown(now: now).filter { topics.entries[$0].mark != .failing }.map { chip($0) }
      + (failing.count > 1 ? [.failing(failing.count, words)] : failing.map { chip($0) })
  }

  /// The chips of removed topics after the offer to undo: shown as off, since a click restores them.
  func hidden(now: Seconds) -> [Token] {
    topics.hidden(now: now).map { id in
      Token(topics.entries[id].name, dot: color(of: id), picture: topics.entries[id].picture, tag: id, state: .off)
    }
  }

  private func chip(_ id: TopicID) -> Token {
    let entry = topics.entries[id]
    return Token(entry.name, dot: color(of: id), picture: entry.picture, tag: id, state: entry.state, mark: entry.mark)
  }

  /// The labels in the crawl, indexed by topic.
  var labels: [Topic] {
    topics.entries.indices.map { id in
      Topic(topics.entries[id].name, color: color(of: id), picture: topics.entries[id].picture)
    }
  }

  /// The topics that are off or removed, each with the action that restores it.
  var restorable: [(id: TopicID, name: String, color: Color, action: TopicAction)] {
    topics.entries.enumerated().filter { !$1.isGone && $1.state != .on }.map { id, entry in
      (id, entry.name, color(of: id), entry.state == .off ? .turn(id, on: true) : .restore(id))
    }
  }
}
