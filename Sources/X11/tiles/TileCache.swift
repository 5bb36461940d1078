internal import Scene
internal import ScrollCore

/// The tiles of the contents that are shown.
final class TileCache {
  private let painter: Painter
  private let windowFormat: PixelFormat
  private let alphaFormat: PixelFormat
  private var sets: [Int: TileSet] = [:]
  /// The content that was last asked for: most often the only one that moves.
  private var latest: (id: Int, set: TileSet)?

  /// - Parameters:
  ///   - windowFormat: of contents with an opaque background.
  ///   - alphaFormat: of all others.
  init(_ painter: Painter, windowFormat: PixelFormat, alphaFormat: PixelFormat) {
    self.painter = painter
    self.windowFormat = windowFormat
    self.alphaFormat = alphaFormat
  }

  /// The tiles of a content, with its latest changes.
  func tiles(for content: Content) -> TileSet {
    let isOpaque = content.background?.isOpaque ?? false
    let known = latest?.id == content.id ? latest?.set : sets[content.id]
    if let known, known.isOpaque == isOpaque {
      latest = (content.id, known)
      known.update(content)
      return known
    }
    let set = TileSet(content, format: isOpaque ? windowFormat : alphaFormat, painter)
    sets[content.id] = set
    latest = (content.id, set)
    return set
  }

  /// Frees the tiles of contents that are no longer shown.
  func keepOnly(_ ids: Set<Int>) {
    for id in sets.keys where !ids.contains(id) { sets[id] = nil }
    if let id = latest?.id, !ids.contains(id) { latest = nil }
  }

  /// Draws one part of a tile that is not visible yet. Returns whether there was anything to do.
  func prefetch() -> Bool {
    for set in sets.values where set.prefetch() { return true }
    return false
  }
}
