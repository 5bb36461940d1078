import ScrollCore

extension TokenFieldProperties {
  /// With the sizes that chips have, in whole pixels, on a screen of so many times as many dots per inch.
  func scaled(by factor: Double) -> TokenFieldProperties {
    guard factor != 1 else { return self }
    var scaled = self
    for size in [\TokenFieldProperties.tokenHeight, \.textMargin, \.tokenXMargin, \.tokenYMargin, \.margins] {
      scaled[keyPath: size] = (self[keyPath: size] * factor).rounded()
    }
    return scaled
  }
}
