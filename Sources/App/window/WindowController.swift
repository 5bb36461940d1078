internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore
internal import X11

/// A view in its window, from the first request to the last: takes events, draws frames, and does what the view asks for.
final class WindowController: LoopForeground {
  let loop = RunLoop()
  let controller: any ViewController
  let window: Window
  let frames: FrameDriver
  let keeper: WindowKeeper
  /// The border and the corners; after a change the view is to be laid out.
  let border: WindowBorder
  /// The windows on other monitors, where there is to be one on each.
  lazy var mirrors = makeMirrors()
  let name: String
  let context = ViewContext()
  private var settings: Settings<WindowOptions>
  var options: WindowOptions
  /// The menu that is open.
  var popup: MenuPopup?
  /// The card that is open, or is to be.
  var card: CardPopup?
  /// What there is to choose from.
  var suggestions: SuggestionPopup?
  /// Set while the window is put away.
  var absence: Absence?
  private var hasAppeared = false
  private var reportedErrors: Set<String> = []
  private let output = OutputQueue()
  let desktop: DesktopWatch
  private(set) var ending: Ending?

  enum Ending {
    case quit
    case signal(Int32)
    /// There is nothing to show any more, and why.
    case failed(Failure)
  }

  /// Opens the window and all sources, and begins; what follows is the loop's.
  ///
  /// - Parameter exitsAtEnd: the end of the last source ends the program.
  /// - Throws: `OpeningError`.
  init(
    _ controller: any ViewController, _ settings: Settings<WindowOptions>, name: String, exitsAtEnd: Bool = false
  ) throws(OpeningError) {
    self.controller = controller
    self.settings = settings
    self.name = name
    var appearance = controller.appearance
    options = try usage { () throws(ValueError) in try settings.options(border: appearance.border) }
    try opening { () throws(Failure) in try controller.load() }
    let display = try opening { () throws(Failure) in try Display() }
    let desktop = DesktopWatch(display)
    self.desktop = desktop
    controller.follow(desktop.wishes, in: context)
    appearance = controller.appearance
    if let themed = try? settings.options(border: appearance.border) { options = themed }
    let typesetter = PangoTypesetter(display)
    typesetter.onUnknownFamily = { reportError("font '\($0)' is not installed; \($1) is used instead") }
    let placement = try usage { [options] () throws(ValueError) in
      try WindowPlacement(options, for: controller, on: Desktop(display), typesetter: typesetter)
    }
    let style = Window.Style(options, appearance, role: name)
    window = try opening { () throws(Failure) in try Window(display, frame: placement.frame, style: style) }
    border = WindowBorder(options.border, around: controller.view, in: window, clickThrough: options.clickThrough)
    frames = FrameDriver(
      border.view, in: window, context, typesetter: typesetter, background: appearance.background,
      clock: options.frameClock(for: placement.monitor, on: display), wholePixels: options.cadence != .subpixel)
    keeper = WindowKeeper(placement, options, for: controller, in: window, typesetter: typesetter)
    keeper.onMonitor = { [unowned self] in frames.setClock(self.options.frameClock(for: $0, on: window.display)) }
    frames.beforeFrame = { [controller] in controller.update(at: $0) }
    if appearance.takesText { window.input.beginTextInput() }
    loop.setForeground(self)
    loop.add(output)
    if options.cadence == .snap { controller.snapSpeed(to: 1 / frames.refreshPeriod) }
    context.time = monotonicNow()
    followDesktop()
    try opening { [self] () throws(Failure) in
      try controller.open(
        SourceConnection(loop: loop, context: context) { [unowned self] in if exitsAtEnd { end(.quit) } })
      try keeper.appear()
    }
    updateMirrors()
  }

  /// Ends the sources, and saves what the user has done.
  func close() {
    mirrors.removeAll()
    popup = nil
    loop.removeAll()
    controller.close()
  }

  func end(_ ending: Ending) {
    self.ending = self.ending ?? ending
    loop.end()
  }

  // MARK: - In the loop

  var descriptor: Int32 { window.display.fileDescriptor }
  var hasQueuedEvents: Bool { window.hasQueuedEvent }
  var hasDrawn: Bool { frames.hasShown }

  func flush() { window.display.flush() }

  func step(hasNews: Bool, isReadable: Bool) -> (due: Double, hasDrawn: Bool) {
    let now = monotonicNow()
    context.time = frames.time(now: now)
    if hasNews { takeEvents(reading: isReadable, now: now) }
    returnIfDue(now: now)
    let shown = frames.shownTime
    let due = min(frames.step(now: now), absence?.end ?? .infinity)
    performActions()
    reportXErrors()
    checkOutput()
    if window.display.isLost { end(.failed(Failure(of: "the X server", reason: "has gone"))) }
    return (due, frames.shownTime != shown)
  }

