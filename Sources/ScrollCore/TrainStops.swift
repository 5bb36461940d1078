// Where a train stops by itself: between passes, after the last one, and at home when its text fits.

/// A place on the track at which something happens.
struct TrainStop {
  enum Kind {
    case delay(afterLap: Int)
    case rest
    case finish
  }

  var kind: Kind
  var distance: Double
}

extension Train {
  /// Whether no lap follows that one. A train that starts in the view comes to rest with a further lap at home.
  func isLastLap(_ lap: Int) -> Bool {
    crawl.scrollRepeat >= 0 && lap >= crawl.scrollRepeat && leavesAtEnd
  }

  /// The last copy runs out of the view, instead of coming to rest in it.
  var leavesAtEnd: Bool { crawl.repeatWhenOutOfBounds || crawl.startOutOfBounds }

  /// The first stop among the known cars.
  func nextStop() -> TrainStop? {
    let delays = crawl.repeatWhenOutOfBounds && crawl.delayAtEnd > 0
    guard delays || restSought != nil || crawl.scrollRepeat >= 0 else { return nil }
    for (i, car) in cars.enumerated() {
      if car.gap == .lap, let stop = stopAtHome(of: car) { return stop }
      let endsLap = i + 1 < cars.count ? cars[i + 1].gap == .lap : isComplete
      guard endsLap else { continue }
      if isLastLap(car.lap) { return TrainStop(kind: .finish, distance: car.end) }
      if delays, car.lap > delayedLap {
        return TrainStop(kind: .delay(afterLap: car.lap), distance: car.end)
      }
    }
    return nil
  }

  private func stopAtHome(of car: Car) -> TrainStop? {
    if let sought = restSought, car.place - crawl.homeInset >= sought {
      return TrainStop(kind: .rest, distance: car.place - crawl.homeInset)
    }
    guard crawl.scrollRepeat >= 0, !leavesAtEnd, car.lap > crawl.scrollRepeat else { return nil }
    return TrainStop(kind: .finish, distance: car.place - home)
  }

  /// Lets happen what happens at a stop that has been reached.
  mutating func arrive(at stop: TrainStop) {
    let time = motion.time(reaching: stop.distance)
    switch stop.kind {
    case .delay(let lap):
      delayedLap = lap
      motion = Motion(
        start: time + crawl.delayAtEnd, position: stop.distance, from: motion.velocity(at: time),
        to: motion.final,
        change: .ease(Self.easing))
    case .rest:
      motion = .rest(at: stop.distance, since: time)
      (restSought, isResting) = (nil, true)
    case .finish:
      motion = .rest(at: stop.distance, since: time)
      paused = nil
      state = .finished
      finishTime = time
      hasUnreportedFinish = true
    }
  }

  /// Seconds in which the velocity gets to a new value.
  static let easing = 0.25
}
