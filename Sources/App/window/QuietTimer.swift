internal import Base
internal import Glibc
internal import ScrollCore

/// Reports the begin and end of quiet hours, by the wall clock: also after it was set, or the machine was suspended.
final class QuietTimer: LoopSource {
  let hours: WeekHours
  private(set) var isQuiet = false
  /// Called when they have begun or ended.
  var onChange: () -> Void = {}
  /// When they begin or end next, on the monotonic clock.
  private var next = Double.infinity
  private var clockWatch: ClockWatch?

  init(_ hours: WeekHours) {
    self.hours = hours
    look()
    clockWatch = ClockWatch { [unowned self] in look() }
  }

  private func look() {
    // Another time zone may hold since.
    tzset()
    let now = wallClockNow()
    let second = now.wholeSeconds
    let wasQuiet = isQuiet
    isQuiet = hours.contains(second, localOffset)
    next =
      hours.nextChange(after: second, localOffset).map { monotonicNow() + (UnixTime(seconds: $0) - now) } ?? .infinity
    if isQuiet != wasQuiet { onChange() }
  }

  // MARK: - In the loop

  func appendDescriptors(to descriptors: inout [pollfd]) { clockWatch?.appendDescriptors(to: &descriptors) }

  var deadline: Double { min(next, clockWatch?.deadline ?? .infinity) }

  func service(now: Double) -> ServiceResult {
    _ = clockWatch?.service(now: now)
    if now >= next { look() }
    return .idle
  }

  func close() { clockWatch = nil }
}
