internal import Glibc
internal import ScrollCore

/// The transfer curve between a screen's code values and its light, as tables.
///
/// It is sRGB's (IEC 61966-2-1) for an exponent of 2.4: a power with a linear toe. For other exponents the toe ends
/// smoothly at the same code value. With 1 it is linear: code values themselves are mixed.
package final class LightCurve {
  /// sRGB's own exponent.
  package static let standardExponent = 2.4
  package static let exponents = 1.0...3

  /// For each code value, 0 to `full`.
  let light: [UInt16]
  /// For each light, in steps of `step`.
  private let codes: [UInt8]
  let exponent: Double
  /// How much wider black text on white becomes, in 64ths of a pixel.
  private let darkWeight: Int

  static let full = 65535
  /// Fine enough: the darkest code values are 20 units of light apart.
  private static let step = 8

  package convenience init(exponent: Double = standardExponent) {
    self.init(exponent: exponent, darkWeight: exponent > 1 ? 12 : 0)
  }

  init(exponent: Double, darkWeight: Int) {
    self.exponent = min(Self.exponents.upperBound, max(Self.exponents.lowerBound, exponent))
    self.darkWeight = darkWeight
    let exponent = self.exponent
    light = (0...255).map { UInt16((Self.light(Double($0) / 255, exponent) * Double(Self.full)).rounded()) }
    var codes = [UInt8](repeating: 255, count: Self.full / Self.step + 1)
    var next = 0
    for code in 0..<255 {
      let end = Self.light((Double(code) + 0.5) / 255, exponent) * Double(Self.full)
      while next < codes.count, Double(next * Self.step + Self.step / 2) < end {
        codes[next] = UInt8(code)
        next += 1
      }
    }
    self.codes = codes
  }

  /// How much a text's outlines grow, in 64ths of a pixel: 12 (Yg - Yt) for the luminances of background and text, if
  /// the background is lighter.
  ///
  /// In linear light, dark text on light has its font's true width. It looks thin to eyes used to mixed code values,
  /// which add twice as much: 3/8 of a pixel. The outline grows, so the gain is the same at every subpixel position.
  func weight(of text: Color, on ground: Color?) -> Int {
    guard let ground else { return 0 }
    return Int((Double(darkWeight) * max(0, ground.luminance - text.luminance)).rounded())
  }

  /// The code value nearest to that light.
  func code(_ light: Int) -> Int { Int(codes[light / Self.step]) }

  /// The light of a code value, both from 0 to 1.
  func light(_ code: Double) -> Double { Self.light(code, exponent) }

  /// The code value of a light, both from 0 to 1.
  func code(ofLight light: Double) -> Double {
    let offset = Self.offset(exponent)
    let toe = Self.light(Self.toe, exponent)
    return light <= toe ? light / toe * Self.toe : (1 + offset) * pow(light, 1 / exponent) - offset
  }

  /// The end of the toe: 0.055 / 1.4.
  private static let toe = 0.055 / (standardExponent - 1)
  private static func offset(_ exponent: Double) -> Double { toe * (exponent - 1) }

  private static func light(_ code: Double, _ exponent: Double) -> Double {
    let offset = offset(exponent)
    let straight = max(code, toe)
    let curve = pow((straight + offset) / (1 + offset), exponent)
    return code < toe ? curve * code / toe : curve
  }
}
