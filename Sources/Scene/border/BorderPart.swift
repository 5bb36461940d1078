import ScrollCore

/// A part of a border that becomes a layer: a straight side, a corner, or a slice of a corner with a gradient.
struct BorderPart: Equatable {
  /// In window coordinates and whole pixels.
  var clip: Rect
  var origin: Point
  var background: Color?
  var pieces: [Primitive] = []
  var erases = false
  /// Whether it has the colour around the view, and nothing else.
  var isOutside = false

  /// The limit for slices of a corner with a gradient.
  static let slices = 8
  /// The limit for the parts of any border.
  static let limit = 4 + 4 * slices + 8

  /// The parts that erase the corners beyond their radius.
  static func cuts(_ geometry: BorderGeometry) -> [BorderPart] {
    let round = Border(width: 0, radius: geometry.radius)
    return all(of: round, BorderGeometry(round, in: geometry.bounds), outside: .black).map { part in
      var part = part
      part.erases = true
      return part
    }
  }

  static func all(of border: Border, _ geometry: BorderGeometry, outside: Color?, isTranslucent: Bool = false)
    -> [BorderPart]
  {
    let builder = BorderPartBuilder(
      border: border, geometry: geometry, outside: outside, isTranslucent: isTranslucent)
    return Border.Side.allCases.compactMap(builder.side) + Border.Corner.allCases.flatMap(builder.corner)
  }
}

private struct BorderPartBuilder {
  var border: Border
  var geometry: BorderGeometry
  var outside: Color?
  var isTranslucent = false

  /// Whether a corner is square and in whole pixels. It needs no layer, since a side extends to the end.
  func isSquare(_ corner: Border.Corner) -> Bool {
    let widths = [geometry.width(of: corner.sides.horizontal), geometry.width(of: corner.sides.vertical)]
    return geometry.radius == 0 && widths.allSatisfy { $0 == $0.rounded() } && line(at: corner) == nil
      && border.style != .gradient
  }

  /// The thickness of each line of a double border between these sides; nil for a single line.
  func line(of side: Border.Side) -> Double? {
    let width = geometry.width(of: side)
    return border.style == .double && width >= 3 ? (width / 3).rounded() : nil
  }

  func line(at corner: Border.Corner) -> Double? {
    let (a, b) = corner.sides
    return geometry.width(of: a) == geometry.width(of: b) ? line(of: a) : nil
  }

  // MARK: - Sides

  func side(_ side: Border.Side) -> BorderPart? {
    let rect = geometry.straight(side, isSquare: isSquare)
    guard !rect.isEmpty else { return nil }
    let clip = rect.pixels
    var part = BorderPart(clip: clip, origin: clip.origin)
    let strips = self.strips(of: side, rect)
    if strips.count == 1, strips[0].rect.size == clip.size {
      part.background = strips[0].color
    } else {
      part.pieces = strips.map {
        Primitive(.box(radius: 0, fill: $0.color), in: $0.rect.offsetBy(dx: -clip.minX, dy: -clip.minY))
      }
    }
    return part
  }

  /// The filled rectangles of a side that covers `rect`.
  private func strips(of side: Border.Side, _ rect: Rect) -> [(rect: Rect, color: Color)] {
    let isAcross = side == .top || side == .bottom
    let color = border.color(of: side)
    switch border.style {
    case .solid: return [(rect, color)]
    case .dashed:
      let (length, width) = isAcross ? (rect.width, rect.height) : (rect.height, rect.width)
      return BorderGeometry.dashes(along: length, width: width).map { (cut(rect, $0, isAcross: isAcross), color) }
    case .double:
      guard let line = line(of: side) else { return [(rect, color)] }
      let size = isAcross ? Size(width: rect.width, height: line) : Size(width: line, height: rect.height)
      let far = Point(x: rect.maxX - size.width, y: rect.maxY - size.height)
      return [(Rect(origin: rect.origin, size: size), color), (Rect(origin: far, size: size), color)]
    case .gradient:
      if isAcross == isHorizontal { return steps(in: rect) }
      let (start, whole) = extent(of: rect)
      return [(rect, border.gradientColor(at: (start.lowerBound + start.upperBound) / 2 / whole))]
    }
  }

  // MARK: - Gradients

  private var isHorizontal: Bool { border.gradient == .horizontal }

  /// The range of a part of the bounds along the gradient, and the gradient's length.
  private func extent(of rect: Rect) -> (Range<Double>, Double) {
    let bounds = geometry.bounds
    return isHorizontal
      ? (rect.minX - bounds.minX..<rect.maxX - bounds.minX, bounds.width)
      : (rect.minY - bounds.minY..<rect.maxY - bounds.minY, bounds.height)
  }

