import ScrollCore
import Testing

@Suite("Contrast of colours") struct ColorContrastTests {
  @Test(
    "The ratio is that of WCAG",
    arguments: [
      (0x000000, 0xffffff, 21.0), (0xffffff, 0x000000, 21), (0x777777, 0xffffff, 4.478), (0x767676, 0xffffff, 4.542),
      (0xff0000, 0xffffff, 3.998), (0x0000ff, 0xffffff, 8.592), (0x123456, 0x123456, 1),
    ] as [(UInt32, UInt32, Double)])
  func ratio(_ text: UInt32, _ background: UInt32, _ ratio: Double) {
    #expect(abs(Color(rgb: text).contrast(on: Color(rgb: background)) - ratio) < 0.001)
  }

  @Test("Luminance runs from 0 to 1") func luminanceEnds() {
    #expect(Color.black.luminance == 0)
    #expect(abs(Color.white.luminance - 1) < 1e-12)
    #expect(abs(Color(rgb: 0x808080).luminance - 0.215_860_5) < 1e-6)
  }

  @Test("Half seen text has less contrast") func halfSeenTextHasLessContrast() {
    let half = Color(red: 0, green: 0, blue: 0, alpha: 128)
    #expect(half.over(.white) == Color(rgb: 0x7f7f7f))
    #expect(abs(half.contrast(on: .white) - 4.0) < 0.05)
    #expect(Color.clear.over(.white) == .white)
    #expect(Color.clear.over(.clear) == .clear)
  }

  @Test("Colours mix in proportion") func mixing() {
    #expect(Color.black.mixed(with: .white, share: 0) == .black)
    #expect(Color.black.mixed(with: .white, share: 1) == .white)
    #expect(Color.black.mixed(with: .white, share: 0.5) == Color(rgb: 0x808080))
    #expect(Color.black.mixed(with: .white, share: 7) == .white)
    #expect(Color(rgb: 0xff0000).mixed(with: .clear, share: 0.5) == Color(red: 255, green: 0, blue: 0, alpha: 128))
    #expect(Color.clear.mixed(with: .clear, share: 0.5) == .clear)
  }

  @Test("A darkened colour reaches the contrast, and no more") func darkenedReachesTheContrastAndNoMore() {
    let paper = Color(rgb: 0xfbfbfa)
    for seed in 0..<400 as Range<UInt32> {
      let color = Color(rgb: (seed &* 2_654_435_761) >> 8)
      for target in [3, 4.5, 7] {
        let dark = color.darkened(toContrast: target, against: paper)
        #expect(dark.contrast(on: paper) >= target)
        if color.contrast(on: paper) >= target {
          #expect(dark == color)
        } else {
          #expect(dark.contrast(on: paper) < target * 1.05)
        }
      }
    }
  }

  @Test("A darkened colour keeps its hue") func darkenedKeepsTheHue() {
    let blue = Color(rgb: 0x7cc4ff).darkened(toContrast: 4.5, against: .white)
    #expect(blue.blue > blue.green && blue.green > blue.red)
    let grey = Color(rgb: 0xcccccc).darkened(toContrast: 4.5, against: .white)
    #expect(grey.red == grey.green && grey.green == grey.blue)
    #expect(Color.white.darkened(toContrast: 22, against: .white) == .black)
  }
}
