internal import Base
internal import Glibc
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
  private let words: Words
  private let rows: HeadlineRows
  private let controls: HeadlinesControls
  private var message: (text: String, isWarning: Bool)?

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

  private func showState() {
    let (all, unread) = rows.count
    let isNarrowed = rows.items.count < all
    let headlines = FeedWords(words).headlines(all)
    let count =
      isNarrowed
      ? words[.headlinesFound, ["count": "\(rows.items.count)", "headlines": headlines]]
      : words[.headlinesUnread, ["count": "\(unread)", "headlines": headlines]]
    let usual = rows.problem ?? words.joined([count, words[.headlinesHint]])
    controls.message.text = message?.text ?? usual
    controls.message.role = message?.isWarning == true || message == nil && rows.problem != nil ? .warning : .faint
    controls.list.emptyText = all == 0 ? words[.noHistory] : words[.noneFound]
    window.context.setNeedsLayout()
  }

  private func say(_ text: String?, isWarning: Bool = false) {
    message = text.map { ($0, isWarning) }
    showState()
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
    do throws(Failure) { try rows.set(isRead, link: link) } catch { say(error.description, isWarning: true) }
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

/// The controls of the Headlines… window, with their layout.
final class HeadlinesControls: PanelControls {
  let field: FieldView
  let list: RowListView
  let message: TextView
  private let unit: Double

  init(_ style: PanelStyle, _ words: Words) {
    unit = style.unit
    field = FieldView(placeholder: words[.searchHeadlines], style: style)
    list = RowListView(
      [ListColumn(words[.headlineColumn], .share(1)), ListColumn(words[.whenColumn], .fixed(96), isTrailing: true)],
      style: style)
    (list.hasMarks, list.rowHeight) = (true, 48)
    message = TextView("", .faint, style: style)
  }

  /// In the order of Tab.
  var all: [any Control] { [field, list, message] }

  var layout: StackLayout {
    .stack(
      StackLayout.Stack(
        isRow: false, spacing: 2 * unit,
        [
          StackLayout.Part(.view(0), .natural), StackLayout.Part(.view(1), .share(1)),
          StackLayout.Part(.view(2), .natural),
        ]))
  }
}

/// Reports every minute, to update ages.
final class MinuteTick: LoopSource {
  private let onTick: () -> Void
  private(set) var deadline: Double

  init(onTick: @escaping () -> Void) {
    self.onTick = onTick
    deadline = monotonicNow() + 60
  }

  func appendDescriptors(to descriptors: inout [pollfd]) {}

  func service(now: Double) -> ServiceResult {
    guard now >= deadline else { return .idle }
    deadline = now + 60
    onTick()
    return .idle
  }

  func close() {}
}
