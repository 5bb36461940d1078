package import ScrollCore

/// What a view showed last, and for how long that will do: the one place that decides whether it is asked for another picture.
///
/// A picture stays as it is until its frame's `nextChange`. Where all that changes is that layers run on steadily, the frame
/// runs on by itself, for a fifth of a second at most. Otherwise, and where anything but time may have changed, the view is
/// asked.
package struct PictureAge {
  /// How the picture for another moment comes about.
  package enum Step: Equatable {
    /// The picture stays as it is.
    case stay
    /// Its layers run on, so many seconds after it was drawn.
    case runOn(Seconds)
    /// The view draws another one.
    case redraw
  }

  /// When the view was asked; nil where it has to be asked again.
  private var time: Seconds?
  private var (nextChange, nextTurn, runsUntil) = (Seconds.infinity, Seconds.infinity, Seconds.infinity)

  package init() {}

  /// The view has drawn a frame for `t`.
  package mutating func drew(_ frame: borrowing Frame, at t: Seconds) {
    (time, nextChange, nextTurn, runsUntil) = (t, frame.nextChange, frame.nextTurn, frame.runsOn(from: t))
  }

  /// The view may have been changed, or be drawn for somebody else besides: it is asked the next time.
  package mutating func expire() { time = nil }

  /// What the picture for `t` takes.
  ///
  /// - Parameter isRedraw: Whether anything but time may have changed.
  package func step(to t: Seconds, isRedraw: Bool) -> Step {
    guard let time, !isRedraw, t >= time else { return .redraw }
    if t < nextChange { return .stay }
    return t < runsUntil ? .runOn(t - time) : .redraw
  }

  /// Whether the next picture, for `t`, would ask the view only because the last one has run on for so long. It is better asked
  /// before: text that comes near is measured then, and delays no frame.
  package func shouldRedrawEarly(before t: Seconds) -> Bool {
    guard let time else { return false }
    return runsUntil > time && runsUntil < nextTurn && t >= runsUntil
  }
}

extension Frame {
  /// Seconds for which it may run on: what comes near the view meanwhile, and what has left it, can wait for so long.
  private static let longestRun = 0.2

  /// Until when, filled for `t`, it shows what the view would draw, as long as its steady layers run on: see `run(on:)`.
  package func runsOn(from t: Seconds) -> Seconds {
    guard runs < .infinity, !hasFollowers else { return t }
    for layer in layers where layer.velocity != 0 {
      guard case .copy = layer.kind, abs(layer.velocity) * Self.longestRun < Content.lookahead / 4 else { return t }
    }
    return min(nextTurn, t + Self.longestRun)
  }
}

/// What views add to a frame that stand beside one that moves: they are drawn once, and again when one of them changes.
package final class KeptFrame {
  private var frame = Frame(size: .zero, background: .clear)
  private var age = PictureAge()

  package init() {}

  /// The views have been changed without the window being told.
  package func forget() { age.expire() }

  /// Adds what `draw` adds, or has added the last time.
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
