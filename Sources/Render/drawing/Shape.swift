internal import CRender
internal import CX11
internal import Glibc
internal import ScrollCore

/// Closed contours in content coordinates, filled by the even-odd rule, or a line.
struct Shape {
  private let canvas: RasterArea
  /// `FT_OUTLINE_EVEN_ODD_FILL`, or 0 for the non-zero rule, by which the parts of a line that cross do not cancel out.
  private var fillRule = FT_OUTLINE_EVEN_ODD_FILL
  /// In pixels of the canvas.
  private var contours: [[Point]] = []

  init(_ canvas: RasterArea) { self.canvas = canvas }

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

  /// A line through points, with round joints and ends: its outline forth on the left and back on the right.
  mutating func addStroke(_ points: [Point], width: Double) {
    fillRule = 0
    var line: [Point] = []
    for point in points where line.last != point { line.append(point) }
    guard let first = line.first else { return }
    if line.count == 1 {
      let dot = Rect(x: first.x - width / 2, y: first.y - width / 2, width: width, height: width)
      return addBox(dot, radius: width / 2)
    }
    // Points between the ends are passed forth and back.
    let around = line + line[1..<line.count - 1].reversed()
    // FreeType counts an outline's points by 16 bits.
    let steps = max(1, 30_000 / around.count)
    var outline: [Point] = []
    for i in around.indices {
      let (before, after) = (around[(i + around.count - 1) % around.count], around[(i + 1) % around.count])
      outline += Self.joint(from: before, at: around[i], to: after, radius: width / 2, steps)
    }
    addPolygon(outline)
  }

  /// The left side of a line's joint: an arc on the outside of the bend, or the corner on the inside.
  private static func joint(
    from before: Point, at here: Point, to after: Point, radius: Double, _ steps: Int
  ) -> [Point] {
    let (ux, uy, length) = direction(from: before, to: here)
    let (vx, vy, nextLength) = direction(from: here, to: after)
    let (cross, dot) = (ux * vy - uy * vx, ux * vx + uy * vy)
    func side(_ dx: Double, _ dy: Double) -> Point { Point(x: here.x + radius * dx, y: here.y + radius * dy) }
    let isReversal = dot < -1 + 1e-12
    if cross >= 0 || isReversal {
      let turn = isReversal ? 2 : atan2(cross, dot) / (Double.pi / 2)
      if turn < 1e-3 { return [side(vy, -vx)] }
      return arc(center: here, radius: radius, from: atan2(-ux, uy) / (Double.pi / 2), quarters: turn, atMost: steps)
    }
    // How far before the joint both sides meet; with short lines beyond their ends.
    let reach = radius * -cross / (1 + dot)
    if reach > min(length, nextLength) { return [side(uy, -ux), here, side(vy, -vx)] }
    return [Point(x: here.x + radius * uy - reach * ux, y: here.y - radius * ux - reach * uy)]
  }

  private static func direction(from start: Point, to end: Point) -> (dx: Double, dy: Double, length: Double) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = (dx * dx + dy * dy).squareRoot()
    return (dx / length, dy / length, length)
  }

  /// Angles are counted in quarters of a turn: 0 is right, 1 is down.
  private static func arc(
    center: Point, radius: Double, from quarter: Double, quarters: Double, atMost limit: Int = .max
  )
    -> [Point]
  {
    // This many steps stay within 1/256 px of the arc.
    let steps = min(limit, max(4, Int((9 * max(0, min(16384, radius)).squareRoot() * quarters).rounded(.up))))
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
      nr_fill_polygons(
        library.raw, &points, Int32(points.count), &ends, Int32(ends.count), Int32(fillRule), params)
    }
  }
}
