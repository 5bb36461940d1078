internal import Base
internal import Newswire
internal import Panels
internal import Scene
internal import ScrollCore
internal import Windows

/// `newsreel headlines`: the window with the last headlines.
package enum HeadlinesAction {
  /// Opens it, and returns the exit status when it is closed.
  ///
  /// - Parameter theme: As for `--theme`.
  package static func run(theme: String?) -> Int32 {
    reporting { () throws(Failure) in
      try HeadlinesPanel(theme: theme ?? Theme.automatic, in: RunLoop())?.run() ?? ExitStatus.success
    }
  }
}

/// The Headlines… window: a row for each recent headline, with a search field above.
final class HeadlinesPanel: PanelProgram {
  let window: PanelWindow
  let words: Words
  private let rows: HeadlineRows
  let controls: HeadlinesControls

  /// Nil if the display has the window already.
  init?(theme: String, words: Words = .user, in loop: RunLoop) throws(Failure) {
    let kind = PanelKind(
      role: "headlines", title: words[.headlineList], size: Size(width: 720, height: 560),
      minimumSize: Size(width: 480, height: 280))
    guard
      let opened: (window: PanelWindow, controls: HeadlinesControls) = try PanelWindow.open(
        kind, theme: theme, words: words, in: loop)
    else { return nil }
    (window, controls) = opened
    (self.words, rows) = (words, HeadlineRows(words))
    wire()
    rows.onChange = { [unowned self] in showState() }
    rows.follow(in: loop)
    loop.add(MinuteTick { [unowned self] in showState() })
    controls.list.select(0)
    showState()
  }

  private func wire() {
    let list = controls.list
    list.source = .init(
      count: { [unowned rows] in rows.items.count }, id: { [unowned rows] in rows.items[$0].id },
      row: { [unowned self] in rows.row($0, palette: window.theme.topicColor, now: wallClockNow()) })
    list.on.activate = { [unowned self] id, _ in open(id) }
    list.on.menu = { [unowned self] id, place, _ in openMenu(of: id, beside: place) }
    list.on.miss = { [unowned self] id, _ in _ = item(id) }
    controls.field.onChange = { [unowned self] text, _ in search(text) }
    controls.field.onSubmit = { [unowned self, unowned list] _, _ in open(list.selectedID) }
    window.panel.onKey = { [unowned self] key, modifiers, context in press(key, modifiers, context) }
  }

  /// The number of headlines that are found, or of all.
  private var count: String {
    let (all, unread) = rows.count
    let headlines = FeedWords(words).headlines(all)
    return rows.items.count < all
      ? words[.headlinesFound, ["count": "\(rows.items.count)", "headlines": headlines]]
      : words[.headlinesUnread, ["count": "\(unread)", "headlines": headlines]]
  }

  func showState() {
    controls.status.rest = StatusLine.Message(
      text: rows.problem ?? words.joined([count, words[.headlinesHint]]), isWarning: rows.problem != nil)
    controls.list.emptyText = rows.count.all == 0 ? words[.noHistory] : words[.noneFound]
    window.context.setNeedsLayout()
  }

  private func search(_ text: String) {
    rows.search = text
    controls.list.select(0)
    controls.list.reveal(0)
    say(nil)
    announce(count)
  }

  /// Has the selected headline read out, after a text: the keyboard is in the field.
  private func announce(_ text: String? = nil) {
    let name = controls.list.selected.map { controls.list.name(of: $0) }
    controls.status.announce([text, name].compactMap(\.self).joined(separator: ", "))
    window.context.setNeedsDisplay()
  }

  // MARK: - Actions

  /// A headline in the list. If it has gone, that is said.
  private func item(_ id: NewsItem.ID?) -> NewsItem? {
    guard let id else { return nil }
    let item = rows.items.first { $0.id == id }
    if item == nil { say(words[.headlineLeft], isWarning: true) }
    return item
  }

  /// Opens its link in the user's browser. It counts as read once that succeeds.
  private func open(_ id: NewsItem.ID?) {
    guard let item = item(id) else { return }
    guard let link = item.link else { return say(words[.noLink], isWarning: true) }
    do throws(Failure) {
      window.loop.add(
        try LinkOpening(link, words) { [weak self] outcome in
          guard let self else { return }
          mark(link, isRead: outcome == .opened)
          if case .failed(let reason) = outcome { say(reason, isWarning: true) }
        })
      say(nil)
    } catch {
      say(error.reason, isWarning: true)
    }
  }

  private func mark(_ link: String, isRead: Bool) {
    act { () throws(Failure) in try rows.set(isRead, link: link) }
  }

  private func toggle(_ id: NewsItem.ID?) {
    guard let item = item(id) else { return }
    guard let link = item.link else { return say(words[.noLink], isWarning: true) }
    mark(link, isRead: !rows.isRead(item))
  }

  /// Title and link, as in the strip's menu.
  private func copy(_ id: NewsItem.ID?) {
    guard let item = item(id) else { return }
    let text = [item.title, item.link].compactMap(\.self).joined(separator: "\n")
    window.context.perform(.copy(text, to: .clipboard))
    say(words[.copiedHeadline])
  }

  private func openMenu(of id: NewsItem.ID, beside place: Rect) {
    guard let item = item(id) else { return }
    let isRead = rows.isRead(item)
    let entries = [
      MenuEntry(words[.open], .command(.open), isEnabled: item.link != nil),
      MenuEntry(words[.copy], .command(.copy)),
      MenuEntry(
        isRead ? words[.markUnread] : words[.markRead], .command(.markUnread),
        isEnabled: item.link != nil),
    ]
    window.openMenu(entries, beside: place) { [unowned self] kind in
      switch kind {
      case .command(.open): open(id)
      case .command(.copy): copy(id)
      default: toggle(id)
      }
    }
  }

  private func press(_ key: Key?, _ modifiers: Modifiers, _ context: borrowing EventContext) -> Bool {
    let list = controls.list
    switch (key, modifiers.intersection([.control, .alt, .shift])) {
    case (.character("c")?, .control): copy(list.selectedID)
    case (.character("u")?, .control): toggle(list.selectedID)
    case (.character("w")?, .control), (.character("q")?, .control), (.escape?, []): window.end()
    case (.character("f")?, .control), (.character("l")?, .control): window.panel.focus(controls.field)
    // Arrows move in the list while the user types.
    case (.up?, []), (.down?, []), (.pageUp?, []), (.pageDown?, []), (.home?, .control), (.end?, .control):
      let event = InputEvent.keyPressed(key, text: "", modifiers: [])
      guard list.handle(event, in: window.panel.context(of: list)) else { return false }
      announce()
    default: return false
    }
    return true
  }
}
