internal import CX11
internal import Scene
internal import ScrollCore
internal import X11

/// Draws any number of an atlas's sprites in one request, as glyphs on the server (`XRenderCompositeText16`).
final class SpriteRenderer {
  private let display: Display
  private let painter: Painter
  private let fades: FadeCache
  private var glyphs: [Key: AtlasGlyphs] = [:]
  // Reused, so that a frame allocates nothing.
  private var line = GlyphLine()
  private var placed = SpriteOverlay()
  private var change = SpriteOverlay.Change()
  private var rectangles: [XRectangle] = []

  private struct Key: Hashable {
    var content: Int
    var appearance: AtlasGlyphs.Appearance
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

  /// Draws the sprites of a layer that lie in `area`.
  ///
  /// - Parameter ground: The colour behind them; nil if unknown.
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

  /// Draws an overlay's sprites permanently into a tile of the layer below; only changes are drawn.
  ///
  /// - Parameters:
  ///   - offset: From window coordinates to the tile's.
  ///   - background: The background of the tile's content.
  func drawOverlay(
    _ layer: Layer, of frame: borrowing Frame, movedBy offset: (x: Int, y: Int), _ background: Color, in tile: Tile,
    _ grid: PixelGrid
  ) {
    guard case .sprites(let batch) = layer.kind else { return }
    let glyphs = glyphs(of: layer.content, batch, on: background)
    place(layer, batch, glyphs, of: frame, movedBy: offset, grid)
    if placed.appearance != tile.overlay.appearance { tile.clean(background) }
    placed.findChange(from: tile.overlay, in: &change)
    swap(&placed, &tile.overlay)
    guard !change.stretches.isEmpty, let appearance = tile.overlay.appearance else { return }
    rectangles.removeAll(keepingCapacity: true)
    for stretch in change.stretches {
      rectangles.append(XRectangle(PixelRect(columns: stretch, rows: appearance.rows)))
    }
    tile.surface.fill(background, &rectangles)
    drawChange(of: tile.overlay, glyphs, on: tile.surface)
  }

  private func place(
    _ layer: Layer, _ batch: SpriteBatch, _ glyphs: AtlasGlyphs, of frame: borrowing Frame,
    movedBy offset: (x: Int, y: Int), _ grid: PixelGrid
  ) {
    placed.removeAll()
    placed.appearance = SpriteOverlay.Appearance(
      atlas: layer.content.id, revision: layer.content.revision, style: batch.style,
      fadeRows: PixelRect(batch.style.fade.bounds ?? layer.clip).movedBy(x: 0, y: offset.y).rows,
      rows: PixelRect(layer.clip).movedBy(x: 0, y: offset.y).rows)
    // The rows already stand for the bounds in comparisons.
    placed.appearance?.style.fade.bounds = nil
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

  /// Draws the changed sprites, clipped to `rectangles`.
  private func drawChange(of overlay: SpriteOverlay, _ glyphs: AtlasGlyphs, on target: Surface) {
    guard !rectangles.isEmpty, let appearance = overlay.appearance else { return }
    for start in stride(from: 0, to: rectangles.count, by: Self.mostRectangles) {
      drawChange(
        of: overlay, appearance, glyphs, in: start..<min(rectangles.count, start + Self.mostRectangles), on: target)
    }
    var attributes = XRenderPictureAttributes()
    attributes.clip_mask = 0
    XRenderChangePicture(display.raw, target.picture, UInt(CPClipMask), &attributes)
  }

  /// The most rectangles of a request.
  private static let mostRectangles = 8192

  private func drawChange(
    of overlay: SpriteOverlay, _ appearance: SpriteOverlay.Appearance, _ glyphs: AtlasGlyphs, in part: Range<Int>,
    on target: Surface
  ) {
    let source = display.fill(appearance.style.color)
    rectangles.withUnsafeBufferPointer {
      XRenderSetPictureClipRectangles(
        display.raw, target.picture, 0, 0, $0.baseAddress?.advanced(by: part.lowerBound), Int32(part.count))
    }
    let rows = FadeCache.seenRows(of: appearance.fadeRows, fade: appearance.style.fade.length).clamped(
      to: appearance.rows)
    line.removeAll()
    for i in change.sprites where overlay.sprites[i].isRolling {
      glyphs.add(overlay.sprites[i], to: &line, rows: rows)
    }
    if !line.isEmpty {
      line.draw(source, on: target)
      fade(appearance, in: part, on: target)
    }
    line.removeAll()
    for i in change.sprites where !overlay.sprites[i].isRolling {
      glyphs.add(overlay.sprites[i], to: &line, rows: appearance.rows)
    }
    line.draw(source, on: target)
  }

  /// Draws the fades over these rectangles, as far as they are on the target.
  private func fade(_ appearance: SpriteOverlay.Appearance, in part: Range<Int>, on target: Surface) {
    let rectangles = rectangles[part]
    let left = max(0, rectangles.reduce(Int.max) { min($0, Int($1.x)) })
    let right = min(target.width, rectangles.reduce(left) { max($0, Int($1.x) + Int($1.width)) })
    guard left < right else { return }
    fades.apply(
      appearance.style.fade, axis: .vertical, clip: PixelRect(columns: left..<right, rows: appearance.fadeRows),
      area: PixelRect(columns: left..<right, rows: appearance.rows), on: target)
  }

  private func glyphs(of content: Content, _ batch: SpriteBatch, on ground: Color?) -> AtlasGlyphs {
    let key = Key(
      content: content.id, appearance: AtlasGlyphs.Appearance(color: batch.style.color.opaque, ground: ground))
    if let known = glyphs[key], known.revision == content.revision { return known }
    // Bounds the glyphs of colours that keep changing.
    if glyphs.count >= Self.mostAppearances { glyphs = [:] }
    let new = AtlasGlyphs(content, batch.grid, key.appearance, painter)
    glyphs[key] = new
    return new
  }

  private static let mostAppearances = 32
}
