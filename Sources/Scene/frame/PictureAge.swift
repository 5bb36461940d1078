package import ScrollCore

/// The last picture of a view, and how long it is valid: the only place that decides whether to ask the view for a new
/// one.
///
/// A picture is valid until its frame's `nextChange`. If only steady layers change, the frame runs on by itself, for a
/// fifth of a second at most. Otherwise, or if anything but time may have changed, the view is asked.
package struct PictureAge {
  /// How to make the next picture.
  package enum Step: Equatable {
    /// The picture is still valid.
    case stay
    /// Its layers run on to this time after it was drawn.
    case runOn(Seconds)
    /// The view draws a new one.
    case redraw
  }

  /// The time of the last picture; nil if the view has to be asked.
  private var time: Seconds?
  private var (nextChange, nextTurn, runsUntil) = (Seconds.infinity, Seconds.infinity, Seconds.infinity)

  package init() {}

  /// Records that the view has drawn a frame for `t`.
  package mutating func drew(_ frame: borrowing Frame, at t: Seconds) {
    (time, nextChange, nextTurn, runsUntil) = (t, frame.nextChange, frame.nextTurn, frame.runsOn(from: t))
  }

  /// Invalidates the picture: the view may have changed, or has been drawn elsewhere in between.
  package mutating func expire() { time = nil }

  /// How to make the picture for `t`.
  ///
  /// - Parameter isRedraw: Whether anything but time may have changed.
  package func step(to t: Seconds, isRedraw: Bool) -> Step {
    guard let time, !isRedraw, t >= time else { return .redraw }
    if t < nextChange { return .stay }
    return t < runsUntil ? .runOn(t - time) : .redraw
  }

  /// Whether the picture for `t` would ask the view only because the last one has run on for too long. Asking earlier
  /// is better: text that approaches is measured then, and delays no frame.
  package func shouldRedrawEarly(before t: Seconds) -> Bool {
    guard let time else { return false }
    return runsUntil > time && runsUntil < nextTurn && t >= runsUntil
  }
}

extension Frame {
  /// The limit for running on, in seconds. Text that approaches the view, and text that has left it, can wait for that
  /// long.
  private static let longestRun = 0.2

  /// Until when the frame for `t` equals the view's picture while its steady layers run on: see `run(on:)`.
  package func runsOn(from t: Seconds) -> Seconds {
    guard runs < .infinity, !hasFollowers else { return t }
    for layer in layers where layer.velocity != 0 {
      guard case .copy = layer.kind, abs(layer.velocity) * Self.longestRun < Content.lookahead / 4 else { return t }
    }
    return min(nextTurn, t + Self.longestRun)
  }
}

/// The layers of views beside a moving one: drawn once, and again after a change.
package final class KeptFrame {
  private var frame = Frame(size: .zero, background: .clear)
  private var age = PictureAge()

  package init() {}

  /// Invalidates it after a change that was not reported to the window.
  package func forget() { age.expire() }

  /// Adds the layers of `draw`, cached if they are valid.
  package func add(to target: inout Frame, at t: Seconds, _ draw: (inout Frame) -> Void) {
    if age.step(to: t, isRedraw: target.isRedraw || frame.background != target.background) != .stay {
      frame.clear()
      (frame.size, frame.background) = (target.size, target.background)
      draw(&frame)
      age.drew(frame, at: t)
      target.takeNews(of: &frame)
    }
    target.add(frame)
  }
}
