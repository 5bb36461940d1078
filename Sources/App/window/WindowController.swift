package import Base
internal import Newswire
package import Scene
package import ScrollCore
internal import X11

/// A window with its views, over its lifetime: handles events, draws frames, and performs the views' requests.
package final class WindowController: LoopForeground {
  package let loop: RunLoop
  let views: WindowViews
  private var parts: WindowParts
  var window: Window { parts.window }
  var frames: FrameDriver { parts.frames }
  var positioner: WindowPositioner { parts.positioner }
  /// The border and the corners; the view needs layout after a change.
  var border: WindowBorder { parts.border }
  var desktop: DesktopWatch { parts.desktop }
  /// The windows on the other monitors, if requested.
  lazy var mirrors = makeMirrors()
  /// The one that the user has used last; nil for the first window.
  weak var usedMirror: WindowMirror?
  let name: String
  package var context: ViewContext { views.context }
  var settings: Settings<WindowOptions>
  var options: WindowOptions
  var popups = OpenPopups()
  let timers = LoopTimers()
  var keyboard = Keyboard()
  lazy var accessibility = makeAccessibility()
  /// The view that something is dragged over.
  weak var dropView: HostedView?
  /// Set while the window is hidden.
  var hiddenState: HiddenState?
  var appearing = Appearing()
  var problems = Problems()
  /// Only urgent headlines may enter.
  var isQuiet = false
  var quietTimer: QuietTimer?
  private(set) var hasAppeared = false
  private var reportedErrors: Set<String> = []
  let output = OutputQueue()
  let events = EventPublisher()
  private(set) var ending: Ending?

  enum Ending {
    case quit
    case signal(Int32)
    /// Nothing is left to show, for this reason.
    case failed(Failure)
  }

  /// Opens the window and all sources, and starts. The loop does the rest.
  ///
  /// - Parameters:
  ///   - loop: The loop to run in, perhaps with other windows.
  ///   - isForgiving: Whether a source that cannot be opened is a notice in the window, instead of an error.
  /// - Throws: `Failure`.
  init(
    _ views: WindowViews, _ settings: Settings<WindowOptions>, name: String, in loop: RunLoop = RunLoop(),
    isForgiving: Bool = false
  ) throws(Failure) {
    self.views = views
    self.settings = settings
    self.name = name
    self.loop = loop
    parts = try WindowParts(views, settings, name: name)
    options = parts.options
    context.time = monotonicNow()
    wire()
    loop.add(output)
    loop.add(timers)
    try views.open(in: loop, isForgiving: isForgiving) { [unowned self] in if self.views.exitsAtEnd { end(.quit) } }
    try positioner.appear()
    updateMirrors()
  }

  /// Connects the parts of the window, and adds them to the loop.
  private func wire() {
    positioner.onMonitor = { [unowned self] in frames.setClock(self.options.frameClock(for: $0, on: window.display)) }
    frames.beforeFrame = { [unowned self] in
      keepEven(at: $0)
      views.update(at: $0)
      reveal(at: $0)
    }
    frames.onSeen = { [unowned self] isSeen, t in
      for controller in views.headlines { controller.headlines.setSeen(isSeen, at: t) }
    }
    if views.appearance.takesText { window.input.beginTextInput() }
    window.acceptFocusRequests()
    if takesDrops { window.acceptDrops() }
    loop.add(self)
    // Drops the speed that the previous cadence chose.
    if options.cadence.step == 0 { views.snapSpeed(to: 0, at: time) }
    keepEven(at: time)
    followDesktop()
    followAccessibility()
  }

  /// Shows the views in a new window, for what cannot change in an existing one. After an error the old one stays.
  func reopen(_ settings: Settings<WindowOptions>) throws(Failure) {
    let parts = try WindowParts(views, settings, name: name)
    mirrors.removeAll()
    show(card: nil)
    if let old = popups.problem { loop.remove(old) }
    popups = OpenPopups()
    desktop.close(in: loop)
    loop.remove(self)
    self.parts = parts
    (self.settings, options) = (settings, parts.options)
    appearing.isAway = false
    wire()
    if !appearing.isAway { do throws(Failure) { try positioner.appear() } catch { end(.failed(error)) } }
    updateMirrors()
    showProblems()
    context.setNeedsLayout()
  }

  /// Closes the sources and saves the user's state.
  package func close() {
    printStats()
    mirrors.removeAll()
    popups = OpenPopups()
    loop.removeAll()
    loop.remove(self)
    views.close()
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

  func end(_ ending: Ending) {
    self.ending = self.ending ?? ending
    loop.end()
  }

  // MARK: - In the loop

  package var descriptor: Int32 { window.display.fileDescriptor }
  package var hasQueuedEvents: Bool { window.hasQueuedEvent }
  package var hasDrawn: Bool { frames.hasShown }

  package func flush() { window.display.flush() }

  package func step(hasNews: Bool, isReadable: Bool) -> LoopTurn {
    let now = monotonicNow()
    context.time = frames.time(now: now)
    var hasNews = hasNews
    if hasNews || isReadable || window.hasQueuedEvent {
      hasNews = handleEvents(reading: isReadable, now: now) || hasNews
      if hasNews { followNews() }
    }
    let followsPresence = followsPresence(at: context.time)
    if followsPresence { followPresence(at: context.time) }
    let shown = frames.shownTime
    if let event = window.expireDrop(now: now) { handle(event, now: now) }
    var due = min(frames.step(now: now, hasNews: hasNews), window.dropDeadline)
    if followsPresence { due = min(due, nextPresence(after: context.time)) }
    // If things only moved there is nothing to report or do.
    if frames.hasRunOn, !hasNews { return LoopTurn(due: due, hasDrawn: true, isQuiet: true) }
    performActions()
    tellPause()
    accessibility.noteChange()
    // If the window was destroyed, that event comes before the errors that follow from it.
    if ending == nil, !window.hasQueuedEvent { window.display.reportErrors(once: &reportedErrors) }
    checkOutput()
    if window.display.isLost { end(.failed(Failure(of: "the X server", reason: "has gone"))) }
    return LoopTurn(due: due, hasDrawn: frames.shownTime != shown)
  }

  /// Returns whether any event was more than a clock tick.
  private func handleEvents(reading: Bool, now: Seconds) -> Bool {
    var hasNews = false
    while let event = window.nextEvent(reading: reading) {
      if case .refreshed = event {} else { hasNews = true }
      handle(event, now: now)
      performActions()
    }
    return hasNews
  }

  private func followNews() {
    views.update(at: context.time)
    performActions()
  }

  private func handle(_ event: Event, now: Seconds) {
    frames.handle(event, now: now)
    border.handle(event)
    followKeyboard(event)
    do throws(Failure) { try positioner.handle(event) } catch { end(.failed(error)) }
    if event == .monitorsChanged || event == .settingsChanged { updateMirrors() }
    if case .moved = event, !mirrors.isEmpty { fitViews() }
    if event == .settingsChanged { desktop.update() }
    // A window manager may have come.
    if event == .windowsChanged, appearing.watch == nil { followWhen() }
    switch event {
    case .closeRequested: end(.quit)
    case .exposed where !hasAppeared:
      hasAppeared = true
      followWhen()
      context.tell("started")
      handle(.appeared)
    case .input(let input):
      noteUse(of: nil, by: input)
      if case .pressed = input { dismissProblems() }
      notePresence(input)
      handle(input)
    case .drag(let drag):
      usedMirror = nil
      follow(drag)
    default: break
    }
  }

  /// The time for changes from outside the loop.
  package var time: Seconds { frames.time(now: monotonicNow()) }
}
