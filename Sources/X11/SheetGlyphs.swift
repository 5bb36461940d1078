internal import CX11
internal import Scene
internal import ScrollCore

/// A sheet's cells as glyphs on the server, one for every sub-pixel phase, loaded phase by phase
/// (`XRenderCreateGlyphSet`).
final class SheetGlyphs {
  let id: UInt
  let revision: Int
  private let sheet: Sheet
  private let renderer: Renderer
  private let display: Display
  private var inks: [Ink]
  /// A bit for each phase.
  private var loaded: UInt32 = 0

  /// Where a glyph has ink, in pixels from its cell's origin.
  struct Ink {
    var columns = 0..<0
    var rows = 0..<0
  }

  init(_ sheet: Sheet, _ renderer: Renderer) {
    self.sheet = sheet
    self.renderer = renderer
    display = renderer.display
    revision = sheet.content.revision
    inks = [Ink](repeating: Ink(), count: sheet.cells * phaseCount * phaseCount)
    id = XRenderCreateGlyphSet(display.raw, XRenderFindStandardFormat(display.raw, Int32(PictStandardA8)))
  }

  deinit { XRenderFreeGlyphSet(display.raw, id) }

  func ink(of glyph: Int) -> Ink { inks[glyph] }

  /// A cell's glyph at a phase.
  func glyph(_ cell: Int, _ phase: Phase) -> Int {
    if loaded & Self.bit(phase) == 0 { load(phase) }
    return number(cell, phase)
  }

  private func number(_ cell: Int, _ phase: Phase) -> Int { (cell * phaseCount + phase.y) * phaseCount + phase.x }

  private static func bit(_ phase: Phase) -> UInt32 { 1 << UInt32(phase.y * phaseCount + phase.x) }

  /// Fetches a phase's picture and hands it back to the server as masks (`XGetImage`, `XRenderAddGlyphs`): the one round
  /// trip, made once for each phase.
  private func load(_ phase: Phase) {
    loaded |= Self.bit(phase)
    if sheet.cells == 0 { return }
    let (pitch, height) = (Int(sheet.pitch), Int(sheet.height) + 1)
    let quarter = 1 / Double(phaseCount)
    let stamp = Stamp(
      clip: Rect(x: 0, y: 0, width: Double(pitch * sheet.cells), height: Double(height)),
      origin: Point(x: Double(phase.x) * quarter, y: Double(phase.y) * quarter))
    let tiles = renderer.tiles(for: sheet.content)
    tiles.cover(CollectionOfOne(stamp), wholePixels: false)
    let source = tiles.source(for: stamp, wholePixels: false)
    guard
      let image = XGetImage(
        display.raw, source.tile.surface.pixmap, Int32(source.x), Int32(source.y), UInt32(pitch * sheet.cells),
        UInt32(height), UInt.max, ZPixmap)
    else { return }
    defer { nr_destroy_image(image) }
    var bytes: [CChar] = []
    var infos: [XGlyphInfo] = []
    for cell in 0..<sheet.cells {
      let mask = Mask(image, columns: cell * pitch..<(cell + 1) * pitch, rows: 0..<height)
      let left = mask.columns.lowerBound - cell * pitch - Int(sheet.lead)
      infos.append(
        XGlyphInfo(
          width: UInt16(mask.columns.count), height: UInt16(mask.rows.count), x: Int16(-left),
          y: Int16(-mask.rows.lowerBound), xOff: 0, yOff: 0))
      inks[number(cell, phase)] = Ink(columns: left..<left + mask.columns.count, rows: mask.rows)
      mask.append(to: &bytes, from: image)
    }
    let ids = (0..<sheet.cells).map { UInt(number($0, phase)) }
    XRenderAddGlyphs(display.raw, id, ids, infos, Int32(sheet.cells), bytes, Int32(bytes.count))
  }

  /// The part of a picture that has ink: blending costs by the pixel.
  private struct Mask {
    var columns: Range<Int>
    var rows: Range<Int>

    init(_ image: UnsafeMutablePointer<XImage>, columns: Range<Int>, rows: Range<Int>) {
      let inkedRows = rows.filter { y in columns.contains { Self.alpha(image, $0, y) > 0 } }
      let inkedColumns = columns.filter { x in rows.contains { Self.alpha(image, x, $0) > 0 } }
      // A glyph without a pixel is no glyph to some servers.
      self.rows = (inkedRows.first ?? rows.lowerBound)..<(inkedRows.last ?? rows.lowerBound) + 1
      self.columns = (inkedColumns.first ?? columns.lowerBound)..<(inkedColumns.last ?? columns.lowerBound) + 1
    }

    /// Rows of a multiple of four bytes.
    func append(to bytes: inout [CChar], from image: UnsafeMutablePointer<XImage>) {
      for y in rows {
        for x in columns { bytes.append(CChar(bitPattern: Self.alpha(image, x, y))) }
        while bytes.count & 3 != 0 { bytes.append(0) }
      }
    }

    private static func alpha(_ image: UnsafeMutablePointer<XImage>, _ x: Int, _ y: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: nr_get_pixel(image, Int32(x), Int32(y)) >> 24)
    }
  }
}
