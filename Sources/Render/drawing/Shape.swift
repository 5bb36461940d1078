internal import CRender
internal import CX11
internal import Glibc
internal import ScrollCore

/// Closed contours in content coordinates, filled by the even-odd rule.
struct Shape {
  private let canvas: Canvas
  /// In pixels of the canvas.
  private var contours: [[Point]] = []

  init(_ canvas: Canvas) { self.canvas = canvas }

  mutating func addPolygon(_ points: [Point]) { contours.append(points.map(canvas.point)) }

  /// A box with round corners.
  mutating func addBox(_ bounds: Rect, radius: Double = 0) {
    let radius = max(0, min(radius, bounds.width / 2, bounds.height / 2))
    var points: [Point] = []
    let corners = [
      (bounds.maxX - radius, bounds.minY + radius), (bounds.maxX - radius, bounds.maxY - radius),
      (bounds.minX + radius, bounds.maxY - radius), (bounds.minX + radius, bounds.minY + radius),
    ]
    for (quarter, center) in corners.enumerated() {
      let center = Point(x: center.0, y: center.1)
      points += radius > 0 ? Self.arc(center: center, radius: radius, from: Double(quarter) - 1, quarters: 1) : [center]
    }
    addPolygon(points)
  }

  /// Two strokes with round ends between the corners of a box, as one outline, so that a translucent colour is not
  /// doubled.
  mutating func addCross(_ bounds: Rect, stroke: Double) {
    let (radius, angle) = (stroke / 2, atan2(bounds.height, bounds.width))
    // The distance from the centre at which the strokes' edges meet.
    let (side, end) = (radius / sin(angle), radius / cos(angle))
    let arms = [
      (bounds.maxX, bounds.maxY, angle, 0, end), (bounds.minX, bounds.maxY, Double.pi - angle, -side, 0),
      (bounds.minX, bounds.minY, Double.pi + angle, 0, -end), (bounds.maxX, bounds.minY, -angle, side, 0),
    ]
    addPolygon(
      arms.flatMap { (x, y, angle, dx, dy) in
        Self.arc(center: Point(x: x, y: y), radius: radius, from: angle / (Double.pi / 2) - 1, quarters: 2)
          + [Point(x: bounds.midX + dx, y: bounds.midY + dy)]
      })
  }

  /// Angles are counted in quarters of a turn: 0 is right, 1 is down.
  private static func arc(center: Point, radius: Double, from quarter: Double, quarters: Double) -> [Point] {
    // This many steps stay within 1/256 px of the arc.
    let steps = max(4, Int((9 * max(0, min(16384, radius)).squareRoot() * quarters).rounded(.up)))
    return (0...steps).map { step in
      let angle = (quarter + quarters * Double(step) / Double(steps)) * Double.pi / 2
      return Point(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    }
  }

  // MARK: - Coverage

  /// Adds the shape's coverage to a mask of the canvas.
  func cover(_ mask: CoverageMask, with library: FontLibrary) {
    var points: [FT_Vector] = []
    var ends: [Int16] = []
    // Corners far outside are invisible, so clamping them does not matter.
    func length(_ pixels: Double) -> Int { Int((min(16384, max(-16384, pixels)) * 64).rounded()) }
    for contour in contours where points.count + contour.count < Int(Int16.max) {
      points += contour.map { FT_Vector(x: length($0.x), y: -length($0.y)) }
      ends.append(Int16(points.count - 1))
    }
    guard !ends.isEmpty else { return }
    mask.add { params in
      nr_fill_polygons(library.raw, &points, Int32(points.count), &ends, Int32(ends.count), params)
    }
  }
}
