package import ScrollCore

/// Shows a view somewhere beside its place for as long as it glides in or out; otherwise it costs nothing.
package final class GlidingView: SceneView {
  private let content: any SceneView
  private let moved = MovedFrame()
  /// The view's present distance from its place, in whole pixels; zero at rest.
  package var offset = Point.zero

  package init(_ content: any SceneView) { self.content = content }

  package func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    content.layout(in: frame, pass)
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    if offset == .zero { return content.draw(into: &frame, at: t) }
    let whole = Rect(origin: .zero, size: frame.size)
    moved.add(to: &frame, movedBy: offset, seenIn: whole, isMoving: false) { content.draw(into: &$0, at: t) }
    frame.change(at: t)
  }
}
