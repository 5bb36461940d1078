internal import Scene
internal import ScrollCore
internal import Windows

extension LayoutPass {
  /// The size that a view requests in that room.
  ///
  /// - Parameters:
  ///   - given: The width unless the view sets one; nil for its natural width.
  ///   - isFree: Whether to ignore a set width or height.
  func size(of view: View, in area: Size, width given: Double? = nil, isFree: Bool = false) -> Size {
    let least = view.sizing.minimum
    let set = isFree ? (width: nil, height: nil) : (width: view.width, height: view.height)
    guard let width = (set.width ?? given).map({ max($0, least.width) }) else {
      let natural = view.naturalSize(in: self, area: area)
      // A view that is wider than it wants to be may be lower.
      if natural.width < least.width { return size(of: view, in: area, width: least.width, isFree: isFree) }
      return Size(width: natural.width, height: max(least.height, set.height ?? natural.height))
    }
    let height = set.height ?? view.naturalHeight(in: self, width: width, area: area)
    return Size(width: width, height: max(least.height, height))
  }

  /// Puts views where their placements have them. One that another is placed at comes before that.
  func place(_ views: [View], in area: Rect) {
    var waiting = views.filter { !$0.isHidden }
    while !waiting.isEmpty {
      let isFree = { (view: View) in
        !view.places.contains { place in waiting.contains { $0 === place.reference && $0 !== view } }
      }
      // Views that refer to each other are placed in their order.
      let index = waiting.firstIndex(where: isFree) ?? 0
      place(waiting.remove(at: index), in: area)
    }
  }

  private func place(_ view: View, in area: Rect) {
    var rect = Rect(origin: area.origin, size: size(of: view, in: area.size))
    for place in view.places {
      let reference = place.reference.map { place.placement.isInside ? $0.inside : $0.frame } ?? area
      rect = place.placement.place(rect, at: reference, dx: place.dx, dy: place.dy)
    }
    layOut(view, at: rect, seenIn: area)
  }

  /// Gives a view a place, in whole pixels, within what X can count; only the part in `area` is visible.
  func layOut(_ view: View, at rect: Rect, seenIn area: Rect) {
    func place(_ x: Double) -> Double { x.isNaN ? 0 : min(max(-1e7, x.rounded()), 1e7) }
    func length(_ pixels: Double) -> Double { min(max(0, pixels.rounded()), View.lengths.upperBound) }
    let outer = Rect(
      x: place(rect.minX), y: place(rect.minY), width: length(rect.width), height: length(rect.height))
    // Of what the view around it shows, unless that is on its way and is cut on the screen.
    let seen = view.superview.map { area.intersection($0.hosted.place.inner) } ?? area
    view.settle(in: VisibleFrame(outer.intersection(seen), of: outer), self)
  }
}

extension Placement {
  /// The directions in which it sets a place.
  var directions: (x: Bool, y: Bool) {
    let far = Rect(x: 9, y: 9, width: 1, height: 1)
    let placed = place(far, at: Rect(x: 0, y: 0, width: 1, height: 1))
    return (placed.minX != far.minX, placed.minY != far.minY)
  }
}
