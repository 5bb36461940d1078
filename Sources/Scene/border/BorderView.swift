package import ScrollCore

/// A view with a border around it, and room between that and the content. Straight sides and corners are separate thin layers, so that only round corners
/// overlap the content.
///
/// The content is laid out inside the border, but stays where it would be without one: see `VisibleFrame`.
package final class BorderView: SceneView {
  /// Applied by the next `layout`.
  package var border: Border
  /// The room between the border and the content, in pixels. Applied by the next `layout`.
  package var padding = Insets()
  /// The colour behind all inside the border; nil for none.
  package var background: Color? { didSet { ground.background = background } }
  /// The fill of the corners beyond their radius: the opaque colour around the view. Nil if the window itself is cut
  /// there, by shape or alpha.
  package var outside: Color?
  /// Whether the corners are erased, so that the desktop shows behind a translucent window.
  package var cutsCorners = false
  /// Whether all of it is translucent, and only what is outside of its corners is not. Applied by the next `layout`.
  package var isTranslucent = false
  package let content: any SceneView
  package private(set) var bounds = Rect.zero

  private var ground = Content()
  private var contents: [Content]
  private var layers: [Layer] = []

  package init(_ content: any SceneView, border: Border = Border(), outside: Color? = nil) {
    self.content = content
    self.border = border
    self.outside = outside
    contents = (0..<BorderPart.limit).map { _ in Content() }
    layers.reserveCapacity(BorderPart.limit)
  }

  package var geometry: BorderGeometry { BorderGeometry(border, in: bounds) }

  package func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    bounds = frame.inner
    let geometry = self.geometry
    let inner = geometry.innerPixels
    content.layout(in: VisibleFrame(inner.inset(by: padding), of: bounds.inset(by: padding)), pass)
    layers.removeAll(keepingCapacity: true)
    let parts =
      BorderPart.all(of: border, geometry, outside: outside, isTranslucent: isTranslucent)
      + (cutsCorners ? BorderPart.cuts(geometry) : [])
    for (index, part) in parts.enumerated() {
      if contents[index].background != part.background { contents[index].background = part.background }
      if contents[index].primitives != part.pieces { contents[index].primitives = part.pieces }
      let layer = Layer(
        contents[index], clip: part.clip, origin: part.origin, erases: part.erases, isOutside: part.isOutside)
      layers.append(layer)
    }
  }

  package func naturalSize(in context: MeasureContext) -> Size {
    content.naturalSize(in: context)
  }

  package func naturalHeight(width: Double, in context: MeasureContext) -> Double {
    content.naturalHeight(width: width, in: context)
  }

  package func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    content.handle(event, in: context)
  }

  package func accessibleNode(at t: Seconds) -> AccessibleNode? { content.accessibleNode(at: t) }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: borrowing EventContext) -> Bool
  {
    content.perform(action, on: path, in: context)
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    if background != nil {
      let inner = geometry.innerPixels
      frame.add(Layer(ground, clip: inner, origin: inner.origin))
    }
    content.draw(into: &frame, at: t)
    for layer in layers { frame.add(layer) }
  }
}
