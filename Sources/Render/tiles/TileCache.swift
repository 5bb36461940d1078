internal import Scene
internal import ScrollCore
internal import X11

/// The tiles of the visible contents.
final class TileCache {
  private let painter: Painter
  private let windowFormat: PixelFormat
  private let alphaFormat: PixelFormat
  private var sets: [Key: TileSet] = [:]
  /// The content used last: usually the only one that moves.
  private var latest: (key: Key, set: TileSet)?
  /// Whether all other contents are completely drawn.
  private var areOthersDrawn = false

  private struct Key: Hashable {
    var content: Int
    /// The colour behind a translucent content.
    var ground: Color?
  }

  /// - Parameters:
  ///   - windowFormat: For contents with an opaque background.
  ///   - alphaFormat: For all others.
  init(_ painter: Painter, windowFormat: PixelFormat, alphaFormat: PixelFormat) {
    self.painter = painter
    self.windowFormat = windowFormat
    self.alphaFormat = alphaFormat
  }

  /// The tiles of a content, updated with its changes.
  ///
  /// - Parameter ground: The colour behind a translucent content; nil if unknown.
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
    // Bounds the tiles of grounds that keep changing.
    let others = sets.keys.filter { $0.content == key.content }
    if others.count > 1 { for other in others { sets[other] = nil } }
    let set = TileSet(content, format: isOpaque ? windowFormat : alphaFormat, on: key.ground, painter)
    sets[key] = set
    latest = (key, set)
    return set
  }

  /// Notes that tiles are shown without a look-up, so that prefetching starts with them.
  func use(_ set: TileSet) {
    guard latest?.set !== set, let (key, set) = sets.first(where: { $0.value === set }) else { return }
    (latest, areOthersDrawn) = ((key, set), false)
  }

  /// Frees the tiles of contents that are no longer shown.
  func keepOnly(_ ids: Set<Int>) {
    for key in sets.keys where !ids.contains(key.content) { sets[key] = nil }
    if let id = latest?.key.content, !ids.contains(id) { latest = nil }
  }

  /// Draws one part of a tile that is not visible yet. Returns whether it drew anything.
  func prefetch() -> Bool {
    painter.display.sharePixels()
    if latest?.set.prefetch() == true { return true }
    if areOthersDrawn { return false }
    for set in sets.values where set.prefetch() { return true }
    areOthersDrawn = true
    return false
  }
}
