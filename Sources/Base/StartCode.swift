internal import CBase

/// The code that only the start of a program needs, which is given back once that is over: a bit after each frame, for what of it
/// is needed comes back in the next one, which would be late if it were all. It makes 5 MB of a strip's 18.
struct StartCode {
  /// When the start is over; infinity before the first frame, and once all is given back.
  private var time = Double.infinity
  /// Bytes that have been given back since then.
  private var count = 0
  /// Before that time nothing moved any more, and all was given back.
  private var hasRested = false

  /// How long after the first frame what begins is done.
  private static let settling = 3.0
  /// Bytes that are given back at a time: pages.
  private static let step = 256 << 10

  /// The first frame was drawn now.
  mutating func begin(_ now: Double) { time = now + Self.settling }

  /// Gives back what is to be given back now. Where nothing moves it is all, and nothing wakes for it.
  mutating func giveBack(_ now: Double, isResting: Bool, hasDrawn: Bool) {
    guard time < .infinity else { return }
    if now < time {
      guard isResting, !hasRested else { return }
      hasRested = true
      _ = nr_give_back_code(0, .max)
    } else if isResting || hasDrawn {
      let end = isResting ? Int.max : count + Self.step
      if nr_give_back_code(count, end) <= end { time = .infinity }
      count = end
    }
  }
}
