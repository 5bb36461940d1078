internal import ScrollCore

/// One phase, or one each way: a surface, and the pixels (content coordinates along the axis) that are not drawn yet.
final class Tile {
  let surface: Surface
  var dirty: PixelRanges
  /// What stands in it beyond the content.
  var inlay = TileInlay()

  init(_ surface: consuming Surface, dirty: PixelRanges) {
    self.surface = surface
    self.dirty = dirty
  }

  /// Takes away what stands in it beyond a content with that background.
  func clean(_ background: Color?) {
    guard let look = inlay.look else { return }
    for window in inlay.windows {
      surface.fill(
        background ?? .clear, x: window.columns.lowerBound, y: look.rows.lowerBound, width: window.columns.count,
        height: look.rows.count)
    }
    inlay.clear()
  }
}
