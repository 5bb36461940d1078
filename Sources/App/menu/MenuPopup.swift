internal import Base
internal import Glibc
internal import Scene
internal import ScrollCore
internal import X11

/// A menu in a window of its own, which has pointer and keyboard until it closes. It has a connection of its own: while it
/// is open nothing that the strip does waits for it.
final class MenuPopup: LoopSource {
  private let menu: MenuView
  private let window: Window
  private let typesetter: PangoTypesetter
  private let compositor: Compositor
  private let border: WindowBorder
  private var frame: Frame
  private let area: Rect
  private let anchor: Rect
  private let scale: Double
  private let context = ViewContext()
  private var isMapped = false
  private var isExposed = false
  private var hasGrabbed = false
  private var outcome: MenuView.Outcome?
  /// When a grab is tried for the last time, and when for the next.
  private let patience: Seconds
  private var nextTry: Seconds
  /// Called once, when the menu has closed.
  private let onEnd: (MenuView.Outcome) -> Void

  /// Seconds after which a menu gives up that gets no pointer.
  private static let patience = 2.0
  private static let pause = 0.02

  /// - Parameters:
  ///   - area: the monitor, on the root window.
  ///   - anchor: what it stands below or, where it has no room there, above; on the root window.
  ///   - list: the title of a list in it that is shown at once.
  ///   - isForKeys: its first line is selected.
  /// - Throws: `Failure` where the server allows no other connection.
  init(
    _ entries: [MenuEntry], style: (PangoTypesetter, Double) -> MenuStyle, in area: Rect, at anchor: Rect,
    list: String?, isForKeys: Bool, onEnd: @escaping (MenuView.Outcome) -> Void
  ) throws(Failure) {
    let display = try Display()
    let typesetter = PangoTypesetter(display)
    scale = Desktop(display).scale
    let look = style(typesetter, scale)
    menu = MenuView(entries, style: look)
    if let list { menu.open(list: list) }
    if isForKeys { menu.selectFirst() }
    (self.area, self.anchor, self.onEnd, self.typesetter) = (area, anchor, onEnd, typesetter)
    let place = Self.place(of: menu, in: area, at: anchor, scale: scale, with: typesetter)
    var windowStyle = Window.Style()
    (windowStyle.title, windowStyle.role, windowStyle.type) = ("Newsreel menu", "menu", .menu)
    windowStyle.background = look.background
    windowStyle.wantsTranslucency = true
    window = try Window(display, frame: place, style: windowStyle)
    let line = Border(
      width: max(1, scale.rounded(.down)), color: look.lineColor, radius: (6 * scale).rounded())
    border = WindowBorder(line, around: menu, in: window)
    compositor = Compositor(window, typesetter: typesetter)
    frame = Frame(size: place.size, background: look.background)
    nextTry = monotonicNow()
    patience = nextTry + Self.patience
    window.setBackground(window.isTranslucent ? .clear : look.background)
    if window.isTranslucent { frame.background = .clear }
    menu.onEnd = { [unowned self] in outcome = $0 }
    menu.onResize = { [unowned self] in resize() }
    window.show()
    display.flush()
  }

  /// As large as it likes to be, beside its anchor, and wholly on the monitor.
  private static func place(
    of menu: MenuView, in area: Rect, at anchor: Rect, scale: Double, with typesetter: PangoTypesetter
  ) -> Rect {
    let size = menu.naturalSize(in: area.size, scale: scale, with: typesetter)
    let y = anchor.maxY + size.height <= area.maxY ? anchor.maxY : anchor.minY - size.height
    return Rect(
      x: min(max(area.minX, anchor.minX), area.maxX - size.width).rounded(),
      y: min(max(area.minY, y), area.maxY - size.height).rounded(), width: size.width, height: size.height)
  }

  private func resize() {
    let place = Self.place(of: menu, in: area, at: anchor, scale: scale, with: typesetter)
    if place != window.frame { window.move(to: place) }
    context.setNeedsLayout()
  }

  // MARK: - In the loop

  func appendDescriptors(to descriptors: inout [pollfd]) {
    descriptors.append(pollfd(fd: window.display.fileDescriptor, events: Int16(POLLIN), revents: 0))
  }

  var deadline: Double { window.hasQueuedEvent ? 0 : isMapped && !hasGrabbed ? nextTry : .infinity }

  func service(now: Double) -> ServiceResult {
    context.time = now
    while outcome == nil, let event = window.nextEvent(reading: true) { take(event) }
    for error in window.display.takeErrors() { reportError("the X server refused something: \(error)") }
    if isMapped, !hasGrabbed, outcome == nil { grab(now: now) }
    if outcome == nil, isMapped, context.needsDisplay { show(at: now) }
    guard let outcome = window.display.isLost ? .dismissed : outcome else { return .idle }
    window.hide()
    window.display.flush()
    onEnd(outcome)
    return .finished
  }

  func close() { window.hide() }

  /// A button that is still held down somewhere keeps the pointer for a moment.
  private func grab(now: Double) {
    hasGrabbed = window.input.grab()
    nextTry = now + Self.pause
    if !hasGrabbed, now > patience { outcome = .dismissed }
  }

  private func take(_ event: Event) {
    border.handle(event)
    switch event {
    case .exposed:
      isExposed = true
      context.setNeedsDisplay()
    case .mapped: isMapped = true
    case .moved(let place) where place.size != frame.size:
      frame.size = place.size
      context.setNeedsLayout()
    case .closeRequested: outcome = .dismissed
    case .input(let input): _ = border.view.handle(input, in: context)
    default: break
    }
  }

  private func show(at t: Seconds) {
    if context.needsLayout { border.view.layout(in: Rect(origin: .zero, size: frame.size), with: typesetter, at: t) }
    context.didLayOut()
    frame.clear()
    border.view.draw(into: &frame, at: t)
    context.didDraw()
    if isExposed { compositor.showAll(frame) } else { compositor.show(frame, at: .now) }
    isExposed = false
    window.display.flush()
  }
}
