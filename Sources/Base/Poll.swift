internal import CBase
internal import Glibc

/// Waits until a descriptor is ready, for `seconds` at most, which may be infinite. Unlike `poll` it is not limited to
/// whole milliseconds (`ppoll(2)`).
///
/// - Returns: The number of ready descriptors; negative after a signal.
func wait(for descriptors: inout [pollfd], atMost seconds: Double) -> Int32 {
  guard seconds.isFinite else { return nr_ppoll(&descriptors, UInt(descriptors.count), nil) }
  let whole = min(max(0, seconds.rounded(.down)), 1e9)
  var limit = timespec(tv_sec: Int(whole), tv_nsec: min(Int(max(0, seconds - whole) * 1e9), 999_999_999))
  return nr_ppoll(&descriptors, UInt(descriptors.count), &limit)
}

/// Waits until one of some descriptors can be read, or until that time of the monotonic clock. Returns which of them can.
package func wait(for descriptors: [Int32], until time: Double) -> [Bool] {
  var all = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  let count = wait(for: &all, atMost: max(0, time - monotonicNow()))
  return all.map { count > 0 && $0.revents != 0 }
}

/// Starts a program with the default timer slack instead of the small one for motion.
package func withOrdinaryTimers<Result>(_ start: () -> Result) -> Result { withTimerSlack(0, start) }

/// Runs `body` with this timer slack of the thread in nanoseconds; 0 is the default.
func withTimerSlack<Result>(_ slack: UInt, _ body: () -> Result) -> Result {
  let before = timerSlack
  nr_set_timer_slack(slack)
  defer { nr_set_timer_slack(before) }
  return body()
}

/// The timer slack of the thread in nanoseconds: the most that a timer is late.
var timerSlack: UInt { nr_timer_slack() }
