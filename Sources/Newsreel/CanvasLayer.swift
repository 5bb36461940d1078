internal import Scene
internal import ScrollCore

/// A part of a canvas that has one place, or several.
struct CanvasLayer {
  /// In coordinates of the layer.
  var primitives: [Primitive] = []
  var background: Color?
  /// In pixels from the view's corner.
  var origin = Point.zero
  /// In pixels per second.
  var velocity = Point.zero
  var opacity = 1.0
  /// Its places, relative to its origin; nil for a single one at the origin.
  var places: [Point]?

  /// Whether it stands still at the view's corner.
  var isPlain: Bool { origin == .zero && velocity == .zero && opacity == 1 && places == nil && background == nil }

  /// Its drawing, in coordinates of the view.
  var placedPrimitives: [Primitive] {
    (places ?? [.zero]).flatMap { place in
      primitives.map { primitive in
        var moved = primitive
        moved.bounds.origin = moved.bounds.origin + place + origin
        moved.anchor = moved.anchor + place + origin
        return moved
      }
    }
  }

  /// The area that it may ink, in coordinates of the layer.
  func ink(with typesetter: (any Typesetter)?) -> Rect {
    primitives.reduce(.zero) { ink, primitive in
      var area = primitive.bounds
      if case .text(let run) = primitive.element, let own = typesetter?.ink(of: run) {
        area = area.union(own.offsetBy(dx: primitive.anchor.x, dy: primitive.anchor.y))
      }
      return ink.union(area.insetBy(dx: -Self.margin, dy: -Self.margin))
    }
  }

  /// How far subpixel positions move the edges of what is drawn, at most, in pixels.
  private static let margin = 2.0

  /// The axis along which its content moves by fractions of a pixel.
  var axis: Axis? {
    let points = places ?? [.zero]
    let isAcross = velocity.x != 0 || points.contains { ($0.x + origin.x).isFraction }
    let isDown = velocity.y != 0 || points.contains { ($0.y + origin.y).isFraction }
    return isAcross ? isDown ? .both : .horizontal : isDown ? .vertical : nil
  }
}

extension Double {
  fileprivate var isFraction: Bool { self != rounded() }
}

// MARK: - Numbers that programs pass

/// The lengths and speeds that can be drawn: none is lost, and none is too large to count.
private let drawable = 1e6

func bounded(_ number: Double) -> Double? { number.isNaN ? nil : min(drawable, max(-drawable, number)) }

func bounded(_ point: Point) -> Point? {
  guard let x = bounded(point.x), let y = bounded(point.y) else { return nil }
  return Point(x: x, y: y)
}

/// Nil for an empty one.
func bounded(_ rect: Rect) -> Rect? {
  guard let origin = bounded(rect.origin), let width = bounded(rect.width), let height = bounded(rect.height),
    width > 0, height > 0
  else { return nil }
  return Rect(origin: origin, size: Size(width: width, height: height))
}

/// The bounds of points, and the points relative to their origin; nil without any.
func bounded(_ points: [Point], limit: Int) -> (Rect, [Point])? {
  let points = points.prefix(limit).compactMap { bounded($0) }
  guard let first = points.first else { return nil }
  var (low, high) = (first, first)
  for point in points {
    low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
    high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
  }
  let bounds = Rect(origin: low, size: Size(width: high.x - low.x, height: high.y - low.y))
  return (bounds, points.map { $0 - low })
}
