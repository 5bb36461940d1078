internal import CX11
internal import Scene
internal import ScrollCore
internal import X11

/// An atlas's cells in one colour on one ground, as glyphs on the server: one per subpixel phase, uploaded phase by
/// phase (`XRenderCreateGlyphSet`). They are component-alpha masks, so that the server, which mixes code values,
/// produces the right light.
final class AtlasGlyphs {
  let revision: Int
  private let id: UInt
  private let content: Content
  private let grid: Atlas.Grid
  private let painter: Painter
  private let appearance: Appearance
  private let display: Display
  /// The inked rectangles of the cells, in pixels from their origins.
  private var inks: [PixelRect]
  /// One bit per phase.
  private var loaded: UInt64 = 0

  struct Appearance: Hashable {
    /// Opaque.
    var color: Color
    /// The colour behind them; nil if unknown.
    var ground: Color?
  }

  init(_ content: Content, _ grid: Atlas.Grid, _ appearance: Appearance, _ painter: Painter) {
    self.content = content
    self.grid = grid
    self.appearance = appearance
    self.painter = painter
    display = painter.display
    revision = content.revision
    inks = [PixelRect](
      repeating: PixelRect(width: 0, height: 0), count: grid.cells * PixelGrid.phaseCount * PixelGrid.phaseCount)
    id = XRenderCreateGlyphSet(display.raw, XRenderFindStandardFormat(display.raw, Int32(PictStandardARGB32)))
  }

  deinit { XRenderFreeGlyphSet(display.raw, id) }

  /// The glyphs for a sprite, and their places on a surface.
  ///
  /// - Parameter offset: From window coordinates to the surface's.
  func place(_ sprite: Sprite, movedBy offset: (x: Int, y: Int), _ grid: PixelGrid) -> PlacedSprite {
    let column = grid.place(sprite.origin.x)
    let top = sprite.origin.y - sprite.fraction * self.grid.height
    let row = grid.place(top)
    let glyph = glyph(sprite.cell, Phase(x: column.phase, y: row.phase))
    var ink = inks[glyph].columns
    var (next, nextY) = (-1, 0)
    if sprite.fraction > 0 {
      let below = grid.place(top + self.grid.height)
      next = self.glyph(sprite.next, Phase(x: column.phase, y: below.phase))
      nextY = below.pixel + offset.y
      ink = ink.hull(with: inks[next].columns)
    }
    let x = column.pixel + offset.x
    return PlacedSprite(
      x: Int32(x), y: Int32(row.pixel + offset.y), nextY: Int32(nextY), glyph: Int16(glyph), next: Int16(next),
      left: Int32(ink.lowerBound + x), right: Int32(ink.upperBound + x))
  }

  /// Adds a sprite's glyphs to a line, except those without ink in `rows`.
  func add(_ sprite: PlacedSprite, to line: inout GlyphLine, rows: Range<Int>) {
    func add(_ glyph: Int16, _ y: Int32) {
      let (glyph, y) = (Int(glyph), Int(y))
      let inked = inks[glyph].rows
      if y + inked.upperBound > rows.lowerBound, y + inked.lowerBound < rows.upperBound {
        line.add(glyph, of: id, x: Int(sprite.x), y: y)
      }
    }
    add(sprite.glyph, sprite.y)
    if sprite.isRolling { add(sprite.next, sprite.nextY) }
  }

  /// A cell's glyph at a phase.
  private func glyph(_ cell: Int, _ phase: Phase) -> Int {
    if loaded & Self.bit(phase) == 0 { load(phase) }
    return number(cell, phase)
  }

  private func number(_ cell: Int, _ phase: Phase) -> Int {
    (cell * PixelGrid.phaseCount + phase.y) * PixelGrid.phaseCount + phase.x
  }

  private static func bit(_ phase: Phase) -> UInt64 { 1 << UInt64(phase.y * PixelGrid.phaseCount + phase.x) }

  // MARK: - Loading

  /// Draws a phase's cells and uploads them (`XRenderAddGlyphs`).
  private func load(_ phase: Phase) {
    loaded |= Self.bit(phase)
    let masks = masks()
    var (bytes, infos): ([CChar], [XGlyphInfo]) = ([], [])
    var first = 0
    for cell in 0..<grid.cells {
      let area = PixelRect(x: cell * Int(grid.pitch), width: Int(grid.pitch), height: Int(grid.height) + 1)
      let raster = painter.draw(
        content.primitives, on: .clear, ground: nil, axis: content.axis, area, phase,
        weight: painter.curve.weight(of: appearance.color, on: appearance.ground))
      // Some servers reject empty glyphs, and blending costs by the pixel.
      let ink = raster.touched.isEmpty ? PixelRect(width: 1, height: 1) : Self.bounded(raster.touched, display)
      if bytes.count + 4 * ink.width * ink.height > Self.requestSize {
        upload(first..<cell, phase, infos, bytes)
        (first, bytes, infos) = (cell, [], [])
      }
      let lead = Int(grid.lead)
      infos.append(
        XGlyphInfo(
          width: UInt16(ink.width), height: UInt16(ink.height), x: Int16(lead - ink.x), y: Int16(-ink.y), xOff: 0,
          yOff: 0))
      inks[number(cell, phase)] = ink.movedBy(x: -lead, y: 0)
      for y in ink.rows {
        for x in ink.columns { append(masks[Int(raster.pixels[y * raster.width + x] >> 24)], to: &bytes) }
      }
    }
    upload(first..<grid.cells, phase, infos, bytes)
  }

  /// Bytes of masks sent at once, unless a single one has more.
  private static let requestSize = 200_000

  /// The part of a glyph that a request can carry: large fonts have glyphs beyond that.
  private static func bounded(_ ink: PixelRect, _ display: Display) -> PixelRect {
    let most = (display.longestRequest - 1024) / 4
    let width = min(ink.width, most)
    return PixelRect(x: ink.x, y: ink.y, width: width, height: min(ink.height, max(1, most / width)))
  }

  private func upload(_ cells: Range<Int>, _ phase: Phase, _ infos: [XGlyphInfo], _ bytes: [CChar]) {
    if cells.isEmpty { return }
    let ids = cells.map { UInt(number($0, phase)) }
    XRenderAddGlyphs(display.raw, id, ids, infos, Int32(ids.count), bytes, Int32(bytes.count))
  }

  /// The mask value for each coverage.
  private func masks() -> [UInt32] {
    guard let ground = appearance.ground else { return (0...255).map { $0 * 0x0101_0101 } }
    let mixture = Mixture(curve: painter.curve, color: appearance.color, ground: ground)
    return (0...255).map { mixture.mask(over: ground, coverage: $0) }
  }

  /// Appends a mask in the server's byte order.
  private func append(_ mask: UInt32, to bytes: inout [CChar]) {
    let ordered = XImageByteOrder(display.raw) == LSBFirst ? mask.littleEndian : mask.bigEndian
    withUnsafeBytes(of: ordered) { for byte in $0 { bytes.append(CChar(bitPattern: byte)) } }
  }
}
