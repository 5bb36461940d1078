public import ScrollCore

/// A view with a border around it: straight sides and corners are thin layers of their own, so that nothing lies
/// on the content but, where they are round, its four corners.
///
/// The content is laid out in what the border leaves, which is W × H.
public final class BorderView: View {
  /// Takes effect at the next `layout`.
  public var border: Border
  /// What the corners are filled with beyond their radius: the opaque colour that surrounds the view. Nil: the
  /// window itself is cut there (by shape or alpha), as it is for the border of a whole window.
  public var outside: Color?
  public let content: any View
  public private(set) var bounds = Rect.zero

  private var contents: [Content]
  private var layers: [Layer] = []

  public init(_ content: any View, border: Border = Border(), outside: Color? = nil, ids: inout ContentIDs) {
    self.content = content
    self.border = border
    self.outside = outside
    contents = []
    for _ in 0..<BorderPart.limit { contents.append(Content(id: ids.next())) }
    layers.reserveCapacity(BorderPart.limit)
  }

  public var geometry: BorderGeometry { BorderGeometry(border, in: bounds) }

  public func layout(in bounds: Rect, with typesetter: any Typesetter) {
    self.bounds = bounds
    let geometry = self.geometry
    content.layout(in: geometry.innerPixels, with: typesetter)
    layers.removeAll(keepingCapacity: true)
    for (index, part) in BorderPart.all(of: border, geometry, outside: outside).enumerated() {
      if contents[index].background != part.background { contents[index].background = part.background }
      if contents[index].pieces != part.pieces { contents[index].pieces = part.pieces }
      layers.append(Layer(contents[index], clip: part.clip, origin: part.origin))
    }
  }

  public func draw(into frame: inout Frame, at t: Seconds) {
    content.draw(into: &frame, at: t)
    for layer in layers { frame.add(layer) }
  }
}
