internal import CBase
internal import Glibc

/// Waits until one of the descriptors is ready, for `seconds` at most, which may be infinite; `poll` itself counts in
/// whole milliseconds. (`ppoll(2)`)
///
/// - Returns: how many are ready; negative where a signal has come.
func wait(for descriptors: inout [pollfd], atMost seconds: Double) -> Int32 {
  guard seconds.isFinite else { return nr_ppoll(&descriptors, UInt(descriptors.count), nil) }
  let whole = min(max(0, seconds.rounded(.down)), 1e9)
  var limit = timespec(tv_sec: Int(whole), tv_nsec: min(Int(max(0, seconds - whole) * 1e9), 999_999_999))
  return nr_ppoll(&descriptors, UInt(descriptors.count), &limit)
}

/// Runs what starts another program: that has the timers of any program, and not the exact ones that motion here needs.
package func withOrdinaryTimers<Result>(_ start: () -> Result) -> Result { withTimerSlack(0, start) }

/// Runs something while timers of this thread come so many nanoseconds late at most; 0 stands for what any program has.
func withTimerSlack<Result>(_ slack: UInt, _ body: () -> Result) -> Result {
  let before = timerSlack
  nr_set_timer_slack(slack)
  defer { nr_set_timer_slack(before) }
  return body()
}

/// By how many nanoseconds timers of this thread may come late.
var timerSlack: UInt { nr_timer_slack() }
