internal import Base
internal import Newswire
internal import Panels
internal import Scene
internal import ScrollCore
internal import Windows
internal import X11

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
    wire()
    rows.onChange = { [unowned self] in showState() }
    rows.follow(in: loop)
    loop.add(MinuteTick { [unowned self] in showState() })
    showState()
    if let words = edits.lastWords { say(words, offering: undoOffer) }
  }

  private func wire() {
    let list = controls.list
    list.source = .init(
      count: { [unowned rows] in rows.feeds.count }, id: { [unowned rows] in rows.feeds[$0].url },
      row: { [unowned self] in rows.row($0, palette: window.theme.topicColor) })
    list.on.toggle = { [unowned self] url, _ in toggle(url) }
    list.on.edit = { [unowned self] url, column, text, _ in edit(url, column, text) }
    list.on.move = { [unowned self] url, other, _ in
      edit(url) { (feed, name) throws(Failure) in try edits.move(feed, name: name, toPlaceOf: other) }
    }
    list.on.remove = { [unowned self] url, _ in remove(url) }
    list.on.open = { [unowned self] url, _, place, _ in openMenu(ofInterval: url, beside: place) }
    list.on.menu = { [unowned self] url, place, _ in openMenu(of: url, beside: place) }
    list.on.miss = { [unowned self] url, _ in act { () throws(Failure) in _ = try rows.feeds.feed(url) } }
    controls.field.onSubmit = { [unowned self] text, _ in add(typed: text) }
    controls.add.onPress = { [unowned self] _ in add(typed: controls.field.text) }
    controls.offer.onPress = { [unowned self] _ in acceptOffer() }
    controls.importing.onPress = { [unowned self] _ in ask(isImporting: true) }
    controls.exporting.onPress = { [unowned self] _ in ask(isImporting: false) }
    controls.path.onSubmit = { [unowned self] text, _ in transfer(text) }
    controls.path.onChange = { [unowned self] _, _ in say(nil) }
    controls.path.completion = PathCompletion.whole
    controls.transfer.onPress = { [unowned self] _ in transfer(controls.path.text) }
    controls.cancel.onPress = { [unowned self] _ in ask(isImporting: nil) }
    window.panel.onKey = { [unowned self] key, modifiers, _ in press(key, modifiers) }
    window.acceptDrops(
      { [unowned self] in add(DroppedAddresses($0.bytes, type: $0.type)) },
      onRefusal: { [unowned self] in say($0, isWarning: true) })
  }

  func showState() {
    let problem = rows.list.problem
    controls.list.emptyText = problem == nil ? words[.noFeeds] : ""
    controls.status.rest = StatusLine.Message(
      text: problem.map(words.description) ?? words[.feedsHint], isWarning: problem != nil)
    let message = controls.status.message
    controls.offer.title = message?.offer?.title ?? ""
    controls.transfer.title = text.words[isImporting == true ? .importNow : .exportNow]
    controls.path.placeholder = text.words[isImporting == true ? .importPath : .exportPath]
    window.panel.layout = controls.layout(
      FeedsControls.Shown(
        path: isImporting != nil, message: message != nil, offer: message?.offer != nil))
    window.context.setNeedsLayout()
  }

  /// Does what the message offers. The keyboard of the button goes to the list.
  private func acceptOffer() {
    controls.status.message?.offer?.perform()
    if controls.status.message?.offer == nil, window.panel.isFocused(controls.offer) {
      window.panel.focus(controls.list)
    }
  }

  // MARK: - Edits

  /// Offers to undo the last edit, beside what is said of it.
  var undoOffer: StatusLine.Offer { StatusLine.Offer(title: words[.undo]) { [unowned self] in undo() } }

  /// Edits a feed by `body`, which gets it and its name, and shows the returned description or the error. Returns whether
  /// it was accepted.
  @discardableResult
  private func edit(_ url: String, _ body: (FeedSpec, String) throws(Failure) -> String?) -> Bool {
    act { () throws(Failure) in
      let feed = try rows.feeds.feed(url)
      let description = try body(feed, rows.name(of: feed))
      rows.look()
      say(description, offering: undoOffer)
    }
  }

  private func toggle(_ url: String) {
    let isOn = rows.list.isOn(url)
    edit(url) { (feed, name) throws(Failure) in try edits.turn(feed, name: name, on: !isOn) }
  }

  private func remove(_ url: String) {
    edit(url) { (feed, name) throws(Failure) in
      try edits.remove(feed, name: name, account: rows.list.accountName(of: feed))
    }
  }

  private func edit(_ url: String, _ column: Int, _ text: String) -> Bool {
    switch column {
    case FeedsControls.nameColumn: set(url, "label", .feed, to: text)
    case FeedsControls.onlyColumn: set(url, "only", .onlyWith, to: text)
    default: set(url, "without", .without, to: text)
    }
  }

  /// - Parameter title: The property's name in this window.
  @discardableResult
  func set(_ url: String, _ property: String, _ title: NewsWord, to text: String) -> Bool {
    edit(url) { (feed, name) throws(Failure) in
      do throws(Failure) { return try edits.set(feed, name: name, property, to: text) } catch {
        throw error.naming(property, words[title])
      }
    }
  }

  func undo() {
    act { () throws(Failure) in
      guard let words = try edits.undo() else { return }
      rows.look()
      say(text.undone(words))
    }
  }

  private func press(_ key: Key?, _ modifiers: Modifiers) -> Bool {
    switch (key, modifiers.intersection([.control, .alt, .shift])) {
    case (.character("z")?, .control): undo()
    case (.character("w")?, .control), (.character("q")?, .control): window.end()
    case (.escape?, []) where isImporting != nil: ask(isImporting: nil)
    case (.escape?, []): say(nil)
    case (.character("l")?, .control): window.panel.focus(controls.field)
    default: return false
    }
    return true
  }
}
