internal import CX11
internal import Scene
internal import ScrollCore

/// Draws contents into tiles, and keeps the tiles of the contents that are shown.
final class Renderer {
  let display: Display
  let windowFormat: PixelFormat
  let alphaFormat: PixelFormat
  private let painter: Painter
  private var sets: [Int: TileSet] = [:]
  /// The content that was last asked for: most often the only one that moves.
  private var latest: (id: Int, set: TileSet)?
  private var scratches: [ScratchKey: Scratch] = [:]

  private struct ScratchKey: Hashable {
    var depth: Int32
    var magnification: Magnification
  }

  init(
    _ display: Display, windowFormat: PixelFormat, alphaFormat: PixelFormat, typesetter: PangoTypesetter,
    images: ImageCache
  ) {
    self.display = display
    self.windowFormat = windowFormat
    self.alphaFormat = alphaFormat
    painter = Painter(display, typesetter: typesetter, images: images)
  }

  /// The tiles of a content, its changes taken over.
  func tiles(for content: Content) -> TileSet {
    let known = latest?.id == content.id ? latest?.set : sets[content.id]
    if let known, known.isOpaque == (content.background?.isOpaque ?? false) {
      latest = (content.id, known)
      known.update(content)
      return known
    }
    let set = TileSet(self, content)
    sets[content.id] = set
    latest = (content.id, set)
    return set
  }

  /// Frees the tiles of contents that are no longer shown.
  func keepOnly(_ ids: Set<Int>) {
    for id in sets.keys where !ids.contains(id) { sets[id] = nil }
    if let id = latest?.id, !ids.contains(id) { latest = nil }
  }

  /// Draws one step of what is not visible yet. Returns whether there was anything to do.
  func prefetch() -> Bool {
    for set in sets.values where set.prefetch() { return true }
    return false
  }

  /// Draws pieces magnified and hands over the scratch from which each phase is averaged. The pixels are content
  /// coordinates.
  func draw(
    _ pieces: [Piece], background: Color, axis: Axis, columns: Range<Int>, rows: Range<Int>, format: PixelFormat
  ) -> Scratch {
    // Glyphs that Xft puts on whole pixels stand on quarters across the text even where nothing moves that way.
    let magnification = Magnification(x: phaseCount, y: axis == .horizontal ? 1 : phaseCount)
    let columns = columns.lowerBound - 1..<columns.upperBound + 1
    let rows = axis == .horizontal ? rows : rows.lowerBound - 1..<rows.upperBound + 1
    let (width, height) = (columns.count * magnification.x, rows.count * magnification.y)
    let scratch = scratch(width: width, height: height, format: format, magnification: magnification)
    scratch.clear(background, width: width, height: height)
    let area = Rect(
      x: Double(columns.lowerBound), y: Double(rows.lowerBound), width: Double(columns.count),
      height: Double(rows.count))
    let canvas = Painter.Canvas(area: area, magnification: magnification)
    for piece in pieces { painter.paint(piece, on: scratch.surface, canvas) }
    return scratch
  }

  private func scratch(width: Int, height: Int, format: PixelFormat, magnification: Magnification) -> Scratch {
    let key = ScratchKey(depth: format.depth, magnification: magnification)
    if let scratch = scratches[key], scratch.holds(width: width, height: height) { return scratch }
    let (oldWidth, oldHeight) = scratches[key].map { ($0.surface.width, $0.surface.height) } ?? (0, 0)
    let scratch = Scratch(
      display, width: max(width, oldWidth), height: max(height, oldHeight), format: format,
      magnification: magnification)
    scratches[key] = scratch
    return scratch
  }
}
