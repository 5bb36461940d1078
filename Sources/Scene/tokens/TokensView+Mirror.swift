import ScrollCore

/// Switches in a right-to-left language start at the right end. Their layout is still from left to right: drawing and
/// input are mirrored.
extension TokensView {
  var isMirrored: Bool { words.isRightToLeft && properties.areSwitches }

  /// Converts a place between window and layout, in both directions.
  func mirrored(_ rect: Rect) -> Rect {
    guard isMirrored else { return rect }
    return Rect(
      x: place.outer.minX + place.outer.maxX - rect.maxX, y: rect.minY, width: rect.width, height: rect.height)
  }

  func mirrored(_ point: Point) -> Point {
    isMirrored ? Point(x: place.outer.minX + place.outer.maxX - point.x, y: point.y) : point
  }

  func mirrored(_ event: InputEvent) -> InputEvent {
    switch event {
    case .pressed(let point, let button, let modifiers):
      .pressed(mirrored(point), button: button, modifiers: modifiers)
    case .released(let point, let button, let modifiers):
      .released(mirrored(point), button: button, modifiers: modifiers)
    case .pointerMoved(let point): .pointerMoved(mirrored(point))
    default: event
    }
  }

  /// The view's place, with the cover of its left end at the right.
  func mirrored(_ frame: VisibleFrame) -> VisibleFrame {
    guard isMirrored else { return frame }
    let (outer, inner) = (frame.outer, frame.inner)
    let seen = Rect(
      x: outer.minX + outer.maxX - inner.maxX, y: inner.minY, width: inner.width, height: inner.height)
    return VisibleFrame(seen, of: outer)
  }

  /// The primitives of a chip.
  func pieces(_ appearance: ChipAppearance, _ style: ChipStyle, _ typesetter: any Typesetter) -> [Primitive] {
    let pieces = style.pieces(appearance, typesetter: typesetter)
    return isMirrored ? pieces.map { $0.mirrored(in: appearance.width) } : pieces
  }

  /// Adds a content at a place of the layout, converted to the window.
  func add(_ content: Content, at place: Rect, clip: Rect, opacity: Double = 1, to frame: inout Frame) {
    frame.add(Layer(content, clip: mirrored(clip), origin: mirrored(place).origin, opacity: opacity))
  }
}
