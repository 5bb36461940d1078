internal import Scene
internal import ScrollCore
internal import X11

/// A content drawn at one phase: a surface, and the range of its content pixels, along the axis, that is not drawn yet.
final class Tile {
  let surface: Surface
  var dirty: RangeSet<Int> { didSet { isDrawn = dirty.isEmpty } }
  /// Whether all of it is drawn. Stored, because each frame reads it and a range set is slow to query.
  private(set) var isDrawn: Bool
  /// Whether it has been shown since the tiles were shifted.
  var isUsed = true
  /// The sprites drawn over the content.
  var overlay = SpriteOverlay()

  init(_ surface: Surface, dirty: RangeSet<Int>) {
    self.surface = surface
    self.dirty = dirty
    isDrawn = dirty.isEmpty
  }

  // Not inlined: a function that uses a range set looks up its type on entry, and each frame runs their callers.

  /// The first undrawn stretch in a range.
  @inline(never)
  func firstDirty(in range: Range<Int>) -> Range<Int>? { dirty.first(in: range) }

  /// The first or the last undrawn stretch.
  @inline(never)
  func endOfDirty(isLast: Bool) -> Range<Int>? { isLast ? dirty.ranges.last : dirty.ranges.first }

  /// Erases the sprites with the content's background.
  func clean(_ background: Color?) {
    guard let appearance = overlay.appearance else { return }
    for window in overlay.windows {
      surface.fill(background ?? .clear, PixelRect(columns: window.columns, rows: appearance.rows))
    }
    overlay.removeAll()
  }
}
