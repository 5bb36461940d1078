internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// What a view's menu holds.
struct Menu {
  var entries: [MenuEntry]
  /// What it stands beside, in window coordinates; nil: the pointer or, for the keyboard, the window.
  var place: Rect?

  /// Of a view that has nothing to offer but its end.
  init(_ bindings: Bindings) { entries = [.command("Quit", .quit, bindings)] }

  init(_ entries: [MenuEntry], at place: Rect?) { (self.entries, self.place) = (entries, place) }
}

extension MenuEntry {
  /// What is hidden, and comes back when it is chosen.
  static let bringBack = "Bring back"
  /// The last headlines.
  static let recent = "Recent"

  /// A line for a command, with the key that does the same, also where text is typed.
  static func command(
    _ title: String, _ command: UserCommand, _ bindings: Bindings, isEnabled: Bool = true, whereTyped: Bool = false
  ) -> MenuEntry {
    var entry = MenuEntry(title, .command(command), isEnabled: isEnabled)
    entry.key = bindings.key(for: command, whereTyped: whereTyped)?.title ?? ""
    return entry
  }

  /// A line that opens a list, where there is something in it.
  static func list(_ title: String, _ entries: [MenuEntry]) -> MenuEntry {
    var entry = MenuEntry(title, .list(entries), isEnabled: !entries.isEmpty)
    entry.key = "›"
    return entry
  }

  /// A line that does what a key does to a text.
  static func key(_ title: String, _ trigger: Trigger, isEnabled: Bool) -> MenuEntry {
    var entry = MenuEntry(title, .key(trigger), isEnabled: isEnabled)
    entry.key = trigger.title
    return entry
  }
}

/// The menu of headlines.
struct HeadlineMenu {
  let crawl: CrawlView
  let feeds: FeedController?
  let bindings: Bindings
  /// The headline that it is about.
  let target: ShownHeadline?
  /// The names of the themes, where the view has some, and the one that is shown.
  var themes: (names: [String], shown: String)?

  var entries: [MenuEntry] {
    func line(_ title: String, _ command: UserCommand, _ isEnabled: Bool = true) -> MenuEntry {
      .command(title, command, bindings, isEnabled: isEnabled)
    }
    let hasHeadlines = crawl.count > 0
    let topic = target?.topic.flatMap { crawl.topics.indices.contains($0) ? crawl.topics[$0].name : nil } ?? ""
    var entries = [
      line("Open", .open, target?.link != nil), line("Copy", .copy, target != nil),
    ]
    if let feeds {
      if let link = target?.link, feeds.isRead(link) { entries.append(line("Mark as unread", .markUnread)) }
      entries.append(.list(MenuEntry.recent, recent(feeds)))
    }
    entries += [
      .separator,
      line("Previous", .previous, hasHeadlines), line("Next", .next, hasHeadlines),
      line(crawl.isPausedByKey ? "Go on" : "Pause", .pause, hasHeadlines), line("Faster", .faster, hasHeadlines),
      line("Slower", .slower, hasHeadlines), .separator,
    ]
    if let feeds {
      entries += [
        line(topic.isEmpty ? "Hide this topic" : "Hide \(topic)", .hideTopic, !topic.isEmpty),
        bringBack(feeds.hiddenTopics), line("Undo", .undo, feeds.canUndo),
      ]
    }
    if let themes {
      entries.append(.list("Theme", themes.names.map { entry(ofTheme: $0) }))
    }
    if feeds?.list != nil { entries.append(line("Feeds…", .feeds)) }
    if entries.last != .separator { entries.append(.separator) }
    return entries + [line("Hide until the next headline", .hide), line("Quit", .quit)]
  }

  private func bringBack(_ hidden: [(id: TopicID, name: String, color: Color, action: TopicAction)]) -> MenuEntry {
    var list = hidden.map { topic in
      var entry = MenuEntry(topic.name, .topic(topic.action))
      entry.dot = topic.color
      return entry
    }
    if list.count > 1 { list = [MenuEntry("All of them", .topic(.showAll)), .separator] + list }
    return .list(MenuEntry.bringBack, list)
  }

  /// A dot for each that is to be read, a ring for each that has been.
  private func recent(_ feeds: FeedController) -> [MenuEntry] {
    let now = wallClockNow()
    return feeds.recent.map { item in
      var entry = MenuEntry(item.title, .link(item.link ?? ""), isEnabled: item.link != nil)
      (entry.isChecked, entry.isFaint) = (!item.isRead, item.isRead)
      entry.dot = item.topicID.map { feeds.topics.entries[$0].color }
      entry.key = FeedWords.duration(max(0, now - (item.published ?? item.arrived)))
      return entry
    }
  }

  private func entry(ofTheme name: String) -> MenuEntry {
    var entry = MenuEntry(name.prefix(1).uppercased() + name.dropFirst(), .theme(name))
    entry.isChecked = name == themes?.shown
    return entry
  }
}
