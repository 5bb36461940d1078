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

  /// A stroke with round ends.
  mutating func addCapsule(from a: Point, to b: Point, width: Double) {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return }
    // The direction in quarters of a turn, as `arc` counts: 0 is right, 1 is down.
    let angle = atan2(dy, dx) / (Double.pi / 2)
    addPolygon(
      Self.arc(center: b, radius: width / 2, from: angle - 1, quarters: 2)
        + Self.arc(center: a, radius: width / 2, from: angle + 1, quarters: 2))
  }

  /// A stroke with a flat beginning and a round end.
  mutating func addArm(from a: Point, to b: Point, width: Double) {
    let angle = atan2(b.y - a.y, b.x - a.x)
    let (dx, dy) = (-sin(angle) * width / 2, cos(angle) * width / 2)
    addPolygon(
      Self.arc(center: b, radius: width / 2, from: angle / (Double.pi / 2) - 1, quarters: 2)
        + [Point(x: a.x + dx, y: a.y + dy), Point(x: a.x - dx, y: a.y - dy)])
  }

  private static func arc(center: Point, radius: Double, from quarter: Double, quarters: Double) -> [Point] {
    let steps = max(4, Int((radius * 2 * quarters).rounded(.up)))
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
    var result: [XTrapezoid] = []
    for (top, bottom) in zip(levels, levels.dropFirst()) {
      let middle = (top + bottom) / 2
      let crossing = edges.filter { $0.top.y <= top && $0.bottom.y >= bottom }
        .sorted { Self.x(of: $0, at: middle) < Self.x(of: $1, at: middle) }
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
