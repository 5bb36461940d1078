package import ScrollCore

/// Shows the content of another view in a window of the same width or less: a strip on a second monitor, in step to the
/// pixel. The other view is laid out in its own window, with parts that fit the narrowest one (`SceneView.fit(toLess:)`); here
/// its flexible part is shorter, and the parts to the right of that move left.
///
/// Input goes to the other view, at the corresponding place: see `inSource`.
package final class MirrorView: SceneView {
  private let source: any SceneView
  /// Reused, so that nothing is allocated.
  private var frame = Frame(size: .zero, background: .clear)
  private var squeeze = Squeeze(from: .zero, to: 0, stretch: nil)
  private var bounds = Rect.zero
  /// Returns the other view's place in its window.
  package var sourceBounds: () -> Rect = { .zero }

  package init(of source: any SceneView) { self.source = source }

  package func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    bounds = frame.inner
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    squeeze = Squeeze(from: sourceBounds(), to: bounds.width, stretch: source.stretch)
    self.frame.background = frame.background
    self.frame.clear()
    source.draw(into: &self.frame, at: t)
    frame.add(self.frame, squeezed: squeeze)
  }

  /// Where a place in the other view's window is shown here, or nil.
  package func place(of source: Rect) -> Rect? { squeeze.place(source)?.clip }

  /// Converts an event to the other view's window.
  package func inSource(_ event: InputEvent) -> InputEvent { event.moved(by: squeeze.source(of:)) }
}

extension InputEvent {
  /// Returns the event with its points moved.
  fileprivate func moved(by place: (Point) -> Point) -> InputEvent {
    switch self {
    case .pressed(let point, let button, let modifiers):
      .pressed(place(point), button: button, modifiers: modifiers)
    case .released(let point, let button, let modifiers):
      .released(place(point), button: button, modifiers: modifiers)
    case .pointerMoved(let point): .pointerMoved(place(point))
    case .command(let command, let point): .command(command, at: point.map(place))
    default: self
    }
  }
}
