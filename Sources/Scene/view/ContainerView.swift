package import ScrollCore

/// One of the views in a container. What it asks for it asks of its own context, and it is the first who may do it.
package protocol ContainedView: AnyObject {
  var context: ViewContext { get }
  /// Keys mean something to it.
  var takesKeys: Bool { get }
  /// Whether something of it is seen at that point of the window.
  func contains(_ point: Point) -> Bool
  func draw(into frame: inout Frame, at t: Seconds)
  /// Takes an event; returns whether it was meant for it.
  func handle(_ event: InputEvent) -> Bool
  /// The first button went down on it and up again; returns whether that means something.
  func wasClicked() -> Bool
  /// Takes an action that it has asked for itself; false leaves it to the window.
  func perform(_ action: ViewAction) -> Bool
  /// What is seen of it; nil for nothing.
  func accessibleNode(at t: Seconds) -> AccessibleNode?
  /// Does what is asked of a thing in it: see `View`.
  func perform(_ action: AccessibleAction, on path: ArraySlice<Int>) -> Bool
}

extension ContainedView {
  package var takesKeys: Bool { true }
  package func wasClicked() -> Bool { false }
}

/// A view that shows several others: hands are for the one that they are on, and keys for the one that was clicked last, or that has
/// asked for them.
package protocol ContainerView: View {
  /// From the back to the front.
  var views: [any ContainedView] { get }
  var router: InputRouter { get }
}

extension ContainerView {
  /// Draws its views, and tells each what has happened in it.
  package func draw(into frame: inout Frame, at t: Seconds) {
    for view in views {
      let count = frame.events.count
      view.draw(into: &frame, at: t)
      guard frame.events.count > count else { continue }
      for event in frame.takeEvents(after: count) { view.context.perform(.happened(event)) }
    }
  }

  package func handle(_ event: InputEvent, in context: ViewContext) -> Bool { router.route(event, among: views) }

  /// A group of what its views show, by their numbers.
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

/// Hands events to those of several views that they are for.
package final class InputRouter {
  /// Where a button went down that is held, and at which point.
  private var pressed: (view: any ContainedView, point: Point)?
  private weak var hovered: (any ContainedView)?
  /// Who has the keyboard.
  package private(set) weak var focused: (any ContainedView)?
  package private(set) var isWindowFocused = false

  package init() {}

  /// Forgets views that have gone.
  package func reset() { (pressed, hovered, focused) = (nil, nil, nil) }

  /// Gives the keyboard to a view.
  package func focus(_ view: any ContainedView) {
    guard focused !== view else { return }
    let former = focused
    focused = view
    guard isWindowFocused else { return }
    _ = former?.handle(.focused(false))
    _ = view.handle(.focused(true))
  }

  /// Hands an event to whom it is for. Returns whether it was meant for that view.
  package func route(_ event: InputEvent, among views: [any ContainedView]) -> Bool {
    func hit(_ point: Point) -> (any ContainedView)? { views.last { $0.contains(point) } }
    switch event {
    case .pressed(let point, let button, _):
      guard let view = pressed?.view ?? hit(point) else { return false }
      if button <= Self.lastHeld {
        pressed = pressed ?? (view, point)
        if view.takesKeys { focus(view) }
      }
      return view.handle(event)
    case .released(let point, let button, _):
      guard button <= Self.lastHeld, let (view, start) = pressed else { return hit(point)?.handle(event) ?? false }
      pressed = nil
      var isTaken = view.handle(event)
      if button == 1, hit(point) === view, point.isNear(start) { isTaken = view.wasClicked() || isTaken }
      if hit(point) !== hovered { hover(hit(point), point) }
      return isTaken
    case .pointerMoved(let point): return hover(pressed?.view ?? hit(point), point)
    case .pointerLeft:
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

  /// Buttons beyond this one are not held: they are those of wheels.
  private static let lastHeld = 3

  @discardableResult
  private func hover(_ view: (any ContainedView)?, _ point: Point) -> Bool {
    if let hovered, hovered !== view { _ = hovered.handle(.pointerLeft) }
    hovered = view
    return view?.handle(.pointerMoved(point)) ?? false
  }
}
