package import ScrollCore

/// A view in a container. It sends actions to its own context, and may perform them before the window does.
package protocol ContainedView: AnyObject {
  var context: ViewContext { get }
  /// Whether it handles keys.
  var takesKeys: Bool { get }
  /// Whether it is visible at a point of the window.
  func contains(_ point: Point) -> Bool
  func draw(into frame: inout Frame, at t: Seconds)
  /// Handles an event. Returns whether it was meant for this view.
  func handle(_ event: InputEvent) -> Bool
  /// Handles a click of the first button. Returns whether it has an effect.
  func wasClicked() -> Bool
  /// Another view of the container has got the keyboard.
  func lostKeyboard()
  /// Performs an action of its own; false leaves it to the window.
  func perform(_ action: ViewAction) -> Bool
  /// Its accessible tree, or nil.
  func accessibleNode(at t: Seconds) -> AccessibleNode?
  /// Performs an action on a node in it: see `View`.
  func perform(_ action: AccessibleAction, on path: ArraySlice<Int>) -> Bool
}

extension ContainedView {
  package var takesKeys: Bool { true }
  package func wasClicked() -> Bool { false }
  package func lostKeyboard() {}
}

/// A view of several others. Pointer events go to the view under the pointer, and keys to the one that was clicked last
/// or has requested them.
package protocol ContainerView: View {
  /// From back to front.
  var views: [any ContainedView] { get }
  var router: InputRouter { get }
}

extension ContainerView {
  /// Draws its views, and passes each its own events.
  package func draw(into frame: inout Frame, at t: Seconds) {
    for view in views {
      let count = frame.events.count
      view.draw(into: &frame, at: t)
      guard frame.events.count > count else { continue }
      for event in frame.takeEvents(after: count) { view.context.perform(.happened(event)) }
    }
    router.followPointer(among: views)
  }

  package func handle(_ event: InputEvent, in context: ViewContext) -> Bool { router.route(event, among: views) }

  /// A group of its views' accessible trees, by index.
  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    var node = AccessibleNode(0, .group, "")
    for (number, view) in views.enumerated() {
      guard var child = view.accessibleNode(at: t) else { continue }
      child.key = number
      node.children.append(child)
    }
    return node
  }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: ViewContext) -> Bool {
    guard let number = path.first, views.indices.contains(number) else { return false }
    return views[number].perform(action, on: path.dropFirst())
  }
}

/// Routes events to the views of a container.
package final class InputRouter {
  /// The view and point of the press, while a button is held.
  private var pressed: (view: any ContainedView, point: Point)?
  private weak var hovered: (any ContainedView)?
  /// The position of the pointer; nil outside of the window.
  private var pointer: Point?
  /// The view there, when it was last looked for.
  private weak var below: (any ContainedView)?
  private var isFollowing = false
  /// The view with the keyboard.
  package private(set) weak var focused: (any ContainedView)?
  package private(set) var isWindowFocused = false

  package init() {}

  /// Forgets all views but these.
  package func keep(_ views: [any ContainedView]) {
    func isKept(_ view: any ContainedView) -> Bool { views.contains { $0 === view } }
    if let view = pressed?.view, !isKept(view) { pressed = nil }
    if let view = hovered, !isKept(view) { hovered = nil }
    if let view = focused, !isKept(view) { focused = nil }
  }

  /// Gives the keyboard to a view.
  package func focus(_ view: any ContainedView) {
    guard focused !== view else { return }
    let former = focused
    focused = view
    if isWindowFocused { _ = former?.handle(.focused(false)) }
    former?.lostKeyboard()
    // Its listener may have passed the focus on.
    if isWindowFocused, focused === view { _ = view.handle(.focused(true)) }
  }

  /// Routes an event. Returns whether it was meant for a view.
  package func route(_ event: InputEvent, among views: [any ContainedView]) -> Bool {
    func hit(_ point: Point) -> (any ContainedView)? { views.last { $0.contains(point) } }
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
      if button == 1, hit(point) === view, point.isNear(start) { isTaken = view.wasClicked() || isTaken }
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
  package func followPointer(among views: @autoclosure () -> [any ContainedView]) {
    let view = pointer.flatMap { point in views().last { $0.contains(point) } }
    defer { (below, isFollowing) = (view, true) }
    if isFollowing, pressed == nil, let pointer, view !== below { hover(view, pointer) }
  }

  /// Higher buttons are not held, since they are wheels.
  private static let lastHeld = 3

  @discardableResult
  private func hover(_ view: (any ContainedView)?, _ point: Point) -> Bool {
    if let hovered, hovered !== view { _ = hovered.handle(.pointerLeft) }
    hovered = view
    return view?.handle(.pointerMoved(point)) ?? false
  }
}
