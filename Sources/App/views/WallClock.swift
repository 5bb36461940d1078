internal import Base
internal import ScrollCore

/// The time of day in `strftime(3)` format, for times of the monotonic clock.
struct WallClock {
  let format: String
  /// The time at 0 of the monotonic clock.
  let origin: UnixTime

  /// The text at `t`, and until when it is valid at least.
  func text(at t: Seconds) -> (text: String, until: Seconds) {
    // A frame may be drawn shortly before the full second, and shows the time after.
    let now = max(0, min((origin + t).seconds + 0.001, 1e11))
    let hasSeconds = ["%S", "%s", "%T", "%r", "%c", "%X", "%E", "%O"].contains { format.contains($0) }
    // Within a minute it notices leap seconds and changes of the time zone.
    let step = hasSeconds ? 1.0 : 60
    let next = (now / step).rounded(.down) * step + step
    return (localText(of: Int(now), format), UnixTime(seconds: next) - origin)
  }
}