  /// Says once of each kind of error what the server has refused.
  private func reportXErrors() {
    for error in window.display.takeErrors() where reportedErrors.insert(error.kind).inserted {
      reportError("the X server refused something: \(error)")
    }
  }

  private func takeEvents(reading: Bool, now: Seconds) {
    while let event = window.nextEvent(reading: reading) {
      take(event, now: now)
      performActions()
    }
    controller.update(at: context.time)
    performActions()
  }

  private func take(_ event: Event, now: Seconds) {
    frames.handle(event, now: now)
    border.handle(event)
    do throws(Failure) { try keeper.handle(event) } catch { end(.failed(error)) }
    if event == .monitorsChanged || event == .settingsChanged { updateMirrors() }
    if event == .settingsChanged { desktop.update() }
    switch event {
    case .closeRequested: end(.quit)
    case .exposed where !hasAppeared:
      hasAppeared = true
      handle(.appeared)
    case .input(let input): handle(input)
    default: break
    }
  }

  func handle(_ event: InputEvent) {
    if let command = controller.view.handle(event, by: options.bindings, in: context) {
      perform(command, at: event.point)
    } else if case .keyPressed(_, "\u{11}", let modifiers) = event, modifiers.contains(.control),
      options.bindings.command(for: event) == .quit
    {
      // Also where a program's views take all keys.
      end(.quit)
    }
    controller.update(at: context.time)
  }

  // MARK: - Actions

  /// Does what the view has asked for.
  func performActions() {
    guard context.hasActions else { return }
    var lines = ""
    for action in context.takeActions() where !controller.perform(action, in: context) {
      if case .print(let line) = action { lines += line + "\n" } else { perform(action) }
    }
    // Controllers may ask for something, too.
    for case .print(let line) in context.takeActions() { lines += line + "\n" }
    if !lines.isEmpty { output.write(lines) }
  }

  /// Nobody reads any more what is printed: it is over.
  private func checkOutput() {
    guard ending == nil, let failure = output.failure else { return }
    reportError(failure.description)
    end(.quit)
  }

  private func perform(_ action: ViewAction) {
    switch action {
    case .quit: end(.quit)
    case .open(let link): Links.open(link)
    case .takeFocus:
      // A view may have become one that is typed into since the window was opened.
      window.input.beginTextInput()
      window.input.takeFocus()
    case .returnFocus: window.input.returnFocus()
    case .copy(let text, let selection): window.input.copy(text, to: selection)
    case .paste(let selection): window.input.requestText(of: selection)
    case .caret(let place): window.input.setCaret(place)
    case .resetComposition: window.input.resetTextInput()
    case .pointer(let shape):
      window.input.setPointer(shape)
      mirrors.setPointer(shape)
    case .resize(let size):
      keeper.resize(to: size)
      updateMirrors(size: size)
    case .changeAppearance: showAppearance()
    case .card(let card): show(card: card)
    case .suggest(let list, let place): show(list, below: place)
    case .topic, .happened, .print: break
    }
  }

  /// Lets the view show its motion again.
  func replay() {
    comeBack()
    controller.replay(at: frames.time(now: monotonicNow()))
    context.setNeedsDisplay()
  }

  // MARK: - Live changes

  /// The view looks different, or has other content: the next frame shows it.
  func invalidate() { context.setNeedsLayout() }

  /// The time for changes that come from outside the loop.
  var time: Seconds { frames.time(now: monotonicNow()) }

  /// What is set of the window now.
  var currentOptions: WindowOptions {
    var options = self.options
    options.border = border.border
    return options
  }

  /// Takes over other properties of the window.
  func apply(_ settings: Settings<WindowOptions>) throws(ValueError) {
    let new = try settings.options(border: border.border)
    if (new.geometry, new.place, new.offset, new.monitor, new.reserve)
      != (options.geometry, options.place, options.offset, options.monitor, options.reserve)
    {
      try keeper.apply(new)
    }
    (self.settings, options) = (settings, new)
    border.clickThrough = new.clickThrough
    context.time = time
    followMotion()
    border.apply(new.border)
    updateMirrors()
    mirrors.apply(new.border, background: frames.background)
    context.setNeedsLayout()
  }

  /// Takes over the background and, where the user says nothing of it, the border that the view's looks have now.
  private func showAppearance() {
    let appearance = controller.appearance
    if frames.background != appearance.background { frames.background = appearance.background }
    // It was valid when it was set.
    if let options = try? settings.options(border: appearance.border) { border.apply(options.border) }
    mirrors.apply(border.border, background: frames.background)
    context.setNeedsLayout()
  }
}
