internal import Glibc

/// Seconds of the monotonic clock (`clock_gettime(2)`), used for all deadlines.
package func monotonicNow() -> Double { VirtualSystem.current?.now ?? seconds(CLOCK_MONOTONIC) }

/// Seconds since 1970 (`clock_gettime(2)`), for calendar dates, never for deadlines.
package func wallClockNow() -> Double {
  VirtualSystem.current.map { $0.now + $0.wallOffset } ?? seconds(CLOCK_REALTIME)
}

private func seconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
