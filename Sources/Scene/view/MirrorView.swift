package import ScrollCore

/// Shows what another view shows, in a window that is as wide or narrower: a strip on a second monitor, in step with the
/// first one to the pixel. The other view is laid out where it is; here the part of it that can be of any width ends
/// sooner, and what is to the right of that follows.
///
/// What hands do here is for the other view, at the place that it would have there: see `inSource`.
package final class MirrorView: View {
  private let source: any View
  /// Kept, so that nothing is allocated.
  private var frame = Frame(size: .zero, background: .clear)
  private var squeeze = Squeeze(from: .zero, to: 0, stretch: nil)
  private var bounds = Rect.zero
  /// Where the other view is, in its window.
  package var sourceBounds: () -> Rect = { .zero }

  package init(of source: any View) { self.source = source }

  package func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {
    bounds = frame.inner
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    squeeze = Squeeze(from: sourceBounds(), to: bounds.width, stretch: source.stretch)
    self.frame.background = frame.background
    self.frame.clear()
    source.draw(into: &self.frame, at: t)
    frame.add(self.frame, squeezed: squeeze)
  }

  /// An event here as it would be in the other view's window.
  package func inSource(_ event: InputEvent) -> InputEvent { event.moved(by: squeeze.source(of:)) }
}

extension InputEvent {
  /// The same event with its points elsewhere.
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
