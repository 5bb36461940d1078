internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore
internal import Windows
internal import X11

/// A window of the program with its views: performs the commands and requests that the window itself cannot, reports events, and
/// answers the socket.
final class Session: WindowSession {
  let window: ViewWindow
  let views: WindowViews
  let name: String
  let output = OutputQueue()
  let events = EventPublisher()
  private var problems = Problems()
  /// Only urgent headlines may enter.
  private(set) var isQuiet = false
  private(set) var quietTimer: QuietTimer?
  /// The view that something is dragged over.
  private weak var dropView: TickerView?
  /// The menus that views have offered while a menu was open.
  private var offers: [(entries: [MenuEntry], view: TickerView)] = []
  /// What the views print in this round.
  private var lines = ""

  var context: ViewContext { views.context }
  var settings: Settings<WindowOptions> { window.settings }
  var options: WindowOptions { window.options }
  var ending: ViewWindow.Ending? { window.ending }
  var time: Seconds { window.time }

  /// Prepares the window, and opens all sources. It is on the screen once it has been shown.
  ///
  /// - Parameters:
  ///   - loop: The loop to run in, perhaps with other windows.
  ///   - isForgiving: Whether a source that cannot be opened is a notice in the window, instead of an error.
  /// - Throws: `Failure`.
  init(
    _ views: WindowViews, _ settings: Settings<WindowOptions>, name: String, in loop: RunLoop = RunLoop(),
    isForgiving: Bool = false
  ) throws(Failure) {
    (self.views, self.name) = (views, name)
    window = try ViewWindow(views, settings, name: name, in: loop)
    window.session = self
    loop.add(output)
    window.start()
    do throws(Failure) {
      try views.open(in: loop, isForgiving: isForgiving) { [unowned self] in
        if self.views.exitsAtEnd { window.end() }
      }
    } catch {
      discard()
      throw error
    }
  }

  /// Closes what has not been shown.
  func discard() {
    window.close()
    views.close()
  }

  /// Closes the sources and saves the user's state.
  func close() {
    printStats()
    discard()
  }

  /// The exit status for the way the program ended.
  var status: Int32 {
    get throws(Failure) {
      switch ending {
      case .signal(let number): return 128 + number
      case .failed(let failure): throw .system("\(failure.subject) \(failure.reason)")
      case .quit, nil: return ExitStatus.success
      }
    }
  }

  // MARK: - For the window

  var arrivals: Arrivals {
    views.headlines.reduce(into: Arrivals()) {
      $0.all += $1.headlines.arrivals
      $0.breakIns += $1.headlines.breakInCount
    }
  }

  func didAppear() { context.tell("started") }

  func didReopen() { showProblems() }

  func optionsChanged() { followQuiet() }

  func didStep() {
    tellPause()
    // Quits when the reader of standard output is gone. A full disk does not end the display.
    if ending == nil, output.isAlone { window.end() }
  }

  func didPerformActions() {
    if !lines.isEmpty { output.write(lines) }
    lines = ""
  }

  // MARK: - Actions

  func perform(_ request: SessionRequest, for context: ViewContext) {
    switch request {
    case .print(let line): lines += line + "\n"
    case .tell(let event, let line): if events.tell(event, line) { lines += line + "\n" }
    case .problem(let text): show(problem: text, of: context)
    case .offer(let texts): offer(texts, for: context)
    case .paced: keepPace(of: context)
    }
  }

  /// The headline of a link counts as read once that is open.
  func note(_ outcome: LinkOpening.Outcome, of link: String) {
    context.time = time
    for controller in views.headlines { controller.setRead(outcome == .opened, link: link) }
  }

  // MARK: - Commands

  func perform(_ command: UserCommand, at point: Point?) {
    switch command {
    case .menu: openMenu(at: point)
    case .recent: openMenu(at: point, list: .recent)
    case .bringBack: openMenu(at: point, list: .bringBack)
    case .doNotDisturb: toggleQuiet()
    case .feeds: openPanel("feeds", "window")
    case .headlines: openPanel("headlines")
    case .settings: openPanel(["settings"] + (events.server.map { [$0.name] } ?? []))
    default: break
    }
  }

  /// Starts a window with controls by its command, in the view's colours.
  private func openPanel(_ words: String...) { openPanel(words) }

