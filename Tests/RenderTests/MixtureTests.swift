import ScrollCore
import TestKit
import Testing

@testable import Render

/// Ink over pixels that are seen through, as it comes to the glass.
@Suite("Mixtures") struct MixtureTests {
  private static func channels(_ pixel: UInt32) -> [Int] { [16, 8, 0].map { Int(pixel >> $0 & 255) } }

  /// A premultiplied pixel over an opaque colour, as servers composite it.
  private static func composite(_ pixel: UInt32, over ground: Color) -> [Int] {
    let left = 255 - Int(pixel >> 24)
    return zip(channels(pixel), [ground.red, ground.green, ground.blue]).map { value, below in
      let product = left * Int(below) + 128
      return value + (product + product >> 8) >> 8
    }
  }

  private static func premultiplied(_ color: Color) -> UInt32 {
    func channel(_ value: UInt8) -> UInt32 { (UInt32(value) * UInt32(color.alpha) + 127) / 255 }
    return UInt32(color.alpha) << 24 | channel(color.red) << 16 | channel(color.green) << 8 | channel(color.blue)
  }

  /// On the ground that it was mixed for, ink over a translucent pixel is what it is over the opaque picture of that pixel.
  private func expectExact(_ ink: Color, over pixel: UInt32, on ground: Color, coverage: Int) {
    let mixture = Mixture(curve: LightCurve(), color: ink, ground: ground)
    let result = mixture.mix(over: pixel, coverage: coverage)
    let (alpha, parts) = (Int(result >> 24), Self.channels(result))
    let below = Self.composite(pixel, over: ground)
    let opaque = 0xff00_0000 | UInt32(below[0]) << 16 | UInt32(below[1]) << 8 | UInt32(below[2])
    let wanted = Self.channels(mixture.mix(over: opaque, coverage: coverage))
    let seen = Self.composite(result, over: ground)
    #expect(
      zip(seen, wanted).allSatisfy { abs($0 - $1) <= 1 } && parts.allSatisfy { $0 <= alpha },
      "\(ink) on \(ground), \(coverage) over \(String(pixel, radix: 16)): \(seen) for \(wanted)")
    // It hides no less than the pixel did.
    #expect(alpha >= Int(pixel >> 24))
  }

  @Test("Ink whose channels go opposite ways is exact on a translucent ground") func oppositeWays() {
    let pairs: [(UInt32, UInt32)] = [
      (0xff0000, 0x00ff00), (0x00ff80, 0xff0080), (0xffff00, 0x0000ff), (0x0000ff, 0xffff00), (0xff00ff, 0x00ff00),
      (0x808000, 0x008080), (0xffb000, 0x0c0aff), (0xfe0180, 0x01fe7f), (0xc02040, 0x4020c0),
    ]
    for (ink, ground) in pairs {
      for alpha in [0, 1, 64, 128, 200, 254] {
        for coverage in [1, 40, 128, 200, 254, 255] {
          for own in [UInt8(255), 160] {
            let ground = Color(rgb: ground)
            var (back, ink) = (ground, Color(rgb: ink))
            (back.alpha, ink.alpha) = (UInt8(alpha), own)
            expectExact(ink, over: Self.premultiplied(back), on: ground, coverage: coverage)
          }
        }
      }
    }
  }

  @Test("Any ink on any translucent pixel is exact on its ground") func anyInk() {
    var random = SeededRandom(seed: 53)
    func color(_ alpha: UInt8 = 255) -> Color {
      var color = Color(rgb: UInt32.random(in: 0...0xff_ffff, using: &random))
      color.alpha = alpha
      return color
    }
    for _ in 0..<20_000 {
      let pixel = Self.premultiplied(color(UInt8.random(in: 0...254, using: &random)))
      let ink = color(Bool.random(using: &random) ? 255 : UInt8.random(in: 1...254, using: &random))
      expectExact(ink, over: pixel, on: color(), coverage: Int.random(in: 1...255, using: &random))
    }
  }
}
