package import Base
internal import Newswire
package import Scene
package import ScrollCore
internal import X11

/// A window with its views, from the first request to the last: takes events, draws frames, and does what the views ask for.
package final class WindowController: LoopForeground {
  package let loop: RunLoop
  let views: WindowViews
  private var parts: WindowParts
  var window: Window { parts.window }
  var frames: FrameDriver { parts.frames }
  var keeper: WindowKeeper { parts.keeper }
  /// The border and the corners; after a change the view is to be laid out.
  var border: WindowBorder { parts.border }
  var desktop: DesktopWatch { parts.desktop }
  /// The windows on other monitors, where there is to be one on each.
  lazy var mirrors = makeMirrors()
  let name: String
  package var context: ViewContext { views.context }
  var settings: Settings<WindowOptions>
  var options: WindowOptions
  var popups = OpenPopups()
  var keyboard = Keyboard()
  /// Set while the window is put away.
  var hiddenState: HiddenState?
  var appearing = Appearing()
  /// Only urgent headlines are let in.
  var isQuiet = false
  var quietTimer: QuietTimer?
  private var hasAppeared = false
  private var reportedErrors: Set<String> = []
  let output = OutputQueue()
  let events = EventTeller()
  /// They stay the same for as long as the window shows the same views.
  lazy var propertyNames = properties.map(\.name)
  private(set) var ending: Ending?

  enum Ending {
    case quit
    case signal(Int32)
    /// There is nothing to show any more, and why.
    case failed(Failure)
  }

  /// Opens the window and all sources, and begins; what follows is the loop's.
  ///
  /// - Parameters:
  ///   - loop: In which it plays, perhaps with others.
  ///   - exitsAtEnd: The end of the last source ends the program.
  /// - Throws: `Failure`.
  init(
    _ views: WindowViews, _ settings: Settings<WindowOptions>, name: String, in loop: RunLoop = RunLoop(),
    exitsAtEnd: Bool = false
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
    try views.open(in: loop) { [unowned self] in if exitsAtEnd { end(.quit) } }
    try keeper.appear()
    updateMirrors()
  }

  /// Brings the parts of the window together, and into the loop.
  private func wire() {
    keeper.onMonitor = { [unowned self] in frames.setClock(self.options.frameClock(for: $0, on: window.display)) }
    frames.beforeFrame = { [unowned self] in
      keepEven(at: $0)
      views.update(at: $0)
      reveal(at: $0)
    }
    if views.appearance.takesText { window.input.beginTextInput() }
    window.acceptFocusRequests()
    loop.add(self)
    // What another cadence has chosen goes with its window.
    if options.cadence.step == 0 { views.snapSpeed(to: 0, at: time) }
    keepEven(at: time)
    followDesktop()
  }

  /// Shows the view in a new window, for what a window cannot change about itself. After an error the old one stays.
  func reopen(_ settings: Settings<WindowOptions>) throws(Failure) {
    let parts = try WindowParts(views, settings, name: name)
    mirrors.removeAll()
    popups = OpenPopups()
    desktop.close(in: loop)
    loop.remove(self)
    self.parts = parts
    (self.settings, options) = (settings, parts.options)
    appearing.isAway = false
    wire()
    if !appearing.isAway { try keeper.appear() }
    updateMirrors()
    context.setNeedsLayout()
  }

  /// Ends the sources, and saves what the user has done.
  package func close() {
    printStats()
    mirrors.removeAll()
    popups = OpenPopups()
    loop.removeAll()
    loop.remove(self)
    views.close()
  }

  /// What the program's exit status is for the way in which it ended.
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
      hasNews = takeEvents(reading: isReadable, now: now) || hasNews
      if hasNews { followNews() }
    }
    followPresence(at: context.time)
    let shown = frames.shownTime
    let due = min(frames.step(now: now, hasNews: hasNews), nextPresence(after: context.time))
    // Where nothing but places is another there is nothing to be told or done.
    if frames.hasRunOn, !hasNews { return LoopTurn(due: due, hasDrawn: true, isQuiet: true) }
    performActions()
    tellPause()
    // Where somebody has destroyed the window, the event that says so goes before what the server refuses since.
    if ending == nil, !window.hasQueuedEvent { window.display.reportErrors(once: &reportedErrors) }
    checkOutput()
    if window.display.isLost { end(.failed(Failure(of: "the X server", reason: "has gone"))) }
    return LoopTurn(due: due, hasDrawn: frames.shownTime != shown)
  }

  /// Returns whether any of the events was about more than the clock of frames.
  private func takeEvents(reading: Bool, now: Seconds) -> Bool {
    var hasNews = false
    while let event = window.nextEvent(reading: reading) {
      if case .refreshed = event {} else { hasNews = true }
      take(event, now: now)
      performActions()
    }
    return hasNews
  }

  private func followNews() {
    views.update(at: context.time)
    performActions()
  }

  private func take(_ event: Event, now: Seconds) {
    frames.handle(event, now: now)
    border.handle(event)
    followKeyboard(event)
    do throws(Failure) { try keeper.handle(event) } catch { end(.failed(error)) }
    if event == .monitorsChanged || event == .settingsChanged { updateMirrors() }
    if event == .settingsChanged { desktop.update() }
    switch event {
    case .closeRequested: end(.quit)
    case .exposed where !hasAppeared:
      hasAppeared = true
      context.tell("started")
      handle(.appeared)
    case .input(let input):
      notePresence(input)
      handle(input)
    default: break
    }
  }

  /// The view looks different, or has other content: the next frame shows it.
  func invalidate() { context.setNeedsLayout() }

  /// The time for changes that come from outside the loop.
  package var time: Seconds { frames.time(now: monotonicNow()) }
}
