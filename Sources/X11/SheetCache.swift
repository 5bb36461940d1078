internal import CX11
internal import Scene
internal import ScrollCore

/// Draws cells of sheets, any number of them in one request: each is a glyph on the server (`XRenderCompositeText16`).
final class SheetCache {
  private let renderer: Renderer
  private let fades: FadeCache
  private let fills: SolidFills
  private var sets: [Int: SheetGlyphs] = [:]
  // Kept, so that nothing is allocated.
  private var line = GlyphLine()
  private var placed = TileInlay()
  private var change = TileInlay.Change()
  private var rectangles: [XRectangle] = []

  init(_ renderer: Renderer, _ fades: FadeCache) {
    self.renderer = renderer
    self.fades = fades
    fills = SolidFills(renderer.display)
  }

  /// Frees the glyphs of contents that are no longer shown.
  func keepOnly(_ ids: Set<Int>) {
    for id in sets.keys where !ids.contains(id) { sets[id] = nil }
  }

  /// Draws the marks of a layer, as far as they lie in `area`.
  func draw(
    _ layer: Layer, of frame: borrowing Frame, _ area: Rect, on target: borrowing Surface, wholePixels: Bool
  ) {
    guard let shown = layer.marks, !shown.range.isEmpty else { return }
    let glyphs = glyphs(of: shown.sheet)
    place(layer, shown, glyphs, of: frame, movedBy: (0, 0), wholePixels: wholePixels)
    let area = layer.clip.intersection(area)
    change.clear()
    change.marks.append(contentsOf: placed.marks.indices)
    rectangles.removeAll(keepingCapacity: true)
    for i in layer.stamps ?? 0..<1 {
      let window = layer.stamp(i, of: frame.stamps).clip.intersection(area)
      if !window.isEmpty { rectangles.append(XRectangle(window)) }
    }
    drawChange(of: placed, glyphs, on: target)
  }

  /// Brings the marks of a layer into a tile of the one below, where they stay: only what is new is drawn.
  ///
  /// - Parameters:
  ///   - offset: what is to be added to window coordinates.
  ///   - background: of the tile's content.
  func inlay(
    _ layer: Layer, of frame: borrowing Frame, movedBy offset: (x: Int, y: Int), _ background: Color,
    in tile: Tile, wholePixels: Bool
  ) {
    guard let shown = layer.marks else { return }
    let glyphs = glyphs(of: shown.sheet)
    place(layer, shown, glyphs, of: frame, movedBy: offset, wholePixels: wholePixels)
    if placed.look != tile.inlay.look { tile.clean(background) }
    placed.findChange(from: tile.inlay, in: &change)
    swap(&placed, &tile.inlay)
    guard !change.stretches.isEmpty, let look = tile.inlay.look else { return }
    rectangles.removeAll(keepingCapacity: true)
    for stretch in change.stretches { rectangles.append(XRectangle(Rect(columns: stretch, rows: look.rows))) }
    tile.surface.fill(background, &rectangles)
    drawChange(of: tile.inlay, glyphs, on: tile.surface)
  }

  private func place(
    _ layer: Layer, _ shown: Marks, _ glyphs: SheetGlyphs, of frame: borrowing Frame, movedBy offset: (x: Int, y: Int),
    wholePixels: Bool
  ) {
    placed.clear()
    func rows(of rect: Rect) -> Range<Int> {
      Int(rect.minY) + offset.y..<Int(max(rect.minY, rect.maxY)) + offset.y
    }
    placed.look = TileInlay.Look(
      sheet: shown.sheet.content.id, revision: shown.sheet.content.revision, color: shown.color, fade: layer.fade,
      fadeColor: layer.fadeColor, fadeRows: rows(of: layer.fadeBounds ?? layer.clip), rows: rows(of: layer.clip))
    var next = shown.range.lowerBound
    for (number, i) in (layer.stamps ?? 0..<1).enumerated() {
      let window = layer.stamp(i, of: frame.stamps)
      let left = PhasedPixel(window.origin.x, wholePixels: wholePixels).nearest + offset.x
      let first = placed.marks.count
      while next < shown.range.upperBound, frame.marks[next].window == number {
        placed.marks.append(
          PlacedMark(
            frame.marks[next], of: glyphs, height: shown.sheet.height, movedBy: offset, wholePixels: wholePixels))
        next += 1
      }
      placed.windows.append(
        TileInlay.Window(columns: left..<left + Int(window.clip.width), marks: first..<placed.marks.count))
    }
  }

  /// Draws the marks of a change through the rectangles.
  private func drawChange(of inlay: TileInlay, _ glyphs: SheetGlyphs, on target: borrowing Surface) {
    guard !rectangles.isEmpty, let look = inlay.look else { return }
    let source = fills.picture(of: look.color)
    XRenderSetPictureClipRectangles(
      target.display.raw, target.picture, 0, 0, rectangles, Int32(rectangles.count))
    let rows = FadeCache.seenRows(of: look.fadeRows, fade: look.fade).clamped(to: look.rows)
    line.clear()
    for i in change.marks where inlay.marks[i].isRolling { inlay.marks[i].add(to: &line, of: glyphs, rows: rows) }
    if !line.isEmpty {
      line.draw(source, on: target)
      fade(look, on: target)
    }
    line.clear()
    for i in change.marks where !inlay.marks[i].isRolling {
      inlay.marks[i].add(to: &line, of: glyphs, rows: look.rows)
    }
    line.draw(source, on: target)
    var attributes = XRenderPictureAttributes()
    attributes.clip_mask = 0
    XRenderChangePicture(target.display.raw, target.picture, UInt(CPClipMask), &attributes)
  }

  /// Lays the fades over all rectangles.
  private func fade(_ look: TileInlay.Look, on target: borrowing Surface) {
    if look.fade <= 0 { return }
    let left = rectangles.reduce(Int.max) { min($0, Int($1.x)) }
    let right = rectangles.reduce(left) { max($0, Int($1.x) + Int($1.width)) }
    fades.apply(
      to: target, clip: Rect(columns: left..<right, rows: look.fadeRows),
      area: Rect(columns: left..<right, rows: look.rows), fade: look.fade, color: look.fadeColor, axis: .vertical)
  }

  private func glyphs(of sheet: Sheet) -> SheetGlyphs {
    if let set = sets[sheet.content.id], set.revision == sheet.content.revision { return set }
    let set = SheetGlyphs(sheet, renderer)
    sets[sheet.content.id] = set
    return set
  }
}

extension Rect {
  fileprivate init(columns: Range<Int>, rows: Range<Int>) {
    self.init(
      x: Double(columns.lowerBound), y: Double(rows.lowerBound), width: Double(columns.count),
      height: Double(rows.count))
  }
}
