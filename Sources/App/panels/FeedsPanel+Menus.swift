internal import Base
internal import Newswire
internal import Panels
internal import Scene
internal import ScrollCore
internal import Windows

/// The menus of the Feeds… window.
extension FeedsPanel {
  /// In seconds.
  private static let intervals = [300.0, 900, 1800, 3600, 10_800, 21_600, 86_400]

  func openMenu(ofInterval url: String, beside place: Rect) {
    act { () throws(Failure) in
      let entries = intervals(of: try rows.feeds.feed(url))
      window.openMenu(entries, beside: place) { [unowned self] in choose($0, for: url) }
    }
  }

  private func intervals(of feed: FeedSpec) -> [MenuEntry] {
    var entries = [MenuEntry(text.usualInterval, .suggestion("interval "))]
    entries[0].isChecked = feed.interval == nil
    let others = Self.intervals.filter { $0 != FeedsPanelText.usualInterval || feed.interval == $0 }
    return entries
      + others.map { seconds in
        var entry = MenuEntry(text.interval(seconds), .suggestion("interval \(Int(seconds))"))
        entry.isChecked = feed.interval == seconds
        return entry
      }
  }

  func openMenu(of url: String, beside place: Rect) {
    act { () throws(Failure) in
      let entries = entries(of: try rows.feeds.feed(url), at: controls.list.index(of: url) ?? 0)
      window.openMenu(entries, beside: place) { [unowned self] in choose($0, for: url) }
    }
  }

  private func entries(of feed: FeedSpec, at row: Int) -> [MenuEntry] {
    let isOn = rows.isOn(row)
    let words = text.words
    func line(_ title: String, _ id: String, key: Trigger? = nil, isEnabled: Bool = true) -> MenuEntry {
      var entry = MenuEntry(title, .suggestion(id), isEnabled: isEnabled)
      entry.key = key?.title(in: words) ?? ""
      return entry
    }
    return [
      line(words[.rename], "rename", key: Trigger(.key(.function(2)))),
      line(words[isOn ? .switchOff : .switchOn], "toggle", key: Trigger(.key(.character(" ")))),
      .list(words[.every], intervals(of: feed)), line(words[.onlyWithItem], "only"),
      line(words[.withoutItem], "without"), .separator,
      line(words[.moveUp], "up", key: Trigger(.key(.up), .alt), isEnabled: row > 0),
      line(words[.moveDown], "down", key: Trigger(.key(.down), .alt), isEnabled: row + 1 < rows.feeds.count),
      .separator,
      MenuEntry(words[.openSite], .link(feed.site ?? ""), isEnabled: feed.site != nil),
      MenuEntry(words[.copyAddress], .copy(feed.url)), .separator,
      line(words[rows.account(row) == nil ? .delete : .switchOff], "remove", key: Trigger(.key(.delete))),
      line(words[.undo], "undo", key: Trigger(.key(.character("z")), .control), isEnabled: edits.canUndo),
    ]
  }

  private func choose(_ kind: MenuEntry.Kind, for url: String) {
    if case .suggestion("undo") = kind { return undo() }
    let list = controls.list
    let context = window.panel.context(of: list).event
    guard let row = list.index(of: url) else { return list.on.miss(url, context) }
    switch kind {
    case .suggestion("rename"): list.beginEditing(url, FeedsControls.nameColumn, in: context)
    case .suggestion("only"): list.beginEditing(url, FeedsControls.onlyColumn, in: context)
    case .suggestion("without"): list.beginEditing(url, FeedsControls.onlyColumn + 1, in: context)
    case .suggestion("toggle"): list.on.toggle(url, context)
    case .suggestion("up"): list.put(url, at: row - 1, in: context)
    case .suggestion("down"): list.put(url, at: row + 1, in: context)
    case .suggestion("remove"): list.remove(url, in: context)
    case .suggestion(let words) where words.hasPrefix("interval "):
      set(url, "interval", .every, to: String(words.dropFirst("interval ".count)))
    case .link(let link): context.perform(.open(link: link))
    case .copy(let text): context.perform(.copy(text, to: .clipboard))
    default: break
    }
  }
}
