internal import CRender
internal import Scene
internal import ScrollCore
internal import X11

/// Draws the primitives of a content on a raster.
final class Painter {
  let display: Display
  private let typesetter: PangoTypesetter
  private let images: ImageCache
  private let raster: Raster

  init(_ display: Display, typesetter: PangoTypesetter, images: ImageCache) {
    self.display = display
    self.typesetter = typesetter
    self.images = images
    raster = Raster(typesetter.curve)
  }

  var curve: LightCurve { typesetter.curve }
  private var weight: Int?
  private var isResting = false

  /// Draws primitives at a phase. The raster belongs to the painter, and the next call overwrites it.
  ///
  /// - Parameters:
  ///   - ground: The colour behind a translucent background; nil if unknown.
  ///   - area: In content coordinates.
  ///   - rests: Whether the content rests on whole pixels (`Content.rests`).
  ///   - weight: Text weight, as `FontFace` takes it; nil derives it from the colours of text and background.
  func draw(
    _ primitives: some Sequence<Primitive>, on background: Color, ground: Color?, axis: Axis, _ area: PixelRect,
    _ phase: Phase, rests: Bool = false, weight: Int? = nil
  ) -> Raster {
    self.weight = weight
    raster.reset(width: area.width, height: area.height, background: background, ground: ground)
    let canvas = RasterArea(area, phase, axis)
    isResting = rests && canvas.hasWholeRows && phase == Phase()
    for primitive in primitives { paint(primitive, on: canvas) }
    return raster
  }

  private func paint(_ primitive: Primitive, on canvas: RasterArea) {
    let bounds = primitive.bounds
    var shape = Shape(canvas)
    let color: Color
    switch primitive.element {
    case .text(let run):
      return paint(typesetter.shape(run), color: run.color, at: primitive.anchor, on: canvas)
    case .image(let path): return images.paint(path, in: canvas.rect(bounds), on: raster, curve)
    case .box(let radius, let fill):
      shape.addBox(bounds, radius: radius)
      color = fill
    case .outline(let radius, let width, let stroke):
      shape.addBox(bounds, radius: radius)
      let inner = bounds.insetBy(dx: width, dy: width)
      if !inner.isEmpty { shape.addBox(inner, radius: max(0, radius - width)) }
      color = stroke
    case .diamond(let fill):
      shape.addPolygon([
        Point(x: bounds.midX, y: bounds.minY), Point(x: bounds.maxX, y: bounds.midY),
        Point(x: bounds.midX, y: bounds.maxY), Point(x: bounds.minX, y: bounds.midY),
      ])
      color = fill
    case .triangle(let up, let fill):
      let (tip, base) = up ? (bounds.minY, bounds.maxY) : (bounds.maxY, bounds.minY)
      shape.addPolygon([
        Point(x: bounds.midX, y: tip), Point(x: bounds.maxX, y: base), Point(x: bounds.minX, y: base),
      ])
      color = fill
    case .polygon(let points, let fill):
      shape.addPolygon(points.map { Point(x: bounds.minX + $0.x, y: bounds.minY + $0.y) })
      color = fill
    case .stroke(let points, let width, let stroke):
      shape.addStroke(points.map { Point(x: bounds.minX + $0.x, y: bounds.minY + $0.y) }, width: width)
      color = stroke
    case .cross(let stroke, let fill):
      shape.addCross(bounds.insetBy(dx: stroke / 2, dy: stroke / 2), stroke: stroke)
      color = fill
    }
    fill(shape, color)
  }

  private func fill(_ shape: Shape, _ color: Color) {
    shape.cover(raster.mask, with: typesetter.library)
    raster.fill(color)
  }

  // MARK: - Text

  /// The area that a primitive may ink at any phase and weight, in content coordinates.
  func ink(of primitive: Primitive) -> Rect {
    let bounds = primitive.bounds.insetBy(dx: -1, dy: -1)
    guard case .text(let run) = primitive.element else { return bounds }
    let ink = typesetter.shape(run).ink.bounds.offsetBy(dx: primitive.anchor.x, dy: primitive.anchor.y)
    return ink.isEmpty ? bounds : bounds.union(ink.insetBy(dx: -Self.margin, dy: -Self.margin))
  }

  /// How far subpixel phases, hints and weights move the edges of glyphs, at most, in pixels.
  private static let margin = 2.0

  private func paint(_ line: ShapedLine, color: Color, at baseline: Point, on canvas: RasterArea) {
    let origin = canvas.point(baseline)
    let low = Float(-origin.x - Self.margin) - line.ink.right
    let high = Float(Double(canvas.width) - origin.x + Self.margin) + line.ink.left
    for run in line.runs where run.maxX >= low && run.minX <= high {
      if let background = run.background { fillBar(run, line.background, background, origin, on: canvas) }
      let color = run.color ?? color
      let weight = weight ?? curve.weight(of: color, on: raster.ground)
      for glyph in line.glyphs[run.glyphs] where glyph.x >= low && glyph.x <= high {
        // Rounds the sum, not its terms.
        let x = RasterArea.eighths(origin.x + Double(glyph.x))
        let y = origin.y + Double(glyph.y)
        let row =
          canvas.hasWholeRows
          ? Int((y + 0.5).rounded(.down)) * PixelGrid.phaseCount : RasterArea.eighths(y)
        run.face.draw(glyph.index, x: x, y: row, color: color, weight: weight, isResting: isResting, on: raster)
      }
      raster.fill(color)
      if run.underline { fillBar(run, line.underline, color, origin, on: canvas) }
      if run.strikethrough { fillBar(run, line.strikethrough, color, origin, on: canvas) }
    }
  }

  /// - Parameter origin: The start of the baseline on the canvas.
  private func fillBar(
    _ run: ShapedLine.Run, _ rows: ClosedRange<Double>, _ color: Color, _ origin: Point, on canvas: RasterArea
  ) {
    let left = max(origin.x + Double(run.minX), -2)
    let right = min(origin.x + Double(run.maxX), Double(canvas.width) + 2)
    guard right > left else { return }
    var shape = Shape(canvas)
    shape.addBox(
      Rect(
        x: left + canvas.origin.x, y: origin.y + rows.lowerBound + canvas.origin.y, width: right - left,
        height: rows.upperBound - rows.lowerBound))
    fill(shape, color)
  }
}
