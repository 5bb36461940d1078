/// Seconds, on whatever clock the caller keeps. Every function of time in this module takes one of these.
public typealias Seconds = Double

extension Double {
  /// The whole number below it, or one near the largest that an `Int` holds exactly; 0 for what is no number.
  package var wholeBelow: Int { isNaN ? 0 : Int(min(max(rounded(.down), -1e15), 1e15)) }
}

/// A point in pixels; x grows right, y grows down.
public struct Point: Equatable, Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  public static let zero = Point(x: 0, y: 0)
}

/// A size in pixels.
public struct Size: Equatable, Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  public static let zero = Size(width: 0, height: 0)
}

/// A rectangle in pixels: its top left corner and its size.
public struct Rect: Equatable, Hashable, Sendable {
  public var origin: Point
  public var size: Size

  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  public var minX: Double { origin.x }
  public var minY: Double { origin.y }
  public var maxX: Double { origin.x + size.width }
  public var maxY: Double { origin.y + size.height }
  public var midX: Double { origin.x + size.width / 2 }
  public var midY: Double { origin.y + size.height / 2 }
  public var width: Double { size.width }
  public var height: Double { size.height }
  public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

  /// True for points on the left and top edges and inside; false on the right and bottom edges.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  public func intersects(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// The common part; empty at this rectangle's origin where there is none.
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

  public func insetBy(dx: Double, dy: Double) -> Rect {
    Rect(x: minX + dx, y: minY + dy, width: max(0, width - 2 * dx), height: max(0, height - 2 * dy))
  }

  public func offsetBy(dx: Double, dy: Double) -> Rect {
    Rect(x: minX + dx, y: minY + dy, width: width, height: height)
  }
}

/// Widths along the four sides of a rectangle, in pixels.
public struct Insets: Equatable, Sendable {
  public var top: Double
  public var right: Double
  public var bottom: Double
  public var left: Double

  public init(top: Double = 0, right: Double = 0, bottom: Double = 0, left: Double = 0) {
    (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
  }

  /// What `outer` has around `inner`.
  package init(from outer: Rect, to inner: Rect) {
    self.init(
      top: max(0, inner.minY - outer.minY), right: max(0, outer.maxX - inner.maxX),
      bottom: max(0, outer.maxY - inner.maxY), left: max(0, inner.minX - outer.minX))
  }

  /// Shrunk in proportion where opposite ones would overlap.
  func fitted(into size: Size) -> Insets {
    let (left, right) = ScrollCore.fitted(left, right, into: size.width)
    let (top, bottom) = ScrollCore.fitted(top, bottom, into: size.height)
    return Insets(top: top, right: right, bottom: bottom, left: left)
  }

  /// The narrowest of the four.
  package var least: Double { min(min(top, bottom), min(left, right)) }

  /// On each side as much, and at least as much as others.
  package func atLeast(_ other: Insets) -> Insets {
    Insets(
      top: max(top, other.top), right: max(right, other.right), bottom: max(bottom, other.bottom),
      left: max(left, other.left))
  }
}

extension Rect {
  /// Grown to whole pixels.
  package var pixels: Rect {
    let (x, y) = (minX.rounded(.down), minY.rounded(.down))
    return Rect(x: x, y: y, width: maxX.rounded(.up) - x, height: maxY.rounded(.up) - y)
  }

  /// What the insets leave; nothing is left where they are wider than the rectangle.
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
