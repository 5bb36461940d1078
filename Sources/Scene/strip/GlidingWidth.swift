internal import ScrollCore

/// The width of a part, on its way to what its content takes.
struct GlidingWidth {
  private var width: Transition?
  /// It takes every width at once.
  var snaps = false
  /// What the last layout took.
  private var laidOut: Double?

  /// The width for a layout at `t`; the first one is taken at once.
  mutating func layOut(_ natural: Double, at t: Seconds) -> Double {
    width = width ?? Transition(restingAt: natural)
    if snaps { width = Transition(restingAt: natural) } else { width?.move(to: natural, at: t) }
    let value = width?.value(at: t) ?? natural
    laidOut = value
    return value
  }

  /// There is nothing to be as wide as.
  mutating func reset() { (width, laidOut) = (nil, nil) }

  /// Whether another layout is due.
  func isMoving(at t: Seconds) -> Bool { width?.value(at: t) != laidOut }
}
