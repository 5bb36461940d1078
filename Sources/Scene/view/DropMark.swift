package import ScrollCore

/// The outline of a view that accepts a drag.
package struct DropMark {
  private var content = Content(rests: true)

  package init() {}

  package mutating func draw(in bounds: Rect, _ color: Color, width: Double, into frame: inout Frame) {
    let outline = Primitive(.outline(radius: 0, width: width, color: color), in: Rect(origin: .zero, size: bounds.size))
    content.show([outline], on: nil)
    frame.add(Layer(content, clip: bounds, origin: bounds.origin))
  }
}
