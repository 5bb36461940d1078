/// Which way a content moves in fractions of a pixel. Its tiles hold a picture per sub-pixel phase that way.
package enum Axis: Hashable, Sendable {
  case horizontal, vertical
  /// Both; its height is its length.
  case both

  /// The point that is so far along the axis from another one.
  package func point(along way: Double, of start: Point) -> Point {
    if case .horizontal = self { Point(x: start.x + way, y: start.y) } else { Point(x: start.x, y: start.y + way) }
  }

  /// Something horizontal and something vertical as what they are along and across the axis; and the other way round.
  package func turned<Value>(_ horizontal: Value, _ vertical: Value) -> (along: Value, across: Value) {
    if case .horizontal = self { (horizontal, vertical) } else { (vertical, horizontal) }
  }

  package func rect(along: Range<Int>, across: Range<Int>) -> PixelRect {
    let (columns, rows) = turned(along, across)
    return PixelRect(columns: columns, rows: rows)
  }
}
