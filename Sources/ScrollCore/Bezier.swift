/// A timing curve: the cubic Bézier from (0, 0) to (1, 1) with two control points, as CSS's `cubic-bezier`.
/// The control points' x lie in 0...1, so that there is one y for every x.
public struct Bezier: Equatable, Sendable {
  private let x: Coefficients
  private let y: Coefficients

  public init(x1: Double, y1: Double, x2: Double, y2: Double) {
    x = Coefficients(x1, x2)
    y = Coefficients(y1, y2)
  }

  /// (0, 0, 0.58, 1): off at once, and slowly in.
  public static let easeOut = Bezier(x1: 0, y1: 0, x2: 0.58, y2: 1)

  /// The curve's y at `fraction` of the time; 0 before and 1 after it.
  public func value(at fraction: Double) -> Double {
    if fraction <= 0 { return 0 }
    if fraction >= 1 { return 1 }
    return y.value(parameter(at: fraction))
  }

  /// dy/dx at `fraction` of the time; 0 after it.
  public func slope(at fraction: Double) -> Double {
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
