internal import ScrollCore

/// How text fades into its background. A server mixes code values, with the same share for all pixels of a column.
///
/// On a dark background one share is right for all pixels, because the curve is nearly a power: dimming light dims code
/// values. On a light background partly covered pixels need another share than fully covered ones. The share used is
/// right for the light of all of them together.
extension LightCurve {
  /// The share of the background to mix into text, channel by channel, so that `cover` of the light is the
  /// background's. Both colours are opaque.
  func mask(of text: Color, fadingInto ground: Color, cover: Double) -> UInt32 {
    func channel(_ text: UInt8, _ ground: UInt8) -> UInt32 {
      UInt32((255 * share(of: Double(text) / 255, fadingInto: Double(ground) / 255, cover: cover)).rounded())
    }
    let red = channel(text.red, ground.red)
    let green = channel(text.green, ground.green)
    let blue = channel(text.blue, ground.blue)
    return max(red, green, blue) << 24 | red << 16 | green << 8 | blue
  }

  private func share(of text: Double, fadingInto ground: Double, cover: Double) -> Double {
    let below = light(ground)
    var above = light(text)
    // If text and background hardly differ in a channel, it serves other colours that fade there.
    if abs(above - below) < Self.leastContrast { above = below > 0.18 ? 0 : 1 }
    func mixed(_ covered: Double) -> Double { code(ofLight: above * covered + below * (1 - covered)) }
    let covered = Self.typicalCoverage
    return 1 - (mixed(covered * (1 - cover)) - ground) / (mixed(covered) - ground)
  }

  /// Pixels with this coverage fade exactly. Then the pixels of a column of dark text on light emit together the right
  /// light, to 5 %: a quarter of a text's pixels is fully covered, the coverage of the others is spread evenly.
  private static let typicalCoverage = 0.95
  /// A fraction of full light.
  private static let leastContrast = 0.05
}
