internal import Base
internal import Newsroom
internal import Newswire
internal import Scene
internal import ScrollCore

/// The menu of a topic's chip, and of the chip shared by all failing feeds.
struct ChipMenu {
  let desk: NewsDesk
  let bindings: Bindings

  /// - Parameter tag: The chip's tag: a topic's ID, or `Token.failingTag`.
  func entries(ofChip tag: Int) -> [MenuEntry] {
    if tag == Token.failingTag { return failingEntries }
    return topics.entries.indices.contains(tag) ? entries(of: tag) : []
  }

  private var topics: Topics { desk.newsroom.topics }
  private var words: Words { desk.words }

  /// A submenu for each failing feed.
  private var failingEntries: [MenuEntry] {
    let failing = topics.failing
    let lists = failing.map { MenuEntry.list(topics.entries[$0].name, entries(of: $0)) }
    return [MenuEntry(words[.reloadAll], .topic(.reload(failing))), .separator] + lists
  }

  private func entries(of id: TopicID) -> [MenuEntry] {
    let topic = topics.entries[id]
    let undo = MenuEntry.command(words[.undo], .undo, bindings, words, isEnabled: desk.newsroom.canUndo)
    let isOn = topic.isOn
    let hasOthers = topics.present.contains { $0 != id && topics.entries[$0].isOn }
    // A channel's items come by themselves, and its address is its operator's.
    let address = topic.isPolled ? topic.feed : nil
    return problems(of: id) + [
      MenuEntry(words[isOn ? .switchOff : .switchOn], .topic(.turn(id, on: !isOn))),
      MenuEntry(words[.onlyThis], .topic(.only(id)), isEnabled: hasOthers || !isOn),
      undo, .separator,
      MenuEntry(words[.reloadNow], .topic(.reload([id])), isEnabled: address != nil && isOn),
      MenuEntry(words[.copyAddress], .copy(address ?? ""), isEnabled: address != nil),
    ]
  }

  /// The problem of its feed, as far as all may see it.
  private func problems(of id: TopicID) -> [MenuEntry] {
    let topic = topics.entries[id]
    guard let status = topic.status, status.isFailing else { return [] }
    let lines =
      topic.shownStatus.map { FeedWords(words).lines(on: $0, now: wallClockNow()) }
      ?? [desk.texts.description(ofTopic: id)].compactMap(\.self)
    return lines.map { MenuEntry($0, .command(.none), isEnabled: false) } + [.separator]
  }
}
