/// Seconds on the caller's clock, which every function of time in this module uses.
public typealias Seconds = Double

extension Double {
  /// The value rounded down, clamped to the integers that a `Double` represents exactly; 0 for NaN.
  package var wholeBelow: Int { isNaN ? 0 : Int(min(max(rounded(.down), -1e15), 1e15)) }
}

/// A point in pixels; x grows right, y grows down.
public struct Point: Equatable, Hashable, Sendable {
  /// To the right, in pixels.
  public var x: Double
  /// Down, in pixels.
  public var y: Double

  /// The point with these coordinates.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  public static let zero = Point(x: 0, y: 0)
}

/// A size in pixels.
public struct Size: Equatable, Hashable, Sendable {
  /// In pixels.
  public var width: Double
  /// In pixels.
  public var height: Double

  /// A size in pixels.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Neither width nor height.
  public static let zero = Size(width: 0, height: 0)
}

/// A rectangle in pixels: its top left corner and its size.
public struct Rect: Equatable, Hashable, Sendable {
  /// The top left corner.
  public var origin: Point
  /// Width and height, to the right and down.
  public var size: Size

  /// A rectangle from its top left corner and its size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// A rectangle with its top left corner at (x, y), in pixels.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// An empty one at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// The left edge.
  public var minX: Double { origin.x }
  /// The upper edge.
  public var minY: Double { origin.y }
  /// The right edge.
  public var maxX: Double { origin.x + size.width }
  /// The lower edge.
  public var maxY: Double { origin.y + size.height }
  /// The middle, from left to right.
  public var midX: Double { origin.x + size.width / 2 }
  /// The middle, from the top down.
  public var midY: Double { origin.y + size.height / 2 }
  /// In pixels.
  public var width: Double { size.width }
  /// In pixels.
  public var height: Double { size.height }
  /// Whether its width or height is 0 or less.
  public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

  /// True for points on the left and top edges and inside; false on the right and bottom edges.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Whether the two overlap; touching edges do not count.
  public func intersects(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// The overlap; without one, an empty rectangle at this origin.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard right > left, bottom > top else { return Rect(origin: origin, size: .zero) }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The smallest rectangle that holds both; an empty one is ignored.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Smaller by `dx` at the left and the right, and by `dy` above and below; larger where these are negative.
  public func insetBy(dx: Double, dy: Double) -> Rect {
    Rect(x: minX + dx, y: minY + dy, width: max(0, width - 2 * dx), height: max(0, height - 2 * dy))
  }

  /// The same, moved to the right and down.
  public func offsetBy(dx: Double, dy: Double) -> Rect {
    Rect(x: minX + dx, y: minY + dy, width: width, height: height)
  }
}

/// Widths along the four sides of a rectangle, in pixels.
public struct Insets: Equatable, Sendable {
  /// From the upper edge, in pixels.
  public var top: Double
  /// From the right edge, in pixels.
  public var right: Double
  /// From the lower edge, in pixels.
  public var bottom: Double
  /// From the left edge, in pixels.
  public var left: Double

  /// Insets of these widths, in pixels.
  public init(top: Double = 0, right: Double = 0, bottom: Double = 0, left: Double = 0) {
    (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
  }

  /// The same on all sides, in pixels.
  public init(_ length: Double) { self.init(top: length, right: length, bottom: length, left: length) }

  /// The insets from `outer` to `inner`.
  package init(from outer: Rect, to inner: Rect) {
    self.init(
      top: max(0, inner.minY - outer.minY), right: max(0, outer.maxX - inner.maxX),
      bottom: max(0, outer.maxY - inner.maxY), left: max(0, inner.minX - outer.minX))
  }

  /// Shrunk in proportion if opposite ones would overlap.
  func fitted(into size: Size) -> Insets {
    let (left, right) = ScrollCore.fitted(left, right, into: size.width)
    let (top, bottom) = ScrollCore.fitted(top, bottom, into: size.height)
    return Insets(top: top, right: right, bottom: bottom, left: left)
  }

  /// The narrowest of the four.
  package var least: Double { min(min(top, bottom), min(left, right)) }

  /// On each side the larger of both.
  package func atLeast(_ other: Insets) -> Insets {
    Insets(
      top: max(top, other.top), right: max(right, other.right), bottom: max(bottom, other.bottom),
      left: max(left, other.left))
  }
}

extension Insets: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// The same on all sides: `view.padding = 6`.
  public init(integerLiteral length: Int) { self.init(Double(length)) }

  /// The same on all sides.
  public init(floatLiteral length: Double) { self.init(length) }
}

extension Rect {
  /// Grown to whole pixels.
  package var pixels: Rect {
    let (x, y) = (minX.rounded(.down), minY.rounded(.down))
    return Rect(x: x, y: y, width: maxX.rounded(.up) - x, height: maxY.rounded(.up) - y)
  }

  /// The rectangle inside the insets; empty if they are too wide.
  package func inset(by insets: Insets) -> Rect {
    let all = insets.fitted(into: size)
    return Rect(
      x: minX + all.left, y: minY + all.top, width: max(0, width - all.left - all.right),
      height: max(0, height - all.top - all.bottom))
  }
}

/// Two widths, shrunk in proportion if together they are longer than `length`.
private func fitted(_ first: Double, _ second: Double, into length: Double) -> (Double, Double) {
  let sum = first + second
  guard sum > length, sum > 0 else { return (first, second) }
  return (first / sum * length, second / sum * length)
}
