internal import Scene
internal import ScrollCore
internal import X11

/// A content at one phase: a surface, and which pixels of it (content coordinates along the axis) are not drawn yet.
final class Tile {
  let surface: Surface
  var dirty: RangeSet<Int> { didSet { isDrawn = dirty.isEmpty } }
  /// Whether all of them are. Each frame asks: it is remembered, for a set of ranges is dear to ask.
  private(set) var isDrawn: Bool
  /// Whether it has been shown since the tiles were shifted.
  var isUsed = true
  /// The sprites that stand in it besides the content.
  var overlay = SpriteOverlay()

  init(_ surface: Surface, dirty: RangeSet<Int>) {
    self.surface = surface
    self.dirty = dirty
    isDrawn = dirty.isEmpty
  }

  // Not inlined: a function that has to do with a set of ranges looks up its type where it begins, and each frame comes to where
  // these are called.

  /// The first of them that lie in a range.
  @inline(never)
  func firstDirty(in range: Range<Int>) -> Range<Int>? { dirty.first(in: range) }

  /// The first of them, or the last.
  @inline(never)
  func endOfDirty(isLast: Bool) -> Range<Int>? { isLast ? dirty.ranges.last : dirty.ranges.first }

  /// Takes the sprites away; the content has that background.
  func clean(_ background: Color?) {
    guard let look = overlay.look else { return }
    for window in overlay.windows {
      surface.fill(background ?? .clear, PixelRect(columns: window.columns, rows: look.rows))
    }
    overlay.removeAll()
  }
}
