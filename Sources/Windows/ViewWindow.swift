internal import Accessibility
package import Base
package import Scene
package import ScrollCore
package import X11

/// A window with its views, over its lifetime: handles events, draws frames, and performs what the views ask of the window.
///
/// `init` prepares it, and may fail; `start` and `appear` cannot. The session behind it, if there is one, does what the window
/// cannot.
package final class ViewWindow: LoopForeground {
  package let loop: RunLoop
  package let content: any WindowContent
  /// Set before it is opened.
  package weak var session: (any WindowSession)?
  /// Asked when the user closes it; false keeps it.
  package var shouldClose: () -> Bool = { true }
  /// The last icon that was set after it had opened.
  private var newIcon: WindowIcon?
  private var parts: WindowParts
  package var window: XWindow { parts.window }
  private var frames: FrameDriver { parts.frames }
  var positioner: WindowPositioner { parts.positioner }
  /// The border and the corners; the view needs layout after a change.
  var border: WindowBorder { parts.border }
  private var desktop: DesktopWatch { parts.desktop }
  /// The windows on the other monitors, if requested.
  private(set) lazy var mirrors = makeMirrors()
  /// The one that the user has used last; nil for the first window.
  private weak var usedMirror: WindowMirror?
  /// The one that the pointer is in, or was in last; nil for the first window.
  private weak var pointedMirror: WindowMirror?
  /// Its role, for window managers.
  private let name: String
  package var context: ViewContext { content.context }
  package private(set) var settings: Settings<WindowOptions>
  package private(set) var options: WindowOptions
  package private(set) lazy var popups = WindowPopups(of: self)
  package private(set) lazy var presence = WindowPresence(of: self)
  let timers = LoopTimers()
  /// Whether another window had the focus and gets it back.
  private var isKeyboardLent = false
  /// A request for the keyboard that came while the window was hidden.
  private var keyboardWish: FocusRequest?
  /// A window manager that did not give the window its place.
  private var failedManager: WindowManager?
  /// Set from when a manager has taken the window until it is asked what it is.
  private var adoption: LoopTimers.Entry?
  private(set) lazy var accessibility = makeAccessibility()
  package private(set) var hasAppeared = false
  private var reportedErrors: Set<String> = []
  package private(set) var ending: Ending?

  package enum Ending {
    case quit
    case signal(Int32)
    /// Nothing is left to show, for this reason.
    case failed(Failure)
  }

  /// Prepares a window: loads the views and finds its place. Nothing is shown yet.
  ///
  /// - Parameters:
  ///   - loop: The loop to run in, perhaps with other windows.
  ///   - display: The connection to use; nil for one of its own.
  /// - Throws: `Failure`.
  package init(
    _ content: any WindowContent, _ settings: Settings<WindowOptions>, name: String, in loop: RunLoop = RunLoop(),
    on display: Display? = nil
  ) throws(Failure) {
    (self.content, self.settings, self.name, self.loop) = (content, settings, name, loop)
    // Errors of options and views come first, without a server too.
    _ = try usage { () throws(ValueError) in try settings.options(border: content.appearance.border) }
    try content.load()
    let ground = try WindowGround(settings, on: display) {
      content.follow($0)
      return content.appearance.border
    }
    options = ground.options
    parts = WindowParts(content, on: ground, name: name)
    context.time = monotonicNow()
  }

  /// Lets it follow events and the desktop, still unseen.
  package func start() {
    wire()
    loop.add(timers)
  }

  /// Puts it on the screen.
  package func appear() {
    if !presence.isAway { do throws(Failure) { try positioner.appear() } catch { end(.failed(error)) } }
    updateMirrors()
  }

  /// Connects the parts of the window, and adds them to the loop.
  private func wire() {
    positioner.onMisplaced = { [unowned self] in standAlone() }
    positioner.onMonitor = { [unowned self] in frames.setClock(options.frameClock(for: $0, on: window.display)) }
    frames.beforeFrame = { [unowned self] in
      keepEven(at: $0)
      content.update(at: $0)
      presence.reveal(at: $0)
    }
    frames.onSeen = { [unowned self] in content.setSeen($0, at: $1) }
    if content.appearance.takesText { window.input.beginTextInput() }
    acceptFocusRequests()
    if session?.takesDrops ?? false { window.acceptDrops() }
    loop.add(self)
    // Drops the speed that the previous cadence chose.
    if options.cadence.step == 0 { content.snapSpeed(to: 0, at: time) }
    keepEven(at: time)
    followDesktop()
    followAccessibility()
  }

  /// Shows the views in a new window, for what cannot change in an existing one.
  private func reopen(_ settings: Settings<WindowOptions>, on ground: WindowGround) {
    removeMirrors()
    popups.closeAll()
    desktop.close(in: loop)
    loop.remove(self)
    content.follow(ground.desktop.wishes)
    parts = WindowParts(content, on: ground, name: name, failed: failedManager)
    (self.settings, options) = (settings, ground.options)
    presence.reopened()
    wire()
    appear()
    session?.didReopen()
    context.setNeedsLayout()
  }

  /// Closes it with its popups and mirrors, and everything in its loop.
  package func close() {
    removeMirrors()
    popups.closeAll()
    loop.removeAll()
    loop.remove(self)
  }

  /// The user asks to close it.
  private func endIfWanted() { if shouldClose() { end(.quit) } }

  package func end(_ ending: Ending = .quit) {
    self.ending = self.ending ?? ending
    loop.end()
  }

  /// Whether it was closed, or its server is gone.
  package var hasEnded: Bool { ending != nil }

  /// Why the window ended, unless it was closed.
  package var failure: String? {
    guard case .failed(let reason)? = ending else { return nil }
    return "\(reason.subject) \(reason.reason)"
  }

  /// The window's ID on the X server.
  package var id: UInt { window.id }

  /// The name of its monitor, as in xrandr.
  package var monitor: String { positioner.placement.monitor.name }

  /// In pixels on the root window; after a move at once the new place.
  package var frame: Rect { positioner.frame }

  /// When the picture on the screen was drawn for; nil before the first one.
  package var shownTime: Seconds? { frames.hasShown ? frames.shownTime : nil }

  /// The statistics of its frames.
  package var frameStatistics: [(String, JSON)] { frames.report.members(period: frames.refreshPeriod) }

  /// The desktop's settings.
  package var desktopWishes: DesktopWishes { desktop.wishes }

  /// Whether the desktop asks not to disturb.
  package var isDesktopQuiet: Bool { desktop.isQuiet }

  /// The time for changes from outside the loop.
  package var time: Seconds { frames.time(now: monotonicNow()) }

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
    let followsPresence = presence.isDue(at: context.time)
    if followsPresence { presence.follow(at: context.time) }
    if let event = window.expireDrop(now: now) { handle(event, now: now) }
    if positioner.deadline <= now { positioner.insist(at: now) }
    var turn = frames.step(now: now, hasNews: hasNews)
    turn.due = min(turn.due, window.dropDeadline, positioner.deadline)
    if followsPresence { turn.due = min(turn.due, presence.nextChange(after: context.time)) }
    // If things only moved there is nothing to report or do.
    if turn.isQuiet { return turn }
    performActions()
    session?.didStep()
    accessibility.noteChange()
    // If the window was destroyed, that event comes before the errors that follow from it.
    if ending == nil, !window.hasQueuedEvent { window.display.reportErrors(once: &reportedErrors) }
    if window.display.isLost { end(.failed(Failure(of: "the X server", reason: "has gone"))) }
    return turn
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

  /// Brings the views up to date, and performs what they ask for.
  package func followNews() {
    content.update(at: context.time)
    performActions()
  }

  private func handle(_ event: Event, now: Seconds) {
    frames.handle(event, now: now)
    border.handle(event)
    followKeyboard(event)
    do throws(Failure) { try positioner.handle(event) } catch { end(.failed(error)) }
    // Compared one by one: a list would be allocated for each event.
    if event == .monitorsChanged || event == .settingsChanged || event == .neighbourChanged { updateMirrors() }
    if case .moved = event, !mirrors.isEmpty { fitViews() }
    if event == .settingsChanged { desktop.update() }
    // A window manager may have come.
    if event == .windowsChanged, !presence.watchesScreen { presence.followOptions() }
    switch event {
    case .managerChanged: followManager()
    case .adopted where window.standing == .free || hasAppeared: followAdoption()
    case .letDown: standAlone()
    // A manager that knows panels shows them on all desktops.
    case .unmapped where window.standing == .trusted && positioner.isShown: standAlone()
    case .closeRequested: endIfWanted()
    case .destroyed: end(.quit)
    case .exposed where !hasAppeared:
      hasAppeared = true
      presence.followOptions()
      session?.didAppear()
      handle(.appeared)
    case .input(let input):
      guard noteUse(of: nil, by: input) else { return }
      if case .pressed = input { session?.wasPressed() }
      presence.note(input)
      // Keys and clicks may come before the picture, and go to views by their places. A pointer that rests where the window
      // opens holds nothing.
      switch input {
      case .keyPressed, .pressed: frames.layOutIfNeeded(at: context.time)
      default: break
      }
      handle(input)
    case .drag(let drag):
      usedMirror = nil
      session?.follow(drag)
    default: break
    }
  }

  // MARK: - Input and actions

  /// Handles an event from outside the loop.
  func receive(_ event: InputEvent) {
    context.time = time
    handle(event)
  }

  package func handle(_ event: InputEvent) {
    if let command = content.handle(event, by: options.bindings, in: context.event) {
      perform(command, at: event.point)
    } else if case .keyPressed(_, "\u{11}", let modifiers) = event, modifiers.contains(.control),
      options.bindings.command(for: event) == .quit
    {
      // Quits even if a program's views handle all keys.
      endIfWanted()
    }
    followNews()
  }

  /// Performs a command that no view has handled.
  package func perform(_ command: UserCommand, at point: Point?) {
    switch command {
    case .quit: endIfWanted()
    case .hide: presence.hideUntilNews()
    case .leave: leaveKeyboard()
    default: session?.perform(command, at: point)
    }
  }

  /// Performs the views' actions.
  package func performActions() {
    guard context.hasActions else { return }
    context.performActions { action, context in
      switch action {
      case .window(let request): perform(request, for: context)
      case .session(let request): session?.perform(request, for: context)
      // Its owner has no use for it.
      case .headlines, .happened, .chosen: break
      }
    }
    session?.didPerformActions()
  }

  /// A failure is shown with the view that has asked for it.
  private func open(_ link: String, for view: ViewContext) {
    do throws(Failure) {
      loop.add(
        try LinkOpening(link, content.words) { [weak self] outcome in
          guard let self else { return }
          session?.note(outcome, of: link)
          if case .failed(let reason) = outcome { view.perform(.failed(reason)) }
          performActions()
        })
    } catch {
      view.perform(.failed(error.reason))
    }
  }

  private func perform(_ request: WindowRequest, for view: ViewContext) {
    switch request {
    case .open(let link): open(link, for: view)
    case .quit: end(.quit)
    case .failed(let reason):
      reportError(reason)
      popups.show(failure: reason)
    case .takeFocus:
      // A view may have started to accept text after the window opened.
      window.input.beginTextInput()
      window.input.takeFocus()
    case .returnFocus: window.input.returnFocus()
    case .leaveKeyboard: leaveKeyboard()
    case .pointer(let shape):
      _ = window.input.perform(request)
      mirrors.setPointer(shape)
    case .copy, .paste, .caret, .resetComposition: _ = window.input.perform(request)
    case .resize(let size):
      positioner.resize(to: size)
      updateMirrors(size: size)
    case .changeAppearance: showAppearance()
    case .menu(let point): perform(.menu, at: point)
    case .card(let card): popups.show(card: card)
    case .suggest(let list, let place): popups.show(list, below: place)
    }
  }

  // MARK: - Changes

  /// The current options, with the border that is shown.
  package var currentOptions: WindowOptions {
    var options = options
    options.border = border.border
    return options
  }

  /// Applies other options. After an error nothing has changed.
  package func set(_ options: WindowOptions) throws(ValueError) {
    try prepare(Settings(settingAll: options), appearance: content.appearance)()
  }

  /// Prepares other options, for views of this appearance. Nothing changes before the result is called.
  ///
  /// - Parameter isOther: Whether the views need another window in any case.
  package func prepare(
    _ settings: Settings<WindowOptions>, appearance: WindowAppearance, isOther: Bool = false
  ) throws(ValueError) -> () -> Void {
    let new = try settings.options(border: appearance.border)
    if isOther || new.needsOther(windowThan: options) || lacksAlpha(for: new, appearance) {
      let ground: WindowGround
      do throws(Failure) { ground = try WindowGround(settings) { _ in appearance.border } } catch {
        throw ValueError(reason: error.description)
      }
      return { [unowned self] in reopen(settings, on: ground) }
    }
    let room = new.standsElsewhere(than: options) ? try positioner.room(by: new) : nil
    return { [unowned self] in
      self.settings = settings
      adopt(new, in: room)
    }
  }

  private func adopt(_ new: WindowOptions, in room: WindowRoom?) {
    if let room { positioner.apply(new, in: room) }
    let former = options
    options = new
    context.time = time
    if new != former {
      if new.accessibility != former.accessibility { followAccessibility() }
      border.clickThrough = new.clickThrough
      followMotion()
      session?.optionsChanged()
      updateMirrors()
    }
    content.showBackgrounds()
    showPresentation()
    let background = content.appearance.background
    frames.target.setBackground(background)
    border.apply(new.border)
    mirrors.apply(new.border, background: background, clickThrough: new.clickThrough)
    context.setNeedsLayout()
  }

  /// The views have another natural size, which a window without a given one follows.
  package func placeAgain() { positioner.placeAgain() }

  /// Whether the desktop is to show through a window that opened without alpha, before there was a compositing manager.
  private func lacksAlpha(for options: WindowOptions, _ appearance: WindowAppearance) -> Bool {
    let display = window.display
    return appearance.mayChange && options.needsAlpha(for: appearance) && !window.hasAlpha && display.isComposited
      && PixelFormat.alpha(display) != nil
  }

  /// Follows the measured refresh rate, for equal steps.
  private func keepEven(at t: Seconds) {
    let (step, period) = (options.cadence.step, frames.refreshPeriod)
    guard step > 0 || content.hasFreeSpeed else {
      if frames.evenPeriod != nil { frames.evenPeriod = nil }
      return
    }
    guard abs(period - (frames.evenPeriod ?? 0)) > Self.leastChange * period else { return }
    frames.evenPeriod = period
    content.follow(refreshRate: 1 / period, at: t)
    if step > 0 { content.snapSpeed(to: step / period, at: t) }
  }

  /// The relative change of a period that adapts the speeds; a smaller one costs one step in minutes.
  private static let leastChange = 5e-5

  /// Applies the background and, unless the user sets it, the border of the view's current style.
  private func showAppearance() {
    do throws(ValueError) { try prepare(settings, appearance: content.appearance)() } catch {
      // The server refuses another window: this one stays, without alpha.
      reportError(error.description)
      adopt(options, in: nil)
    }
  }

  /// Shows what the window manager has of the window: its title, its icon and its smallest size.
  private func showPresentation() {
    let appearance = content.appearance
    let hasOther = appearance.icon != newIcon
    newIcon = appearance.icon
    window.present(
      title: options.title(of: appearance), minimumSize: appearance.minimumSize, opacity: appearance.opacity,
      icons: hasOther ? appearance.icon.map { [XWindow.Icon($0)] } ?? Icon.forWindows : nil)
  }

  // MARK: - The desktop

  /// Starts to follow the desktop's settings.
  private func followDesktop() {
    desktop.open(in: loop)
    desktop.onChange = { [unowned self] in
      context.time = time
      content.follow(desktop.wishes)
      performActions()
      followMotion()
    }
    desktop.onQuiet = { [unowned self] in session?.quietChanged() }
    followMotion()
    session?.optionsChanged()
  }

  var isMotionReduced: Bool {
    switch options.reducedMotion {
    case .auto: desktop.wishes.wantsReducedMotion
    case .on: true
    case .off: false
    }
  }

  /// Starts or stops the motion, as the user and the desktop want.
  private func followMotion() {
    content.setMotion(isReduced: isMotionReduced, steps: options.steps, at: context.time)
    presence.followOptions()
    context.setNeedsLayout()
  }

  // MARK: - The window manager

  /// Has the window stand as the present window manager needs it. Whether that has to do with a window is decided as it is made.
  private func followManager() {
    let standing = options.standing(of: content.appearance, on: window.display, failed: failedManager)
    if standing.isUnmanaged == window.standing.isUnmanaged { return window.stand(standing) }
    do throws(Failure) {
      reopen(settings, on: try WindowGround(settings) { [content] _ in content.appearance.border })
    } catch {
      reportError(error.description)
    }
  }

  /// A manager has taken the window. One that speaks EWMH says so, perhaps later; of others nothing else is heard.
  private func followAdoption() {
    guard adoption == nil else { return }
    let entry = LoopTimers.Entry(at: monotonicNow() + Self.introduction, interval: nil) { [unowned self] in
      adoption = nil
      followManager()
    }
    adoption = entry
    timers.add(entry)
  }

  /// How long a window manager has to say what it is, after it has taken the window, in seconds.
  private static let introduction = 0.2

  /// Takes the window's place itself, because this window manager does not give it.
  private func standAlone() {
    failedManager = window.display.windowManager
    followManager()
  }

  // MARK: - The keyboard

  /// Whether the window has the keyboard of another one, or waits for it.
  var borrowsKeyboard: Bool { isKeyboardLent || keyboardWish != nil }

  /// Window managers never focus a dock. `newsreel focus` gives it the keyboard, and Escape returns it to the window that had
  /// it.
  private func followKeyboard(_ event: Event) {
    switch event {
    case .focusRequested(let wish) where presence.isAway:
      keyboardWish = wish
      presence.comeBack()
    case .focusRequested(let wish): lendKeyboard(wish)
    // It can get the focus once it is visible.
    case .exposed:
      if let wish = keyboardWish { lendKeyboard(wish) }
    case .input(.focused(false)) where isKeyboardLent:
      isKeyboardLent = false
      presence.hold(.keyboard, false)
      acceptFocusRequests()
    default: break
    }
  }

  /// `newsreel focus` is for news.
  private func acceptFocusRequests() { if !content.appearance.isDialog { window.acceptFocusRequests() } }

  /// Takes the focus and marks the first headline or chip. Called again, it marks the next.
  private func lendKeyboard(_ wish: FocusRequest) {
    (isKeyboardLent, keyboardWish) = (true, nil)
    presence.hold(.keyboard, true)
    window.input.takeFocus(wish)
    handle(.command(.focusNext, at: nil))
  }

  private func leaveKeyboard() {
    if isKeyboardLent { window.input.returnFocus() }
  }

  // MARK: - Mirrors

  private func makeMirrors() -> WindowMirrors {
    WindowMirrors(
      in: loop, onInput: { [unowned self] in handleMirrored($0, in: $1) },
      onDrag: { [unowned self] in
        usedMirror = $1
        session?.follow($0)
      },
      onMove: { [unowned self] in fitViews() }, onMisplaced: { [unowned self] in standAlone() },
      onClose: { [unowned self] in endIfWanted() },
      model: { [unowned self] in mirrorModel })
  }

  private var mirrorModel: WindowMirror.Model {
    WindowMirror.Model(
      views: content, options: options, border: border.border, background: frames.target.background,
      role: name, standing: window.standing, takesDrops: session?.takesDrops ?? false, original: border.view)
  }

  /// Creates or updates the windows on the other monitors.
  func updateMirrors(size: Size? = nil) {
    guard options.monitor == "all", options.of.isEmpty, !presence.isHidden else {
      if mirrors.isEmpty { return }
      removeMirrors()
      return fitViews()
    }
    let size = size ?? positioner.placement.frame.size
    mirrors.update(window.display.monitors(), apart: positioner.placement.monitor, size: size)
    fitViews()
    mirrors.putAway(presence.isAway)
    frames.others = mirrors.targets
    context.setNeedsLayout()
  }

  private func removeMirrors() {
    mirrors.removeAll()
    frames.others = []
  }

  /// Lays the views out so that the narrowest window has room for their parts, as wide as the window managers have made
  /// them all.
  private func fitViews() {
    let width = positioner.frame.width
    let less = max(0, width - (mirrors.leastWidth ?? width))
    guard less != content.less else { return }
    content.fit(toLess: less)
    context.setNeedsLayout()
  }

  /// Notes which window the user points at or types into. Returns whether the event still counts: each window has a connection
  /// of its own, so the pointer may have come into one before another one has said that it left.
  ///
  /// - Parameter mirror: Nil for the first one.
  private func noteUse(of mirror: WindowMirror?, by event: InputEvent) -> Bool {
    switch event {
    case .pointerLeft: return pointedMirror === mirror
    case .focused: return true
    default: usedMirror = mirror
    }
    if event.isPointer, pointedMirror !== mirror {
      handle(.pointerLeft)
      pointedMirror = mirror
    }
    return true
  }

  /// The window that the user has used last.
  var usedWindow: XWindow { usedMirror?.window ?? window }

  /// Handles the input of another window.
  private func handleMirrored(_ event: InputEvent, in mirror: WindowMirror) {
    guard noteUse(of: mirror, by: event) else { return }
    context.time = time
    presence.note(event)
    handle(event)
  }

  // MARK: - Places of popups

  func monitorFrame(of anchor: Rect) -> Rect {
    (window.display.monitors().first(around: anchor) ?? positioner.placement.monitor).frame
  }

  /// The anchor of a popup beside a place in the window that was used last; nil for all of it. On the root window.
  package func anchor(ofMark mark: Rect?) -> Rect {
    let frame = usedWindow.frame
    let shown = mark.flatMap { if let usedMirror { usedMirror.place(of: $0) } else { $0 } }
    let place = shown ?? Rect(origin: .zero, size: frame.size)
    // Beside all of a strip, so that it covers nothing of that; beside the place alone in a window of several rows.
    let (y, height) = isStrip ? (0, frame.height) : (max(0, place.minY), place.height)
    return Rect(x: frame.minX + max(0, place.minX), y: frame.minY + y, width: place.width, height: height)
  }

  /// The pointer's place at the full height of a strip, so that the menu does not cover the item.
  package var pointerAnchor: Rect {
    let point = window.input.pointerPlace
    let frame = usedWindow.frame
    guard frame.contains(point), isStrip else { return Rect(origin: point, size: .zero) }
    return Rect(x: point.x, y: frame.minY, width: 0, height: frame.height)
  }

  /// Whether the window that was used last is one row.
  private var isStrip: Bool { usedWindow.frame.height < usedWindow.frame.width / 8 }

  // MARK: - For screen readers

  private func makeAccessibility() -> AccessibilityLink {
    AccessibilityLink(
      in: loop,
      showing: { [unowned self] in accessibleWindows.application(title: title, at: window.frame, t: time) },
      perform: { [unowned self] action, path in
        context.time = time
        let isTaken = accessibleWindows.perform(action, on: path, in: context)
        performActions()
        content.update(at: context.time)
        return isTaken
      })
  }

  private var title: String { content.appearance.title ?? options.name }

  private var accessibleWindows: AccessibleWindows {
    AccessibleWindows(
      views: content, menu: popups.menu, suggestions: popups.suggestions, card: popups.card, words: content.words)
  }

  /// Connects to assistive technology if it is in use, or if the user's option demands it.
  private func followAccessibility() { accessibility.follow(options.accessibility, on: desktop.bus) }
}

extension Settings<WindowOptions> {
  /// Every option counts as set.
  package init(settingAll options: WindowOptions) {
    self.init(options, setting: WindowOptions.properties.map(\.name))
  }
}

extension WindowOptions {
  /// The properties that need a new window.
  package static let ofNewWindow: Set = [
    "dock", "above", "below", "normal", "override-redirect", "name", "of", "clock", "cadence", "text-gamma",
  ]

  /// Whether these options place the window differently.
  fileprivate func standsElsewhere(than other: WindowOptions) -> Bool {
    (geometry, place, offset, monitor, reserve, when.autoHide)
      != (other.geometry, other.place, other.offset, other.monitor, other.reserve, other.when.autoHide)
      || (area, choosesPlace) != (other.area, other.choosesPlace)
  }

  /// Whether these options need a new window.
  func needsOther(windowThan other: WindowOptions) -> Bool {
    type != other.type || name != other.name || of != other.of || clock != other.clock || cadence != other.cadence
      || textGamma != other.textGamma || (opacity < 1) != (other.opacity < 1)
  }
}
