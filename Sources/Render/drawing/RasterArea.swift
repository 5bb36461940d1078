internal import Scene
internal import ScrollCore

/// The part of a content that a raster shows, and its phase.
struct RasterArea {
  /// The raster's upper left corner in content coordinates.
  let origin: Point
  let width: Int
  let height: Int
  /// Baselines are at whole pixels, and phases move texts sideways only.
  let hasWholeRows: Bool

  init(_ area: PixelRect, _ phase: Phase, _ axis: Axis) {
    let count = Double(PixelGrid.phaseCount)
    origin = Point(x: Double(area.x) - Double(phase.x) / count, y: Double(area.y) - Double(phase.y) / count)
    (width, height) = (area.width, area.height)
    hasWholeRows = axis == .horizontal
  }

  func point(_ point: Point) -> Point { Point(x: point.x - origin.x, y: point.y - origin.y) }

  func rect(_ rect: Rect) -> Rect { Rect(origin: point(rect.origin), size: rect.size) }

  /// In eighths of a pixel. Halves round down, so that a glyph lands alike whichever part is drawn.
  static func eighths(_ position: Double) -> Int {
    let limit = 1e6
    return Int((min(limit, max(-limit, position)) * Double(PixelGrid.phaseCount) + 0.5).rounded(.down))
  }
}
