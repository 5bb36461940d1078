/// The even motion of a wall's belt: how far it had run at a time, and its speed from then on.
package struct WallMotion: Equatable, Sendable {
  /// A change to another speed.
  package struct Turn: Equatable, Sendable {
    package var time: UnixTime
    package var speed: Double

    package init(time: UnixTime, speed: Double) { (self.time, self.speed) = (time, speed) }

    /// When it has that speed.
    var end: UnixTime { time + Motion.easing }
  }

  package var time: UnixTime
  package var distance: Double
  package var speed: Double

  package init(time: UnixTime, distance: Double, speed: Double) {
    (self.time, self.distance, self.speed) = (time, distance, speed)
  }

  private var steady: Motion { Motion(start: time.seconds, position: distance, initial: speed, final: speed) }

  /// The motion at `t`, of which further turns change nothing before their times.
  func motion(_ turns: [Turn], at t: UnixTime) -> Motion {
    var motion = t < time ? before : steady
    for turn in turns where turn.time <= t {
      motion = motion.turning(to: turn.speed, at: turn.time.seconds, within: Motion.easing)
    }
    return motion
  }

  /// A clock that is behind sees times before the first one: the belt ran on as it did then.
  private var before: Motion {
    let past = time - Self.past
    return Motion(start: past.seconds, position: distance - speed * Self.past, initial: speed, final: speed)
  }

  private static let past: Seconds = 86_400

  /// Until when it runs on as it does at `t`: `t` while it turns.
  func steadyEnd(_ turns: [Turn], at t: UnixTime) -> UnixTime {
    if turns.contains(where: { $0.time <= t && t < $0.end }) { return t }
    return turns.lazy.map(\.time).first { $0 > t } ?? .distantFuture
  }

  /// Begins after the turns that have ended by `t`.
  mutating func takeIn(_ turns: inout [Turn], at t: UnixTime) {
    while let turn = turns.first, turn.end <= t {
      let motion = motion([turn], at: turn.end)
      self = WallMotion(time: turn.end, distance: motion.position(at: turn.end.seconds), speed: turn.speed)
      turns.removeFirst()
    }
  }
}
