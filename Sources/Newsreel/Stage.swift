internal import App
internal import Base
internal import Scene
internal import ScrollCore

/// What stands between a window and the views in it: hands events to the view that they are for, and what views ask for
/// to the window.
final class Stage: WindowContent, ViewHost {
  let root: View
  /// Once the window is there.
  weak var window: ProgramWindow?
  var background: Color { didSet { window?.backgroundChanged() } }
  private var scale = 1.0
  /// Where a button went down that is held.
  private var pressed: (view: View, point: Point)?
  private weak var hovered: View?
  /// Who has the keyboard.
  private weak var focused: View?
  private var isWindowFocused = false
  private static let bindings = Bindings()

  init(_ root: View, background: Color) {
    (self.root, self.background) = (root, background)
    root.removeFromSuperview()
    root.attach(to: self)
  }

  // MARK: - For views

  var time: Seconds { window?.time ?? monotonicNow() }

  /// A view looks different, or has another size.
  func changed(sizes: Bool) {
    guard let window else { return }
    if sizes { window.context.setNeedsLayout() } else { window.context.setNeedsDisplay() }
    window.wake()
  }

  /// Asks the window for something.
  func ask(_ action: ViewAction) {
    window?.context.perform(action)
    window?.wake()
  }

  /// Tells the window where a field's caret stands.
  func showCaret(of field: TokensView) {
    if let window { field.showCaret(in: window.context) }
  }

  /// Gives the keyboard to a view.
  func focus(_ view: View, in context: ViewContext) {
    guard focused !== view else { return }
    let former = focused
    focused = view
    if let former { hand(.focused(false), to: former, in: context) }
    if isWindowFocused { hand(.focused(true), to: view, in: context) }
  }

  /// Gives the keyboard to a view, outside of any event.
  func focus(_ view: View) {
    guard let window else { return }
    focus(view, in: window.context)
    ask(.takeFocus)
  }

  // MARK: - For the window

  var view: any Scene.View { self }
  var takesText: Bool { root.all.contains(where: \.takesText) }

  func update(at t: Seconds) { for view in root.all { view.update(at: t) } }

  func perform(_ action: ViewAction) -> Bool {
    guard case .happened = action else { return false }
    for view in root.all { view.tellNews() }
    return true
  }

  // MARK: - Events

  /// Hands an event to a view, and what that asks for to itself before all others.
  @discardableResult
  private func hand(_ event: InputEvent, to view: View, in context: ViewContext) -> Bool {
    hand(to: view, in: context) {
      if view.handle(event, in: context) { return true }
      guard let command = Self.bindings.command(for: event) else { return false }
      return view.handle(.command(command, at: event.point), in: context)
    }
  }

  private func hand<Result>(to view: View, in context: ViewContext, _ body: () -> Result) -> Result {
    let before = context.takeActions()
    let result = body()
    let asked = context.takeActions()
    for action in before { context.perform(action) }
    for action in asked where !view.perform(action) { context.perform(action) }
    // The keyboard is for whoever in the window has asked for it.
    if asked.contains(.takeFocus) { focus(view, in: context) }
    return result
  }

  func hand(to view: View, _ body: (ViewContext) -> Void) {
    guard let window else { return }
    hand(to: view, in: window.context) { body(window.context) }
  }

  private func press(_ event: InputEvent, at point: Point, button: Int, in context: ViewContext) -> Bool {
    guard let view = pressed?.view ?? root.hit(point) else { return false }
    if button <= 3 {
      pressed = pressed ?? (view, point)
      if view.takesKeys { focus(view, in: context) }
    }
    return hand(event, to: view, in: context)
  }

  private func release(_ event: InputEvent, at point: Point, button: Int, in context: ViewContext) -> Bool {
    guard let (view, start) = pressed else { return false }
    pressed = nil
    let isTaken = hand(event, to: view, in: context)
    if button == 1, root.hit(point) === view, point.isNear(start) { view.onClick?() }
    hover(at: point, in: context)
    return isTaken || view.onClick != nil
  }

  /// The pointer is over another view perhaps.
  private func hover(at point: Point, in context: ViewContext) {
    let view = pressed?.view ?? root.hit(point)
    if let hovered, hovered !== view { hand(.pointerLeft, to: hovered, in: context) }
    hovered = view
    if let view { hand(.pointerMoved(point), to: view, in: context) }
  }

  private func appear(in context: ViewContext) {
    let views = root.all.filter(\.takesKeys)
    for view in views { hand(.appeared, to: view, in: context) }
    focused = focused ?? views.first
  }
}

extension Stage: Scene.View {
  func naturalSize(in area: Size, scale: Double, with typesetter: any Typesetter) -> Size {
    self.scale = scale
    return LayoutPass(typesetter: typesetter, scale: scale, time: 0).size(of: root, in: area)
  }

  func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {
    root.layOut(in: frame, LayoutPass(typesetter: typesetter, scale: scale, time: t))
  }

  func draw(into frame: inout Frame, at t: Seconds) { root.draw(into: &frame, at: t) }

  func handle(_ event: InputEvent, in context: ViewContext) -> Bool {
    switch event {
    case .pressed(let point, let button, _): return press(event, at: point, button: button, in: context)
    case .released(let point, let button, _): return release(event, at: point, button: button, in: context)
    case .pointerMoved(let point): self.hover(at: point, in: context)
    case .pointerLeft:
      if let hovered { hand(event, to: hovered, in: context) }
      hovered = nil
    case .appeared: appear(in: context)
    case .focused(let isFocused):
      isWindowFocused = isFocused
      if let focused { hand(event, to: focused, in: context) }
    case .keyPressed, .composing, .pasted, .command, .suggestionChosen:
      if let focused { hand(event, to: focused, in: context) }
    }
    // No key but Control-Q closes a program's window.
    return true
  }
}
