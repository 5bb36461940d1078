internal import Base
internal import Glibc
internal import Render
internal import Scene
internal import ScrollCore
internal import X11

/// A view in a small window of its own, open for a moment. Its own connection keeps the strip from waiting for it.
final class PopupWindow<Content: SceneView>: LoopSource {
  private let window: XWindow
  private let frames: FrameDriver
  private let view: Content
  private let typesetter: PangoTypesetter
  private let border: WindowBorder
  private let area: Rect
  private let anchor: Rect
  private let scale: Double
  /// Whether it is aligned to its anchor's right end.
  private let isMirrored: Bool
  /// When the next frame is due at the latest.
  private var frameDue: Seconds = 0
  private var reportedErrors: Set<String> = []
  /// Whether it has pointer and keyboard until it closes.
  private let grabs: Bool
  /// When to try to grab them next, and when to give up; nil if not pending.
  private var grabbing: (next: Seconds, until: Seconds)?
  private let end: Seconds
  private var outcome: MenuView.Outcome?
  private var hasEnded = false
  /// Called once, when it closes by itself.
  private let onEnd: (MenuView.Outcome) -> Void

  /// - Parameters:
  ///   - role: Its purpose, one word.
  ///   - area: The monitor, on the root window.
  ///   - anchor: The rectangle that it opens below or, without room there, above; on the root window.
  ///   - style: Makes the view's style from the connection's typesetter and the scale of its screen.
  ///   - grabs: Whether it has pointer and keyboard until it closes.
  ///   - end: When it closes by itself.
  ///   - onEnd: Called once, when it closes by itself.
  /// - Throws: `Failure` if the server refuses another connection.
  init(
    _ role: String, _ type: XWindow.WindowType, in area: Rect, at anchor: Rect,
    style: (PangoTypesetter, Double) -> MenuStyle, grabs: Bool = false, until end: Seconds = .infinity,
    content: (MenuStyle) -> Content, onEnd: @escaping (MenuView.Outcome) -> Void
  ) throws(Failure) {
    (self.grabs, self.end, self.onEnd) = (grabs, end, onEnd)
    let display = try Display()
    typesetter = PangoTypesetter(display)
    let scale = Desktop(display).scale
    self.scale = scale
    let look = style(typesetter, scale)
    view = content(look)
    isMirrored = look.isMirrored
    (self.area, self.anchor) = (area, anchor)
    let place = Self.place(of: view, in: area, at: anchor, mirrored: isMirrored, scale: scale, with: typesetter)
    var windowStyle = XWindow.Style()
    (windowStyle.title, windowStyle.role, windowStyle.type) = ("Newsreel \(role)", role, type)
    windowStyle.background = look.background
    windowStyle.wantsTranslucency = true
    window = XWindow(display, frame: place, style: windowStyle)
    let line = Border(width: max(1, scale.rounded(.down)), color: look.lineColor, radius: (6 * scale).rounded())
    border = WindowBorder(line, around: view, in: window, clickThrough: type == .tooltip)
    frames = FrameDriver(
      FrameTarget(
        border.view, in: window, ViewContext(), typesetter: typesetter,
        background: window.isTranslucent ? .clear : look.background, scale: scale))
    window.show()
    display.flush()
    let now = monotonicNow()
    if grabs { grabbing = (now, now + Grab.patience) }
  }

  /// The window's frame: its natural size, beside the anchor, within the monitor.
  private static func place(
    of view: Content, in area: Rect, at anchor: Rect, mirrored: Bool, scale: Double,
    with typesetter: PangoTypesetter
  ) -> Rect {
    let size = view.naturalSize(in: MeasureContext(area: area.size, scale: scale, typesetter: typesetter))
    let y = anchor.maxY + size.height <= area.maxY ? anchor.maxY : anchor.minY - size.height
    let x = mirrored ? anchor.maxX - size.width : anchor.minX
    return Rect(
      x: min(max(area.minX, x), area.maxX - size.width).rounded(),
      y: min(max(area.minY, y), area.maxY - size.height).rounded(), width: size.width, height: size.height)
  }

  /// Adopts the view's new natural size.
  private func resize() {
    let place = Self.place(of: view, in: area, at: anchor, mirrored: isMirrored, scale: scale, with: typesetter)
    if place != window.frame { window.move(to: place) }
    context.setNeedsLayout()
  }