  private func openPanel(_ words: [String]) {
    do throws(Failure) { try PanelLaunch.start(words, theme: views.themeName) } catch {
      context.perform(.failed(error.description))
    }
  }

  // MARK: - The menu

  /// Opens the menu for the item at a point of the window, or for the one marked by the keyboard.
  ///
  /// - Parameter list: The title of a submenu to show at once.
  private func openMenu(at point: Point?, list: NewsWord? = nil) {
    guard !window.popups.isMenuOpen else { return }
    let view = views.view(at: point)
    let content =
      view.controller.menu?.beginMenu(at: point, options.bindings, t: context.time)
      ?? Menu(options.bindings, views.words)
    let entries = withQuiet(content.entries)
    // Ignores an empty submenu.
    let list = list.map { views.words[$0] }
    let isListed = entries.contains { $0.title == list && $0.isEnabled }
    let anchor = point == nil || content.place != nil ? window.anchor(ofMark: content.place) : window.pointerAnchor
    open(entries, at: anchor, list: isListed ? list : nil, isForKeys: point == nil, for: view)
  }

  /// Opens a menu that a view offers, after the open one and earlier offers.
  private func offer(_ texts: [OfferedText], for context: ViewContext) {
    guard !texts.isEmpty, let view = views.all.first(where: { $0.context === context }) else { return }
    let entries = texts.map { MenuEntry($0) }
    guard !window.popups.isMenuOpen else { return offers.append((entries, view)) }
    open(entries, at: window.pointerAnchor, isForKeys: false, for: view)
  }

  private func open(
    _ entries: [MenuEntry], at anchor: Rect, list: String? = nil, isForKeys: Bool, for view: TickerView
  ) {
    do throws(Failure) {
      try window.popups.openMenu(
        entries, at: anchor, list: list, isForKeys: isForKeys, onChoice: { [unowned self] in chosen($0, in: view) },
        onEnd: { [unowned self] in menuEnded($0, of: view) })
    } catch {
      view.controller.menu?.endMenu(at: context.time)
      view.context.perform(.failed(error.description))
    }
    context.setNeedsDisplay()
  }

  private func menuEnded(_ outcome: MenuView.Outcome, of view: TickerView) {
    if case .chosen(let kind) = outcome { carryOut(kind, for: view.context) }
    view.controller.menu?.endMenu(at: context.time)
    window.followNews()
    context.setNeedsDisplay()
    guard !window.popups.isMenuOpen, !offers.isEmpty else { return }
    let next = offers.removeFirst()
    open(next.entries, at: window.pointerAnchor, isForKeys: false, for: next.view)
  }

  /// A choice that leaves the menu open.
  private func chosen(_ kind: MenuEntry.Kind, in view: TickerView) {
    context.time = time
    carryOut(kind, for: view.context)
    window.followNews()
    context.setNeedsDisplay()
  }

  private func carryOut(_ kind: MenuEntry.Kind, for view: ViewContext) {
    switch kind {
    case .command(let command):
      if !views.handle(.command(command, at: nil), in: context) { window.perform(command, at: nil) }
    case .topic(let action): view.perform(.topic(action))
    case .link(let link): view.perform(.open(link: link))
    case .copy(let text): view.perform(.copy(text, to: .clipboard))
    case .key(let trigger):
      if case .key(let key) = trigger.press { window.handle(.keyPressed(key, text: "", modifiers: trigger.modifiers)) }
    case .theme(let name):
      do throws(Failure) {
        try usage { () throws(ValueError) in try change(theme: name) }
        try keepTheme()
      } catch {
        view.perform(.failed(error.description))
      }
    case .suggestion(let text): view.perform(.chosen(text))
    case .list, .back, .separator: break
    }
  }

  // MARK: - Drops

  var takesDrops: Bool { views.all.contains { $0.controller.drops?.takesDrops == true } }

  func follow(_ drag: DragEvent) {
    context.time = time
    switch drag {
    case .over(let point): show(dropView: dropView(at: point))
    case .left: show(dropView: nil)
    case .dropped(let content):
      let view = dropView ?? dropView(at: nil)
      show(dropView: nil)
      let addresses = DroppedAddresses(content.bytes, type: content.type)
      view.controller.drops?.drop(addresses, in: view.context)
    case .refused(let reason):
      let view = dropView ?? views.view(at: nil)
      show(dropView: nil)
      view.context.perform(.failed(reason))
    }
    window.performActions()
  }

