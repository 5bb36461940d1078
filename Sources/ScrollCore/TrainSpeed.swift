// How fast a train runs, and how it can be moved by hand.

extension Train {
  /// Eases to the speed that the properties now ask for, and sees whether the text is to rest.
  mutating func changeSpeed(at t: Seconds, from source: some TrainSource) {
    guard state == .running, !isResting else { return }
    restSought = rests(source) ? restSought ?? distance(at: t) : nil
    turn(to: steadySpeed(from: source), at: t)
  }

  /// With `scrollTime`, speed follows from the width of the whole train, which becomes known as it runs.
  mutating func refineSpeed(at t: Seconds, from source: some TrainSource) {
    guard state == .running, !isResting, crawl.scrollTime > 0, source.carCount > Self.smallTrain
    else { return }
    let speed = steadySpeed(from: source)
    let present = (paused?.motion ?? motion).final
    if abs(speed - present) > 0.02 * speed { turn(to: speed, at: t) }
  }

  private mutating func turn(to speed: Double, at t: Seconds) {
    if let (since, held) = paused {
      if speed != held.final {
        paused = (since, held.turning(to: speed, at: since, within: Self.easing))
      }
    } else if drag == nil, speed != motion.final {
      motion = motion.turning(to: speed, at: t, within: Self.easing)
    }
  }

  func steadySpeed(from source: some TrainSource) -> Double {
    let width = crawl.scrollTime > 0 ? length(of: source) : 0
    let speed = crawl.speed(textWidth: width, viewWidth: viewWidth)
    guard speedStep > 0, speed > 0 else { return speed }
    return max(1, (speed / speedStep).rounded()) * speedStep
  }

  func rests(_ source: some TrainSource) -> Bool {
    guard crawl.scrollOnlyWhenTooLong else { return false }
    return crawl.rests(length(of: source, upTo: max(viewWidth, crawl.room(in: viewWidth))), in: viewWidth)
  }

  /// The laid-out width of all cars and the gaps between them: exact for few cars, else by their mean so far.
  private func length(of source: some TrainSource) -> Double {
    let count = Double(source.carCount)
    if count > Double(Self.smallTrain), measured.count > 0 {
      return measured.length / Double(measured.count) * count
    }
    let (length, cars) = lengthOfFirst(Self.smallTrain, of: source, upTo: .infinity)
    return count > Double(Self.smallTrain) ? length / Double(cars) * count : length
  }

  private func length(of source: some TrainSource, upTo limit: Double) -> Double {
    lengthOfFirst(.max, of: source, upTo: limit).length
  }

  private func lengthOfFirst(
    _ most: Int, of source: some TrainSource, upTo limit: Double
  ) -> (length: Double, cars: Int) {
    let leftwards = crawl.scrollLeft
    var next = source.firstCar(afterItemOf: nil, leftwards: leftwards)
    var (length, cars) = (0.0, 0)
    while let id = next, cars < most, length <= limit {
      length += source.width(ofCar: id)
      cars += 1
      next = source.car(coupledBehind: id, leftwards: leftwards)
      if next == nil {
        next = source.firstCar(afterItemOf: id, leftwards: leftwards)
        if next != nil { length += crawl.repeatSpacing }
      }
    }
    return (length, cars)
  }
}

// MARK: - By hand

/// A hand on the train.
struct TrainDrag: Sendable {
  /// Where the train was in the last tenth of a second.
  var samples: [(time: Seconds, distance: Double)]

  mutating func moved(to distance: Double, at t: Seconds) {
    samples.removeAll { $0.time < t - Self.memory }
    samples.append((t, distance))
  }

  /// Pixels per second; 0 where the hand held still before it let go.
  func velocity(at t: Seconds) -> Double {
    guard let first = samples.first(where: { $0.time >= t - Self.memory }), let last = samples.last,
      last.time > first.time
    else { return 0 }
    return (last.distance - first.distance) / (last.time - first.time)
  }

  private static let memory = 0.1
}

extension Train {
  /// Moves the train by `pixels` to the right of the screen, gliding there within a moment; a pause or the own
  /// motion goes on. Steps that come fast add up.
  public mutating func scrub(by pixels: Double, at t: Seconds, from source: some TrainSource) {
    advance(to: t, from: source)
    guard state == .running, drag == nil, !cars.isEmpty else { return }
    isMovedByHand = true
    let way = crawl.scrollLeft ? -pixels : pixels
    let position = distance(at: t)
    let allowed = max(way, leastDistance(from: source) - position)
    motion = Motion(
      start: t, position: position, from: motion.velocity(at: t) + allowed / Self.scrubTime,
      to: ownVelocity(from: source), change: .decay(Self.scrubTime))
    advance(to: t, from: source)
  }

  /// Takes the train in hand: it stands until it is dragged.
  public mutating func beginDrag(at t: Seconds, from source: some TrainSource) {
    advance(to: t, from: source)
    guard state == .running, !cars.isEmpty else { return }
    isMovedByHand = true
    let distance = distance(at: t)
    motion = .rest(at: distance, since: t)
    drag = TrainDrag(samples: [(t, distance)])
  }

  /// Moves the train 1:1, by `pixels` to the right of the screen.
  public mutating func drag(by pixels: Double, at t: Seconds, from source: some TrainSource) {
    guard drag != nil else { return }
    let way = crawl.scrollLeft ? -pixels : pixels
    let distance = max(distance(at: t) + way, leastDistance(from: source))
    motion = .rest(at: distance, since: t)
    drag?.moved(to: distance, at: t)
    advance(to: t, from: source)
  }

  /// Lets go: the train keeps the hand's velocity and loses it to its own.
  public mutating func endDrag(at t: Seconds, from source: some TrainSource) {
    advance(to: t, from: source)
    guard let ended = drag else { return }
    drag = nil
    let velocity = ended.velocity(at: t)
    let own = ownVelocity(from: source)
    let room = leastDistance(from: source) - distance(at: t)
    let thrown = max(velocity, own + room / Self.inertia)
    motion = Motion(
      start: t, position: distance(at: t), from: thrown, to: own, change: .decay(Self.inertia))
  }

  private func ownVelocity(from source: some TrainSource) -> Double {
    paused == nil && !isResting ? steadySpeed(from: source) : 0
  }

  /// The train cannot be drawn back farther than until its first car is out of the view.
  private func leastDistance(from source: some TrainSource) -> Double {
    guard let first = cars.first, predecessor(of: first, from: source) == nil else {
      return -.infinity
    }
    return min(first.place - viewWidth, distance(at: motion.start))
  }

  /// The time constant of a glide by the wheel, in seconds.
  private static let scrubTime = 0.1
  /// The time constant of a throw, in seconds.
  private static let inertia = 0.325
}
