import Scene

/// A typesetter for tests: every character advances half the font's size, whatever it is.
///
/// Ascent 0.8, descent 0.2, capitals 0.7 of the size. Lines break after spaces; letter spacing adds its share of
/// the em to each character; markup is not read.
final class FixedTypesetter: Typesetter {
  /// How often a width was asked for: what a test of laziness looks at.
  private(set) var measured = 0

  func metrics(of font: FontSpec) -> FontMetrics {
    FontMetrics(ascent: 0.8 * font.size, descent: 0.2 * font.size, capHeight: 0.7 * font.size)
  }

  func width(of run: TextRun) -> Double {
    measured += 1
    return min(run.maxWidth, Double(run.text.count) * advance(of: run.font))
  }

  func lineBreaks(of run: TextRun, width: Double) -> [Range<Int>] {
    let perLine = max(1, Int(width / advance(of: run.font)))
    var lines: [Range<Int>] = []
    var (start, end, column, lastSpace) = (0, 0, 0, 0)
    for character in run.text {
      let isSpace = character == " "
      if column >= perLine, !isSpace {
        let cut = lastSpace > start ? lastSpace : end
        lines.append(start..<cut)
        column = String(decoding: run.text.utf8.dropFirst(cut).prefix(end - cut), as: UTF8.self).count
        start = cut
      }
      end += character.utf8.count
      column += 1
      if isSpace { lastSpace = end }
    }
    lines.append(start..<end)
    return lines
  }

  func caret(in run: TextRun, at index: Int) -> Double {
    var (x, byte) = (0.0, 0)
    for character in run.text where byte < index {
      x += advance(of: run.font)
      byte += character.utf8.count
    }
    return x
  }

  func index(in run: TextRun, at x: Double) -> Int {
    var (left, byte) = (0.0, 0)
    for character in run.text where left + advance(of: run.font) / 2 <= x {
      left += advance(of: run.font)
      byte += character.utf8.count
    }
    return byte
  }

  /// Hebrew and Arabic letters run from right to left, other letters do not.
  func direction(of text: String) -> TextDirection {
    for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
      return (0x590...0x8ff).contains(scalar.value) ? .rightToLeft : .leftToRight
    }
    return .leftToRight
  }

  private func advance(of font: FontSpec) -> Double { font.size * (0.5 + font.letterSpacing) }
}