  /// The view that receives a drop at a point: the one there if it accepts drops, else the first that does.
  private func dropView(at point: Point?) -> TickerView {
    func takes(_ view: TickerView) -> Bool { view.controller.drops?.takesDrops == true }
    let view = views.view(at: point)
    return takes(view) ? view : views.all.first(where: takes) ?? view
  }

  /// Marks the view that would receive the drop; nil for none.
  private func show(dropView view: TickerView?) {
    guard view !== dropView else { return }
    dropView?.controller.drops?.showDrag(false)
    view?.controller.drops?.showDrag(true)
    dropView = view
    context.setNeedsDisplay()
  }

  // MARK: - Problems

  /// What is wrong with a window's sources and configuration. A strip shows it among its headlines; other views have a card
  /// beside the window, because they may be as small as a number.
  private struct Problems {
    private var all: [(view: ViewContext?, text: String)] = []

    /// The newest one.
    var shown: String? { all.last?.text }
    /// What is wrong in the configuration.
    var ofConfiguration: String? { all.last { $0.view == nil }?.text }
    /// The newest one of a view.
    var ofViews: String? { all.last { $0.view != nil }?.text }

    mutating func set(_ text: String?, of view: ViewContext?) {
      all.removeAll { $0.view === view }
      if let text { all.append((view, text)) }
    }

    mutating func removeAll() { all = [] }
  }

  /// The newest problem.
  var problem: String? { problems.shown }

  /// Shows a problem of a view, or without one of the configuration, until it ends or is dismissed by a click.
  func show(problem text: String?, of view: ViewContext?) {
    problems.set(text, of: view)
    context.time = time
    showProblems()
  }

  /// A click says that the problems have been seen.
  func wasPressed() {
    guard problems.shown != nil else { return }
    problems.removeAll()
    showProblems()
  }

  /// Shows the configuration's problem on a strip, and the newest other one in a card beside the window.
  private func showProblems() {
    let isOnView = views.all.contains { $0.controller.show(mistake: problems.ofConfiguration, at: context.time) }
    if isOnView { context.setNeedsLayout() }
    window.popups.show(problem: isOnView ? problems.ofViews : problems.shown)
  }

  // MARK: - Do not disturb

  /// Applies do-not-disturb from the user, the desktop and the quiet hours.
  func followQuiet() {
    if quietTimer?.hours != options.when.quietHours { followHours() }
    let isQuiet =
      switch options.when.doNotDisturb {
      case .on: true
      case .off: false
      case .follow: !views.headlines.isEmpty && (isNight || window.isDesktopQuiet)
      }
    guard isQuiet != self.isQuiet else { return }
    self.isQuiet = isQuiet
    for controller in views.headlines { controller.headlines.setQuiet(isQuiet, at: context.time) }
    context.setNeedsDisplay()
  }

  private var isNight: Bool { quietTimer?.isQuiet ?? false }

  private func followHours() {
    if let quietTimer { window.loop.remove(quietTimer) }
    quietTimer = options.when.quietHours.isEmpty ? nil : QuietTimer(options.when.quietHours)
    guard let quietTimer else { return }
    quietTimer.onChange = { [unowned self] in quietChanged() }
    window.loop.add(quietTimer)
  }

  /// Desktop or clock say something else.
  func quietChanged() {
    context.time = time
    followQuiet()
    window.followNews()
  }

  /// The user switches do-not-disturb on, or off although something else asks for it.
  private func toggleQuiet() {
    let asked = isNight || window.isDesktopQuiet
    let word: WhenOptions.DoNotDisturb = isQuiet ? (asked ? .off : .follow) : (asked ? .follow : .on)
    do throws(ValueError) {
      var new = settings
      try new.set("doNotDisturb", to: word.rawValue)
      try change(new, views.wishes([]))
    } catch {
      reportError(error.description)
    }
    tellValue(of: "doNotDisturb")
  }

  /// Adds the window's own entries to a menu, before its last lines.
  private func withQuiet(_ entries: [MenuEntry]) -> [MenuEntry] {
    guard !views.headlines.isEmpty else { return entries }
    var entry = MenuEntry.command(views.words[.doNotDisturb], .doNotDisturb, options.bindings, views.words)
    entry.isChecked = isQuiet
    return entries.inserting(entry)
  }
}
