internal import Base
internal import Render
internal import Scene
internal import ScrollCore
internal import X11

/// Decides when a view is laid out and drawn, and brings its frames to the glass of a window.
///
/// Nothing is drawn, and nothing is waited for, while nothing moves or nothing can be seen.
final class FrameDriver {
  private let window: Window
  private let typesetter: PangoTypesetter
  private let compositor: Compositor
  private let root: any View
  /// Where changes are said.
  private let context: ViewContext
  /// When the frame will look different, as far as can be seen.
  private var nextChange: Seconds = .infinity
  private var clock: FrameClock
  private var frame: Frame
  /// Decides whether the view is asked.
  private var age = PictureAge()
  /// Whether the last frame was the one before, which has run on: the view was not asked.
  private(set) var hasRunOn = false
  /// What lies behind the view. Where the desktop cannot be let through it is solid.
  var background: Color { didSet { showBackground() } }
  /// Called before every frame with its time.
  var beforeFrame: (Seconds) -> Void = { _ in }
  /// Called with the time of every frame, once the view is drawn.
  var afterDrawing: (Seconds) -> Void = { _ in }
  /// Whether the view is seen in another window, too.
  var isSeenElsewhere: () -> Bool = { false }
  private var isExposed = false
  private var isMapped = false
  private var isVisible = true
  private var isBlanked = false
  /// Where all steps are to be the same: the period that they are for, in seconds.
  var evenPeriod: Seconds? {
    get { evenTime?.period }
    set { evenTime = newValue.map(EvenTime.init) }
  }
  private var evenTime: EvenTime?
  private(set) var report = FrameReport()
  /// The refresh that the last frame was handed over for.
  private var target: UInt64 = 0
  /// When the frame on the glass was for: the time that pointer events are judged by.
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
    // What the server fills new parts with is not cut to the corners.
    window.setBackground(window.isTranslucent ? .clear : shown)
    context.setNeedsDisplay()
  }

  /// Takes over another clock, where the window has come to another monitor.
  func setClock(_ clock: FrameClock) {
    self.clock = clock
    context.setNeedsDisplay()
  }

  /// Whether a frame has come to the glass.
  var hasShown: Bool { shownTime > -.infinity }
  var refreshPeriod: Seconds { clock.period }

  // MARK: - Events

  /// Takes the events that are about the window itself.
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

  /// The time of an event that has come now: not before what is on the glass, which was drawn for its refresh.
  func time(now: Seconds) -> Seconds { max(now, shownTime) }

  private var canBeSeen: Bool { isMapped && !isBlanked && (isVisible || isSeenElsewhere()) }

  // MARK: - Frames

  /// Draws the frame that is due, if one is. Returns when to be called again at the latest.
  ///
  /// - Parameter hasNews: The view may have been changed, whoever has or has not said so.
  func step(now: Seconds, hasNews: Bool) -> Seconds {
    hasRunOn = false
    if hasNews { age.expire() }
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
    // A change that is less than a refresh away belongs to the next frame.
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
      // The same picture: look again for the refresh that shows another, or for the one after this.
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
      // What sources have brought is measured while there is time, and the frame comes on time.
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
    // A clock that was corrected must not turn back what is shown.
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

  /// Asks the view what it shows.
  private func redraw() {
    hasRunOn = false
    beforeFrame(shownTime)
    layOutIfNeeded(at: shownTime)
    frame.clear()
    frame.isRedraw = context.needsDisplay
    root.draw(into: &frame, at: shownTime)
    age.drew(frame, at: shownTime)
    // What mirrors do for a frame is not seen from here.
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

  private func layOutIfNeeded(at time: Seconds) {
    guard context.needsLayout else { return }
    root.layout(in: Rect(origin: .zero, size: frame.size), with: typesetter, at: time)
    context.didLayOut()
  }
}

extension WindowOptions {
  /// The clock that these options ask for on that monitor.
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
