internal import Scene
internal import ScrollCore
internal import X11

/// A window on which one root view plays: asks it for frames when they are due, and brings them to the glass.
///
/// Nothing is drawn, and nothing is waited for, while nothing moves or nothing can be seen.
final class Stage {
  let window: Window
  let typesetter: PangoTypesetter
  private let compositor: Compositor
  private var clock: FrameClock
  private var frame: Frame
  private let root: any View
  /// What lies behind the view. Where the desktop cannot be let through it is solid.
  var background: Color { didSet { showBackground() } }
  /// Called before every frame with its time; true asks for the view to be laid out for it, and for the next.
  var beforeFrame: (Seconds) -> Bool = { _ in false }
  private var isLaidOut = false
  private var isExposed = false
  /// The view's state has changed since the last frame.
  private var isInvalid = true
  private var isMapped = false
  private var isVisible = true
  private var isBlanked = false
  /// When the frame on the glass was for: the time that pointer events are judged by.
  private(set) var shownTime: Seconds = -.infinity

  init(
    _ window: Window, typesetter: PangoTypesetter, root: any View, background: Color, clock: FrameClock,
    wholePixels: Bool
  ) {
    self.window = window
    self.typesetter = typesetter
    self.root = root
    self.background = background
    self.clock = clock
    compositor = Compositor(window, typesetter: typesetter)
    compositor.wholePixels = wholePixels
    compositor.onImageFailure = { reportError("\($0): not an image that can be read; it is left out") }
    frame = Frame(size: window.frame.size, background: background)
    showBackground()
  }

  private func showBackground() {
    let shown = window.isTranslucent ? background : background.opaque
    guard shown != frame.background || !hasShown else { return }
    frame.background = shown
    // What the server fills new parts with is not cut to the corners.
    window.setBackground(window.isTranslucent ? .clear : shown)
    invalidate(layout: false)
  }

  /// Whether a frame has come to the glass.
  var hasShown: Bool { shownTime > -.infinity }
  var refreshPeriod: Seconds { clock.period }
  var clockSource: FrameClock.Source { clock.source }

  /// Something about the view has changed: it is laid out and drawn again.
  func invalidate(layout: Bool = true) {
    if layout { isLaidOut = false }
    isInvalid = true
  }

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
      invalidate()
    case .refreshed(let count, let time): clock.refreshed(count: count, time: time, now: now)
    case .moved(let place) where place.size != frame.size:
      frame.size = place.size
      invalidate()
    default: break
    }
  }

  /// The time of an event that has come now: not before what is on the glass, which was drawn for its refresh.
  func time(now: Seconds) -> Seconds { max(now, shownTime) }

  private var canBeSeen: Bool { isMapped && isVisible && !isBlanked }

  // MARK: - Frames

  /// Draws the frame that is due, if one is. Returns when to be called again at the latest.
  func step(now: Seconds) -> Seconds {
    guard canBeSeen else {
      clock.rest()
      return .infinity
    }
    _ = clock.checkPulse(now: now)
    if isExposed { expose(now: now) }
    if clock.isWaiting { return clock.deadline }
    let due = min(frame.nextChange, isInvalid || !isLaidOut ? now : .infinity)
    // A change that is less than a refresh away belongs to the next frame.
    guard due <= now + clock.period else {
      clock.rest()
      return due - clock.period
    }
    return clock.pacing == .byServer ? stepByServer(now: now) : stepByTimer(now: now)
  }

  private func stepByServer(now: Seconds) -> Seconds {
    let (count, time) = clock.nextRefresh(now: now)
    draw(at: time)
    guard compositor.show(frame, at: .refresh(count: count)) else {
      window.display.flush()
      // The same picture: look again for the refresh after.
      return frame.nextChange <= time + clock.period ? time : frame.nextChange - clock.period
    }
    clock.requested(now: now)
    finishFrame()
    return clock.deadline
  }

  private func stepByTimer(now: Seconds) -> Seconds {
    guard let time = clock.due(now: now) else {
      // What sources have brought is measured while there is time, and the frame comes on time.
      if hasShown { layOutIfNeeded() }
      return clock.nextTick
    }
    draw(at: time)
    if compositor.show(frame, at: .now) { finishFrame() }
    clock.finishTick()
    if clock.wantsReport(now: now) {
      window.requestReport()
      window.display.flush()
      clock.requested(now: now)
    }
    return clock.nextTick
  }

  private func draw(at time: Seconds) {
    // A clock that was corrected must not turn back what is shown.
    shownTime = max(shownTime, time)
    let isChangingSize = beforeFrame(shownTime)
    if isChangingSize { isLaidOut = false }
    layOutIfNeeded()
    frame.clear()
    root.draw(into: &frame, at: shownTime)
    isInvalid = isChangingSize
  }

  private func finishFrame() {
    window.display.flush()
    if compositor.prefetch() { window.display.flush() }
  }

  private func expose(now: Seconds) {
    isExposed = false
    if shownTime == -.infinity || !isLaidOut { draw(at: now) }
    compositor.showAll(frame)
    window.display.flush()
  }

  private func layOutIfNeeded() {
    guard !isLaidOut else { return }
    root.layout(in: Rect(origin: .zero, size: frame.size), with: typesetter)
    isLaidOut = true
  }
}
