/// A rectangle of whole pixels.
package struct PixelRect: Hashable, Sendable {
  package var columns: Range<Int>
  package var rows: Range<Int>

  package init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  package init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
    self.init(columns: x..<x + max(0, width), rows: y..<y + max(0, height))
  }

  /// Converts a rectangle with integer edges.
  package init(_ rect: Rect) {
    self.init(
      x: Int(pixel: rect.minX), y: Int(pixel: rect.minY), width: Int(pixel: rect.width), height: Int(pixel: rect.height)
    )
  }

  package var x: Int { columns.lowerBound }
  package var y: Int { rows.lowerBound }
  package var width: Int { columns.count }
  package var height: Int { rows.count }
  package var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

  package func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
  }

  /// The smallest rectangle that holds both; empty ones do not count.
  package func hull(with other: PixelRect) -> PixelRect {
    if other.isEmpty { return self }
    return isEmpty ? other : PixelRect(columns: columns.hull(with: other.columns), rows: rows.hull(with: other.rows))
  }

  package func movedBy(x: Int, y: Int) -> PixelRect {
    PixelRect(x: self.x + x, y: self.y + y, width: width, height: height)
  }
}

extension Int {
  /// The pixel of a whole number. NaN and numbers far outside any screen become a pixel far outside.
  package init(pixel value: Double) { self = Int(Swift.max(-1e9, Swift.min(1e9, value))) }
}

extension Range<Int> {
  /// The shortest range that holds both; an empty `self` does not count.
  package func hull(with other: Range<Int>) -> Range<Int> {
    isEmpty ? other : Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
