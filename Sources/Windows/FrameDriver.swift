internal import Base
internal import Render
internal import Scene
internal import ScrollCore
internal import X11

/// Decides when to lay out and draw a view, and shows its frames. It alone decides whether a frame is due; `KeptFrame` whether the
/// view is asked for it.
///
/// It neither draws nor wakes up while nothing moves or nothing is visible.
final class FrameDriver {
  let target: FrameTarget
  /// The other windows that show the view, in step.
  var others: [FrameTarget] = []
  /// The target's.
  private let (context, kept): (ViewContext, KeptFrame)
  /// The time of the picture's next change, if known.
  private(set) var nextChange: Seconds = .infinity
  private var clock: FrameClock
  /// Called before the view is asked for a picture, with its time.
  var beforeFrame: (Seconds) -> Void = { _ in }
  /// Called when the window becomes entirely invisible, and when it becomes visible again.
  var onSeen: (_ isSeen: Bool, Seconds) -> Void = { _, _ in }
  private var wasSeen = true
  /// The frame period for equal steps in seconds; nil without.
  var evenPeriod: Seconds? {
    get { evenTime?.period }
    set {
      if let newValue, evenTime != nil {
        evenTime?.period = newValue
      } else {
        evenTime = newValue.map(EvenTime.init)
      }
    }
  }
  private var evenTime: EvenTime?
  private(set) var report = FrameReport()
  /// The refresh that the last frame was submitted for.
  private var refresh: UInt64 = 0
  /// The refresh time of the visible frame, which pointer events refer to.
  private(set) var shownTime: Seconds = -.infinity

  init(_ target: FrameTarget, clock: FrameClock = FrameClock(pacing: .free, refreshRate: 60)) {
    (self.target, self.clock) = (target, clock)
    (context, kept) = (target.context, target.kept)
    target.refreshPeriod = clock.period
  }

  /// Switches to another clock, for another monitor.
  func setClock(_ clock: FrameClock) {
    self.clock = clock
    target.refreshPeriod = clock.period
    context.setNeedsDisplay()
  }

  /// Whether a frame has been shown.
  var hasShown: Bool { shownTime > -.infinity }
  var refreshPeriod: Seconds { clock.period }

  /// Handles the events of the window itself.
  func handle(_ event: Event, now: Seconds) {
    target.handle(event)
    guard case .refreshed(let count, let time) = event else { return }
    if clock.isWaiting, refresh > 0, count > refresh { report.wasLate() }
    clock.refreshed(count: count, time: time, now: now)
    target.refreshPeriod = clock.period
  }

  /// The time for an event that arrives now: never before the visible frame, which was drawn for its refresh.
  func time(now: Seconds) -> Seconds { max(now, shownTime) }

  private var canBeSeen: Bool { target.isShown && (target.isVisible || others.contains(where: \.isSeen)) }

  // MARK: - When a frame is due

  /// Draws the frame if one is due.
  ///
  /// - Parameter hasNews: Whether the view may have changed, reported or not.
  func step(now: Seconds, hasNews: Bool) -> LoopTurn {
    let before = shownTime
    if hasNews { kept.expire() }
    let due = frame(now: now)
    let hasDrawn = shownTime != before
    return LoopTurn(due: due, hasDrawn: hasDrawn, isQuiet: hasDrawn && kept.frame.hasRunOn && !hasNews)
  }

  /// Returns when to call again at the latest.
  private func frame(now: Seconds) -> Seconds {
    if canBeSeen != wasSeen {
      wasSeen.toggle()
      onSeen(wasSeen, time(now: now))
    }
    guard canBeSeen else {
      target.window.didShow()
      clock.rest()
      report.rest()
      return .infinity
    }
    _ = clock.checkPulse(now: now)
    if target.isExposed { expose(now: now) }
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
    guard target.show(at: .refresh(count: count)) else {
      target.window.display.flush()
      // The picture is the same: try the refresh with the next change, or the following one.
      if nextChange <= time + clock.period { return time }
      return clock.wake(for: nextChange, now: now) ?? nextChange - clock.period
    }
    refresh = count
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
    if target.show(at: .now) { finishFrame() }
    clock.finishTick()
    if clock.wantsReport(now: now) {
      target.window.requestReport()
      target.window.display.flush()
      clock.requested(now: now)
    }
    return clock.wake(for: nextChange, now: now) ?? clock.nextTick
  }

  private func finishFrame() {
    report.sent()
    target.window.didShow()
    target.window.display.flush()
    target.prefetch()
    guard !context.needsDisplay,
      kept.shouldRedrawEarly(before: max(nextChange, shownTime + 1.5 * clock.period))
    else { return }
    redraw()
    if kept.frame.isRedraw { nextChange = shownTime }
  }

  private func expose(now: Seconds) {
    if !hasShown || context.needsLayout { draw(at: now) }
    target.showAll()
    target.window.display.flush()
  }

  // MARK: - The picture

  private func draw(at time: Seconds) {
    report.draws(for: time, due: context.needsDisplay ? .infinity : nextChange, period: clock.period)
    advance(to: time)
  }

  /// Brings the picture to a time, and shows nothing yet. Returns how.
  @discardableResult
  func advance(to time: Seconds) -> KeptFrame.Step {
    // Time never runs backwards on the screen, even if the clock was corrected.
    shownTime = max(shownTime, evenTime?.time(of: time) ?? time)
    context.time = max(context.time, shownTime)
    let step = kept.advance(to: shownTime, isRedraw: context.needsDisplay)
    switch step {
    case .stay: break
    case .runOn: nextChange = target.nextChange(after: shownTime)
    case .redraw: redraw()
    }
    return step
  }

  /// Asks the view for a new picture.
  private func redraw() {
    beforeFrame(shownTime)
    layOutIfNeeded(at: shownTime)
    target.draw(at: shownTime, isRedraw: context.needsDisplay)
    nextChange = target.nextChange(after: shownTime)
    for other in others where other.isSeen {
      show(on: other)
      // What this one shows of the view may change sooner.
      kept.expire()
    }
    for event in kept.frame.events { context.perform(.happened(event)) }
    for action in kept.frame.actions { context.perform(action) }
    context.didDraw()
  }

  /// Shows the view in another window, too.
  private func show(on other: FrameTarget) {
    other.refreshPeriod = clock.period
    other.draw(at: shownTime)
    if other.isExposed { other.showAll() } else { _ = other.show(at: .now) }
    other.window.didShow()
    other.window.display.flush()
  }

  /// Updates the layout if something has changed.
  func layOutIfNeeded(at time: Seconds) {
    guard context.needsLayout else { return }
    target.layOut(at: time)
    for other in others { other.layOut(at: time) }
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
