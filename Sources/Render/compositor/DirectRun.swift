internal import Scene
internal import ScrollCore
internal import X11

/// A layer that moves steadily and is copied directly to the window, while nothing else changes: the state needed to
/// show it at its next place.
final class DirectRun {
  /// Its index in the frame.
  let layer: Int
  /// The `filling` of its frame, and whether nothing else moves in it.
  private let (filling, isAlone): (Int, Bool)
  let tiles: TileSet
  private let grid: PixelGrid
  private let axis: Axis
  private let velocity: Double
  /// What differs from frame to frame: without the rows, or columns, that are blank from end to end.
  private let clip: Rect
  private let target: PixelRect
  private let fade: Fade
  /// Its last place.
  private(set) var origin: Point

  init(_ number: Int, of frame: borrowing Frame, _ tiles: TileSet, _ grid: PixelGrid) {
    let layer = frame.layers[number]
    (self.layer, filling, self.tiles, self.grid) = (number, frame.filling, tiles, grid)
    isAlone = frame.layers.indices.allSatisfy { $0 == number || frame.layers[$0].velocity == 0 }
    (axis, velocity, fade, origin) = (layer.content.axis, layer.velocity, layer.fade, layer.origin)
    clip = tiles.inkedPart(of: Instance(clip: layer.clip, origin: layer.origin), grid)
    target = PixelRect(clip)
  }

  /// Whether `frame` is still the same one, and this layer is all that moves in it.
  func isAll(of frame: borrowing Frame) -> Bool {
    isAlone && frame.hasRunOn && frame.filling == filling
  }

  /// Copies it to `origin` in the window.
  func show(at origin: Point, in window: XWindow, _ fades: FadeCache, _ ends: FadedEnds) {
    self.origin = origin
    let source = tiles.source(covering: Instance(clip: clip, origin: origin), grid, velocity: velocity)
    source.tile.surface.copy(
      PixelRect(x: source.x, y: source.y, width: target.width, height: target.height), to: window.id, x: target.x,
      y: target.y)
    if fade.length > 0 { fades.applyToBoth(fade, axis: .horizontal, target, on: ends) }
  }

  /// Seconds until its picture changes, once it is at `origin`.
  func timeToNextPlace(from origin: Point) -> Seconds {
    grid.timeToNextPlace(from: axis.turned(origin.x, origin.y).along, velocity: velocity)
  }
}
