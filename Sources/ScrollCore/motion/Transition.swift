/// A value that goes from one place to another in a finite time, and the velocity with which it does.
package struct Transition: Equatable, Sendable {
  /// How the value gets to its place.
  enum Curve: Sendable {
    /// Takes over any velocity and is critically damped within a finite time: with s = elapsed/duration it is
    /// to + (1 - s)³·(a + b·s), the cubic standing where a spring has its exponential. It ends at `to` exactly, with no
    /// velocity and no acceleration left, and passes `to` only when it arrives faster than 3·distance/duration.
    case damped
    /// The Bézier of a spin, which starts with a velocity of its own.
    case easeOut
    /// A glide: to - (1 - s)³·distance. It starts with a velocity of its own, too.
    case cubic
  }

  /// How long a glide takes, in seconds.
  package static let glideDuration: Seconds = 0.2

  let curve: Curve
  let start: Seconds
  let duration: Seconds
  let from: Double
  package let to: Double
  /// Units per second at the start; only `damped` heeds it.
  private(set) var velocity = 0.0

  /// From here on it is at `to`.
  var end: Seconds { start + duration }

  package func isMoving(at t: Seconds) -> Bool { from != to && t < end }

  package func value(at t: Seconds) -> Double {
    if t >= end { return to }
    if t <= start { return from }
    let s = (t - start) / duration
    let left = 1 - s
    switch curve {
    case .easeOut:
      return from + (to - from) * Bezier.easeOut.value(at: s)
    case .cubic:
      return from + (to - from) * (1 - left * left * left)
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
    case .easeOut:
      return (to - from) * Bezier.easeOut.slope(at: s) / duration
    case .cubic:
      return (to - from) * 3 * left * left / duration
    case .damped:
      let (a, b) = coefficients
      return left * left * (left * b - 3 * (a + b * s)) / duration
    }
  }

  /// The damped transition to `target` that goes on from where this one is at `t`, with its velocity.
  func redirected(to target: Double, at t: Seconds, duration: Seconds) -> Transition {
    Transition(curve: .damped, start: t, duration: duration, from: value(at: t), to: target, velocity: velocity(at: t))
  }

  /// Glides from where it is at `t`, slowing down; what is under way to the same place is not disturbed.
  package mutating func move(to target: Double, at t: Seconds) {
    guard target != to else { return }
    self = Transition(curve: .cubic, start: t, duration: Self.glideDuration, from: value(at: t), to: target)
  }

  private var coefficients: (a: Double, b: Double) {
    let a = from - to
    return (a, 3 * a + velocity * duration)
  }
}

extension Transition {
  /// At rest, now and at any time before.
  package init(restingAt value: Double) {
    self.init(curve: .damped, start: -.infinity, duration: 0, from: value, to: value)
  }
}

/// A timing curve: the cubic Bézier from (0, 0) to (1, 1) with two control points, as CSS's `cubic-bezier`.
/// The control points' x lie in 0...1, so that there is one y for every x.
struct Bezier: Equatable, Sendable {
  private let x: Coefficients
  private let y: Coefficients

  init(x1: Double, y1: Double, x2: Double, y2: Double) {
    x = Coefficients(x1, x2)
    y = Coefficients(y1, y2)
  }

  /// (0, 0, 0.58, 1): off at once, and slowly in.
  static let easeOut = Bezier(x1: 0, y1: 0, x2: 0.58, y2: 1)

  /// The curve's y at `fraction` of the time; 0 before and 1 after it.
  func value(at fraction: Double) -> Double {
    if fraction <= 0 { return 0 }
    if fraction >= 1 { return 1 }
    return y.value(parameter(at: fraction))
  }

  /// dy/dx at `fraction` of the time; 0 after it.
  func slope(at fraction: Double) -> Double {
    if fraction >= 1 { return 0 }
    let u = parameter(at: max(0, fraction))
    let (dx, dy) = (x.slope(u), y.slope(u))
    if dx > 1e-9 { return dy / dx }
    // A control point on the end: the direction there is that of the next one.
    return x.square > 0 ? y.square / x.square : 0
  }

  /// The parameter whose x is `target`, to the last bits: Newton's method, held in a bracket that bisection shrinks.
  private func parameter(at target: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    var u = target
    for _ in 0..<80 {
      let error = x.value(u) - target
      if error == 0 { return u }
      if error < 0 { low = u } else { high = u }
      let slope = x.slope(u)
      var next = slope > 0 ? u - error / slope : low
      if !(next > low && next < high) { next = low + (high - low) / 2 }
      if next == u || next == low || next == high { return next }
      u = next
    }
    return u
  }

  /// u·linear + u²·square + u³·cube.
  private struct Coefficients: Equatable {
    let linear: Double
    let square: Double
    let cube: Double

    init(_ first: Double, _ second: Double) {
      linear = 3 * first
      square = 3 * second - 6 * first
      cube = 1 - 3 * second + 3 * first
    }

    func value(_ u: Double) -> Double { ((cube * u + square) * u + linear) * u }
    func slope(_ u: Double) -> Double { (3 * cube * u + 2 * square) * u + linear }
  }
}
