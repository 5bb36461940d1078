internal import ScrollCore

/// A colour to lay over pixels. Coverage is mixed in light, not in code values. The colour's own alpha blends code
/// values, as in CSS.
///
/// Pixels are premultiplied 0xAARRGGBB. A translucent pixel is mixed as it will appear on `ground`, and is exact there.
/// If the ground is unknown, code values are mixed, as a compositing manager does.
struct Mixture {
  let curve: LightCurve
  let color: Color
  /// The colour behind translucent pixels.
  let ground: Color?

  private let code: UInt32
  private let groundCode: UInt32?

  init(curve: LightCurve, color: Color, ground: Color?) {
    (self.curve, self.color, self.ground) = (curve, color, ground)
    code = color.code
    groundCode = ground?.code
  }

  /// The shifts of red, green and blue in a pixel.
  private static let shifts = stride(from: UInt32(16), through: 0, by: -8)

  /// The colour over a pixel, with a coverage from 0 to 255.
  func mix(over pixel: UInt32, coverage: Int) -> UInt32 {
    if coverage == 0 || color.alpha == 0 { return pixel }
    let alpha = Int(pixel >> 24)
    if alpha == 255 { return opaque(over: pixel, coverage) }
    if coverage == 255, color.isOpaque { return code | 0xff00_0000 }
    guard let groundCode else { return coded(over: pixel, alpha: alpha, coverage) }
    return seeThrough(over: pixel, alpha: alpha, groundCode, coverage)
  }

  /// The share of the colour, 0 to 255 per channel, that gives the right light when mixed with an opaque ground in code
  /// values: a mask for servers, which do not know light.
  func mask(over ground: Color, coverage: Int) -> UInt32 {
    func channel(_ color: UInt8, _ ground: UInt8) -> UInt32 {
      let (color, ground) = (Int(color), Int(ground))
      if color == ground { return UInt32(coverage) }
      let mixed = mixed(color, ground, coverage)
      return UInt32((255 * (mixed - ground) * 2 + (color - ground)) / (2 * (color - ground)))
    }
    let red = channel(color.red, ground.red)
    let green = channel(color.green, ground.green)
    let blue = channel(color.blue, ground.blue)
    return max(red, green, blue) << 24 | red << 16 | green << 8 | blue
  }

  /// One code value over another, with a coverage.
  private func mixed(_ value: Int, _ below: Int, _ coverage: Int) -> Int {
    let (light, dark) = (Int(curve.light[value]), Int(curve.light[below]))
    return curve.code((light * coverage + dark * (255 - coverage) + 127) / 255)
  }

  /// A channel of the colour, blended by its alpha.
  private func shown(_ shift: UInt32, over below: Int) -> Int {
    let value = Self.channel(code, shift)
    return color.isOpaque
      ? value : (value * Int(color.alpha) + below * (255 - Int(color.alpha)) + 127) / 255
  }

  private func opaque(over pixel: UInt32, _ coverage: Int) -> UInt32 {
    var result: UInt32 = 0xff00_0000
    for shift in Self.shifts {
      let below = Self.channel(pixel, shift)
      result |= UInt32(mixed(shown(shift, over: below), below, coverage)) << shift
    }
    return result
  }

  private func coded(over pixel: UInt32, alpha: Int, _ coverage: Int) -> UInt32 {
    let (cover, whole) = (coverage * Int(color.alpha), 255 * 255)
    func over(_ value: Int, _ below: Int) -> UInt32 {
      UInt32((value * cover + below * (whole - cover) + whole / 2) / whole)
    }
    var result = over(255, alpha) << 24
    for shift in Self.shifts { result |= over(Self.channel(code, shift), Self.channel(pixel, shift)) << shift }
    return result
  }

  /// Over the ground itself any alpha is exact, as long as a premultiplied colour for it exists. Over other grounds it
  /// should hide as much as the mixture does in its most visible channel.
  private func seeThrough(over pixel: UInt32, alpha: Int, _ groundCode: UInt32, _ coverage: Int) -> UInt32 {
    // The result on the ground, opaque.
    var wanted: UInt32 = 0
    // How much more to hide, and the most of the background that may show so that all channels stay in range, both of
    // 255.
    var (hidden, most, contrast) = (0, 255 - alpha, -1)
    for shift in Self.shifts {
      let ground = Self.channel(groundCode, shift)
      let below = min(255, Self.channel(pixel, shift) + Self.product(255 - alpha, ground))
      let value = shown(shift, over: below)
      let mixed = mixed(value, below, coverage)
      wanted |= UInt32(mixed) << shift
      if ground > 0 { most = min(most, 255 * mixed / ground) }
      if ground < 255 { most = min(most, 255 * (255 - mixed) / (255 - ground)) }
      guard abs(value - below) > contrast else { continue }
      contrast = abs(value - below)
      let share = contrast > 0 ? (255 * abs(mixed - below) + contrast / 2) / contrast : coverage
      hidden = Self.product(Self.product(255 - alpha, Int(color.alpha)), share)
    }
    let left = min(255 - alpha - hidden, most)
    var result = UInt32(255 - left) << 24
    for shift in Self.shifts {
      let rest = Self.channel(wanted, shift) - Self.product(left, Self.channel(groundCode, shift))
      result |= UInt32(max(0, rest)) << shift
    }
    return result
  }

  private static func channel(_ pixel: UInt32, _ shift: UInt32) -> Int { Int(pixel >> shift & 255) }

  /// Multiplies and rounds as servers do.
  private static func product(_ a: Int, _ b: Int) -> Int {
    let product = a * b + 128
    return (product + product >> 8) >> 8
  }
}

extension Color {
  /// 0xRRGGBB.
  fileprivate var code: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}
