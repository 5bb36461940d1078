internal import CX11
internal import Scene
internal import ScrollCore

/// Draws the fades at the top and the bottom of many windows in one request: each is a glyph on the server, a mask as wide
/// as the window, through which the colour lies over what is there.
final class LidCache {
  private let display: Display
  private var set: UInt?
  private var glyphs: [Key: Int] = [:]
  private var line = GlyphLine()

  private struct Key: Hashable {
    var width: Int
    var length: Int
    var isBottom: Bool
    /// Those of its rows that are seen.
    var rows: Range<Int>
  }

  init(_ display: Display) { self.display = display }

  deinit {
    if let set { XRenderFreeGlyphSet(display.raw, set) }
  }

  /// - Parameters:
  ///   - bounds: from where to where the windows reach up and down; nil: as far as the stamps.
  ///   - offset: what is to be added to window coordinates.
  func draw(
    _ stamps: ArraySlice<Stamp>, fade: Double, bounds: Rect?, source: UInt, offset: (x: Int, y: Int),
    on target: borrowing Surface
  ) {
    line.clear()
    let set = glyphSet()
    for stamp in stamps {
      let window = bounds ?? stamp.clip
      let (width, height) = (Int(stamp.clip.width), Int(window.height))
      let length = min(Int(fade.rounded()), height / 2)
      guard width > 0, length > 0 else { continue }
      for isBottom in [false, true] {
        let top = Int(window.minY) + (isBottom ? height - length : 0)
        let rows = (Int(stamp.clip.minY) - top..<Int(stamp.clip.maxY) - top).clamped(to: 0..<length)
        if rows.isEmpty { continue }
        let (x, y) = (Int(stamp.clip.minX) + offset.x, top + rows.lowerBound + offset.y)
        line.add(
          glyph(Key(width: width, length: length, isBottom: isBottom, rows: rows), in: set), of: set, x: x, y: y)
      }
    }
    line.draw(source, on: target)
  }

  private func glyphSet() -> UInt {
    if let set, glyphs.count < Self.mostGlyphs { return set }
    if let set { XRenderFreeGlyphSet(display.raw, set) }
    glyphs = [:]
    let new = XRenderCreateGlyphSet(display.raw, XRenderFindStandardFormat(display.raw, Int32(PictStandardA8)))
    set = new
    return new
  }

  private func glyph(_ key: Key, in set: UInt) -> Int {
    if let glyph = glyphs[key] { return glyph }
    let glyph = glyphs.count
    glyphs[key] = glyph
    // Rows of a multiple of four bytes.
    let stride = (key.width + 3) & ~3
    var bytes: [CChar] = []
    for row in key.rows {
      let cover = FadeCache.cover(key.isBottom ? key.length - 1 - row : row, of: key.length)
      bytes += [CChar](repeating: CChar(bitPattern: UInt8((255 * cover).rounded())), count: stride)
    }
    var id = UInt(glyph)
    var info = XGlyphInfo(
      width: UInt16(key.width), height: UInt16(key.rows.count), x: 0, y: 0, xOff: 0, yOff: 0)
    XRenderAddGlyphs(display.raw, set, &id, &info, 1, bytes, Int32(bytes.count))
    return glyph
  }

  private static let mostGlyphs = 1000
}
