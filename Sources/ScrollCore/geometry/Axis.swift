/// The axis along which a content moves by fractions of a pixel. Its tiles hold a picture for each subpixel phase along
/// it.
package enum Axis: Hashable, Sendable {
  case horizontal, vertical
  /// Both directions; the length is the height.
  case both

  /// The point `way` pixels along the axis from `start`.
  package func point(along way: Double, of start: Point) -> Point {
    if case .horizontal = self { Point(x: start.x + way, y: start.y) } else { Point(x: start.x, y: start.y + way) }
  }

  /// Converts a horizontal and a vertical value to values along and across the axis, and vice versa.
  package func turned<Value>(_ horizontal: Value, _ vertical: Value) -> (along: Value, across: Value) {
    if case .horizontal = self { (horizontal, vertical) } else { (vertical, horizontal) }
  }

  package func rect(along: Range<Int>, across: Range<Int>) -> PixelRect {
    let (columns, rows) = turned(along, across)
    return PixelRect(columns: columns, rows: rows)
  }
}
