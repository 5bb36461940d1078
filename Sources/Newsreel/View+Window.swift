internal import Base
internal import Scene
@_exported public import ScrollCore

extension View {
  /// The time of the current event, in seconds of the monotonic clock (`CLOCK_MONOTONIC`); in tests the harness's clock.
  /// Motions that begin now begin at this time.
  public final var now: Seconds {
    if let stage { return stage.time }
    lastAction = max(lastAction, monotonicNow())
    return lastAction
  }

  /// Asks for another picture: it is drawn with the next frame.
  public final func setNeedsDisplay() { stage?.changed(sizes: false) }

  /// Asks for another layout, as the view would have another size, and another picture.
  public final func setNeedsLayout() { stage?.changed(sizes: true) }

  /// The size of a line of text, in pixels; zero without an X server.
  public final func measure(_ text: Text) -> TextSize {
    let typesetter = (own as? DrawnContent)?.typesetter ?? stage?.typesetter
    return Typography(typesetter ?? Ruler.ofThread?.typesetter).size(of: text)
  }

  /// The time of day at a time of the window's clock; without a window that clock began with 1970.
  func unixTime(at t: Seconds) -> UnixTime { stage?.host?.unixTime(at: t) ?? .epoch + t }

  /// Lets the window do something on behalf of this view.
  func ask(_ action: WindowRequest) {
    guard let stage else { return }
    context.perform(action)
    stage.host?.wake()
  }

  /// The background of its subviews.
  var background: Color? { fill ?? superview?.background }

  var isSeen: Bool { !isHidden && superview?.isSeen ?? true }

  func covers(_ point: Point) -> Bool {
    !isHidden && shownFrame.contains(point) && superview?.covers(point) ?? true
  }

  /// Whether a point is over its own drawing.
  func isHit(at point: Point) -> Bool {
    guard covers(point), !(own is Nothing) else { return false }
    return (own as? DrawnContent).map { contains(point - standing.offset - $0.box.origin) } ?? true
  }
}

/// A view among those of its window.
final class ShownView: ContainedView {
  private weak let view: View?
  let context: ViewContext

  init(_ view: View, in window: ViewContext) {
    self.view = view
    context = ViewContext(in: window)
    context.owner = self
  }

  var takesKeys: Bool { view?.takesKeys ?? false }
  func contains(_ point: Point) -> Bool { view?.isHit(at: point) ?? false }
  func draw(into frame: inout Frame, at t: Seconds) { view?.draw(into: &frame, at: t) }
  // A view's events and actions use its place in the layout.

  func handle(_ event: InputEvent) -> Bool {
    view.map { $0.handle(event.moved(by: .zero - $0.standing.offset), in: context) } ?? false
  }

  func perform(_ action: ViewAction) -> Bool {
    guard let view else { return false }
    if view.perform(action) { return true }
    guard case .window(let request) = action, let stage = view.stage,
      let moved = request.moved(by: view.standing.offset)
    else { return false }
    stage.context.perform(moved)
    return true
  }

  func accessibleNode(at t: Seconds) -> AccessibleNode? {
    guard let view, view.isSeen, var node = node(of: view, at: t) else { return nil }
    if view.standing.floats { node.move(by: view.standing.offset, seenIn: view.seenArea) }
    return node
  }

  private func node(of view: View, at t: Seconds) -> AccessibleNode? {
    guard view.onClick != nil else { return view.own.accessibleNode(at: t) }
    var node = view.own.accessibleNode(at: t) ?? AccessibleNode(0, .button, "", at: view.standing.laidOut)
    if !node.actions.contains(.press) { node.actions.append(.press) }
    return node
  }

  func perform(_ action: AccessibleAction, on path: ArraySlice<Int>) -> Bool {
    guard let view else { return false }
    let isTaken = view.own.perform(action, on: path, in: context)
    return action == .press && path.isEmpty && wasClicked() || isTaken
  }

  func lostKeyboard() { view?.lostKeyboard() }

  func wasClicked() -> Bool {
    guard let onClick = view?.onClick else { return false }
    onClick()
    return true
  }
}

/// A stack's own drawing.
final class Nothing: Scene.View {
  func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {}
  func draw(into frame: inout Frame, at t: Seconds) {}
}
