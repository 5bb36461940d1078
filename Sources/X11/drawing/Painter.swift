internal import CX11
internal import Scene
internal import ScrollCore

/// Draws the primitives of a content, magnified, on a scratch surface.
final class Painter {
  private let display: Display
  private let typesetter: PangoTypesetter
  private let images: ImageCache
  private var specs: [XftGlyphSpec] = []
  private let solids: SolidFills

  init(_ display: Display, typesetter: PangoTypesetter, images: ImageCache) {
    self.display = display
    solids = SolidFills(display)
    self.typesetter = typesetter
    self.images = images
  }

  func paint(_ primitive: Primitive, on target: borrowing Surface, _ canvas: Canvas) {
    switch primitive.element {
    case .text(let run):
      paint(typesetter.shape(run), color: run.color, at: primitive.anchor, on: target, canvas)
    case .box(let radius, let fill):
      var shape = Shape()
      shape.addBox(primitive.bounds, radius: radius, transform: canvas.point)
      shape.fill(fill, on: target)
    case .outline(let radius, let width, let color):
      var shape = Shape()
      shape.addBox(primitive.bounds, radius: radius, transform: canvas.point)
      let inner = primitive.bounds.insetBy(dx: width, dy: width)
      if !inner.isEmpty { shape.addBox(inner, radius: max(0, radius - width), transform: canvas.point) }
      shape.fill(color, on: target)
    case .diamond(let fill):
      let bounds = primitive.bounds
      fillPolygon(
        [
          Point(x: bounds.midX, y: bounds.minY), Point(x: bounds.maxX, y: bounds.midY),
          Point(x: bounds.midX, y: bounds.maxY), Point(x: bounds.minX, y: bounds.midY),
        ], fill, on: target, canvas)
    case .triangle(let up, let fill):
      let bounds = primitive.bounds
      let (tip, base) = up ? (bounds.minY, bounds.maxY) : (bounds.maxY, bounds.minY)
      fillPolygon(
        [
          Point(x: bounds.midX, y: tip), Point(x: bounds.maxX, y: base), Point(x: bounds.minX, y: base),
        ], fill, on: target, canvas)
    case .cross(let stroke, let color):
      paintCross(primitive.bounds, stroke: stroke, color, on: target, canvas)
    case .image(let reference):
      images.paint(reference, in: primitive.bounds, on: target, canvas)
    }
  }

  private func fillPolygon(
    _ points: [Point], _ color: Color, on target: borrowing Surface, _ canvas: Canvas
  ) {
    var shape = Shape()
    shape.addPolygon(points, transform: canvas.point)
    shape.fill(color, on: target)
  }

  /// One polygon of both strokes, so that a see-through colour is not doubled where they meet.
  private func paintCross(
    _ bounds: Rect, stroke: Double, _ color: Color, on target: borrowing Surface, _ canvas: Canvas
  ) {
    let inner = bounds.insetBy(dx: stroke / 2, dy: stroke / 2)
    var shape = Shape()
    let (a, b) = (Point(x: inner.minX, y: inner.minY), Point(x: inner.maxX, y: inner.maxY))
    let (c, d) = (Point(x: inner.maxX, y: inner.minY), Point(x: inner.minX, y: inner.maxY))
    let half = stroke / 2 / 2.0.squareRoot()
    let center = Point(x: inner.midX, y: inner.midY)
    // Each arm ends where its neighbours' edges meet.
    shape.addCapsule(from: a, to: b, width: stroke, transform: canvas.point)
    for (end, sign) in [(c, 1.0), (d, -1.0)] {
      let start = Point(x: center.x + sign * half, y: center.y - sign * half)
      shape.addArm(from: start, to: end, width: stroke, transform: canvas.point)
    }
    shape.fill(color, on: target)
  }

  // MARK: - Text

  private func paint(
    _ line: ShapedLine, color: Color, at baseline: Point, on target: borrowing Surface, _ canvas: Canvas
  ) {
    let overhang = line.size
    let low = Float(canvas.area.minX - baseline.x - overhang)
    let high = Float(canvas.area.maxX - baseline.x + overhang)
    let origin = canvas.point(baseline)
    for run in line.runs where run.maxX >= low && run.minX <= high {
      if let background = run.background {
        fillBar(run, from: -line.size * 0.95, to: line.size * 0.25, background, baseline, on: target, canvas)
      }
      let color = run.color ?? color
      specs.removeAll(keepingCapacity: true)
      for glyph in line.glyphs[run.glyphs] where glyph.x >= low && glyph.x <= high {
        // Rounded as a sum, and down at halves, so that a glyph lands alike whichever part is being drawn.
        let x = (origin.x + Double(glyph.x) * Double(canvas.magnification.x) + 0.5).rounded(.down)
        let y = (origin.y + Double(glyph.y) * Double(canvas.magnification.y) + 0.5).rounded(.down)
        specs.append(XftGlyphSpec(glyph: glyph.index, x: Int16(clamping: Int(x)), y: Int16(clamping: Int(y))))
      }
      if !specs.isEmpty {
        XftGlyphSpecRender(
          display.raw, Int32(PictOpOver), solids.picture(of: color), run.face.font(canvas.magnification),
          target.picture, 0, 0,
          specs, Int32(specs.count))
      }
      let thickness = max(1, line.size / 14)
      if run.underline {
        fillBar(run, from: line.size * 0.1, to: line.size * 0.1 + thickness, color, baseline, on: target, canvas)
      }
      if run.strikethrough {
        fillBar(
          run, from: -line.size * 0.3, to: -line.size * 0.3 + thickness, color, baseline, on: target, canvas)
      }
    }
  }

  private func fillBar(
    _ run: ShapedLine.Run, from top: Double, to bottom: Double, _ color: Color, _ baseline: Point,
    on target: borrowing Surface, _ canvas: Canvas
  ) {
    let left = max(baseline.x + Double(run.minX), canvas.area.minX - 2)
    let right = min(baseline.x + Double(run.maxX), canvas.area.maxX + 2)
    guard right > left else { return }
    var shape = Shape()
    shape.addBox(
      Rect(x: left, y: baseline.y + top, width: right - left, height: bottom - top), radius: 0,
      transform: canvas.point)
    shape.fill(color, on: target)
  }
}
