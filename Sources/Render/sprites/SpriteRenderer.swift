internal import CX11
internal import Scene
internal import ScrollCore
internal import X11

/// Draws sprites of atlases, any number of them in one request: each is a glyph on the server
/// (`XRenderCompositeText16`).
final class SpriteRenderer {
  private let display: Display
  private let painter: Painter
  private let fades: FadeCache
  private var glyphs: [Key: AtlasGlyphs] = [:]
  // Kept, so that nothing is allocated.
  private var line = GlyphLine()
  private var placed = SpriteOverlay()
  private var change = SpriteOverlay.Change()
  private var rectangles: [XRectangle] = []

  private struct Key: Hashable {
    var content: Int
    var look: AtlasGlyphs.Look
  }

  init(_ painter: Painter, _ fades: FadeCache) {
    display = painter.display
    self.painter = painter
    self.fades = fades
  }

  /// Frees the glyphs of contents that are no longer shown.
  func keepOnly(_ ids: Set<Int>) {
    for key in glyphs.keys where !ids.contains(key.content) { glyphs[key] = nil }
  }

  /// Draws the sprites of a layer, as far as they lie in `area`.
  ///
  /// - Parameter ground: What they are seen on; nil where nobody knows.
  func draw(
    _ layer: Layer, _ batch: SpriteBatch, of frame: borrowing Frame, _ area: PixelRect, on target: Surface,
    ground: Color?, _ grid: PixelGrid
  ) {
    guard !batch.sprites.isEmpty else { return }
    let glyphs = glyphs(of: layer.content, batch, on: ground)
    place(layer, batch, glyphs, of: frame, movedBy: (0, 0), grid)
    change.removeAll()
    change.sprites.append(contentsOf: placed.sprites.indices)
    rectangles.removeAll(keepingCapacity: true)
    for i in batch.windows {
      let window = PixelRect(frame.instances[i].clip).intersection(area)
      if !window.isEmpty { rectangles.append(XRectangle(window)) }
    }
    drawChange(of: placed, glyphs, on: target)
  }

  /// Draws the sprites of an overlay into a tile of the layer below, where they stay: only what has changed is drawn.
  ///
  /// - Parameters:
  ///   - offset: What is to be added to window coordinates.
  ///   - background: That of the tile's content.
  func drawOverlay(
    _ layer: Layer, of frame: borrowing Frame, movedBy offset: (x: Int, y: Int), _ background: Color, in tile: Tile,
    _ grid: PixelGrid
  ) {
    guard case .sprites(let batch) = layer.kind else { return }
    let glyphs = glyphs(of: layer.content, batch, on: background)
    place(layer, batch, glyphs, of: frame, movedBy: offset, grid)
    if placed.look != tile.overlay.look { tile.clean(background) }
    placed.findChange(from: tile.overlay, in: &change)
    swap(&placed, &tile.overlay)
    guard !change.stretches.isEmpty, let look = tile.overlay.look else { return }
    rectangles.removeAll(keepingCapacity: true)
    for stretch in change.stretches { rectangles.append(XRectangle(PixelRect(columns: stretch, rows: look.rows))) }
    tile.surface.fill(background, &rectangles)
    drawChange(of: tile.overlay, glyphs, on: tile.surface)
  }

  private func place(
    _ layer: Layer, _ batch: SpriteBatch, _ glyphs: AtlasGlyphs, of frame: borrowing Frame,
    movedBy offset: (x: Int, y: Int), _ grid: PixelGrid
  ) {
    placed.removeAll()
    placed.look = SpriteOverlay.Look(
      atlas: layer.content.id, revision: layer.content.revision, style: batch.style,
      fadeRows: PixelRect(batch.style.fade.bounds ?? layer.clip).movedBy(x: 0, y: offset.y).rows,
      rows: PixelRect(layer.clip).movedBy(x: 0, y: offset.y).rows)
    // The place is compared by the rows.
    placed.look?.style.fade.bounds = nil
    var next = batch.sprites.lowerBound
    for (number, i) in batch.windows.enumerated() {
      let window = frame.instances[i]
      let left = grid.place(window.origin.x).nearest + offset.x
      let first = placed.sprites.count
      while next < batch.sprites.upperBound, frame.sprites[next].window == number {
        placed.sprites.append(glyphs.place(frame.sprites[next], movedBy: offset, grid))
        next += 1
      }
      placed.windows.append(
        SpriteOverlay.Window(columns: left..<left + Int(window.clip.width), sprites: first..<placed.sprites.count))
    }
  }

  /// Draws the sprites of a change through the rectangles.
  private func drawChange(of overlay: SpriteOverlay, _ glyphs: AtlasGlyphs, on target: Surface) {
    guard !rectangles.isEmpty, let look = overlay.look else { return }
    let source = display.fill(look.style.color)
    XRenderSetPictureClipRectangles(display.raw, target.picture, 0, 0, rectangles, Int32(rectangles.count))
    let rows = FadeCache.seenRows(of: look.fadeRows, fade: look.style.fade.length).clamped(to: look.rows)
    line.removeAll()
    for i in change.sprites where overlay.sprites[i].isRolling {
      glyphs.add(overlay.sprites[i], to: &line, rows: rows)
    }
    if !line.isEmpty {
      line.draw(source, on: target)
      fade(look, on: target)
    }
    line.removeAll()
    for i in change.sprites where !overlay.sprites[i].isRolling {
      glyphs.add(overlay.sprites[i], to: &line, rows: look.rows)
    }
    line.draw(source, on: target)
    var attributes = XRenderPictureAttributes()
    attributes.clip_mask = 0
    XRenderChangePicture(display.raw, target.picture, UInt(CPClipMask), &attributes)
  }

  /// Lays the fades over all rectangles.
  private func fade(_ look: SpriteOverlay.Look, on target: Surface) {
    let left = rectangles.reduce(Int.max) { min($0, Int($1.x)) }
    let right = rectangles.reduce(left) { max($0, Int($1.x) + Int($1.width)) }
    fades.apply(
      look.style.fade, axis: .vertical, clip: PixelRect(columns: left..<right, rows: look.fadeRows),
      area: PixelRect(columns: left..<right, rows: look.rows), on: target)
  }

  private func glyphs(of content: Content, _ batch: SpriteBatch, on ground: Color?) -> AtlasGlyphs {
    let key = Key(content: content.id, look: AtlasGlyphs.Look(color: batch.style.color.opaque, ground: ground))
    if let known = glyphs[key], known.revision == content.revision { return known }
    // Colours that change all the time leave no glyphs behind.
    if glyphs.count >= Self.mostLooks { glyphs = [:] }
    let new = AtlasGlyphs(content, batch.grid, key.look, painter)
    glyphs[key] = new
    return new
  }

  private static let mostLooks = 32
}
