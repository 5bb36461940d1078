internal import App
internal import Base
internal import Scene
internal import ScrollCore

/// What stands between a window and the views in it: hands events to the view that they are for, and what views ask for
/// to the window.
final class Stage: WindowContent, ViewHost {
  private(set) var root: View
  /// Once the window is there.
  weak var window: ProgramWindow?
  /// Whether the window is as high as its view naturally is, and follows that.
  var followsHeight = true
  /// What it was last asked to be, in pixels.
  private var wantedHeight: Double?
  /// The room on the screen.
  private var area = Size.zero
  var background: Color { didSet { window?.backgroundChanged() } }
  private var scale = 1.0
  /// Where a button went down that is held.
  private var pressed: (view: View, point: Point)?
  private weak var hovered: View?
  /// Who has the keyboard.
  private weak var focused: View?
  private var isWindowFocused = false
  private static let bindings = Bindings()

  init(_ root: View, background: Color) { (self.root, self.background) = (root, background) }

  /// The window is there: it is the view's now, which leaves where it was.
  func open(_ window: ProgramWindow) {
    self.window = window
    root.removeFromSuperview()
    root.attach(to: self)
  }

  /// Lets a view go that fills the window.
  func release(_ view: View) {
    guard view === root else { return }
    (pressed, hovered, focused) = (nil, nil, nil)
    root = View()
    view.attach(to: nil)
    root.attach(to: self)
    changed(sizes: true)
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
    (self.scale, self.area) = (scale, area)
    return LayoutPass(typesetter: typesetter, scale: scale, time: 0).size(of: root, in: area)
  }

  func naturalHeight(width: Double, in area: Size, scale: Double, with typesetter: any Typesetter) -> Double {
    (self.scale, self.area) = (scale, area)
    return LayoutPass(typesetter: typesetter, scale: scale, time: 0).size(of: root, in: area, width: width).height
  }

  func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {
    let pass = LayoutPass(typesetter: typesetter, scale: scale, time: t)
    if followsHeight { followHeight(in: frame, pass) }
    root.layOut(in: frame, pass)
  }

  /// Asks for another height where what is shown has another one now. A window that somebody else has made higher or lower
  /// stays so until then.
  private func followHeight(in frame: VisibleFrame, _ pass: LayoutPass) {
    let border = frame.outer.height - frame.inner.height
    let height = (pass.size(of: root, in: area, width: frame.inner.width).height + border).rounded(.up)
    guard height != wantedHeight else { return }
    wantedHeight = height
    if height != frame.outer.height {
      window?.context.perform(.resize(Size(width: frame.outer.width, height: max(1, height))))
    }
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
