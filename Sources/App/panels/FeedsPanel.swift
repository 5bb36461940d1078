internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

extension FeedsAction {
  /// Opens the window with the user's list, and returns when it is closed.
  ///
  /// - Parameter theme: As for `--theme`.
  package static func window(theme: String?) -> FeedsAction {
    FeedsAction { (path) throws(Failure) in
      try FeedsPanel(path, theme: theme ?? Theme.automatic, in: RunLoop())?.run() ?? ExitStatus.success
    }
  }
}

/// The Feeds… window: the user's list with a row for each feed, a field for addresses above it, and the last edit with
/// undo below it.
final class FeedsPanel: PanelProgram {
  let window: PanelWindow
  let rows: FeedRows
  let edits: FeedEdits
  let controls: FeedsControls
  let text: FeedsPanelText
  var words: Words { text.words }
  /// Whether the row below asks for a path to import from or export to.
  var isImporting: Bool?
  /// The refused address, which can be forced.
  var refused: String?
  /// The feeds of pages, to choose from.
  var choices: [[LinkedFeed]] = []

  /// Nil if the display has the window already.
  init?(_ path: String, theme: String, words: Words = .user, in loop: RunLoop) throws(Failure) {
    let text = FeedsPanelText(words)
    let kind = PanelKind(
      role: "feeds", title: words[.feeds], size: Size(width: 800, height: 560),
      minimumSize: Size(width: 640, height: 320))
    let rows = FeedRows(FollowedFeedList(path: path), text)
    guard
      let opened: (window: PanelWindow, controls: FeedsControls) = try PanelWindow.open(
        kind, theme: theme, words: words, in: loop)
    else { return nil }
    self.text = text
    (window, controls) = opened
    (self.rows, edits) = (rows, FeedEdits(path, text))
    controls.status.rest = StatusLine.Message(text: words[.feedsHint])
    wire()
    rows.onChange = { [unowned self] in showState() }
    rows.follow(in: loop)
    loop.add(MinuteTick { [unowned self] in showState() })
    showState()
  }

  private func wire() {
    let list = controls.list
    list.source = (
      { [unowned rows] in rows.feeds.count }, { [unowned self] in rows.row($0, palette: window.theme.topicColor) }
    )
    list.on.toggle = { [unowned self] row, _ in toggle(row) }
    list.on.edit = { [unowned self] row, column, text, _ in edit(row, column, text) }
    list.on.move = { [unowned self] row, place, _ in
      edit { (edits) throws(Failure) in try edits.move(rows.feeds[row], name: name(row), to: place) }
    }
    list.on.remove = { [unowned self] row, _ in remove(row) }
    list.on.open = { [unowned self] row, _, place, _ in openMenu(ofInterval: row, beside: place) }
    list.on.menu = { [unowned self] row, place, _ in openMenu(of: row, beside: place) }
    controls.field.onSubmit = { [unowned self] text, _ in add(DroppedAddresses(typed: text)) }
    controls.add.onPress = { [unowned self] _ in add(DroppedAddresses(typed: controls.field.text)) }
    controls.addAnyway.onPress = { [unowned self] _ in addRefused() }
    controls.undo.onPress = { [unowned self] _ in undo() }
    controls.importing.onPress = { [unowned self] _ in ask(isImporting: true) }
    controls.exporting.onPress = { [unowned self] _ in ask(isImporting: false) }
    controls.path.onSubmit = { [unowned self] text, _ in transfer(text) }
    controls.path.completion = PathCompletion.whole
    controls.transfer.onPress = { [unowned self] _ in transfer(controls.path.text) }
    controls.cancel.onPress = { [unowned self] _ in ask(isImporting: nil) }
    window.panel.onKey = { [unowned self] key, modifiers, _ in press(key, modifiers) }
    window.onDrop = { [unowned self] in add($0) }
    window.onRefusal = { [unowned self] in say($0, isWarning: true) }
  }

  func showState() {
    // The offer to add it all the same ends with its message.
    if !controls.status.isWarning { refused = nil }
    controls.transfer.title = text.words[isImporting == true ? .importNow : .exportNow]
    controls.path.placeholder = text.words[isImporting == true ? .importPath : .exportPath]
    window.panel.layout = controls.layout(
      FeedsControls.Shown(
        path: isImporting != nil, addAnyway: refused != nil,
        undo: controls.status.message != nil && refused == nil && edits.canUndo))
    window.context.setNeedsLayout()
  }

  func name(_ row: Int) -> String { rows.name(of: rows.feeds[row]) }

  // MARK: - Edits

  /// Performs an edit, and shows its description or its error.
  private func edit(_ body: (FeedEdits) throws(Failure) -> Void) {
    act { () throws(Failure) in
      try body(edits)
      rows.look()
      say(edits.last)
    }
  }

  private func toggle(_ row: Int) {
    let isShown = rows.visibility(row) == .shown
    edit { (edits) throws(Failure) in try edits.set(rows.feeds[row], name: name(row), isShown ? .off : .shown) }
  }

  private func remove(_ row: Int) {
    edit { (edits) throws(Failure) in try edits.remove(rows.feeds[row], name: name(row), account: rows.account(row)) }
  }

  private func edit(_ row: Int, _ column: Int, _ text: String) {
    guard rows.feeds.indices.contains(row) else { return }
    let property =
      switch column {
      case FeedsControls.nameColumn: "label"
      case FeedsControls.onlyColumn: "only"
      default: "without"
      }
    set(row, property, to: text)
  }

  func set(_ row: Int, _ property: String, to text: String) {
    edit { (edits) throws(Failure) in try edits.set(rows.feeds[row], name: name(row), property, to: text) }
  }

  func undo() {
    act { () throws(Failure) in
      guard let words = try edits.undo() else { return }
      rows.look()
      say(text.undone(words))
    }
  }

  private func press(_ key: Key?, _ modifiers: InputEvent.Modifiers) -> Bool {
    switch (key, modifiers.intersection([.control, .alt, .shift])) {
    case (.character("z")?, .control): undo()
    case (.character("w")?, .control), (.character("q")?, .control): window.onClose()
    case (.escape?, []) where isImporting != nil: ask(isImporting: nil)
    case (.escape?, []): say(nil)
    case (.character("l")?, .control): window.panel.focus(controls.field)
    default: return false
    }
    return true
  }
}
