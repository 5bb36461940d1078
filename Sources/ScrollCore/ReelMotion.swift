/// A value that goes from one place to another in a finite time, and the velocity with which it does.
///
/// `damped` takes over any velocity and is critically damped within a finite time: with s = elapsed/duration it is
/// to + (1 - s)³·(a + b·s), the cubic standing where a spring has its exponential. It ends at `to` exactly, with no
/// velocity and no acceleration left, and passes `to` only when it arrives faster than 3·distance/duration.
/// `easeOut` is the Bézier of a spin; it starts with a velocity of its own.
struct ReelMotion: Equatable, Sendable {
  enum Curve: Sendable {
    case damped, easeOut
  }

  let curve: Curve
  let start: Seconds
  let duration: Seconds
  let from: Double
  let to: Double
  /// Units a second at the start; only `damped` heeds it.
  let velocity: Double

  init(
    _ curve: Curve, start: Seconds, duration: Seconds, from: Double, to: Double, velocity: Double = 0
  ) {
    self.curve = curve
    self.start = start
    self.duration = duration
    self.from = from
    self.to = to
    self.velocity = velocity
  }

  /// Standing still, and always having stood.
  init(restingAt value: Double) {
    self.init(.damped, start: -.infinity, duration: 0, from: value, to: value)
  }

  /// From here on it is at `to`.
  var end: Seconds { start + duration }

  func value(at t: Seconds) -> Double {
    if t >= end { return to }
    if t <= start { return from }
    let s = (t - start) / duration
    switch curve {
    case .easeOut:
      return from + (to - from) * Bezier.easeOut.value(at: s)
    case .damped:
      let (a, b) = coefficients
      let left = 1 - s
      return to + left * left * left * (a + b * s)
    }
  }

  /// Units a second.
  func velocity(at t: Seconds) -> Double {
    if t >= end { return 0 }
    if t < start { return 0 }
    let s = (t - start) / duration
    switch curve {
    case .easeOut:
      return (to - from) * Bezier.easeOut.slope(at: s) / duration
    case .damped:
      let (a, b) = coefficients
      let left = 1 - s
      return left * left * (left * b - 3 * (a + b * s)) / duration
    }
  }

  /// The damped motion to `target` that goes on from where this one is at `t`, with its velocity.
  func redirected(to target: Double, at t: Seconds, duration: Seconds) -> ReelMotion {
    ReelMotion(
      .damped, start: t, duration: duration, from: value(at: t), to: target, velocity: velocity(at: t))
  }

  private var coefficients: (a: Double, b: Double) {
    let a = from - to
    return (a, 3 * a + velocity * duration)
  }
}
