internal import Scene
internal import ScrollCore

/// One round of giving views their places.
struct LayoutPass {
  let typesetter: any Typesetter
  /// 1 at 96 dots per inch.
  let scale: Double
  let time: Seconds
}

extension Placement {
  /// In which directions it says where something stands.
  var directions: (x: Bool, y: Bool) {
    let far = Rect(x: 9, y: 9, width: 1, height: 1)
    let placed = place(far, at: Rect(x: 0, y: 0, width: 1, height: 1))
    return (placed.minX != far.minX, placed.minY != far.minY)
  }

  /// Whether it is in something, and not beside it.
  var isInside: Bool { name.hasPrefix("in") }
}
