internal import Glibc
package import ScrollCore

/// Seconds of the monotonic clock (`clock_gettime(2)`), used for all deadlines.
package func monotonicNow() -> Seconds { VirtualSystem.current?.now ?? seconds(CLOCK_MONOTONIC) }

/// The clock on the wall (`clock_gettime(2)`), for calendar dates, never for deadlines.
package func wallClockNow() -> UnixTime {
  VirtualSystem.current?.wallTime ?? UnixTime(seconds: seconds(CLOCK_REALTIME))
}

private func seconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
