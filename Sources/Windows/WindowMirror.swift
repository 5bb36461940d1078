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
  private let keeper: PlaceKeeper
  private let rule: PlaceKeeper.Rule
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
    rule = PlaceKeeper.Rule(model.options.type(for: model.views.appearance))
    let style = XWindow.Style(
      model.options, model.views.appearance, role: model.role, standing: model.standing, on: display)
    window = XWindow(display, frame: placement.frame, style: style)
    keeper = PlaceKeeper(window, asked: placement.frame)
    view = MirrorView(of: model.original.content)
    view.sourceBounds = { [unowned original = model.original] in original.geometry.innerPixels }
    border = WindowBorder(model.border, around: view, in: window, clickThrough: model.options.clickThrough)
    target = FrameTarget(
      border.gliding, in: window, model.views.context, typesetter: typesetter, background: model.background,
      scale: 1, wholePixels: model.options.cadence.hasWholePixels)
    window.strut = placement.strut
    if model.takesDrops { window.acceptDrops() }
    keeper.show(at: placement.frame)
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
    if frame != window.frame { keeper.move(to: frame) }
    window.strut = new.strut
    window.display.flush()
  }

  /// Its place on the root window, also while it is hidden.
  var place: Rect { window.frame }

  /// The width that it has, or is about to have.
  var width: Double { keeper.frame.width }

  /// Where a place in the first window is shown, or nil.
  func place(of source: Rect) -> Rect? { view.place(of: source) }

  /// Takes it off the screen, or brings it back.
  func putAway(_ isAway: Bool) {
    guard isAway == keeper.isShown else { return }
    if isAway { keeper.hide() } else { keeper.show(at: keeper.asked) }
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

  var deadline: Double { window.hasQueuedEvent ? 0 : min(window.dropDeadline, keeper.deadline) }

  func service(now: Double) -> ServiceResult {
    while let event = window.nextEvent(reading: true) { handle(event) }
    if let event = window.expireDrop(now: now) { handle(event) }
    if keeper.deadline <= now {
      if keeper.insist(on: monitor, by: rule, at: now) { onMisplaced() }
      window.display.flush()
    }
    window.display.reportErrors(once: &reportedErrors)
    if window.display.isLost { return .finished }
    return .idle
  }

  func close() { window.hide() }

  private func handle(_ event: Event) {
    border.handle(event)
    target.handle(event)
    switch event {
    case .exposed, .mapped, .unmapped, .visible, .blanked, .compositorChanged: break
    case .moved:
      keeper.noteMove(on: monitor, by: rule)
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
