// What a hand does to a train.

extension Train {
  /// Moves the train by `pixels` to the right of the screen, gliding there within a moment; a pause or the train's own
  /// motion goes on. Steps that come fast add up.
  package mutating func scrub(by pixels: Double, at t: Seconds, from source: some TrainSource) {
    beginEvent(at: t, from: source)
    guard phase == .running, !ride.isInHand, !track.segments.isEmpty else { return }
    isMovedByHand = true
    let way = crawl.scrollLeft ? -pixels : pixels
    let allowed = max(way, leastDistance(from: source) - distance(at: t))
    ride.scrub(by: allowed, to: ownVelocity(from: source), at: t)
    advance(to: t, from: source)
  }

  /// Takes the train in hand: it stands until it is dragged.
  package mutating func beginDrag(at t: Seconds, from source: some TrainSource) {
    beginEvent(at: t, from: source)
    guard phase == .running, !track.segments.isEmpty else { return }
    isMovedByHand = true
    ride.grab(at: t)
  }

  /// Moves the train 1:1, by `pixels` to the right of the screen.
  package mutating func drag(by pixels: Double, at t: Seconds, from source: some TrainSource) {
    beginEvent(at: t, from: source)
    guard ride.isInHand else { return }
    let way = crawl.scrollLeft ? -pixels : pixels
    ride.drag(to: max(distance(at: t) + way, leastDistance(from: source)), at: t)
    advance(to: t, from: source)
  }

  /// Lets go: the train keeps the hand's velocity, loses it with a time constant of 325 ms, and goes on by itself 1.5 s
  /// after it was let go.
  ///
  /// - Parameter endsPause: What held the train before holds it no more.
  package mutating func endDrag(endsPause: Bool = false, at t: Seconds, from source: some TrainSource) {
    beginEvent(at: t, from: source)
    guard ride.isInHand else { return }
    if endsPause { _ = ride.resume(at: t) }
    ride.letGo(to: ownVelocity(from: source), notBelow: leastDistance(from: source), at: t)
  }

  private mutating func ownVelocity(from source: some TrainSource) -> Double {
    !isPaused && !track.isResting ? steadySpeed(from: source) : 0
  }

  /// The train cannot be drawn back farther than until its first segment is out of the view.
  private func leastDistance(from source: some TrainSource) -> Double {
    guard let first = track.segments.first, track.predecessor(of: first, from: source) == nil else { return -.infinity }
    return min(first.place - viewWidth, distance(at: ride.motion.start))
  }
}
