internal import Scene
internal import ScrollCore

/// A position as the pixel at or before it, and the phase nearest to what it is beyond.
struct PhasedPixel {
  let pixel: Int
  let phase: Int

  init(_ position: Double, wholePixels: Bool) {
    if wholePixels {
      (pixel, phase) = (Int(position.rounded()), 0)
    } else {
      let steps = Int((position * Double(phaseCount)).rounded())
      (pixel, phase) = (steps >> 2, steps & (phaseCount - 1))
    }
  }

  /// The nearest pixel: the same for all positions of a phase.
  var nearest: Int { 2 * phase < phaseCount ? pixel : pixel + 1 }
}

/// A mark on a surface, in its pixels: a glyph, or two of them where it rolls. Small, as many of them are compared for
/// each frame.
struct PlacedMark: Equatable {
  private let x, y, nextY: Int32
  private let glyph, next: Int16
  private let left, right: Int32

  /// - Parameters:
  ///   - height: of a cell.
  ///   - offset: what is to be added to window coordinates.
  init(_ mark: Mark, of glyphs: SheetGlyphs, height: Double, movedBy offset: (x: Int, y: Int), wholePixels: Bool) {
    let column = PhasedPixel(mark.origin.x, wholePixels: wholePixels)
    let top = mark.origin.y - mark.fraction * height
    let row = PhasedPixel(top, wholePixels: wholePixels)
    let glyph = glyphs.glyph(mark.cell, Phase(x: column.phase, y: row.phase))
    var ink = glyphs.ink(of: glyph).columns
    var (next, nextY) = (-1, 0)
    if mark.fraction > 0 {
      let below = PhasedPixel(top + height, wholePixels: wholePixels)
      next = glyphs.glyph(mark.next, Phase(x: column.phase, y: below.phase))
      nextY = below.pixel + offset.y
      ink = ink.hull(with: glyphs.ink(of: next).columns)
    }
    let x = column.pixel + offset.x
    (self.x, y, self.nextY) = (Int32(x), Int32(row.pixel + offset.y), Int32(nextY))
    (self.glyph, self.next) = (Int16(glyph), Int16(next))
    (left, right) = (Int32(ink.lowerBound + x), Int32(ink.upperBound + x))
  }

  var isRolling: Bool { next >= 0 }

  /// The columns that it inks.
  var columns: Range<Int> { Int(left)..<Int(right) }

  /// Adds its glyphs, but those without ink in `rows`.
  func add(to line: inout GlyphLine, of glyphs: SheetGlyphs, rows: Range<Int>) {
    func add(_ glyph: Int16, _ y: Int32) {
      let (glyph, y) = (Int(glyph), Int(y))
      let inked = glyphs.ink(of: glyph).rows
      if y + inked.upperBound > rows.lowerBound, y + inked.lowerBound < rows.upperBound {
        line.add(glyph, of: glyphs.id, x: Int(x), y: y)
      }
    }
    add(glyph, y)
    if isRolling { add(next, nextY) }
  }
}
