internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

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
    list.source = (
      { [unowned rows] in rows.items.count },
      { [unowned self] in rows.row($0, palette: window.theme.topicColor, now: wallClockNow()) }
    )
    list.on.activate = { [unowned self] row, _ in open(row) }
    list.on.menu = { [unowned self] row, place, _ in openMenu(of: row, beside: place) }
    controls.field.onChange = { [unowned self] text, _ in search(text) }
    controls.field.onSubmit = { [unowned self] _, _ in if let row = list.selected { open(row) } }
    window.panel.onKey = { [unowned self] key, modifiers, context in press(key, modifiers, context) }
  }

  func showState() {
    let (all, unread) = rows.count
    let isNarrowed = rows.items.count < all
    let headlines = FeedWords(words).headlines(all)
    let count =
      isNarrowed
      ? words[.headlinesFound, ["count": "\(rows.items.count)", "headlines": headlines]]
      : words[.headlinesUnread, ["count": "\(unread)", "headlines": headlines]]
    controls.status.rest = StatusLine.Message(
      text: rows.problem ?? words.joined([count, words[.headlinesHint]]), isWarning: rows.problem != nil)
    controls.list.emptyText = all == 0 ? words[.noHistory] : words[.noneFound]
    window.context.setNeedsLayout()
  }

  private func search(_ text: String) {
    rows.search = text
    controls.list.select(0)
    controls.list.reveal(0)
    say(nil)
  }

  // MARK: - Actions

  private func item(_ row: Int?) -> NewsItem? {
    row.flatMap { rows.items.indices.contains($0) ? rows.items[$0] : nil }
  }

  /// Opens its link in the user's browser. It counts as read once that succeeds.
  private func open(_ row: Int) {
    guard let item = item(row) else { return }
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

  private func toggle(_ row: Int?) {
    guard let item = item(row) else { return }
    guard let link = item.link else { return say(words[.noLink], isWarning: true) }
    mark(link, isRead: !rows.isRead(item))
  }

  /// Title and link, as in the strip's menu.
  private func copy(_ row: Int?) {
    guard let item = item(row) else { return }
    let text = [item.title, item.link].compactMap(\.self).joined(separator: "\n")
    window.context.perform(.copy(text, to: .clipboard))
    say(words[.copiedHeadline])
  }

  private func openMenu(of row: Int, beside place: Rect) {
    guard let item = item(row) else { return }
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
      case .command(.open): open(row)
      case .command(.copy): copy(row)
      default: toggle(row)
      }
    }
  }

  private func press(_ key: Key?, _ modifiers: InputEvent.Modifiers, _ context: ViewContext) -> Bool {
    let list = controls.list
    switch (key, modifiers.intersection([.control, .alt, .shift])) {
    case (.character("c")?, .control): copy(list.selected)
    case (.character("u")?, .control): toggle(list.selected)
    case (.character("w")?, .control), (.character("q")?, .control), (.escape?, []): window.onClose()
    case (.character("f")?, .control), (.character("l")?, .control): window.panel.focus(controls.field)
    // Arrows move in the list while the user types.
    case (.up?, []), (.down?, []), (.pageUp?, []), (.pageDown?, []), (.home?, .control), (.end?, .control):
      return list.handle(.keyPressed(key, text: "", modifiers: []), in: window.panel.context(of: list))
    default: return false
    }
    return true
  }
}
