internal import ScrollCore

/// How text fades into its ground: a server mixes code values, and all pixels of a column by the same share, whatever they show.
///
/// On a dark ground one share is right for all of them, as the curve is nearly a power: to dim light is to dim code values.
/// On a light ground pixels that are covered in part want another share than those that are covered wholly: there it is right
/// for what all of them emit together.
extension LightCurve {
  /// How much of the ground, channel by channel, has to be mixed into text for so much of the light to be the ground's. Both
  /// colours are opaque.
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
    // A channel in which text and ground hardly differ is for what else fades there, in other colours.
    if abs(above - below) < Self.leastContrast { above = below > 0.18 ? 0 : 1 }
    func mixed(_ covered: Double) -> Double { code(ofLight: above * covered + below * (1 - covered)) }
    let covered = Self.typicalCoverage
    return 1 - (mixed(covered * (1 - cover)) - ground) / (mixed(covered) - ground)
  }

  /// Pixels that are covered by so much fade exactly. All pixels of a column of dark text on a light ground emit then
  /// together what they should, to 5 %: a quarter of a text's pixels is covered wholly, the others evenly by any part.
  private static let typicalCoverage = 0.95
  /// Of all light.
  private static let leastContrast = 0.05
}
