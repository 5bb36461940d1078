import Base
import Glibc
import Synchronization
import TestKit

/// The signal that asked the benchmark to end; 0 as long as none has.
private let endingSignal = Atomic<Int32>(0)

var isInterrupted: Bool { endingSignal.load(ordering: .relaxed) != 0 }

/// From now on SIGINT, SIGTERM and SIGHUP end the benchmark at its next `rest`, so that what it started ends too.
func catchEndingSignals() {
  for number in [SIGINT, SIGTERM, SIGHUP] { signal(number) { endingSignal.store($0, ordering: .relaxed) } }
  signal(SIGPIPE, SIG_IGN)
}

/// Sleeps until that time on the monotonic clock.
/// - Throws: when a signal asks to end.
func rest(until end: Double) throws {
  while true {
    if isInterrupted { throw HarnessError("interrupted") }
    let slice = min(end, monotonicNow() + 0.1)
    guard slice > monotonicNow() else { return }
    var time = timespec(tv_sec: Int(slice), tv_nsec: Int((slice - slice.rounded(.down)) * 1e9))
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
  }
}

func rest(_ seconds: Double) throws { try rest(until: monotonicNow() + seconds) }

/// Does something that must not be kept waiting by other programs, as the system's administrator may (`sched(7)`); where that
/// cannot be had, it may be.
func ahead<Result>(_ body: () throws -> Result) rethrows -> Result {
  var priority = sched_param(sched_priority: 1)
  let isFirst = sched_setscheduler(0, SCHED_RR, &priority) == 0
  defer {
    if isFirst {
      priority.sched_priority = 0
      sched_setscheduler(0, SCHED_OTHER, &priority)
    }
  }
  return try body()
}

/// A line of progress, on standard error.
func note(_ text: String) { _ = writeAll(text + "\n", to: STDERR_FILENO) }
