package import ScrollCore

/// A view with a border around it: straight sides and corners are thin layers of their own, so that nothing lies
/// on the content but, where they are round, its four corners.
///
/// The content is laid out in what the border leaves, which is W × H. What it shows stays where it is without a border: see
/// `VisibleFrame`.
package final class BorderView: View {
  /// Takes effect at the next `layout`.
  package var border: Border
  /// What the corners are filled with beyond their radius: the opaque colour that surrounds the view. Nil: the
  /// window itself is cut there (by shape or alpha), as it is for the border of a whole window.
  package var outside: Color?
  /// Whether the corners are taken away, so that what is behind a see-through window shows.
  package var cutsCorners = false
  package let content: any View
  package private(set) var bounds = Rect.zero

  private var contents: [Content]
  private var layers: [Layer] = []

  package init(_ content: any View, border: Border = Border(), outside: Color? = nil) {
    self.content = content
    self.border = border
    self.outside = outside
    contents = (0..<BorderPart.limit).map { _ in Content() }
    layers.reserveCapacity(BorderPart.limit)
  }

  package var geometry: BorderGeometry { BorderGeometry(border, in: bounds) }

  package func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {
    bounds = frame.inner
    let geometry = self.geometry
    content.layout(in: VisibleFrame(geometry.innerPixels, of: bounds), with: typesetter, at: t)
    layers.removeAll(keepingCapacity: true)
    let parts = BorderPart.all(of: border, geometry, outside: outside) + (cutsCorners ? BorderPart.cuts(geometry) : [])
    for (index, part) in parts.enumerated() {
      if contents[index].background != part.background { contents[index].background = part.background }
      if contents[index].primitives != part.pieces { contents[index].primitives = part.pieces }
      let layer = Layer(contents[index], clip: part.clip, origin: part.origin, erases: part.erases)
      layers.append(layer)
    }
  }

  package func naturalSize(in area: Size, scale: Double, with typesetter: any Typesetter) -> Size {
    content.naturalSize(in: area, scale: scale, with: typesetter)
  }

  package func naturalHeight(width: Double, in area: Size, scale: Double, with typesetter: any Typesetter) -> Double {
    content.naturalHeight(width: width, in: area, scale: scale, with: typesetter)
  }

  package func handle(_ event: InputEvent, in context: ViewContext) -> Bool { content.handle(event, in: context) }

  package func draw(into frame: inout Frame, at t: Seconds) {
    content.draw(into: &frame, at: t)
    for layer in layers { frame.add(layer) }
  }
}
