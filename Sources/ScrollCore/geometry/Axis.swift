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

  /// Converts a horizontal and a vertical value to values along and across the axis, and vice versa. Not generic, for
  /// each frame calls it: another module would get the general form, which looks its types up at run time.
  package func turned(_ horizontal: Double, _ vertical: Double) -> (along: Double, across: Double) {
    if case .horizontal = self { (horizontal, vertical) } else { (vertical, horizontal) }
  }

  package func turned(_ horizontal: Int, _ vertical: Int) -> (along: Int, across: Int) {
    if case .horizontal = self { (horizontal, vertical) } else { (vertical, horizontal) }
  }

  package func turned(_ horizontal: Range<Int>, _ vertical: Range<Int>) -> (along: Range<Int>, across: Range<Int>) {
    if case .horizontal = self { (horizontal, vertical) } else { (vertical, horizontal) }
  }

  package func rect(along: Range<Int>, across: Range<Int>) -> PixelRect {
    let (columns, rows) = turned(along, across)
    return PixelRect(columns: columns, rows: rows)
  }
}
