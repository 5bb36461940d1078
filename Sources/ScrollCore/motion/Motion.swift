/// Motion along a line in closed form: from a position and a velocity to a steady velocity.
///
/// Position and velocity follow from these numbers at any time. The position is smooth after `start`, and rests at
/// `position` before it.
struct Motion: Equatable, Sendable {
  /// How the velocity changes from `initial` to `final`.
  enum Change: Equatable, Sendable {
    /// By a smoothstep, 3u² - 2u³, over this duration.
    case ease(Seconds)
    /// Exponentially with this time constant, like something thrown.
    case decay(Seconds)
    /// Exponentially to rest with this time constant; the change to the final velocity starts `until` seconds after the
    /// start.
    case pause(Seconds, until: Seconds)
  }

  /// The seconds that a change of velocity takes.
  static let easing: Seconds = 0.25

  /// Thirty thousand years. Motion ends then, so that all numbers stay finite.
  private static let longest: Seconds = 1e12

  var start: Seconds
  /// Pixels, at `start`.
  var position: Double
  /// Pixels per second at `start`.
  var initial: Double
  /// Pixels per second once the change is over.
  var final: Double
  var change = Change.ease(0)

  /// At rest.
  static func rest(at position: Double, since start: Seconds) -> Motion {
    steady(0, from: position, since: start)
  }

  /// With a constant velocity from `start` on.
  static func steady(_ velocity: Double, from position: Double, since start: Seconds) -> Motion {
    Motion(start: start, position: position, initial: velocity, final: velocity)
  }

  func position(at t: Seconds) -> Double {
    let elapsed = min(t - start, Self.longest)
    guard elapsed > 0 else { return position }
    switch change {
    case .pause(let constant, let rest):
      let run = position + initial * constant * (1 - exp(-min(elapsed, rest) / constant))
      guard elapsed > rest else { return run }
      return Motion(
        start: start + rest, position: run, initial: initial * exp(-rest / constant), final: final,
        change: .ease(Self.easing)
      ).position(at: t)
    case .ease, .decay: if initial == final { return position + final * elapsed }
    }
    switch change {
    case .pause: return position
    case .ease(let duration):
      guard elapsed < duration else { return position + initial.mean(final) * duration + final * (elapsed - duration) }
      // The integral of the smoothstep, which is 1/2 at its end.
      let u = elapsed / duration
      let eased = u * u * u * (1 - u / 2) * duration
      return position + initial * elapsed + (final - initial) * eased
    case .decay(let constant):
      return position + final * elapsed + (initial - final) * constant * (1 - exp(-elapsed / constant))
    }
  }

  func velocity(at t: Seconds) -> Double {
    let elapsed = t - start
    guard elapsed >= 0 else { return 0 }
    switch change {
    case .ease(let duration):
      guard elapsed < duration else { return final }
      let u = elapsed / duration
      return initial + (final - initial) * (u * u * (3 - 2 * u))
    case .decay(let constant):
      guard elapsed < settlingTime else { return final }
      return final + (initial - final) * exp(-elapsed / constant)
    case .pause(let constant, let rest):
      guard elapsed > rest else { return initial * exp(-elapsed / constant) }
      let left = Motion(
        start: start + rest, position: 0, initial: initial * exp(-rest / constant), final: final,
        change: .ease(Self.easing))
      return left.velocity(at: t)
    }
  }

  /// When it first passes `target` going forwards: `start` if it is already there, infinity if never.
  func time(reaching target: Double) -> Seconds {
    position >= target ? start : time(passing: target, after: start)
  }

  /// When it passes `target` next after `t`, forwards or back; infinity if never.
  func time(passing target: Double, after t: Seconds) -> Seconds {
    let sign = target >= position(at: t) ? 1.0 : -1.0
    let settled = max(t, start + settlingTime)
    let rest = (target - position(at: settled)) * sign
    if rest > 0 { return final * sign > 0 ? settled + rest / abs(final) : .infinity }
    // The velocity changes monotonically, so the target is passed at most once that way before it settles.
    var (low, high) = (t, settled)
    for _ in 0..<64 {
      let middle = low.mean(high)
      if (target - position(at: middle)) * sign > 0 { low = middle } else { high = middle }
    }
    return high
  }

