public import ScrollCore

/// How an animation runs from 0 to 1.
public enum Curve: Sendable {
  /// Evenly.
  case linear
  /// Slowly at first.
  case easeIn
  /// Slowly at the end.
  case easeOut
  /// Slowly at both ends.
  case easeInOut

  /// The progress at a share of the duration, both from 0 to 1.
  public func progress(at share: Double) -> Double {
    let x = share.isNaN ? 1 : min(1, max(0, share))
    switch self {
    case .linear: return x
    case .easeIn: return x * x
    case .easeOut: return x * (2 - x)
    case .easeInOut: return x * x * (3 - 2 * x)
    }
  }
}

extension View {
  /// Changes something in the course of time: any property of this view, or of others.
  ///
  ///     gauge.animate({ gauge.level = 0.8 * $0 }, duration: 0.4)
  ///
  /// The state is a function of time: before each frame `change` is called with the progress at the frame's time, from 0 to
  /// 1, and once with 1 at the end. Missed frames do not matter. Outside of a window it ends at once: begin one
  /// that repeats itself when the view is in a window.
  ///
  /// - Parameters:
  ///   - change: Sets the state for a progress.
  ///   - duration: In seconds.
  ///   - curve: How the progress runs.
  public final func animate(
    _ change: @escaping (_ progress: Double) -> Void, duration: Seconds, curve: Curve = .easeInOut
  ) {
    guard stage?.host != nil, duration > 0 else { return call { change(1) } }
    animations.append(Animation(start: now, duration: min(duration, 1e9), curve: curve, change: change))
    setNeedsDisplay()
  }

  /// Ends all animations of this view in their present state.
  public final func stopAnimations() { animations.removeAll() }

  /// Sets what animations say for their end.
  final func finishAnimations() {
    let running = animations
    animations.removeAll()
    for animation in running { animation.change(1) }
  }

  /// Sets what animations say for a time.
  final func runAnimations(to t: Seconds) {
    guard !animations.isEmpty else { return }
    let running = animations
    animations.removeAll { t >= $0.end }
    for animation in running { animation.change(animation.progress(at: t)) }
    context.setNeedsDisplay()
  }
}

/// A change in the course of time.
struct Animation {
  let start: Seconds
  let duration: Seconds
  let curve: Curve
  let change: (Double) -> Void

  var end: Seconds { start + duration }
  func progress(at t: Seconds) -> Double { t >= end ? 1 : curve.progress(at: (t - start) / duration) }
}
