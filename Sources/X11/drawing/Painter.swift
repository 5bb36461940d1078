internal import CX11
internal import Scene
internal import ScrollCore

/// Draws the primitives of a content, magnified, on scratch surfaces that are kept.
final class Painter {
  let display: Display
  private let typesetter: PangoTypesetter
  private let images: ImageCache
  private var specs: [XftGlyphSpec] = []
  private var scratches: [Key: Scratch] = [:]

  private struct Key: Hashable {
    var depth: Int32
    var magnification: Magnification
  }

  init(_ display: Display, typesetter: PangoTypesetter, images: ImageCache) {
    self.display = display
    self.typesetter = typesetter
    self.images = images
  }

  /// Draws primitives and hands over the scratch from which each phase is averaged. `area` is in content coordinates.
  func draw(
    _ primitives: [Primitive], on background: Color, axis: Axis, _ area: PixelRect, format: PixelFormat
  ) -> Scratch {
    // Glyphs that Xft puts on whole pixels stand on quarters across the text even where nothing moves that way.
    let count = PixelGrid.phaseCount
    let magnification = Magnification(x: count, y: axis == .horizontal ? 1 : count)
    let columns = area.columns.lowerBound - 1..<area.columns.upperBound + 1
    let rows = axis == .horizontal ? area.rows : area.rows.lowerBound - 1..<area.rows.upperBound + 1
    let (width, height) = (columns.count * magnification.x, rows.count * magnification.y)
    let scratch = scratch(width: width, height: height, format: format, magnification: magnification)
    scratch.clear(background, width: width, height: height)
    let canvas = Canvas(
      area: Rect(
        x: Double(columns.lowerBound), y: Double(rows.lowerBound), width: Double(columns.count),
        height: Double(rows.count)), magnification: magnification)
    for primitive in primitives { paint(primitive, on: scratch.surface, canvas) }
    return scratch
  }

  private func scratch(width: Int, height: Int, format: PixelFormat, magnification: Magnification) -> Scratch {
    let key = Key(depth: format.depth, magnification: magnification)
    let old = scratches[key]
    if let old, old.holds(width: width, height: height) { return old }
    let scratch = Scratch(
      display, width: max(width, old?.surface.width ?? 0), height: max(height, old?.surface.height ?? 0),
      format: format, magnification: magnification)
    scratches[key] = scratch
    return scratch
  }

  private func paint(_ primitive: Primitive, on target: Surface, _ canvas: Canvas) {
    let bounds = primitive.bounds
    var shape = Shape(canvas)
    let color: Color
    switch primitive.element {
    case .text(let run):
      return paint(typesetter.shape(run), color: run.color, at: primitive.anchor, on: target, canvas)
    case .image(let path): return images.paint(path, in: bounds, on: target, canvas)
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
    case .cross(let stroke, let fill):
      shape.addCross(bounds.insetBy(dx: stroke / 2, dy: stroke / 2), stroke: stroke)
      color = fill
    }
    shape.fill(display.fill(color), on: target)
  }

  // MARK: - Text

  private func paint(_ line: ShapedLine, color: Color, at baseline: Point, on target: Surface, _ canvas: Canvas) {
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
        guard abs(x) < 32767, abs(y) < 32767 else { continue }
        specs.append(XftGlyphSpec(glyph: glyph.index, x: Int16(x), y: Int16(y)))
      }
      if !specs.isEmpty, let font = run.face.font(canvas.magnification) {
        XftGlyphSpecRender(
          display.raw, Int32(PictOpOver), display.fill(color), font, target.picture, 0, 0, specs, Int32(specs.count))
      }
      let thickness = max(1, line.size / 14)
      for (isDrawn, top) in [(run.underline, line.size * 0.1), (run.strikethrough, -line.size * 0.3)] where isDrawn {
        fillBar(run, from: top, to: top + thickness, color, baseline, on: target, canvas)
      }
    }
  }

  private func fillBar(
    _ run: ShapedLine.Run, from top: Double, to bottom: Double, _ color: Color, _ baseline: Point,
    on target: Surface, _ canvas: Canvas
  ) {
    let left = max(baseline.x + Double(run.minX), canvas.area.minX - 2)
    let right = min(baseline.x + Double(run.maxX), canvas.area.maxX + 2)
    guard right > left else { return }
    var shape = Shape(canvas)
    shape.addBox(Rect(x: left, y: baseline.y + top, width: right - left, height: bottom - top))
    shape.fill(display.fill(color), on: target)
  }
}

