internal import CX11

/// Glyphs at places of their own, composited with one request (`XRenderCompositeText16`). Kept, so that nothing is
/// allocated.
struct GlyphLine {
  private var elements: [XGlyphElt16] = []
  private var codes: [UInt16] = []
  private var pen = (x: 0, y: 0)

  var isEmpty: Bool { elements.isEmpty }

  mutating func clear() {
    elements.removeAll(keepingCapacity: true)
    codes.removeAll(keepingCapacity: true)
    pen = (0, 0)
  }

  /// Adds a glyph of a set with its origin there, in the target's pixels: the pen moves on from the one before.
  mutating func add(_ glyph: Int, of set: UInt, x: Int, y: Int) {
    codes.append(UInt16(truncatingIfNeeded: glyph))
    elements.append(
      XGlyphElt16(glyphset: set, chars: nil, nchars: 1, xOff: Int32(x - pen.x), yOff: Int32(y - pen.y)))
    pen = (x, y)
  }

  /// Lays a source through the glyphs over the target.
  mutating func draw(_ source: UInt, on target: borrowing Surface) {
    if isEmpty { return }
    codes.withUnsafeBufferPointer { codes in
      for i in elements.indices { elements[i].chars = codes.baseAddress?.advanced(by: i) }
      XRenderCompositeText16(
        target.display.raw, Int32(PictOpOver), source, target.picture, nil, 0, 0, 0, 0, elements,
        Int32(elements.count))
    }
  }
}
