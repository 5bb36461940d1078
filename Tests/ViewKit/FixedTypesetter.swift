package import Scene
package import ScrollCore

/// A typesetter for tests: every character advances the same share of the font's size, whatever it is.
///
/// Lines break after spaces; markup is not read.
package final class FixedTypesetter: Typesetter {
  private let advance: Double
  private let spacesLetters: Bool
  /// How far ink reaches beyond the advances, in em.
  private let overhang: Double
  /// Of a font of one pixel.
  private let proportions: FontMetrics
  /// How often a width was asked for: what a test of laziness looks at.
  package private(set) var measured = 0

  /// Round proportions; those of other fonts are for tests of places that depend on them.
  /// - Parameters:
  ///   - advance: of a character, in em.
  ///   - spacesLetters: whether a font's letter spacing adds to it.
  package init(
    advance: Double = 0.5, spacesLetters: Bool = true, overhang: Double = 0,
    proportions: FontMetrics = FontMetrics(ascent: 0.8, descent: 0.2, capHeight: 0.7)
  ) {
    (self.advance, self.spacesLetters, self.overhang) = (advance, spacesLetters, overhang)
    self.proportions = proportions
  }

  /// The proportions of Noto Sans.
  package static var noto: FixedTypesetter {
    FixedTypesetter(proportions: FontMetrics(ascent: 1.069, descent: 0.293, capHeight: 0.714))
  }

  /// A last word that is a number is the size, and "Bold" before it the weight.
  package func read(font text: String) -> FontText {
    var words = text.split(separator: " ").map(String.init)
    let size = words.last.flatMap { Double($0) }
    if size != nil { words.removeLast() }
    var font = FontText(family: words.joined(separator: " "))
    font.size = size
    if words.last == "Bold" {
      font.family = words.dropLast().joined(separator: " ")
      font.weight = 700
    }
    return font
  }

  package func metrics(of font: FontSpec) -> FontMetrics {
    FontMetrics(
      ascent: proportions.ascent * font.size, descent: proportions.descent * font.size,
      capHeight: proportions.capHeight * font.size)
  }

  package func width(of run: TextRun) -> Double {
    measured += 1
    return min(run.maxWidth, Double(run.text.count) * advance(of: run.font))
  }

  package func ink(of run: TextRun) -> Rect {
    let (metrics, reach) = (metrics(of: run.font), run.text.isEmpty ? 0 : overhang * run.font.size)
    return Rect(x: -reach, y: -metrics.ascent, width: width(of: run) + 2 * reach, height: metrics.lineHeight)
  }

  package func lineBreaks(of run: TextRun, width: Double) -> [Range<Int>] {
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

  package func caret(in run: TextRun, at index: Int) -> Double {
    var (x, byte) = (0.0, 0)
    for character in run.text where byte < index {
      x += advance(of: run.font)
      byte += character.utf8.count
    }
    return x
  }

  package func index(in run: TextRun, at x: Double) -> Int {
    var (left, byte) = (0.0, 0)
    for character in run.text where left + advance(of: run.font) / 2 <= x {
      left += advance(of: run.font)
      byte += character.utf8.count
    }
    return byte
  }

  /// Hebrew and Arabic letters run from right to left, other letters do not.
  package func direction(of text: String) -> TextDirection {
    for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
      return (0x590...0x8ff).contains(scalar.value) ? .rightToLeft : .leftToRight
    }
    return .leftToRight
  }

  private func advance(of font: FontSpec) -> Double { font.size * (advance + (spacesLetters ? font.letterSpacing : 0)) }
}

extension MeasureContext {
  /// An area with the widths of this typesetter.
  package static func fixed(_ area: Size, scale: Double = 1) -> MeasureContext {
    MeasureContext(area: area, scale: scale, typesetter: FixedTypesetter())
  }
}
