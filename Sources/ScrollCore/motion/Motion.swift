/// Motion along a line in closed form: from a position and a velocity to a steady velocity.
///
/// Position and velocity at any moment follow from these numbers alone; the position has no corner anywhere
/// after `start`. Before `start` it rests at `position`.
struct Motion: Equatable, Sendable {
  /// How the velocity gets from `initial` to `final`.
  enum Change: Equatable, Sendable {
    /// By a smooth step within that many seconds.
    case ease(Seconds)
    /// Exponentially with that time constant, like something thrown.
    case decay(Seconds)
  }

  /// Seconds in which a velocity gets to a new value.
  static let easing: Seconds = 0.25

  var start: Seconds
  /// Pixels, at `start`.
  var position: Double
  /// Pixels per second at `start`.
  var initial: Double
  /// Pixels per second once the change is over.
  var final: Double
  var change = Change.ease(0)

  /// At rest for good.
  static func rest(at position: Double, since start: Seconds) -> Motion {
    steady(0, from: position, since: start)
  }

  /// With one velocity from `start` on.
  static func steady(_ velocity: Double, from position: Double, since start: Seconds) -> Motion {
    Motion(start: start, position: position, initial: velocity, final: velocity)
  }

  func position(at t: Seconds) -> Double {
    let elapsed = t - start
    guard elapsed > 0 else { return position }
    if initial == final { return position + final * elapsed }
    switch change {
    case .ease(let duration):
      guard elapsed < duration else { return position + initial.mean(final) * duration + final * (elapsed - duration) }
      let eased = Easing.smoothstepIntegral(elapsed / duration) * duration
      return position + initial * elapsed + (final - initial) * eased
    case .decay(let constant):
      return position + final * elapsed + (initial - final) * constant * (1 - Easing.exp(-elapsed / constant))
    }
  }

  func velocity(at t: Seconds) -> Double {
    let elapsed = t - start
    guard elapsed >= 0 else { return 0 }
    switch change {
    case .ease(let duration):
      guard elapsed < duration else { return final }
      return initial + (final - initial) * Easing.smoothstep(elapsed / duration)
    case .decay(let constant):
      guard elapsed < settlingTime else { return final }
      return final + (initial - final) * Easing.exp(-elapsed / constant)
    }
  }

  /// When it passes `target`, going forwards; infinity where it never does; `start` where it is there already.
  func time(reaching target: Double) -> Seconds {
    if position >= target { return start }
    let settled = start + settlingTime
    let there = position(at: settled)
    if there < target { return final > 0 ? settled + (target - there) / final : .infinity }
    // The velocity changes one way only, so before it settles the target is passed forwards at most once.
    var (low, high) = (start, settled)
    for _ in 0..<64 {
      let middle = low.mean(high)
      if position(at: middle) < target { low = middle } else { high = middle }
    }
    return high
  }

  /// The same motion with another steady velocity, reached within `duration` seconds from `t` on.
  func turning(to velocity: Double, at t: Seconds, within duration: Seconds) -> Motion {
    guard t >= start else { return .steady(velocity, from: position, since: start) }
    return Motion(
      start: t, position: position(at: t), initial: self.velocity(at: t), final: velocity, change: .ease(duration))
  }

  /// Seconds after `start` until the velocity has changed (for a decay: to a billionth).
  private var settlingTime: Seconds {
    guard initial != final else { return 0 }
    switch change {
    case .ease(let duration): return duration
    case .decay(let constant): return 24 * constant
    }
  }
}

extension Double {
  fileprivate func mean(_ other: Double) -> Double { (self + other) / 2 }
}

/// The few curves and functions that the standard library lacks.
enum Easing {
  /// 3u² - 2u³ on 0...1, flat at both ends.
  static func smoothstep(_ u: Double) -> Double { u * u * (3 - 2 * u) }

  /// The integral of `smoothstep` from 0 to u; 1/2 at 1.
  static func smoothstepIntegral(_ u: Double) -> Double { u * u * u * (1 - u / 2) }

  /// e to the power of x, to the last bits of a Double; 0 below -708 and infinity above 709.
  static func exp(_ x: Double) -> Double {
    guard x > -708 else { return 0 }
    guard x < 709 else { return .infinity }
    // x = k·ln 2 + r with |r| <= ln 2 / 2; ln 2 in two parts, so that r keeps every bit.
    let k = (x * 1.442_695_040_888_963_4).rounded()
    let r = (x - k * 0x1.62e42fee00000p-1) - k * 0x1.a39ef35793c76p-33
    var sum = 1.0
    for n in stride(from: 14.0, through: 1, by: -1) { sum = 1 + sum * r / n }
    return sum * Double(sign: .plus, exponent: Int(k), significand: 1)
  }
}
