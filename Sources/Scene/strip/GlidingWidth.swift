internal import ScrollCore

/// The width of a part, gliding to that of its content.
struct GlidingWidth {
  private var width: Transition?
  /// Whether it jumps to each width.
  var snaps = false
  /// The width in the last layout.
  private var laidOut: Double?

  /// The width for a layout at `t`. The first one applies at once.
  mutating func layOut(_ natural: Double, at t: Seconds) -> Double {
    width = width ?? Transition(restingAt: natural)
    if snaps { width = Transition(restingAt: natural) } else { width?.move(to: natural, at: t) }
    let value = width?.value(at: t) ?? natural
    laidOut = value
    return value
  }

  /// Forgets the width: there is no content.
  mutating func reset() { (width, laidOut) = (nil, nil) }

  /// Whether a layout is due.
  func isMoving(at t: Seconds) -> Bool { width?.value(at: t) != laidOut }

  /// When the next layout is due: after one at `t` the glide goes on all the same.
  func nextChange(at t: Seconds) -> Seconds {
    isMoving(at: t) || width?.isMoving(at: t) ?? false ? t : .infinity
  }
}
