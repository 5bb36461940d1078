internal import Glibc
internal import ScrollCore

/// The time of day as `strftime(3)` writes it, for times of the monotonic clock.
struct WallClock {
  let format: String
  /// Seconds since 1970 at 0 of the monotonic clock.
  let offset: Double

  /// What the clock says at `t`, and until when at the least.
  func text(at t: Seconds) -> (text: String, until: Seconds) {
    // A frame may be drawn for a moment before the full second; what it shows is for the time after.
    let now = max(0, min(t + offset + 0.001, 1e11))
    var seconds = time_t(now)
    var parts = tm()
    localtime_r(&seconds, &parts)
    var buffer = [CChar](repeating: 0, count: 256)
    let count = strftime(&buffer, buffer.count, format, &parts)
    let bytes = buffer.prefix(count).map { UInt8(bitPattern: $0) }
    let hasSeconds = ["%S", "%s", "%T", "%r", "%c", "%X", "%E", "%O"].contains { format.contains($0) }
    // A second that is inserted, or another time zone, is noticed within the minute.
    let step = hasSeconds ? 1.0 : 60
    let next = (now / step).rounded(.down) * step + step
    return (String(decoding: bytes, as: UTF8.self), next - offset)
  }
}
