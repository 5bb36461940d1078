internal import CX11
internal import X11

/// Glyphs at individual places, composited with one request (`XRenderCompositeText16`), or with several where they are
/// too many for one. Reused, so that a frame allocates nothing.
struct GlyphLine {
  private var elements: [XGlyphElt16] = []
  private var codes: [UInt16] = []
  /// Where requests begin: each counts its places from 0.
  private var starts: [Int] = []
  private var pen = (x: 0, y: 0)

  /// The most glyphs of a request. One takes 12 bytes, and a request has fewer than 262,140.
  static let longest = 8192

  var isEmpty: Bool { elements.isEmpty }

  mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    codes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
  }

  /// Adds a glyph of a set, its origin at `x`, `y` in the target's pixels. Stored as an offset from the previous glyph.
  /// Places beyond the protocol's 16 bits are on no target.
  mutating func add(_ glyph: Int, of set: UInt, x: Int, y: Int) {
    guard Self.canBeSent(x), Self.canBeSent(y) else { return }
    let isFull = starts.last.map { elements.count - $0 >= Self.longest } ?? true
    if isFull || !Self.canBeSent(x - pen.x) || !Self.canBeSent(y - pen.y) {
      starts.append(elements.count)
      pen = (0, 0)
    }
    codes.append(UInt16(truncatingIfNeeded: glyph))
    elements.append(
      XGlyphElt16(glyphset: set, chars: nil, nchars: 1, xOff: Int32(x - pen.x), yOff: Int32(y - pen.y)))
    pen = (x, y)
  }

  private static func canBeSent(_ distance: Int) -> Bool { Int16(exactly: distance) != nil }

  /// Composites a source through the glyphs onto the target.
  mutating func draw(_ source: UInt, on target: Surface) {
    if isEmpty { return }
    codes.withUnsafeBufferPointer { codes in
      for i in elements.indices { elements[i].chars = codes.baseAddress?.advanced(by: i) }
      elements.withUnsafeBufferPointer { elements in
        for (number, start) in starts.enumerated() {
          let end = number + 1 < starts.count ? starts[number + 1] : elements.count
          XRenderCompositeText16(
            target.display.raw, Int32(PictOpOver), source, target.picture, nil, 0, 0, 0, 0,
            elements.baseAddress?.advanced(by: start), Int32(end - start))
        }
      }
    }
  }
}