  /// The motion with another steady velocity, reached within `duration` seconds from `t` on. This ends a glide or a
  /// throw.
  func turning(to velocity: Double, at t: Seconds, within duration: Seconds) -> Motion {
    guard t >= start else { return .steady(velocity, from: position, since: start) }
    return Motion(
      start: t, position: position(at: t), initial: ownVelocity(at: t), final: velocity, change: .ease(duration))
  }

  /// The motion with another steady velocity once a glide or a throw is over.
  func ending(with velocity: Double, at t: Seconds, within duration: Seconds) -> Motion {
    var motion = self
    motion.final = velocity
    switch change {
    case .decay where t > start && !isSteady(at: t):
      return motion.moved(to: position(at: t), initial: self.velocity(at: t), at: t)
    case .pause(_, let rest) where t > start + rest: break
    case .decay where t <= start, .pause: return motion
    case .decay, .ease: break
    }
    return turning(to: velocity, at: t, within: duration)
  }

  private func moved(to position: Double, initial: Double, at t: Seconds) -> Motion {
    Motion(start: t, position: position, initial: initial, final: final, change: change)
  }

  /// The velocity without the user's throw: between 0 and the steady one during a glide or a throw.
  func ownVelocity(at t: Seconds) -> Double {
    let velocity = velocity(at: t)
    switch change {
    case .ease: return velocity
    case .pause(_, let rest) where t > start + rest: return velocity
    case .decay, .pause: break
    }
    return min(max(velocity, min(0, final)), max(0, final))
  }

  /// The time at which it starts again, while it is pausing; otherwise nil.
  func restEnd(at t: Seconds, below velocity: Double) -> Seconds? {
    guard case .pause(_, let rest) = change, t < start + rest, abs(self.velocity(at: t)) < velocity else { return nil }
    return start + rest
  }

  /// Whether it has its final velocity at `t`.
  func isSteady(at t: Seconds) -> Bool { t >= start + settlingTime }

  /// Seconds after `start` until the velocity is final (for a decay: to a billionth).
  var settlingTime: Seconds {
    if case .pause(_, let rest) = change { return rest + Self.easing }
    guard initial != final else { return 0 }
    switch change {
    case .ease(let duration): return duration
    case .decay(let constant): return 24 * constant
    case .pause(_, let rest): return rest + Self.easing
    }
  }
}

/// Motion with a constant velocity and nothing else changing.
package struct SteadyRun: Equatable, Sendable {
  /// Pixels per second on the screen, to the right or down.
  package let velocity: Double
  /// When it ends; may be infinity.
  package let end: Seconds

  package init(velocity: Double, end: Seconds?) { (self.velocity, self.end) = (velocity, end ?? .infinity) }
}

/// The nearest speed at which something moves equally far with every refresh: a multiple of `step`, the speed of the
/// smallest distance per refresh. For slower speeds, one that moves equally often.
///
/// - Parameter step: In pixels per second; 0 allows any speed.
package func evenSpeed(nearest speed: Double, step: Double) -> Double {
  guard step > 0, speed > 0 else { return speed }
  return speed < step ? step / (step / speed).rounded() : (speed / step).rounded() * step
}

/// A speed near one that nobody has set, at which text shows as few fractions of a pixel as possible, each as often.
///
/// - Parameter rate: Refreshes a second; 0 if unknown: then it is the speed itself.
package func freeSpeed(near speed: Double, rate: Double) -> Double {
  guard rate > 0, speed > 0 else { return speed }
  for fractions in [1.0, 2, 4, 8] {
    let step = rate / fractions
    let even = (speed / step).rounded() * step
    // About a tenth, which nobody sees: at 40 px of height and 59.94 Hz it is a little more.
    if abs(even - speed) <= 0.105 * speed { return even }
  }
  return speed
}

extension Double {
  fileprivate func mean(_ other: Double) -> Double { (self + other) / 2 }
}

/// e to the power of x, to full Double precision; 0 below -708 and infinity above 709.
private func exp(_ x: Double) -> Double {
  guard x > -708 else { return 0 }
  guard x < 709 else { return .infinity }
  // x = k·ln 2 + r with |r| <= ln 2 / 2. ln 2 is in two parts to keep all bits of r.
  let k = (x * 1.442_695_040_888_963_4).rounded()
  let r = (x - k * 0x1.62e42fee00000p-1) - k * 0x1.a39ef35793c76p-33
  var sum = 1.0
  for n in stride(from: 14.0, through: 1, by: -1) { sum = 1 + sum * r / n }
  return sum * Double(sign: .plus, exponent: Int(k), significand: 1)
}

