internal import CX11
package import ScrollCore

extension Window {
  /// What a shape is of.
  package enum ShapeKind: Sendable {
    /// What is seen of the window, and takes input: what a window of solid pixels has for round corners.
    case bounding
    /// What takes input alone: where round corners are drawn by alpha.
    case input
  }

  /// Cuts the window's corners (`XShapeCombineRectangles`). A radius of 0 takes that shape away. To be called again when the
  /// window has another size.
  package func cutCorners(_ kind: ShapeKind, radius: Double, size: Size) {
    var (major, minor): (Int32, Int32) = (0, 0)
    guard XShapeQueryVersion(display.raw, &major, &minor) != 0 else { return }
    // Shapes for input came with version 1.1.
    guard kind == .bounding || (major, minor) >= (1, 1) else { return }
    let shape = kind == .bounding ? ShapeBounding : ShapeInput
    guard radius > 0 else {
      XShapeCombineMask(display.raw, id, Int32(shape), 0, 0, 0, Int32(ShapeSet))
      return
    }
    var rectangles = Self.roundedRows(radius: radius, size: size).map(XRectangle.init)
    XShapeCombineRectangles(
      display.raw, id, Int32(shape), 0, 0, &rectangles, Int32(rectangles.count), Int32(ShapeSet),
      Int32(YXBanded))
  }

  /// A box with round corners as whole pixels, from the top down: those whose centre lies inside.
  static func roundedRows(radius: Double, size: Size) -> [Rect] {
    let radius = max(0, min(radius, size.width / 2, size.height / 2))
    let curved = radius.rounded(.up)
    func inset(_ row: Double) -> Double {
      let y = radius - row - 0.5
      guard y > 0 else { return 0 }
      return max(0, (radius - (radius * radius - y * y).squareRoot() - 0.5).rounded(.up))
    }
    func row(_ y: Double, inset: Double, height: Double = 1) -> Rect {
      Rect(x: inset, y: y, width: size.width - 2 * inset, height: height)
    }
    let top = stride(from: 0, to: curved, by: 1).map { row($0, inset: inset($0)) }
    let middle = row(curved, inset: 0, height: size.height - 2 * curved)
    let bottom = stride(from: curved - 1, through: 0, by: -1).map { row(size.height - 1 - $0, inset: inset($0)) }
    return (top + [middle] + bottom).filter { !$0.isEmpty }
  }
}