  /// Reports changes of the view.
  private var context: ViewContext { frames.target.context }
  private var isMapped: Bool { frames.target.isMapped }

  // MARK: - In the loop

  func appendDescriptors(to descriptors: inout [pollfd]) {
    descriptors.append(pollfd(fd: window.display.fileDescriptor, events: Int16(POLLIN), revents: 0))
  }

  var deadline: Double {
    if outcome != nil || window.hasQueuedEvent { return 0 }
    return min(end, frameDue, isMapped ? grabbing?.next ?? .infinity : .infinity)
  }

  func service(now: Double) -> ServiceResult {
    context.time = now
    while outcome == nil, let event = window.nextEvent(reading: true) { handle(event) }
    window.display.reportErrors(once: &reportedErrors)
    if window.display.isLost || now >= end { outcome = outcome ?? .dismissed }
    if isMapped, outcome == nil { grab(now: now) }
    if outcome == nil { draw(now: now) }
    return endIfDone() ? .finished : .idle
  }

  private func endIfDone() -> Bool {
    guard let outcome else { return false }
    if !hasEnded {
      hasEnded = true
      close()
      onEnd(outcome)
    }
    return true
  }

  func close() {
    window.hide()
    window.display.flush()
  }

  /// Grabs pointer and keyboard. A button held down in another window delays it for a moment.
  private func grab(now: Seconds) {
    guard let until = grabbing?.until else { return }
    grabbing = window.input.grab() ? nil : (now + Grab.pause, until)
    if grabbing != nil, now > until { outcome = .dismissed }
  }

  private func handle(_ event: Event) {
    border.handle(event)
    frames.handle(event, now: monotonicNow())
    switch event {
    case .closeRequested, .destroyed: outcome = outcome ?? .dismissed
    case .input(let input): _ = border.view.handle(input, in: context)
    default: break
    }
  }

  private func draw(now: Seconds) { frameDue = frames.step(now: now, hasNews: true).due }

  // MARK: - For screen readers

  /// Its window, with the view. Without the keyboard, nothing in it is focused.
  func accessibleNode(at t: Seconds) -> AccessibleNode {
    var node = AccessibleNode(0, .window, "", at: window.frame)
    node.states = grabs ? .active : []
    node.children = view.accessibleNode(at: t).map { [grabs ? $0 : $0.selectedForFocused] } ?? []
    return node
  }

  /// Takes the choice at once: the next call may write into a field.
  func perform(_ action: AccessibleAction, on path: ArraySlice<Int>) -> Bool {
    let isDone = view.perform(action, on: path.dropFirst(), in: context)
    frameDue = 0
    _ = endIfDone()
    return isDone
  }
}

/// The time after which a popup without a grab closes, and the time between tries, in seconds.
private enum Grab {
  static let patience = 2.0
  static let pause = 0.02
}

extension PopupWindow where Content == MenuView {
  /// A menu, or the suggestions for a text field, which keeps the keyboard.
  convenience init(
    _ role: String, in area: Rect, at anchor: Rect, style: (PangoTypesetter, Double) -> MenuStyle, grabs: Bool,
    menu: (MenuStyle) -> MenuView, onEnd: @escaping (MenuView.Outcome) -> Void
  ) throws(Failure) {
    try self.init(role, .menu, in: area, at: anchor, style: style, grabs: grabs, content: menu, onEnd: onEnd)
    view.onEnd = { [unowned self] in outcome = $0 }
    view.onResize = { [unowned self] in resize() }
  }

  /// Replaces the suggestions.
  func show(_ list: SuggestionList) {
    view.show(list)
    context.setNeedsDisplay()
    draw(now: monotonicNow())
  }
}

extension MenuView {
  /// Shows suggestions in place of its entries.
  func show(_ list: SuggestionList) {
    show(list.texts.map { MenuEntry($0, .suggestion($0)) }, selected: list.selected)
  }
}

extension AccessibleNode {
  /// The node of a list in a window without the keyboard.
  fileprivate var selectedForFocused: AccessibleNode {
    var node = self
    for index in children.indices where node.children[index].states.remove(.focused) != nil {
      node.children[index].states.insert(.selected)
    }
    return node
  }
}
