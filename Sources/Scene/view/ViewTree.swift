package import ScrollCore

/// A view of several others.
package protocol ContainerView: SceneView {
  var tree: ViewTree { get }
}

extension ContainerView {
  package func draw(into frame: inout Frame, at t: Seconds) { tree.draw(into: &frame, at: t) }

  package func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool { tree.route(event) }

  package func accessibleNode(at t: Seconds) -> AccessibleNode? { tree.accessibleNode(at: t) }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: borrowing EventContext) -> Bool
  {
    tree.perform(action, on: path)
  }
}

/// The views of a window, the one host of all of them: draws them, passes events to them, and describes them. Pointer events go to
/// the view under the pointer, and keys to the one that was clicked last or has requested them.
package final class ViewTree {
  /// From back to front.
  package var views: [HostedView] = []
  /// The context of the window. Each view's own context belongs to it.
  package let context: ViewContext
  /// The view and point of the press, while a button is held.
  private var pressed: (view: HostedView, point: Point)?
  private weak var hovered: HostedView?
  /// The position of the pointer; nil outside of the window.
  private var pointer: Point?
  /// The view there, when it was last looked for.
  private weak var below: HostedView?
  private var isFollowing = false
  /// The view with the keyboard.
  package private(set) weak var focused: HostedView?
  package private(set) var isWindowFocused = false

  package init(in context: ViewContext = ViewContext()) { self.context = context }

  // MARK: - Drawing

  /// Draws the views, and passes each its own events.
  package func draw(into frame: inout Frame, at t: Seconds) {
    for view in views {
      let count = frame.events.count
      view.draw(into: &frame, at: t)
      guard frame.events.count > count else { continue }
      for event in frame.takeEvents(after: count) { view.context.perform(.happened(event)) }
    }
    followPointer()
  }

  // MARK: - Accessibility

  /// A group of the views' accessible trees, by index.
  package func accessibleNode(at t: Seconds) -> AccessibleNode {
    var node = AccessibleNode(0, .group, "")
    for (number, view) in views.enumerated() {
      guard var child = view.accessibleNode(at: t) else { continue }
      child.key = number
      node.children.append(child)
    }
    return node
  }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>) -> Bool {
    guard let number = path.first, views.indices.contains(number) else { return false }
    return views[number].perform(action, on: path.dropFirst())
  }

  // MARK: - Events

  /// Forgets the views that are not among its own any more.
  package func forgetOthers() {
    func isKept(_ view: HostedView) -> Bool { views.contains { $0 === view } }
    if let view = pressed?.view, !isKept(view) { pressed = nil }
    if let view = hovered, !isKept(view) { hovered = nil }
    if let view = focused, !isKept(view) { focused = nil }
  }

  /// Gives the keyboard to a view.
  package func focus(_ view: HostedView) {
    guard focused !== view else { return }
    let former = focused
    focused = view
    if isWindowFocused { _ = former?.handle(.focused(false)) }
    former?.lostKeyboard()
    // Its listener may have passed the focus on.
    if isWindowFocused, focused === view { _ = view.handle(.focused(true)) }
  }

  /// Routes an event. Returns whether it was meant for a view.
  package func route(_ event: InputEvent) -> Bool {
    func hit(_ point: Point) -> HostedView? { views.last { $0.contains(point) } }
    switch event {
    case .pressed(let point, let button, _):
      guard let view = pressed?.view ?? hit(point) else { return false }
      if button <= Self.lastHeld {
        pressed = pressed ?? (view, point)
        if view.takesKeys {
          focus(view)
          // The view that has lost it has passed it on itself.
          if focused !== view { return true }
        }
      }
      return view.handle(event)
    case .released(let point, let button, _):
      guard button <= Self.lastHeld, let (view, start) = pressed else { return hit(point)?.handle(event) ?? false }
      pressed = nil
      var isTaken = view.handle(event)
      if button == 1, hit(point) === view, point.isNear(start) { isTaken = view.wasClicked(at: point) || isTaken }
      if hit(point) !== hovered { hover(hit(point), point) }
      return isTaken
    case .pointerMoved(let point):
      (pointer, below) = (point, hit(point))
      return hover(pressed?.view ?? hit(point), point)
    case .pointerLeft:
      pointer = nil
      defer { hovered = nil }
      return hovered?.handle(event) ?? false
    case .appeared:
      for view in views where view.takesKeys { _ = view.handle(event) }
      focused = focused ?? views.first(where: \.takesKeys)
      return true
    case .command(_, let point?): return hit(point)?.handle(event) ?? false
    case .focused(let isFocused):
      isWindowFocused = isFocused
      return focused?.handle(event) ?? false
    case .keyPressed, .composing, .pasted, .suggestionChosen, .command: return focused?.handle(event) ?? false
    }
  }

  /// Tells views that have moved below a pointer at rest that it has come or gone. A window that opens below it has not moved.
  private func followPointer() {
    let view = pointer.flatMap { point in views.last { $0.contains(point) } }
    defer { (below, isFollowing) = (view, true) }
    if isFollowing, pressed == nil, let pointer, view !== below { hover(view, pointer) }
  }

  /// Higher buttons are not held, since they are wheels.
  private static let lastHeld = 3

  @discardableResult
  private func hover(_ view: HostedView?, _ point: Point) -> Bool {
    if let hovered, hovered !== view { _ = hovered.handle(.pointerLeft) }
    hovered = view
    return view?.handle(.pointerMoved(point)) ?? false
  }
}
