internal import CBase

/// Returns the memory of large buffers to the system as soon as they are freed: a response with all headlines, or a
/// feed. For our own programs, at their start.
package func keepNoLargeBuffers() { nr_keep_no_large_buffers() }

/// Releases the memory of code that only the start needs: 5 MB of a strip's 18. It goes in steps after frames, since
/// pages still needed are read again in the next frame, which all of them together would delay.
struct StartCode {
  /// When the start is over; infinity before the first frame, and when finished.
  private var time = Double.infinity
  /// The bytes released so far.
  private var count = 0
  /// Whether everything was released at rest before that time.
  private var hasRested = false

  /// How long the start lasts after the first frame, in seconds.
  private static let settling = 3.0
  /// The bytes to release in a step: whole pages.
  private static let step = 256 << 10

  /// Records the first frame.
  mutating func begin(_ now: Double) { time = now + Self.settling }

  /// Releases the next part. At rest it releases everything, so that no timer is needed.
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
