internal import Base
internal import Newsroom
internal import Newswire
internal import Scene
internal import ScrollCore

/// The content of a view's menu.
package struct Menu {
  var entries: [MenuEntry]
  /// The anchor in window coordinates; nil for the pointer or, from the keyboard, the window.
  var place: Rect?

  /// The menu of a view without commands of its own.
  init(_ bindings: Bindings, _ words: Words) { entries = [.command(words[.quit], .quit, bindings, words)] }

  init(_ entries: [MenuEntry], at place: Rect?) { (self.entries, self.place) = (entries, place) }
}

extension MenuEntry {
  /// A theme by its displayed name.
  init(theme name: String, _ words: Words) {
    let english = name.prefix(1).uppercased() + name.dropFirst()
    self.init(words.said(english), .theme(name))
  }

  /// An entry for a command, with its key binding, which also works while text is typed.
  static func command(
    _ title: String, _ command: UserCommand, _ bindings: Bindings, _ words: Words, isEnabled: Bool = true,
    whereTyped: Bool = false
  ) -> MenuEntry {
    var entry = MenuEntry(title, .command(command), isEnabled: isEnabled)
    entry.key = bindings.key(for: command, whereTyped: whereTyped)?.title(in: words) ?? ""
    return entry
  }

  /// An offered text, by its title if it has one.
  init(_ offered: OfferedText) {
    self.init(offered.title.isEmpty ? offered.text : offered.title, .suggestion(offered.text))
    if !offered.title.isEmpty { detail = offered.text }
  }

  /// An entry that opens a submenu; disabled if that is empty.
  static func list(_ title: String, _ entries: [MenuEntry]) -> MenuEntry {
    var entry = MenuEntry(title, .list(entries), isEnabled: !entries.isEmpty)
    entry.key = "›"
    return entry
  }

  /// An entry that acts like a key on a text.
  static func key(_ title: String, _ trigger: Trigger, _ words: Words, isEnabled: Bool) -> MenuEntry {
    var entry = MenuEntry(title, .key(trigger), isEnabled: isEnabled)
    entry.key = trigger.title(in: words)
    return entry
  }
}

extension [MenuEntry] {
  /// A window's menu with another entry, before those that hide and end it. Other menus, such as a chip's, are unchanged.
  func inserting(_ entry: MenuEntry) -> [MenuEntry] {
    guard let place = firstIndex(where: { [.command(.hide), .command(.quit)].contains($0.kind) }) else { return self }
    return self[..<place] + [entry] + self[place...]
  }
}

/// The menu of headlines.
struct HeadlineMenu {
  let crawl: CrawlScene
  let desk: NewsDesk?
  let bindings: Bindings
  var words = Words.english
  /// The headline under the pointer.
  let target: ShownHeadline?
  /// The names of the themes and the current one; nil if the view has none.
  var themes: (names: [String], shown: String)?

  var entries: [MenuEntry] {
    func line(_ word: NewsWord, _ command: UserCommand, _ isEnabled: Bool = true) -> MenuEntry {
      .command(words[word], command, bindings, words, isEnabled: isEnabled)
    }
    let hasHeadlines = crawl.count > 0
    let topic = target?.topic.flatMap { crawl.topics.indices.contains($0) ? crawl.topics[$0].name : nil } ?? ""
    var entries = [
      line(.open, .open, target?.link != nil),
      line(.copy, .copy, target.map { !$0.text.isEmpty || $0.link != nil } ?? false),
    ]
    if let desk {
      if let link = target?.link, desk.newsroom.isRead(link) { entries.append(line(.markUnread, .markUnread)) }
      entries.append(.list(words[.recent], recent(desk)))
    }
    entries += [
      .separator,
      line(.previous, .previous, hasHeadlines), line(.next, .next, hasHeadlines),
      line(crawl.isPausedByKey ? .goOn : .pause, .pause, hasHeadlines), line(.faster, .faster, hasHeadlines),
      line(.slower, .slower, hasHeadlines), .separator,
    ]
    if let desk {
      entries += [
        .command(
          topic.isEmpty ? words[.switchThisOff] : words[.switchTopicOff, ["topic": topic]], .switchOff, bindings, words,
          isEnabled: !topic.isEmpty),
        bringBack(desk.chips), line(.undo, .undo, desk.newsroom.canUndo),
      ]
    }
    if let themes {
      entries.append(.list(words[.theme], themes.names.map { entry(ofTheme: $0) }))
    }
    if desk != nil { entries.append(line(.headlinesWindow, .headlines)) }
    if themes != nil { entries.append(line(.settingsWindow, .settings)) }
    if desk?.list != nil { entries.append(line(.feedsWindow, .feeds)) }
    if entries.last != .separator { entries.append(.separator) }
    return entries + [line(.hideUntilNext, .hide), line(.quit, .quit)]
  }

  private func bringBack(_ chips: TopicChips) -> MenuEntry {
    var list = chips.off.map { id in
      var entry = MenuEntry(chips.topics.entries[id].name, .topic(.turn(id, on: true)))
      entry.dot = chips.color(of: id)
      return entry
    }
    if list.count > 1 { list = [MenuEntry(words[.allOfThem], .topic(.showAll)), .separator] + list }
    return .list(words[.bringBack], list)
  }

  /// A dot marks an unread headline, a ring one that has been read.
  private func recent(_ desk: NewsDesk) -> [MenuEntry] {
    let now = wallClockNow()
    return desk.newsroom.recent.map { item in
      var entry = MenuEntry(item.title, .link(item.link ?? ""), isEnabled: item.link != nil)
      (entry.isChecked, entry.isFaint) = (!item.isRead, item.isRead)
      entry.dot = item.topicID.map { desk.chips.color(of: $0) }
      entry.key = FeedWords(words).duration(max(0, now - (item.published ?? item.arrived)))
      return entry
    }
  }

  private func entry(ofTheme name: String) -> MenuEntry {
    var entry = MenuEntry(theme: name, words)
    entry.isChecked = name == themes?.shown
    return entry
  }
}
