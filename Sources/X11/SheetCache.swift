internal import CX11
internal import Scene
internal import ScrollCore

/// Where in a surface something of the window is drawn, and through which holes, in window coordinates.
struct Inlay {
  var holes: [Rect]
  /// What is to be added to window coordinates.
  var offsetX = 0
  var offsetY = 0
}

/// Draws cells of sheets, any number of them in one request: each is a glyph on the server, one for every sub-pixel phase
/// in use (`XRenderCreateGlyphSet`, `XRenderCompositeText16`).
final class SheetCache {
  private let renderer: Renderer
  private var sets: [Int: GlyphSet] = [:]
  private let fills: SolidFills
  private var line = GlyphLine()
  private var rectangles: [XRectangle] = []
  private let lids: LidCache

  init(_ renderer: Renderer) {
    self.renderer = renderer
    fills = SolidFills(renderer.display)
    lids = LidCache(renderer.display)
  }

  /// Draws the fades at the top and the bottom of all of a layer's stamps.
  func drawLids(_ layer: Layer, _ stamps: ArraySlice<Stamp>, _ inlay: Inlay, on target: borrowing Surface) {
    lids.draw(
      stamps, fade: layer.fade, bounds: layer.fadeBounds, source: fills.picture(of: layer.fadeColor),
      offset: (inlay.offsetX, inlay.offsetY), on: target)
  }

  /// Draws marks of a layer.
  func draw(_ layer: Layer, _ marks: [Mark], _ inlay: Inlay, on target: borrowing Surface, wholePixels: Bool) {
    guard let shown = layer.marks, !shown.range.isEmpty else { return }
    let set = set(for: shown.sheet)
    let rows = Int(layer.clip.minY)..<max(Int(layer.clip.minY), Int(layer.clip.maxY))
    place(marks[shown.range], of: set, rows: rows, inlay, wholePixels: wholePixels)
    if line.isEmpty { return }
    let display = renderer.display.raw
    rectangles.removeAll(keepingCapacity: true)
    for hole in inlay.holes {
      let part = hole.intersection(layer.clip)
      if part.isEmpty { continue }
      rectangles.append(
        XRectangle(
          x: Int16(clamping: Int(part.minX) + inlay.offsetX), y: Int16(clamping: Int(part.minY) + inlay.offsetY),
          width: UInt16(clamping: Int(part.width)), height: UInt16(clamping: Int(part.height))))
    }
    XRenderSetPictureClipRectangles(display, target.picture, 0, 0, rectangles, Int32(rectangles.count))
    line.draw(fills.picture(of: shown.color), on: target)
    var attributes = XRenderPictureAttributes()
    attributes.clip_mask = 0
    XRenderChangePicture(display, target.picture, UInt(CPClipMask), &attributes)
  }

  /// Frees the glyphs of contents that are no longer shown.
  func keepOnly(_ ids: Set<Int>) {
    for id in sets.keys where !ids.contains(id) { sets[id] = nil }
  }

  /// Finds the glyphs. What has no ink in `rows` is left out.
  private func place(
    _ marks: ArraySlice<Mark>, of set: GlyphSet, rows: Range<Int>, _ inlay: Inlay, wholePixels: Bool
  ) {
    line.clear()
    for mark in marks {
      let (x, y) = (Self.split(mark.origin.x, wholePixels), Self.split(mark.origin.y, wholePixels))
      let phase = Phase(x: x.phase, y: y.phase)
      set.load(phase, from: renderer)
      let inked = set.rows(mark.cell, phase)
      guard y.pixel + inked.upperBound > rows.lowerBound, y.pixel + inked.lowerBound < rows.upperBound else { continue }
      line.add(set.glyph(mark.cell, phase), of: set.id, x: x.pixel + inlay.offsetX, y: y.pixel + inlay.offsetY)
    }
  }

  /// The pixel at or before a position, and the phase nearest to what it is beyond.
  private static func split(_ position: Double, _ isWhole: Bool) -> (pixel: Int, phase: Int) {
    if isWhole { return (Int(position.rounded()), 0) }
    let steps = Int((position * Double(phaseCount)).rounded())
    return (steps >> 2, steps & (phaseCount - 1))
  }

  private func set(for sheet: Sheet) -> GlyphSet {
    if let set = sets[sheet.content.id], set.revision == sheet.content.revision { return set }
    let set = GlyphSet(sheet, renderer.display)
    sets[sheet.content.id] = set
    return set
  }
}

/// A sheet's cells as glyphs, loaded phase by phase.
private final class GlyphSet {
  let id: UInt
  let revision: Int
  private let sheet: Sheet
  private let display: Display
  /// By glyph: the rows of its cell that have ink.
  private var inkedRows: [Range<Int>] = []
  /// A bit for each phase.
  private var loaded: UInt32 = 0

  init(_ sheet: Sheet, _ display: Display) {
    self.sheet = sheet
    self.display = display
    revision = sheet.content.revision
    inkedRows = [Range<Int>](repeating: 0..<0, count: sheet.cells * phaseCount * phaseCount)
    id = XRenderCreateGlyphSet(display.raw, XRenderFindStandardFormat(display.raw, Int32(PictStandardA8)))
  }

  deinit { XRenderFreeGlyphSet(display.raw, id) }

  func rows(_ cell: Int, _ phase: Phase) -> Range<Int> { inkedRows[glyph(cell, phase)] }

  func glyph(_ cell: Int, _ phase: Phase) -> Int { (cell * phaseCount + phase.y) * phaseCount + phase.x }

  /// Fetches a phase's picture and hands it back to the server as masks (`XGetImage`, `XRenderAddGlyphs`): the one round
  /// trip, made once for each phase.
  func load(_ phase: Phase, from renderer: Renderer) {
    let bit: UInt32 = 1 << UInt32(glyph(0, phase))
    guard loaded & bit == 0, sheet.cells > 0 else { return }
    loaded |= bit
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
      infos.append(
        XGlyphInfo(
          width: UInt16(mask.columns.count), height: UInt16(mask.rows.count),
          x: Int16(cell * pitch + Int(sheet.lead) - mask.columns.lowerBound), y: Int16(-mask.rows.lowerBound), xOff: 0,
          yOff: 0))
      inkedRows[glyph(cell, phase)] = mask.rows
      mask.append(to: &bytes, from: image)
    }
    let ids = (0..<sheet.cells).map { UInt(glyph($0, phase)) }
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