/// A value's change to another one in a finite time, with its velocity.
package struct Transition: Equatable, Sendable {
  /// The shape of the change.
  enum Curve: Sendable {
    /// Continues with any velocity, critically damped within a finite time. With s = elapsed/duration it is to + (1 -
    /// s)³·(a + b·s), the cubic replacing a spring's exponential. It ends at `to` exactly, with zero velocity and
    /// acceleration. It overshoots only if it arrives faster than 3·distance/duration.
    case damped
    /// A spin's Bézier, with an initial velocity of its own.
    case easeOut
  }

  /// The duration of a glide.
  package static let glideDuration: Seconds = 0.2

  let curve: Curve
  let start: Seconds
  let duration: Seconds
  let from: Double
  package let to: Double
  /// In units per second at the start; only `damped` uses it.
  private(set) var velocity = 0.0

  /// It is at `to` from then on.
  var end: Seconds { start + duration }

  package func isMoving(at t: Seconds) -> Bool { from != to && t < end }

  package func value(at t: Seconds) -> Double {
    if t >= end { return to }
    if t <= start { return from }
    let s = (t - start) / duration
    let left = 1 - s
    switch curve {
    case .easeOut: return from + (to - from) * EaseOut.value(at: s)
    case .damped:
      let (a, b) = coefficients
      return to + left * left * left * (a + b * s)
    }
  }

  /// Units per second.
  func velocity(at t: Seconds) -> Double {
    if t >= end || t < start { return 0 }
    let s = (t - start) / duration
    let left = 1 - s
    switch curve {
    case .easeOut: return (to - from) * EaseOut.slope(at: s) / duration
    case .damped:
      let (a, b) = coefficients
      return left * left * (left * b - 3 * (a + b * s)) / duration
    }
  }

  /// The damped transition to `target` that continues this one at `t`, with its velocity.
  func redirected(to target: Double, at t: Seconds, duration: Seconds) -> Transition {
    Transition(curve: .damped, start: t, duration: duration, from: value(at: t), to: target, velocity: velocity(at: t))
  }

  /// Glides to `target` from the value at `t`, slowing down as to - (1 - s)³·distance. A transition to the same target
  /// continues.
  package mutating func move(to target: Double, at t: Seconds) {
    guard target != to else { return }
    let from = value(at: t)
    self = Transition(
      curve: .damped, start: t, duration: Self.glideDuration, from: from, to: target,
      velocity: 3 * (target - from) / Self.glideDuration)
  }

  private var coefficients: (a: Double, b: Double) {
    let a = from - to
    return (a, 3 * a + velocity * duration)
  }
}

extension Transition {
  /// At rest at all times.
  package init(restingAt value: Double) {
    self.init(curve: .damped, start: -.infinity, duration: 0, from: value, to: value)
  }
}

/// The timing curve of a spin, CSS's `cubic-bezier(0, 0, 0.58, 1)`: a fast start and a slow end. With a parameter u
/// from 0 to 1, x is 1.74u² - 0.74u³ and y is 3u² - 2u³.
enum EaseOut {
  /// The curve's y at a fraction of the time; 0 before and 1 after.
  static func value(at fraction: Double) -> Double {
    if fraction <= 0 { return 0 }
    if fraction >= 1 { return 1 }
    let u = parameter(at: fraction)
    return (3 - 2 * u) * u * u
  }

  /// dy/dx at a fraction of the time; 0 after the end.
  static func slope(at fraction: Double) -> Double {
    if fraction >= 1 { return 0 }
    let u = parameter(at: max(0, fraction))
    return 6 * (1 - u) / (3.48 - 2.22 * u)
  }

  /// The parameter whose x is `target`, to full precision: Newton's method in a bracket narrowed by bisection.
  private static func parameter(at target: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    var u = target
    for _ in 0..<80 {
      let error = (1.74 - 0.74 * u) * u * u - target
      if error == 0 { return u }
      if error < 0 { low = u } else { high = u }
      var next = u - error / ((3.48 - 2.22 * u) * u)
      if !(next > low && next < high) { next = low.mean(high) }
      if next == u || next == low || next == high { return next }
      u = next
    }
    return u
  }
}
