internal import CX11
internal import Scene
internal import ScrollCore

/// An atlas's cells as glyphs on the server, one for every sub-pixel phase, loaded phase by phase
/// (`XRenderCreateGlyphSet`).
final class AtlasGlyphs {
  let revision: Int
  private let id: UInt
  private let content: Content
  private let grid: Atlas.Grid
  private let tiles: TileCache
  private let display: Display
  /// Where glyphs have ink, in pixels from their cells' origins.
  private var inks: [PixelRect]
  /// A bit for each phase.
  private var loaded: UInt32 = 0

  init(_ content: Content, _ grid: Atlas.Grid, _ tiles: TileCache, _ display: Display) {
    self.content = content
    self.grid = grid
    self.tiles = tiles
    self.display = display
    revision = content.revision
    inks = [PixelRect](
      repeating: PixelRect(width: 0, height: 0), count: grid.cells * PixelGrid.phaseCount * PixelGrid.phaseCount)
    id = XRenderCreateGlyphSet(display.raw, XRenderFindStandardFormat(display.raw, Int32(PictStandardA8)))
  }

  deinit { XRenderFreeGlyphSet(display.raw, id) }

  /// The glyphs that show a sprite, and where on a surface they stand.
  ///
  /// - Parameter offset: What is to be added to window coordinates.
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

  /// Adds a sprite's glyphs to a line, but those without ink in `rows`.
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

  private static func bit(_ phase: Phase) -> UInt32 { 1 << UInt32(phase.y * PixelGrid.phaseCount + phase.x) }

  // MARK: - Loading

  /// Fetches a phase's picture and hands it back to the server as masks (`XGetImage`, `XRenderAddGlyphs`): the one round
  /// trip, made once for each phase.
  private func load(_ phase: Phase) {
    loaded |= Self.bit(phase)
    if grid.cells == 0 { return }
    let (pitch, height) = (Int(grid.pitch), Int(grid.height) + 1)
    guard let image = picture(phase, width: pitch * grid.cells, height: height) else { return }
    defer { nr_destroy_image(image) }
    var bytes: [CChar] = []
    var infos: [XGlyphInfo] = []
    for cell in 0..<grid.cells {
      let ink = Self.ink(image, in: PixelRect(x: cell * pitch, width: pitch, height: height))
      let origin = cell * pitch + Int(grid.lead)
      infos.append(
        XGlyphInfo(
          width: UInt16(ink.width), height: UInt16(ink.height), x: Int16(origin - ink.x), y: Int16(-ink.y), xOff: 0,
          yOff: 0))
      inks[number(cell, phase)] = ink.movedBy(x: -origin, y: 0)
      for y in ink.rows {
        for x in ink.columns { bytes.append(CChar(bitPattern: Self.alpha(image, x, y))) }
        // Rows are of a multiple of four bytes.
        while bytes.count & 3 != 0 { bytes.append(0) }
      }
    }
    let ids = (0..<grid.cells).map { UInt(number($0, phase)) }
    XRenderAddGlyphs(display.raw, id, ids, infos, Int32(grid.cells), bytes, Int32(bytes.count))
  }

  private func picture(_ phase: Phase, width: Int, height: Int) -> UnsafeMutablePointer<XImage>? {
    let quarter = 1 / Double(PixelGrid.phaseCount)
    let instance = Instance(
      clip: Rect(x: 0, y: 0, width: Double(width), height: Double(height)),
      origin: Point(x: Double(phase.x) * quarter, y: Double(phase.y) * quarter))
    let set = tiles.tiles(for: content)
    set.cover(CollectionOfOne(instance), PixelGrid())
    let source = set.source(for: instance, PixelGrid())
    return XGetImage(
      display.raw, source.tile.surface.pixmap, Int32(source.x), Int32(source.y), UInt32(width), UInt32(height),
      UInt.max, ZPixmap)
  }

  /// The part of a picture's cell that has ink: blending costs by the pixel.
  private static func ink(_ image: UnsafeMutablePointer<XImage>, in cell: PixelRect) -> PixelRect {
    let rows = cell.rows.filter { y in cell.columns.contains { alpha(image, $0, y) > 0 } }
    let columns = cell.columns.filter { x in cell.rows.contains { alpha(image, x, $0) > 0 } }
    // Some servers do not take a glyph without a pixel.
    return PixelRect(
      columns: (columns.first ?? cell.x)..<(columns.last ?? cell.x) + 1,
      rows: (rows.first ?? cell.y)..<(rows.last ?? cell.y) + 1)
  }

  private static func alpha(_ image: UnsafeMutablePointer<XImage>, _ x: Int, _ y: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: nr_get_pixel(image, Int32(x), Int32(y)) >> 24)
  }
}

/// Glyphs at places of their own, composited with one request (`XRenderCompositeText16`). Kept, so that nothing is
/// allocated.
struct GlyphLine {
  private var elements: [XGlyphElt16] = []
  private var codes: [UInt16] = []
  private var pen = (x: 0, y: 0)

  var isEmpty: Bool { elements.isEmpty }

  mutating func removeAll() {
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
  mutating func draw(_ source: UInt, on target: Surface) {
    if isEmpty { return }
    codes.withUnsafeBufferPointer { codes in
      for i in elements.indices { elements[i].chars = codes.baseAddress?.advanced(by: i) }
      XRenderCompositeText16(
        target.display.raw, Int32(PictOpOver), source, target.picture, nil, 0, 0, 0, 0, elements,
        Int32(elements.count))
    }
  }
}
