// Dragging, throwing and scrubbing.

extension Train {
  /// Moves the train by `pixels` to the right of the screen, gliding there within a moment; a pause or the train's own
  /// motion continues. Quick steps add up.
  package mutating func scrub(by pixels: Double, at t: Seconds, from source: some TrainSource) {
    beginEvent(at: t, from: source)
    guard isMovable, !ride.isInHand else { return }
    isMovedByHand = true
    ride.scrub(by: crawl.scrollLeft ? -pixels : pixels, to: ownVelocity(from: source), at: t)
    advance(to: t, from: source)
  }

  /// How far a glide or a throw will carry the train yet, in pixels to the right of the screen: a scrub adds to that.
  package func carry(at t: Seconds) -> Double {
    let carry = hasStopped(at: t) ? 0 : ride.carry(at: t)
    return crawl.scrollLeft ? -carry : carry
  }

  /// Holds the train by hand: it stands still until it is dragged.
  package mutating func beginDrag(at t: Seconds, from source: some TrainSource) {
    beginEvent(at: t, from: source)
    guard isMovable else { return }
    isMovedByHand = true
    ride.grab(at: t)
  }

  /// Moves the train 1:1, by `pixels` to the right of the screen.
  package mutating func drag(by pixels: Double, at t: Seconds, from source: some TrainSource) {
    beginEvent(at: t, from: source)
    guard ride.isInHand else { return }
    ride.drag(to: distance(at: t) + (crawl.scrollLeft ? -pixels : pixels), at: t)
    advance(to: t, from: source)
  }

  /// Lets go: the train keeps the hand's velocity, no more than four views a second, loses it with a time constant of
  /// 325 ms, and continues by itself 1.5 s later.
  ///
  /// - Parameter endsPause: Whether this also ends an earlier hold.
  package mutating func endDrag(endsPause: Bool = false, at t: Seconds, from source: some TrainSource) {
    beginEvent(at: t, from: source)
    guard ride.isInHand else { return }
    if endsPause { _ = ride.resume(at: t) }
    ride.letGo(to: ownVelocity(from: source), fastest: Self.fastestThrow * viewWidth, at: t)
  }

  private mutating func ownVelocity(from source: some TrainSource) -> Double {
    !isPaused && !track.isResting ? steadySpeed(from: source) : 0
  }

  /// Something is running; a text that rests because it fits stays in place.
  private var isMovable: Bool { phase == .running && !track.segments.isEmpty && !track.isResting }

  /// Views per second.
  private static let fastestThrow = 4.0
}
