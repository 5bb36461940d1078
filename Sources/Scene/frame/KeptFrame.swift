package import ScrollCore

/// The last frame of a view, and how long it is valid: the only place that decides whether to ask the view for a new one.
///
/// It is valid until its frame's `nextChange`. If only steady layers change, it runs on by itself, for a fifth of a
/// second at most. Otherwise, or if anything but time may have changed, the view is asked.
package final class KeptFrame {
  /// How to make the next picture.
  package enum Step: Equatable {
    /// The picture is still valid.
    case stay
    /// Its layers run on to this time after it was drawn.
    case runOn(Seconds)
    /// The view draws a new one.
    case redraw
  }

  package private(set) var frame: Frame
  /// When the view has drawn it; nil if the view has to be asked.
  private var time: Seconds?
  /// Until when it equals the view's while its steady layers run on.
  private var runsUntil: Seconds = .infinity

  package init(size: Size = .zero, background: Color = .clear) { frame = Frame(size: size, background: background) }

  package var size: Size {
    get { frame.size }
    set { frame.size = newValue }
  }

  package var background: Color {
    get { frame.background }
    set { frame.background = newValue }
  }

  /// Lets the view draw the picture for `t`.
  ///
  /// - Parameter isRedraw: Whether anything but time may have changed.
  package func draw(at t: Seconds, isRedraw: Bool = true, _ draw: (inout Frame) -> Void) {
    // Closures of a program may change the window meanwhile: its size and background are the next frame's.
    var drawn = Frame(size: size, background: background)
    swap(&drawn, &frame)
    drawn.clear()
    drawn.isRedraw = isRedraw
    draw(&drawn)
    (drawn.size, drawn.background) = (size, background)
    swap(&drawn, &frame)
    (time, runsUntil) = (t, frame.runsOn(from: t))
  }

  /// The view may have changed, or has been drawn elsewhere in between: it has to be asked.
  package func expire() { time = nil }

  /// Brings it to `t`, if that needs no view. Returns how.
  ///
  /// - Parameter isRedraw: Whether anything but time may have changed.
  package func advance(to t: Seconds, isRedraw: Bool) -> Step {
    let step = step(to: t, isRedraw: isRedraw)
    if case .runOn(let seconds) = step { frame.run(on: seconds) }
    return step
  }

  private func step(to t: Seconds, isRedraw: Bool) -> Step {
    guard let time, !isRedraw, t >= time else { return .redraw }
    if t < frame.nextChange { return .stay }
    return t < runsUntil ? .runOn(t - time) : .redraw
  }

  /// Whether the picture for `t` would ask the view only because this one has run on for too long. Asking earlier is better: text
  /// that approaches is measured then, and delays no frame.
  package func shouldRedrawEarly(before t: Seconds) -> Bool {
    guard t >= runsUntil, let time, runsUntil > time else { return false }
    return frame.hasRunOn && runsUntil < frame.nextTurn
  }

  /// Adds it to the frame of a container, for views beside a moving one: they are drawn again only after a change.
  package func add(to target: inout Frame, at t: Seconds, _ draw: (inout Frame) -> Void) {
    if step(to: t, isRedraw: target.isRedraw || background != target.background) != .stay {
      (size, background) = (target.size, target.background)
      self.draw(at: t, draw)
      target.takeNews(of: &frame)
    }
    target.add(frame)
  }
}

extension Frame {
  /// The limit for running on, in seconds. Text that approaches the view, and text that has left it, can wait for that
  /// long.
  private static let longestRun = 0.2

  /// Until when the frame for `t` equals the view's picture while its steady layers run on: see `run(on:)`.
  func runsOn(from t: Seconds) -> Seconds {
    guard runs < .infinity, !hasFollowers else { return t }
    for layer in layers where layer.velocity != 0 {
      guard case .copy = layer.kind, abs(layer.velocity) * Self.longestRun < Content.lookahead / 4 else { return t }
    }
    return min(nextTurn, t + Self.longestRun)
  }
}
