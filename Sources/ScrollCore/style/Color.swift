/// A colour in sRGB, eight bits a channel, not premultiplied. `alpha` 255 is opaque.
public struct Color: Equatable, Hashable, Sendable {
  /// 0 to 255, in sRGB.
  public var red: UInt8
  /// 0 to 255.
  public var green: UInt8
  /// 0 to 255.
  public var blue: UInt8
  /// 0 is transparent, 255 opaque. The other channels are not premultiplied.
  public var alpha: UInt8

  /// A colour from its channels, each 0 to 255.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// `0xrrggbb`, opaque.
  public init(rgb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  /// #000000
  public static let black = Color(rgb: 0x000000)
  /// #ffffff
  public static let white = Color(rgb: 0xffffff)
  /// Fully transparent black.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// Whether it is opaque.
  public var isOpaque: Bool { alpha == 255 }

  /// The colour as a content's background; nil if it is translucent. A translucent colour is drawn once, behind all
  /// contents: drawn over itself it would be twice as dense.
  package var solid: Color? { isOpaque ? self : nil }

  /// The same colour without its alpha.
  public var opaque: Color { Color(red: red, green: green, blue: blue) }

  /// WCAG's relative luminance: 0 black, 1 white. Alpha is ignored.
  public var luminance: Double {
    0.2126 * linearLight(red) + 0.7152 * linearLight(green) + 0.0722 * linearLight(blue)
  }

  /// WCAG's contrast ratio, 1 to 21, of this colour as it looks on an opaque background. Text needs 4.5 (AA) or 7 (AAA).
  public func contrast(on background: Color) -> Double {
    let (a, b) = (over(background).luminance, background.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// This colour composited over `background`.
  public func over(_ background: Color) -> Color {
    blended(weight: Double(alpha), with: background, weight: Double(background.alpha) * (1 - Double(alpha) / 255))
  }

  /// Interpolates from this colour (`share` 0) to another (1), channel by channel. Colours are weighted by alpha, so
  /// that a transparent end adds its alpha but not its hue.
  public func mixed(with other: Color, share: Double) -> Color {
    let share = share > 0 ? min(1, share) : 0
    return blended(weight: Double(alpha) * (1 - share), with: other, weight: Double(other.alpha) * share)
  }

  /// The weighted mean of both. Its alpha is the sum of the weights, 0 to 255.
  private func blended(weight a: Double, with other: Color, weight b: Double) -> Color {
    guard a + b > 0 else { return .clear }
    func channel(_ x: UInt8, _ y: UInt8) -> UInt8 { UInt8(((Double(x) * a + Double(y) * b) / (a + b)).rounded()) }
    return Color(
      red: channel(red, other.red), green: channel(green, other.green), blue: channel(blue, other.blue),
      alpha: UInt8((a + b).rounded()))
  }

  /// The lightest colour of this hue, at most as light as this one, with at least `contrast` on a light background.
  /// Lowers lightness in OKLab, and chroma only as far as sRGB demands. Black if even that is too light. Alpha stays.
  public func darkened(toContrast contrast: Double, against background: Color) -> Color {
    func reaches(_ color: Color) -> Bool { color.contrast(on: background) >= contrast }
    if reaches(self) { return self }
    let lab = OKLab(self)
    var (dark, light) = (0.0, lab.lightness)
    for _ in 0..<24 {
      let middle = (dark + light) / 2
      if reaches(lab.color(lightness: middle, alpha: alpha)) { dark = middle } else { light = middle }
    }
    return lab.color(lightness: dark, alpha: alpha)
  }

  /// Whether small marks in the two colours may be confused: they are close in OKLab. Alpha is ignored.
  package func looksLike(_ other: Color) -> Bool {
    let (a, b) = (OKLab(self), OKLab(other))
    let (lightness, green, blue) = (a.lightness - b.lightness, a.a - b.a, a.b - b.b)
    return (lightness * lightness + green * green + blue * blue).squareRoot() < 0.07
  }
}

/// Linear light, 0 to 1, of an sRGB channel.
private func linearLight(_ channel: UInt8) -> Double {
  let value = Double(channel) / 255
  if value <= 0.04045 { return value / 12.92 }
  let base = (value + 0.055) / 1.055
  // base^2.4 = base² · (base²)^(1/5)
  return base * base * root(5, of: base * base)
}

/// The sRGB value, 0 to 1, of linear light.
private func encoded(_ light: Double) -> Double {
  if light <= 0.003_130_8 { return light * 12.92 }
  // light^(1/2.4) = (light^(1/12))^5
  let twelfth = root(3, of: light.squareRoot().squareRoot())
  return 1.055 * twelfth * twelfth * twelfth * twelfth * twelfth - 0.055
}

/// The n-th root of a number from 0 to 1, by Newton's method from above, which descends monotonically.
private func root(_ n: Int, of value: Double) -> Double {
  guard value > 0 else { return 0 }
  var x = 1.0
  while true {
    var power = x
    for _ in 2..<n { power *= x }
    let next = x - (x - value / power) / Double(n)
    if next >= x { return x }
    x = next
  }
}

/// Björn Ottosson's OKLab: perceived lightness, and two axes whose direction is the hue.
private struct OKLab {
  var lightness: Double
  var a: Double
  var b: Double

  init(_ color: Color) {
    let (r, g, b) = (linearLight(color.red), linearLight(color.green), linearLight(color.blue))
    let l = root(3, of: 0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b)
    let m = root(3, of: 0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b)
    let s = root(3, of: 0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b)
    lightness = 0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s
    a = 1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s
    self.b = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s
  }

  /// This hue at another lightness, with as much of its chroma as sRGB allows.
  func color(lightness: Double, alpha: UInt8) -> Color {
    var (inside, outside) = (isInGamut(lightness: lightness, chroma: 1) ? 1.0 : 0, 1.0)
    for _ in 0..<16 where inside < 1 {
      let middle = (inside + outside) / 2
      if isInGamut(lightness: lightness, chroma: middle) { inside = middle } else { outside = middle }
    }
    let channels = light(lightness: lightness, chroma: inside).map { value in
      UInt8((encoded(min(1, max(0, value))) * 255).rounded())
    }
    return Color(red: channels[0], green: channels[1], blue: channels[2], alpha: alpha)
  }

  private func isInGamut(lightness: Double, chroma: Double) -> Bool {
    light(lightness: lightness, chroma: chroma).allSatisfy { (-0.000_1...1.000_1).contains($0) }
  }

  /// Linear red, green and blue.
  private func light(lightness: Double, chroma: Double) -> [Double] {
    let (a, b) = (self.a * chroma, self.b * chroma)
    func cube(_ x: Double) -> Double { x * x * x }
    let l = cube(lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b)
    let m = cube(lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b)
    let s = cube(lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b)
    return [
      4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
      -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
      -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
    ]
  }
}
