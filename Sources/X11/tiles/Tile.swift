internal import CX11
internal import Scene
internal import ScrollCore

/// A content at one phase: a surface, and which pixels of it (content coordinates along the axis) are not drawn yet.
final class Tile {
  let surface: Surface
  var dirty: RangeSet<Int>
  /// Whether it has been shown since the tiles were shifted.
  var isUsed = true
  /// The sprites that stand in it besides the content.
  var overlay = SpriteOverlay()

  init(_ surface: Surface, dirty: RangeSet<Int>) {
    self.surface = surface
    self.dirty = dirty
  }

  /// Takes the sprites away; the content has that background.
  func clean(_ background: Color?) {
    guard let look = overlay.look else { return }
    for window in overlay.windows {
      surface.fill(background ?? .clear, PixelRect(columns: window.columns, rows: look.rows))
    }
    overlay.removeAll()
  }
}