/// A surface four times as long as what it becomes, one way or both, and the means to average it down to any phase.
///
/// It is halved twice: a picture at twice the scale under XRender's `bilinear` filter, sampled where pixels meet, is their
/// exact average. Halving is what servers do fastest: on pixman's vector paths, and on the graphics card where one
/// draws.
final class Scratch {
  let surface: Surface
  let magnification: Magnification
  private let half: Surface
  /// How many pixels of the surface earlier `half` begins; nil where it holds nothing of what is drawn now.
  private var halfStep: Phase?
  /// Both surfaces as they are seen at half their size, by the step.
  private var views: [Level: UInt] = [:]

  private struct Level: Hashable {
    var isHalf: Bool
    var step: Phase
  }

  init(_ display: Display, width: Int, height: Int, format: PixelFormat, magnification: Magnification) {
    self.magnification = magnification
    surface = Surface(display, width: width, height: height, format: format)
    half = Surface(
      display, width: width / Self.halving(magnification.x), height: height / Self.halving(magnification.y),
      format: format)
  }

  deinit {
    for picture in views.values { XRenderFreePicture(surface.display.raw, picture) }
  }

  /// Whether an area of that size fits.
  func holds(width: Int, height: Int) -> Bool { surface.width >= width && surface.height >= height }

  /// Makes room for something new.
  func clear(_ background: Color, width: Int, height: Int) {
    surface.fill(background, PixelRect(width: width, height: height))
    halfStep = nil
  }

  /// Averages the scratch down into a part of `target`. Where the scratch is magnified it begins one pixel of the target
  /// before that part, and ends one after it.
  func reduce(to phase: Phase, _ target: Surface, _ area: PixelRect) {
    let (scaleX, scaleY) = (Self.halving(magnification.x), Self.halving(magnification.y))
    let (marginX, marginY) = (scaleX - 1, scaleY - 1)
    let step = Phase(x: phase.x & 1, y: phase.y & 1)
    if halfStep != step {
      halfStep = step
      // The first pixel would reach out of the surface, and nobody asks for it.
      let whole = PixelRect(
        x: marginX, y: marginY, width: (area.width + 2 * marginX) * scaleX - marginX,
        height: (area.height + 2 * marginY) * scaleY - marginY)
      half.composite(
        view(Level(isHalf: false, step: step)), x: marginX, y: marginY, by: PictOpSrc, in: whole)
    }
    let rest = Phase(x: phase.x >> 1, y: phase.y >> 1)
    target.composite(view(Level(isHalf: true, step: rest)), x: marginX, y: marginY, by: PictOpSrc, in: area)
  }

  /// By how much one halving scales an axis.
  private static func halving(_ magnification: Int) -> Int { magnification > 1 ? 2 : 1 }

  private func view(_ level: Level) -> UInt {
    if let view = views[level] { return view }
    let display = surface.display.raw
    let pixmap = level.isHalf ? half.pixmap : surface.pixmap
    let view = XRenderCreatePicture(display, pixmap, surface.format.render, 0, nil)
    func scale(_ magnification: Int) -> XFixed { nr_fixed(Double(Self.halving(magnification))) }
    var transform = XTransform()
    transform.matrix.0 = (scale(magnification.x), 0, nr_fixed(-Double(level.step.x)))
    transform.matrix.1 = (0, scale(magnification.y), nr_fixed(-Double(level.step.y)))
    transform.matrix.2 = (0, 0, nr_fixed(1))
    XRenderSetPictureTransform(display, view, &transform)
    XRenderSetPictureFilter(display, view, FilterBilinear, nil, 0)
    views[level] = view
    return view
  }
}
