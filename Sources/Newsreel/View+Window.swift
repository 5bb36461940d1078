internal import Base
package import Scene
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
    Typography(typesetter ?? Ruler.ofThread?.typesetter).size(of: text)
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
}

extension View: ViewOwner {
  package var isShown: Bool { isSeen }

  package func isHit(at point: Point, in hosted: HostedView) -> Bool { isHit(at: point) }

  package func receive(_ event: InputEvent, for hosted: HostedView) -> Bool { handle(event, in: hosted.context.event) }

  package func wasClicked() -> Bool {
    guard let onClick else { return false }
    onClick()
    return true
  }

  package func takeKeyboard(for hosted: HostedView) { stage?.takeKeyboard(self) }

  package func described(_ node: AccessibleNode?) -> AccessibleNode? {
    guard onClick != nil else { return node }
    var node = node ?? AccessibleNode(0, .button, "", at: standing.laidOut)
    if !node.actions.contains(.press) { node.actions.append(.press) }
    return node
  }
}
