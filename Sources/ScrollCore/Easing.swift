/// The few curves and functions that the standard library lacks.
public enum Easing {
  /// 3u² - 2u³ on 0...1, flat at both ends.
  static func smoothstep(_ u: Double) -> Double { u * u * (3 - 2 * u) }

  /// The integral of `smoothstep` from 0 to u; 1/2 at 1.
  static func smoothstepIntegral(_ u: Double) -> Double { u * u * u * (1 - u / 2) }

  /// e to the power of x, to the last bits of a Double; 0 below -708 and infinity above 709.
  public static func exp(_ x: Double) -> Double {
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