  /// The colour steps in a part of the bounds.
  private func steps(in rect: Rect, limit: Int = 256) -> [(rect: Rect, color: Color)] {
    let (extent, whole) = extent(of: rect)
    let start = extent.lowerBound
    return BorderGeometry.steps(of: border, from: start, to: extent.upperBound, length: whole, limit: limit).map {
      step in
      (cut(rect, step.range.lowerBound - start..<step.range.upperBound - start, isAcross: isHorizontal), step.color)
    }
  }

  /// The part of a rectangle between two distances from its start.
  private func cut(_ rect: Rect, _ range: Range<Double>, isAcross: Bool) -> Rect {
    let length = range.upperBound - range.lowerBound
    return isAcross
      ? Rect(x: rect.minX + range.lowerBound, y: rect.minY, width: length, height: rect.height)
      : Rect(x: rect.minX, y: rect.minY + range.lowerBound, width: rect.width, height: length)
  }

  // MARK: - Corners

  func corner(_ corner: Border.Corner) -> [BorderPart] {
    let clip = geometry.corner(corner)
    let owner = geometry.owner(of: corner)
    let hasLine = geometry.width(of: owner) > 0
    guard !clip.isEmpty, !isSquare(corner), hasLine || (outside != nil && geometry.radius > 0) else { return [] }
    guard border.style == .gradient, hasLine else {
      return split(part(corner, clip: clip, color: border.color(of: owner)))
    }
    return steps(in: clip, limit: BorderPart.slices).map { part(corner, clip: $0.rect, color: $0.color) }
  }

  /// The line of a corner, and what is beyond it, which of a translucent view stays opaque.
  private func split(_ part: BorderPart) -> [BorderPart] {
    guard outside != nil, geometry.radius > 0 else { return [part] }
    var (line, rest) = (part, part)
    (rest.pieces, rest.isOutside) = ([line.pieces.removeLast()], true)
    return line.pieces.isEmpty ? [rest] : isTranslucent ? [line, rest] : [part]
  }

  /// A corner drawn as rings and cut by the clip. A ring around the inner rectangle reaches far beyond the outer arc,
  /// and another in the outside's colour covers everything beyond that arc. This leaves no fringe of the content at
  /// either edge.
  private func part(_ corner: Border.Corner, clip: Rect, color: Color) -> BorderPart {
    let box = boxSize
    let bounds = geometry.bounds
    let boxOrigin = Point(
      x: corner.isLeft ? bounds.minX : bounds.maxX - box.width, y: corner.isTop ? bounds.minY : bounds.maxY - box.height
    )
    let reach = self.reach
    let outer = Rect(x: reach, y: reach, width: box.width, height: box.height)
    var part = BorderPart(clip: clip, origin: Point(x: boxOrigin.x - reach, y: boxOrigin.y - reach))
    part.pieces = lines(of: corner, outer, reach: reach, color: color)
    if let outside, geometry.radius > 0 {
      part.pieces.append(ring(around: outer, radius: geometry.radius, width: reach, color: outside))
    }
    return part
  }

  private func lines(of corner: Border.Corner, _ outer: Rect, reach: Double, color: Color) -> [Primitive] {
    guard geometry.width(of: geometry.owner(of: corner)) > 0 else { return [] }
    let inner = outer.inset(by: geometry.widths)
    let innerRadius = geometry.innerRadius(at: corner)
    guard let line = line(at: corner) else {
      return [ring(around: inner, radius: innerRadius, width: reach, color: color)]
    }
    return [
      ring(
        around: outer.insetBy(dx: line, dy: line), radius: max(0, geometry.radius - line), width: reach, color: color),
      ring(around: inner, radius: innerRadius, width: line, color: color),
    ]
  }

  private func ring(around rect: Rect, radius: Double, width: Double, color: Color) -> Primitive {
    Primitive(.outline(radius: radius + width, width: width, color: color), in: rect.insetBy(dx: -width, dy: -width))
  }

  /// A small stand-in for the bounds, which looks the same within every corner's clip.
  private var boxSize: Size {
    let corners = Border.Corner.allCases.map(geometry.corner)
    let width = corners.map(\.width).max() ?? 0
    let height = corners.map(\.height).max() ?? 0
    return Size(width: min(geometry.bounds.width, 2 * width + 2), height: min(geometry.bounds.height, 2 * height + 2))
  }

  /// The width in whole pixels with which a ring around either arc covers the corner's outermost pixel.
  private var reach: Double {
    let widest = Border.Side.allCases.map(geometry.width).max() ?? 0
    return (2 * (widest + geometry.radius)).rounded(.up) + 1
  }
}
