extension Crawl {
  /// The ends of the range of sizes that are tried to fit the width; nil where the size is fixed.
  var fontSizes: (smallest: Double, largest: Double)? {
    guard maxFontSize > 0 || minFontSize > 0 else { return nil }
    return (minFontSize > 0 ? minFontSize : fontSize, maxFontSize > 0 ? maxFontSize : fontSize)
  }

  /// The size of the font for a view, in pixels.
  ///
  /// - Parameters:
  ///   - lineHeight: ascent and descent of the font at a size, unrounded, in pixels.
  ///   - textWidth: the laid-out width of the text at a size, in pixels.
  public func fontSize(
    viewSize: Size, lineHeight: (_ size: Double) -> Double, textWidth: (_ size: Double) -> Double
  ) -> Double {
    if fontSizeAsView { return Self.fontSize(ofLineHeight: viewSize.height, lineHeight: lineHeight) }
    guard let (smallest, largest) = fontSizes else { return fontSize }
    var size = largest
    while size > smallest, !fits(textWidth(size), in: viewSize.width) { size -= Self.fontSizeStep }
    return max(size, smallest)
  }

  /// How much smaller each try is than the one before, in pixels.
  static let fontSizeStep = 0.5

  /// The largest size, to 1/64 px, whose line height is at most `height`. Opening a font at a size is dear, so
  /// a guess by proportion comes first.
  static func fontSize(ofLineHeight height: Double, lineHeight: (_ size: Double) -> Double) -> Double {
    let probe = lineHeight(64)
    guard height > 0, probe > 0 else { return 1 }
    let guess = (height * 64 / probe * 64).rounded(.down) / 64
    let missing = height - lineHeight(guess)
    if missing >= 0, missing < 0.25 { return guess }
    var (low, high) = (0.0, 2 * guess)
    while high - low > 1.0 / 64 {
      let middle = (low + high) / 2
      if lineHeight(middle) <= height { low = middle } else { high = middle }
    }
    return low
  }
}
