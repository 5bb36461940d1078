/// How a train moves along its track: by itself, held by a pause, or in a hand.
struct TrainRide: Sendable {
  /// The distance over time.
  private(set) var motion = Motion.rest(at: 0, since: 0)
  /// During a pause: its start, and the motion to continue.
  private var held: (since: Seconds, motion: Motion)?
  private var hand: Hand?

  /// How far the train has run at `t`, in pixels.
  func distance(at t: Seconds) -> Double { motion.position(at: t) }

  var pausedSince: Seconds? { held?.since }
  var isInHand: Bool { hand != nil }
  /// The velocity that the train has, or will have when a pause ends, once it has settled.
  var steadyVelocity: Double { (held?.motion ?? motion).final }

  // MARK: By itself

  /// Begins at home; a pause continues.
  ///
  /// - Parameter start: When it began. A pause before that counts from then on.
  mutating func begin(_ beginning: Motion, at start: Seconds) {
    hand = nil
    if let since = held.map({ max($0.since, start) }) {
      held = (since, beginning)
      motion = .rest(at: 0, since: since)
    } else {
      motion = beginning
    }
  }

  /// Comes to rest at a distance; a pause continues, and ends in rest.
  mutating func rest(at distance: Double, since t: Seconds) {
    motion = .rest(at: distance, since: t)
    if let since = held?.since { held = (since, motion) }
  }

  /// Comes to rest for good, without any hold.
  mutating func finish(at distance: Double, since t: Seconds) {
    motion = .rest(at: distance, since: t)
    (held, hand) = (nil, nil)
  }

  mutating func pause(at t: Seconds) {
    held = (t, motion)
    motion = .rest(at: distance(at: t), since: t)
  }

  /// Continues from where it was held or has been moved since.
  ///
  /// - Returns: the length of the pause; nil if there was none.
  mutating func resume(at t: Seconds) -> Seconds? {
    guard let (since, held) = held else { return nil }
    self.held = nil
    let moved = distance(at: t) - held.position(at: since)
    motion = held
    motion.start += t - since
    motion.position += moved
    return t - since
  }

  /// Goes over to another steady velocity within `easing` seconds; or once a glide or a throw is over, unless that ends
  /// with it.
  mutating func turn(to speed: Double, at t: Seconds, within easing: Seconds, endsGlide: Bool) {
    func turned(_ motion: Motion, at t: Seconds) -> Motion {
      if speed == motion.final { return motion }
      return endsGlide
        ? motion.turning(to: speed, at: t, within: easing) : motion.ending(with: speed, at: t, within: easing)
    }
    if let (since, held) = held {
      self.held = (since, turned(held, at: since))
    } else if hand == nil {
      motion = turned(motion, at: t)
    }
  }

  /// How far it will run by itself in a time, pauses, glides and throws aside.
  func run(within time: Seconds, from t: Seconds) -> Double {
    let (motion, start) = held.map { ($0.motion, $0.since) } ?? (motion, t)
    guard case .ease = motion.change, motion.initial != motion.final else { return motion.final * time }
    return motion.position(at: start + time) - motion.position(at: start)
  }

  /// Runs back with the velocity that it has.
  mutating func reverse(at t: Seconds) {
    motion = motion.reversed(at: t)
    if let (since, held) = held { self.held = (since, held.reversed(at: since)) }
  }

  /// Counts distances from elsewhere.
  mutating func shift(by pixels: Double) {
    motion.position += pixels
    held?.motion.position += pixels
    hand?.shift(by: pixels)
  }

  // MARK: By hand

  /// Glides by `pixels` within a moment; its steady velocity is `own` then.
  mutating func scrub(by pixels: Double, to own: Double, at t: Seconds) {
    motion = Motion(
      start: t, position: distance(at: t), initial: motion.velocity(at: t) + pixels / Self.scrubTime, final: own,
      change: .decay(Self.scrubTime))
  }

  /// The distance by which the present glide would carry it beyond its steady motion; a scrub adds to it.
  func carry(at t: Seconds) -> Double { (motion.velocity(at: t) - motion.final) * Self.scrubTime }

  mutating func grab(at t: Seconds) {
    let distance = distance(at: t)
    motion = .rest(at: distance, since: t)
    hand = Hand(samples: [(t, distance)])
  }

  mutating func drag(to distance: Double, at t: Seconds) {
    motion = .rest(at: distance, since: t)
    hand?.moved(to: distance, at: t)
  }

  /// Lets go: the train keeps the hand's velocity, loses it, and later continues with its own.
  ///
  /// - Parameter fastest: Pixels per second: no hand throws it faster.
  mutating func letGo(to own: Double, fastest: Double, at t: Seconds) {
    guard let hand else { return }
    self.hand = nil
    let thrown = hand.velocity(at: t)
    motion = Motion(
      start: t, position: distance(at: t), initial: min(max(thrown, -fastest), fastest), final: own,
      change: .pause(Self.inertia, until: Self.rest))
  }

  /// The time constant of a glide by the wheel, in seconds.
  private static let scrubTime = 0.1
  /// The time constant of a throw, in seconds.
  private static let inertia = 0.325
  /// Seconds from letting go until it continues by itself.
  private static let rest = 1.5
}

/// A hand on the train: its positions in the last tenth of a second.
private struct Hand: Sendable {
  var samples: [(time: Seconds, distance: Double)]

  mutating func moved(to distance: Double, at t: Seconds) {
    samples.removeAll { $0.time < t - Self.memory }
    samples.append((t, distance))
  }

  /// Counts distances from elsewhere.
  mutating func shift(by pixels: Double) {
    for k in samples.indices { samples[k].distance += pixels }
  }

  /// Pixels per second; 0 if the hand held still before it let go.
  func velocity(at t: Seconds) -> Double {
    guard let first = samples.first(where: { $0.time >= t - Self.memory }), let last = samples.last,
      last.time > first.time
    else { return 0 }
    return (last.distance - first.distance) / max(last.time - first.time, Self.shortest)
  }

  private static let memory = 0.1
  /// Two frames. Samples that come closer together were queued, and their times say nothing about the hand.
  private static let shortest = 1.0 / 30
}

extension Motion {
  /// Reverses the velocity, which eases to the steady one; a glide or a throw ends. A rest that waits for its start stays.
  fileprivate func reversed(at t: Seconds) -> Motion {
    guard t >= start else { return self }
    return Motion(
      start: t, position: position(at: t), initial: -ownVelocity(at: t), final: final, change: .ease(Self.easing))
  }
}
