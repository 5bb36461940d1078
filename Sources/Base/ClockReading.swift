internal import CBase
package import ScrollCore

/// The system's clock, at a moment of the monotonic one.
package struct ClockReading: Equatable, Sendable {
  /// The time at 0 of the monotonic clock.
  package var origin: UnixTime
  /// By how many seconds it may be wrong at most (`maxerror` of adjtimex(2)); nil if nothing keeps it.
  package var error: Double?

  package init(origin: UnixTime, error: Double?) { (self.origin, self.error) = (origin, error) }

  /// Reads it.
  package static func now() -> ClockReading {
    // The reading between the closest two of the other clock: something may come in between.
    var best = (span: Seconds.infinity, origin: UnixTime.epoch)
    for _ in 0..<5 {
      let before = monotonicNow()
      let time = wallClockNow()
      let after = monotonicNow()
      if after - before < best.span { best = (after - before, time - (before + after) / 2) }
    }
    let error = nr_clock_error()
    return ClockReading(origin: best.origin, error: error < 0 ? nil : Double(error) * 1e-6)
  }
}
