package import ScrollCore

/// Shows a view somewhere beside its place for as long as it glides in or out; otherwise it costs nothing.
package final class GlidingView: View {
  private let content: any View
  /// Kept, so that nothing is allocated.
  private var frame = Frame(size: .zero, background: .clear)
  /// How far from its place the view stands now, in whole pixels; zero where it rests there.
  package var offset = Point.zero

  package init(_ content: any View) { self.content = content }

  package func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {
    content.layout(in: frame, with: typesetter, at: t)
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    if offset == .zero { return content.draw(into: &frame, at: t) }
    self.frame.clear()
    (self.frame.size, self.frame.background, self.frame.isRedraw) = (frame.size, frame.background, frame.isRedraw)
    content.draw(into: &self.frame, at: t)
    frame.takeNews(of: &self.frame)
    frame.add(self.frame, dx: offset.x, dy: offset.y)
    frame.change(at: t)
  }
}
