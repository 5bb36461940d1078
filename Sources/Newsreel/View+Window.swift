internal import Base
package import Scene
public import ScrollCore

extension View {
  /// The time of the current event, in seconds of the monotonic clock (`CLOCK_MONOTONIC`); in tests the harness's clock.
  /// Motions that begin now begin at this time.
  public final var now: Seconds {
    if let stage { return stage.time }
    lastAction = max(lastAction, monotonicNow())
    return lastAction
  }

  /// The window that it is in; nil without one, and in a `ViewHarness` or a picture. A button closes its window by
  /// `window?.close()`.
  public final var window: Window? {
    guard let window = stage?.host as? Window, window.isOpen else { return nil }
    return window
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

  /// The colour behind its subviews: what it and the views around it are filled with, on the window's.
  var backdrop: Color? {
    let below = superview?.backdrop ?? stage?.background
    guard let ground else { return below }
    let own = ground.faded(to: seenOpacity)
    return below.map { own.over($0) } ?? own
  }

  /// With the views that it stands in.
  var seenOpacity: Double { opacity * (superview?.seenOpacity ?? 1) }

  var isSeen: Bool { !isHidden && superview?.isSeen ?? true }

  func covers(_ point: Point) -> Bool {
    !isHidden && shownFrame.contains(point) && superview?.covers(point) ?? true
  }
}

extension View: ViewOwner {
  package var isShown: Bool { isSeen }

  package func isHit(at point: Point, in hosted: HostedView) -> Bool { isHit(at: point) }

  package func receive(_ event: InputEvent, for hosted: HostedView) -> Bool {
    handle(event, in: hosted.context.event) || isScrolled(by: event)
  }

  /// Lets the scroll view around it move by a notch of the wheel that the view has no use for.
  private func isScrolled(by event: InputEvent) -> Bool {
    guard case .pressed(_, let button, _) = event, let (dx, dy) = DrawnContent.wheel(button) else { return false }
    let around = sequence(first: self, next: \.superview).dropFirst().lazy.compactMap { $0 as? ScrollView }
    return around.contains { $0.take(dx: dx, dy: dy) }
  }

  package func wasClicked(at point: Point?) -> Bool {
    guard takesClicks, let onClick else { return false }
    clickPoint = point.map { $0 - shownFrame.origin }
    defer { clickPoint = nil }
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
