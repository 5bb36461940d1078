internal import CX11
internal import Glibc
internal import ScrollCore

/// Closed contours in content coordinates, filled by the even-odd rule.
struct Shape {
  private let canvas: Canvas
  /// In pixels of the drawable.
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

  /// Two strokes with round ends, from corner to corner of a box, as one outline: a see-through colour is not doubled.
  mutating func addCross(_ bounds: Rect, stroke: Double) {
    let (radius, angle) = (stroke / 2, atan2(bounds.height, bounds.width))
    // How far from the middle the strokes' edges meet.
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
    // So many steps are within 1/50 px of any arc that fits what X can count.
    let steps = max(4, Int(min(1024 * quarters, (radius * 2 * quarters).rounded(.up))))
    return (0...steps).map { step in
      let angle = (quarter + quarters * Double(step) / Double(steps)) * Double.pi / 2
      return Point(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    }
  }

  // MARK: - Coverage

  /// Composites a source through the shape, anti-aliased by coverage (`XRenderCompositeTrapezoids`).
  func fill(_ source: UInt, on target: Surface) {
    let trapezoids = trapezoids()
    guard !trapezoids.isEmpty else { return }
    XRenderCompositeTrapezoids(
      target.display.raw, Int32(PictOpOver), source, target.picture,
      XRenderFindStandardFormat(target.display.raw, Int32(PictStandardA8)), 0, 0, trapezoids,
      Int32(trapezoids.count))
  }

  /// The shape cut into slabs at every vertex; within one, edges do not begin, end or (for shapes that do not
  /// cross themselves) meet.
  private func trapezoids() -> [XTrapezoid] {
    var edges: [(top: Point, bottom: Point)] = []
    for contour in contours {
      for (a, b) in zip(contour, contour.dropFirst() + contour.prefix(1)) where a.y != b.y {
        edges.append(a.y < b.y ? (a, b) : (b, a))
      }
    }
    let levels = Set(edges.flatMap { [$0.top.y, $0.bottom.y] }).sorted()
    edges.sort { $0.top.y < $1.top.y }
    var result: [XTrapezoid] = []
    var (active, next) = (edges[..<0], 0)
    for (top, bottom) in zip(levels, levels.dropFirst()) {
      let middle = (top + bottom) / 2
      active.removeAll { $0.bottom.y <= top }
      while next < edges.count, edges[next].top.y <= top {
        active.append(edges[next])
        next += 1
      }
      let crossing = active.sorted { Self.x(of: $0, at: middle) < Self.x(of: $1, at: middle) }
      for pair in stride(from: 0, to: crossing.count - 1, by: 2) {
        var trapezoid = XTrapezoid()
        trapezoid.top = nr_fixed(top)
        trapezoid.bottom = nr_fixed(bottom)
        let (left, right) = (crossing[pair], crossing[pair + 1])
        nr_fixed_line(&trapezoid.left, left.top.x, left.top.y, left.bottom.x, left.bottom.y)
        nr_fixed_line(&trapezoid.right, right.top.x, right.top.y, right.bottom.x, right.bottom.y)
        result.append(trapezoid)
      }
    }
    return result
  }

  private static func x(of edge: (top: Point, bottom: Point), at y: Double) -> Double {
    edge.top.x + (edge.bottom.x - edge.top.x) * (y - edge.top.y) / (edge.bottom.y - edge.top.y)
  }
}
