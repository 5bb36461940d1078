internal import Scene
internal import ScrollCore

/// A rectangle of whole pixels.
struct PixelRect: Equatable {
  var columns: Range<Int>
  var rows: Range<Int>

  init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
    self.init(columns: x..<x + max(0, width), rows: y..<y + max(0, height))
  }

  /// A rectangle whose edges are whole pixels.
  init(_ rect: Rect) {
    self.init(
      x: Int(pixel: rect.minX), y: Int(pixel: rect.minY), width: Int(pixel: rect.width), height: Int(pixel: rect.height)
    )
  }

  var x: Int { columns.lowerBound }
  var y: Int { rows.lowerBound }
  var width: Int { columns.count }
  var height: Int { rows.count }
  var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

  func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
  }

  /// The smallest rectangle that holds both; an empty one counts for nothing.
  func hull(with other: PixelRect) -> PixelRect {
    if other.isEmpty { return self }
    return isEmpty ? other : PixelRect(columns: columns.hull(with: other.columns), rows: rows.hull(with: other.rows))
  }

  func movedBy(x: Int, y: Int) -> PixelRect {
    PixelRect(x: self.x + x, y: self.y + y, width: width, height: height)
  }
}

extension Int {
  /// The pixel of a whole number; one far outside any screen for numbers that are none.
  fileprivate init(pixel value: Double) { self = Int(Swift.max(-1e9, Swift.min(1e9, value))) }
}

extension Axis {
  /// Something horizontal and something vertical as what they are along and across the axis; and the other way round.
  func turned<Value>(_ horizontal: Value, _ vertical: Value) -> (along: Value, across: Value) {
    if case .horizontal = self { (horizontal, vertical) } else { (vertical, horizontal) }
  }

  func rect(along: Range<Int>, across: Range<Int>) -> PixelRect {
    let (columns, rows) = turned(along, across)
    return PixelRect(columns: columns, rows: rows)
  }
}

/// By how many eighths of a pixel a picture of a content stands further right and down.
struct Phase: Hashable {
  var x = 0
  var y = 0
}

/// Where positions may stand: at so many places within a pixel.
package enum PixelGrid: Int, Sendable {
  /// As many eighths from one place to the next.
  case eighths = 1
  case quarters = 2
  case whole = 8

  /// The smallest distance between two places, in pixels.
  package static let finest = 1 / Double(phaseCount)

  /// The phases of a pixel each way.
  static let phaseCount = 8

  /// The coarsest grid on which every step of a steady motion is the same, or as good as: it drifts by less than a tenth of a
  /// pixel a second. Where nothing moves steadily quarters do.
  ///
  /// - Parameters:
  ///   - speed: In pixels per second; 0 where it is none.
  ///   - period: Seconds from refresh to refresh.
  package init(speed: Double, period: Double) {
    let quarters = abs(speed) * period * 4
    let steps = quarters.rounded()
    let drift = abs(quarters - steps) / (4 * period)
    self = speed == 0 || steps >= 1 && drift < 0.1 ? .quarters : .eighths
  }

  /// The pixel at or before a position, and the phase nearest to what the position is beyond it.
  struct Place {
    let pixel: Int
    let phase: Int

    /// The nearest pixel: the same for all positions of a phase.
    var nearest: Int { 2 * phase < PixelGrid.phaseCount ? pixel : pixel + 1 }
  }

  /// Seconds until what moves steadily has another place.
  ///
  /// - Parameter velocity: In pixels per second, not 0.
  func timeToNextPlace(from position: Double, velocity: Double) -> Double {
    let places = position * Double(Self.phaseCount / rawValue)
    let beyond = places - places.rounded()
    return (0.5 - (velocity > 0 ? beyond : -beyond)) * Double(rawValue) / Double(Self.phaseCount) / abs(velocity)
  }

  func place(_ position: Double) -> Place {
    let count = Self.phaseCount
    let steps = Int(pixel: (position * Double(count / rawValue)).rounded()) * rawValue
    let phase = steps & (count - 1)
    return Place(pixel: (steps - phase) / count, phase: phase)
  }
}

extension RangeSet<Int> {
  func overlaps(_ range: Range<Int>) -> Bool { first(in: range) != nil }

  /// The first part of the set that lies in `bounds`.
  func first(in bounds: Range<Int>) -> Range<Int>? {
    ranges.lazy.map { $0.clamped(to: bounds) }.first { !$0.isEmpty }
  }
}

extension Range<Int> {
  /// The shortest range that holds both; an empty one before it counts for nothing.
  func hull(with other: Range<Int>) -> Range<Int> {
    isEmpty ? other : Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
