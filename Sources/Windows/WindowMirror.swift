internal import Base
internal import Glibc
internal import Render
internal import Scene
internal import ScrollCore
internal import X11

/// A window on another monitor with the same content, in step. It has its own connection, and therefore copies of all
/// resources.
final class WindowMirror: LoopSource {
  /// A mirror's access to the first window.
  struct Model {
    let views: any WindowContent
    let options: WindowOptions
    let border: Border
    let background: Color
    let role: String
    /// How the first window stands.
    let standing: WindowStanding
    /// Whether a view accepts drops.
    let takesDrops: Bool
    /// The first window's border, around the view.
    let original: BorderView
  }

  let monitor: Monitor
  let window: XWindow
  private let typesetter: PangoTypesetter
  let target: FrameTarget
  private let border: WindowBorder
  private let view: MirrorView
  private var placement: WindowPlacement
  /// The frame that the server has been asked for.
  private var awaited: Rect?
  /// The frame that was asked for last.
  private var asked: Rect
  private var watch = PlaceWatch()
  private var isAway = false
  private let isDock: Bool
  private var reportedErrors: Set<String> = []
  /// Called with the input in this window.
  var onInput: (InputEvent) -> Void = { _ in }
  /// Called with drags of other programs over this window.
  var onDrag: (DragEvent) -> Void = { _ in }
  /// Called after the window manager has placed it.
  var onMove: () -> Void = {}
  /// Called when the window manager does not give it its place.
  var onMisplaced: () -> Void = {}
  /// Called when the user closes this window, or it can no longer be shown.
  var onClose: () -> Void = {}

  /// - Throws: `Failure` if the server refuses another connection.
  init(_ model: Model, on monitor: Monitor) throws(Failure) {
    self.monitor = monitor
    let display = try Display()
    typesetter = PangoTypesetter(display)
    typesetter.textGamma = model.options.textGamma
    do {
      let room = try WindowRoom(model.options, on: Desktop(display), only: monitor)
      placement = WindowPlacement(model.options, for: model.views, in: room, typesetter: typesetter)
    } catch {
      throw Failure(of: monitor.name, reason: error.description)
    }
    asked = placement.frame
    isDock = model.options.type(for: model.views.appearance) == .dock
    let style = XWindow.Style(
      model.options, model.views.appearance, role: model.role, standing: model.standing, on: display)
    window = XWindow(display, frame: placement.frame, style: style)
    view = MirrorView(of: model.original.content)
    view.sourceBounds = { [unowned original = model.original] in original.geometry.innerPixels }
    border = WindowBorder(model.border, around: view, in: window, clickThrough: model.options.clickThrough)
    target = FrameTarget(
      border.gliding, in: window, model.views.context, typesetter: typesetter, background: model.background,
      scale: 1, wholePixels: model.options.cadence.hasWholePixels)
    window.strut = placement.strut
    if model.takesDrops { window.acceptDrops() }
    window.show(at: placement.frame)
    display.flush()
  }

  /// Applies what may change while the windows are shown; the views need layout.
  func apply(_ border: Border, background: Color, clickThrough: Bool) {
    target.setBackground(background)
    self.border.clickThrough = clickThrough
    self.border.apply(border)
  }

  /// Moves to the place of the current options, at the first window's height.
  func place(_ model: Model, size: Size) {
    // Mirrors are attached to no window that could be missing.
    guard
      let room = try? WindowRoom(
        model.options, on: Desktop(window.display), only: monitor, standing: placement.frame)
    else { return }
    let new = WindowPlacement(model.options, for: model.views, in: room, typesetter: typesetter)
    placement = new
    let frame = new.resized(new.frame, to: Size(width: new.frame.width, height: size.height))
    if frame != window.frame { move(to: frame) }
    window.strut = new.strut
    window.display.flush()
  }

  /// Its place on the root window, also while it is hidden.
  var place: Rect { window.frame }

  /// The width that it has, or is about to have.
  var width: Double { (awaited ?? window.frame).width }

  private func move(to frame: Rect) {
    (awaited, asked) = (frame, frame)
    window.move(to: frame)
  }

  /// Where a place in the first window is shown, or nil.
  func place(of source: Rect) -> Rect? { view.place(of: source) }

  /// Takes it off the screen, or brings it back.
  func putAway(_ isAway: Bool) {
    guard isAway != self.isAway else { return }
    self.isAway = isAway
    if isAway { window.hide() } else { window.show(at: window.frame) }
    window.display.flush()
  }

  /// See `WindowBorder.glide`.
  func glide(_ share: Double, from edge: Strut.Edge) { border.glide(share, from: edge) }

  /// Lowers it below all other windows, or restores it.
  func lower(_ isLow: Bool) {
    window.isLowered = isLow
    window.display.flush()
  }

  func setPointer(_ shape: PointerShape) { window.input.setPointer(shape) }

  // MARK: - In the loop

  func appendDescriptors(to descriptors: inout [pollfd]) {
    descriptors.append(pollfd(fd: window.display.fileDescriptor, events: Int16(POLLIN), revents: 0))
  }

  var deadline: Double { window.hasQueuedEvent ? 0 : min(window.dropDeadline, watch.due, window.raiseDue) }

  func service(now: Double) -> ServiceResult {
    while let event = window.nextEvent(reading: true) { handle(event) }
    if let event = window.expireDrop(now: now) { handle(event) }
    insist(at: now)
    window.display.reportErrors(once: &reportedErrors)
    if window.display.isLost { return .finished }
    return .idle
  }

  func close() { window.hide() }

  private var isInPlace: Bool { PlaceWatch.accepts(window.frame, askedFor: asked, on: monitor.frame) }

  /// As `WindowPositioner.insist`.
  private func insist(at now: Double) {
    if window.raiseDue <= now { window.stayOnTop() }
    guard watch.due <= now else { return }
    switch watch.step(isInPlace: isInPlace || isAway, at: now) {
    case .wait: break
    case .ask: move(to: asked)
    case .giveUp: onMisplaced()
    }
    window.display.flush()
  }

  private func handle(_ event: Event) {
    border.handle(event)
    target.handle(event)
    switch event {
    case .exposed, .mapped, .unmapped, .visible, .blanked, .compositorChanged: break
    case .moved:
      awaited = nil
      if isDock, !window.standing.isUnmanaged { watch.note(isInPlace: isInPlace || isAway, at: monotonicNow()) }
      onMove()
    case .input(let input): return onInput(view.inSource(input))
    case .drag(.over(let point)):
      if case .pointerMoved(let place) = view.inSource(.pointerMoved(point)) { onDrag(.over(place)) }
    case .drag(let drag): onDrag(drag)
    case .letDown: return onMisplaced()
    case .closeRequested, .destroyed: return onClose()
    default: return
    }
    target.context.setNeedsDisplay()
  }
}
