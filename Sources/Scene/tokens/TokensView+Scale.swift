import ScrollCore

extension TokenFieldProperties {
  /// Returns the properties with the sizes of chips scaled by a factor, in whole pixels.
  func scaled(by factor: Double) -> TokenFieldProperties {
    guard factor != 1 else { return self }
    var scaled = self
    for size in [\TokenFieldProperties.tokenHeight, \.textMargin, \.tokenXMargin, \.tokenYMargin, \.margins] {
      scaled[keyPath: size] = (self[keyPath: size] * factor).rounded()
    }
    return scaled
  }
}
