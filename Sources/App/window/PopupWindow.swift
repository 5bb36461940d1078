internal import Base
internal import Glibc
internal import Render
internal import Scene
internal import ScrollCore
internal import X11

/// A view in a small window of its own, open for a moment. Its own connection keeps the strip from waiting for it.
final class PopupWindow<Content: View> {
  let window: Window
  /// The context of the view.
  let context = ViewContext()
  private(set) var isMapped = false
  let view: Content
  private let typesetter: PangoTypesetter
  private let compositor: Compositor
  private let border: WindowBorder
  private var frame: Frame
  private let area: Rect
  private let anchor: Rect
  private let scale: Double
  /// Whether it is aligned to its anchor's right end.
  private let isMirrored: Bool
  private var isExposed = false
  private var reportedErrors: Set<String> = []

  /// - Parameters:
  ///   - role: Its purpose, one word.
  ///   - area: The monitor, on the root window.
  ///   - anchor: The rectangle that it opens below or, without room there, above; on the root window.
  ///   - style: Makes the view's style from the connection's typesetter and the scale of its screen.
  /// - Throws: `Failure` if the server refuses another connection.
  init(
    _ role: String, _ type: Window.WindowType, in area: Rect, at anchor: Rect,
    style: (PangoTypesetter, Double) -> MenuStyle, content: (MenuStyle) -> Content
  ) throws(Failure) {
    let display = try Display()
    typesetter = PangoTypesetter(display)
    scale = Desktop(display).scale
    let look = style(typesetter, scale)
    view = content(look)
    isMirrored = look.isMirrored
    (self.area, self.anchor) = (area, anchor)
    let place = Self.place(of: view, in: area, at: anchor, mirrored: isMirrored, scale: scale, with: typesetter)
    var windowStyle = Window.Style()
    (windowStyle.title, windowStyle.role, windowStyle.type) = ("Newsreel \(role)", role, type)
    windowStyle.background = look.background
    windowStyle.wantsTranslucency = true
    window = try Window(display, frame: place, style: windowStyle)
    let line = Border(width: max(1, scale.rounded(.down)), color: look.lineColor, radius: (6 * scale).rounded())
    border = WindowBorder(line, around: view, in: window, clickThrough: type == .tooltip)
    compositor = Compositor(window, typesetter: typesetter)
    frame = Frame(size: place.size, background: look.background)
    window.setBackground(window.isTranslucent ? .clear : look.background)
    if window.isTranslucent { frame.background = .clear }
    window.show()
    display.flush()
  }

  /// The window's frame: its natural size, beside the anchor, within the monitor.
  private static func place(
    of view: Content, in area: Rect, at anchor: Rect, mirrored: Bool, scale: Double,
    with typesetter: PangoTypesetter
  ) -> Rect {
    let size = view.naturalSize(in: area.size, scale: scale, with: typesetter)
    let y = anchor.maxY + size.height <= area.maxY ? anchor.maxY : anchor.minY - size.height
    let x = mirrored ? anchor.maxX - size.width : anchor.minX
    return Rect(
      x: min(max(area.minX, x), area.maxX - size.width).rounded(),
      y: min(max(area.minY, y), area.maxY - size.height).rounded(), width: size.width, height: size.height)
  }

  /// Adopts the view's new natural size.
  func resize() {
    let place = Self.place(of: view, in: area, at: anchor, mirrored: isMirrored, scale: scale, with: typesetter)
    if place != window.frame { window.move(to: place) }
    context.setNeedsLayout()
  }

  func hide() {
    window.hide()
    window.display.flush()
  }

  // MARK: - In the loop

  var descriptor: pollfd { pollfd(fd: window.display.fileDescriptor, events: Int16(POLLIN), revents: 0) }

  /// Handles waiting events, passes the input to the view, and reports errors of the server.
  ///
  /// - Returns: Whether it was asked to close.
  func handleEvents(while goesOn: () -> Bool = { true }) -> Bool {
    var isOver = false
    while goesOn(), let event = window.nextEvent(reading: true) { isOver = handle(event) || isOver }
    window.display.reportErrors(once: &reportedErrors)
    return isOver || window.display.isLost
  }

  private func handle(_ event: Event) -> Bool {
    border.handle(event)
    switch event {
    case .exposed:
      isExposed = true
      context.setNeedsDisplay()
    case .mapped: isMapped = true
    case .moved(let place) where place.size != frame.size:
      frame.size = place.size
      context.setNeedsLayout()
    case .closeRequested: return true
    case .input(let input): _ = border.view.handle(input, in: context)
    default: break
    }
    return false
  }

  /// Draws the view if it has changed.
  func showIfNeeded(at t: Seconds) {
    guard isMapped, context.needsDisplay else { return }
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
