internal import Base
internal import Render
internal import Scene
internal import ScrollCore
internal import X11

/// Decides when to lay out and draw a view, and shows its frames in a window.
///
/// It neither draws nor wakes up while nothing moves or nothing is visible.
final class FrameDriver {
  private let window: Window
  private let typesetter: PangoTypesetter
  private let compositor: Compositor
  private let root: any View
  /// Reports changes of the view.
  private let context: ViewContext
  /// The time of the frame's next change, if known.
  private var nextChange: Seconds = .infinity
  private var clock: FrameClock
  private var frame: Frame
  /// Decides whether to ask the view for a new picture.
  private var age = PictureAge()
  /// Whether the last frame was its predecessor moved on, without asking the view.
  private(set) var hasRunOn = false
  /// The colour behind the view; opaque if the window cannot be translucent.
  var background: Color { didSet { showBackground() } }
  /// Called before each frame with its time.
  var beforeFrame: (Seconds) -> Void = { _ in }
  /// Called after each frame is drawn, with its time.
  var afterDrawing: (Seconds) -> Void = { _ in }
  /// Called when the window becomes entirely invisible, and when it becomes visible again.
  var onSeen: (_ isSeen: Bool, Seconds) -> Void = { _, _ in }
  private var wasSeen = true
  /// Whether another window shows the view, too.
  var isSeenElsewhere: () -> Bool = { false }
  private var isExposed = false
  private var isMapped = false
  private var isVisible = true
  private var isBlanked = false
  /// The frame period for equal steps in seconds; nil without.
  var evenPeriod: Seconds? {
    get { evenTime?.period }
    set { evenTime = newValue.map(EvenTime.init) }
  }
  private var evenTime: EvenTime?
  private(set) var report = FrameReport()
  /// The refresh that the last frame was submitted for.
  private var target: UInt64 = 0
  /// The refresh time of the visible frame, which pointer events refer to.
  private(set) var shownTime: Seconds = -.infinity

  init(
    _ root: any View, in window: Window, _ context: ViewContext, typesetter: PangoTypesetter, background: Color,
    clock: FrameClock, wholePixels: Bool
  ) {
    self.window = window
    self.typesetter = typesetter
    self.root = root
    self.context = context
    self.background = background
    self.clock = clock
    compositor = Compositor(window, typesetter: typesetter)
    compositor.hasWholePixels = wholePixels
    compositor.onImageFailure = { reportError("\($0): \(SizedImage.problem(of: $0)); it is left out") }
    frame = Frame(size: window.frame.size, background: background)
    showBackground()
  }

  private func showBackground() {
    let shown = window.isTranslucent ? background : background.opaque
    guard shown != frame.background || !hasShown else { return }
    frame.background = shown
    // The server fills new areas with it, without the round corners.
    window.setBackground(window.isTranslucent ? .clear : shown)
    context.setNeedsDisplay()
  }

  /// Switches to another clock, for another monitor.
  func setClock(_ clock: FrameClock) {
    self.clock = clock
    context.setNeedsDisplay()
  }

  /// Whether a frame has been shown.
  var hasShown: Bool { shownTime > -.infinity }
  var refreshPeriod: Seconds { clock.period }

  // MARK: - Events

  /// Handles the events of the window itself.
  func handle(_ event: Event, now: Seconds) {
    switch event {
    case .exposed: isExposed = true
    case .mapped: isMapped = true
    case .unmapped: isMapped = false
    case .visible(let visible): isVisible = visible
    case .blanked(let blanked): isBlanked = blanked
    case .compositorChanged:
      showBackground()
      context.setNeedsLayout()
    case .refreshed(let count, let time):
      if clock.isWaiting, target > 0, count > target { report.wasLate() }
      clock.refreshed(count: count, time: time, now: now)
    case .moved(let place) where place.size != frame.size:
      frame.size = place.size
      context.setNeedsLayout()
    default: break
    }
  }

  /// The time for an event that arrives now: never before the visible frame, which was drawn for its refresh.
  func time(now: Seconds) -> Seconds { max(now, shownTime) }

  private var canBeSeen: Bool { isMapped && !isBlanked && (isVisible || isSeenElsewhere()) }

  // MARK: - Frames

