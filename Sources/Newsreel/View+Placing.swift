public import ScrollCore

extension View {
  /// Places the view at an edge, a corner or in the middle of its superview or of another view, or outside of one.
  ///
  /// A placement sets the view's place only in the directions that it names: `.inMidY` and then `.onRight` puts it
  /// beside a view, vertically centred. It never changes the size.
  ///
  /// - Parameters:
  ///   - placement: Names that begin with *in* mean inside, those with *on* outside.
  ///   - view: The view to place it in or on, with the same superview; nil for the superview itself.
  ///   - dx: Added to x, in pixels; negative is to the left.
  ///   - dy: Added to y, in pixels; negative is upwards.
  public final func place(_ placement: Placement, of view: View? = nil, dx: Double = 0, dy: Double = 0) {
    let (former, new) = (places, placement.directions)
    places.removeAll { place in
      let old = place.placement.directions
      return (!old.x || new.x) && (!old.y || new.y)
    }
    func distance(_ pixels: Double, _ name: String) -> Double {
      bounded(pixels, of: name, in: -Self.lengths.upperBound...Self.lengths.upperBound) ?? 0
    }
    places.append(
      Place(placement: placement, reference: view, dx: distance(dx, "dx"), dy: distance(dy, "dy")))
    if places != former { setNeedsLayout() }
  }

  /// Its place in one or both directions.
  struct Place: Equatable {
    var placement: Placement
    /// Nil for the superview.
    weak var reference: View?
    var dx: Double
    var dy: Double

    static func == (a: Place, b: Place) -> Bool {
      a.placement == b.placement && a.reference === b.reference && a.dx == b.dx && a.dy == b.dy
    }
  }
}
