internal import Scene
internal import ScrollCore
internal import X11

/// The tiles of the contents that are shown.
final class TileCache {
  private let painter: Painter
  private let windowFormat: PixelFormat
  private let alphaFormat: PixelFormat
  private var sets: [Key: TileSet] = [:]
  /// The content that was last asked for: most often the only one that moves.
  private var latest: (key: Key, set: TileSet)?
  /// Of the others nothing is left to be drawn.
  private var areOthersDrawn = false

  private struct Key: Hashable {
    var content: Int
    /// What a see-through content is seen on.
    var ground: Color?
  }

  /// - Parameters:
  ///   - windowFormat: of contents with an opaque background.
  ///   - alphaFormat: of all others.
  init(_ painter: Painter, windowFormat: PixelFormat, alphaFormat: PixelFormat) {
    self.painter = painter
    self.windowFormat = windowFormat
    self.alphaFormat = alphaFormat
  }

  /// The tiles of a content, with its latest changes.
  ///
  /// - Parameter ground: What a see-through content is seen on; nil where nobody knows.
  func tiles(for content: Content, on ground: Color?) -> TileSet {
    let isOpaque = content.background?.isOpaque ?? false
    let key = Key(content: content.id, ground: isOpaque ? nil : ground)
    if let latest, latest.key == key, latest.set.isOpaque == isOpaque {
      latest.set.update(content)
      return latest.set
    }
    areOthersDrawn = false
    if let known = sets[key], known.isOpaque == isOpaque {
      latest = (key, known)
      known.update(content)
      return known
    }
    // A ground that changes all the time leaves no tiles behind.
    let others = sets.keys.filter { $0.content == key.content }
    if others.count > 1 { for other in others { sets[other] = nil } }
    let set = TileSet(content, format: isOpaque ? windowFormat : alphaFormat, on: key.ground, painter)
    sets[key] = set
    latest = (key, set)
    return set
  }

  /// They are shown again without having been asked for, and so come first where there is time to draw ahead.
  func use(_ set: TileSet) {
    guard latest?.set !== set, let (key, set) = sets.first(where: { $0.value === set }) else { return }
    (latest, areOthersDrawn) = ((key, set), false)
  }

  /// Frees the tiles of contents that are no longer shown.
  func keepOnly(_ ids: Set<Int>) {
    for key in sets.keys where !ids.contains(key.content) { sets[key] = nil }
    if let id = latest?.key.content, !ids.contains(id) { latest = nil }
  }

  /// Draws one part of a tile that is not visible yet. Returns whether there was anything to do.
  func prefetch() -> Bool {
    painter.display.sharePixels()
    if latest?.set.prefetch() == true { return true }
    if areOthersDrawn { return false }
    for set in sets.values where set.prefetch() { return true }
    areOthersDrawn = true
    return false
  }
}