  /// Draws the frame if one is due. Returns when to call again at the latest.
  ///
  /// - Parameter hasNews: Whether the view may have changed, reported or not.
  func step(now: Seconds, hasNews: Bool) -> Seconds {
    hasRunOn = false
    if hasNews { age.expire() }
    if canBeSeen != wasSeen {
      wasSeen.toggle()
      onSeen(wasSeen, time(now: now))
    }
    guard canBeSeen else {
      window.didShow()
      clock.rest()
      report.rest()
      return .infinity
    }
    _ = clock.checkPulse(now: now)
    if isExposed { expose(now: now) }
    if clock.isWaiting { return clock.deadline }
    let due = context.needsDisplay ? min(nextChange, now) : nextChange
    // A change within the next refresh belongs to the next frame.
    guard due <= now + clock.period else {
      if let wake = clock.wake(for: due, now: now) { return wake }
      clock.rest()
      return due - clock.period
    }
    if case .byServer = clock.pacing { return stepByServer(now: now) }
    return stepByTimer(now: now)
  }

  private func stepByServer(now: Seconds) -> Seconds {
    let (count, time) = clock.nextRefresh(now: now)
    draw(at: time)
    guard compositor.show(frame, at: .refresh(count: count)) else {
      window.display.flush()
      // The picture is the same: try the refresh with the next change, or the following one.
      if nextChange <= time + clock.period { return time }
      return clock.wake(for: nextChange, now: now) ?? nextChange - clock.period
    }
    target = count
    clock.requested(now: now)
    finishFrame()
    return clock.deadline
  }

  private func stepByTimer(now: Seconds) -> Seconds {
    guard let time = clock.due(now: now) else {
      // Lays out new content while there is time, so that the frame is on time.
      if hasShown { layOutIfNeeded(at: self.time(now: now)) }
      return clock.nextTick
    }
    if now - time > clock.period / 2, hasShown { report.wasLate() }
    draw(at: time)
    if compositor.show(frame, at: .now) { finishFrame() }
    clock.finishTick()
    if clock.wantsReport(now: now) {
      window.requestReport()
      window.display.flush()
      clock.requested(now: now)
    }
    return clock.wake(for: nextChange, now: now) ?? clock.nextTick
  }

  private func draw(at time: Seconds) {
    // Time never runs backwards on the screen, even if the clock was corrected.
    report.draws(for: time, due: context.needsDisplay ? .infinity : nextChange, period: clock.period)
    shownTime = max(shownTime, evenTime?.time(of: time) ?? time)
    context.time = max(context.time, shownTime)
    compositor.refreshPeriod = clock.period
    if case .runOn(let seconds) = age.step(to: shownTime, isRedraw: context.needsDisplay) {
      hasRunOn = true
      frame.run(on: seconds)
    } else {
      redraw()
    }
    nextChange = compositor.nextChange(of: frame, after: shownTime)
    afterDrawing(shownTime)
  }

  /// Asks the view for a new picture.
  private func redraw() {
    hasRunOn = false
    beforeFrame(shownTime)
    layOutIfNeeded(at: shownTime)
    frame.clear()
    frame.isRedraw = context.needsDisplay
    root.draw(into: &frame, at: shownTime)
    frame.cutToWindow()
    age.drew(frame, at: shownTime)
    // The changes that mirrors cause are not visible here.
    if isSeenElsewhere() { age.expire() }
    for event in frame.events { context.perform(.happened(event)) }
    for action in frame.actions { context.perform(action) }
    context.didDraw()
  }

  private func finishFrame() {
    report.sent()
    window.didShow()
    window.display.flush()
    if compositor.prefetch() { window.display.flush() }
    guard hasRunOn, !context.needsDisplay,
      age.shouldRedrawEarly(before: max(nextChange, shownTime + 1.5 * clock.period))
    else { return }
    redraw()
    nextChange = frame.isRedraw ? shownTime : compositor.nextChange(of: frame, after: shownTime)
  }

  private func expose(now: Seconds) {
    isExposed = false
    if !hasShown || context.needsLayout { draw(at: now) }
    compositor.showAll(frame)
    window.display.flush()
  }

  /// Updates the layout if something has changed.
  func layOutIfNeeded(at time: Seconds) {
    guard context.needsLayout else { return }
    root.layout(in: Rect(origin: .zero, size: frame.size), with: typesetter, at: time)
    context.didLayOut()
  }
}

extension WindowOptions {
  /// The clock for these options on that monitor.
  func frameClock(for monitor: Monitor, on display: Display) -> FrameClock {
    let pacing: FrameClock.Pacing =
      switch clock {
      case .timer: .free
      case .present: display.hasPresent ? .byServer : .free
      case .auto: !display.hasPresent ? .free : monitor.refreshRate == nil ? .locked : .byServer
      }
    return FrameClock(pacing: pacing, refreshRate: monitor.refreshRate ?? 60)
  }
}
