internal import Base
internal import Glibc
internal import ScrollCore

/// Tells when quiet hours begin and end, by the clock on the wall: also where that is set, and after the machine has slept.
final class QuietTimer: LoopSource {
  let hours: QuietHours
  private(set) var isQuiet = false
  /// Called when they have begun or ended.
  var onChange: () -> Void = {}
  private(set) var deadline = Double.infinity
  private var clockWatch: ClockWatch?

  init(_ hours: QuietHours) {
    self.hours = hours
    look()
    clockWatch = ClockWatch { [unowned self] in look() }
  }

  private func look() {
    // Another time zone may hold since.
    tzset()
    let now = wallClockNow()
    let second = Int(max(0, min(now, 1e11)))
    let wasQuiet = isQuiet
    isQuiet = hours.isQuiet(at: second, Self.offset)
    let next = hours.nextChange(after: second, Self.offset)
    deadline = next.map { monotonicNow() + Double($0) - now } ?? .infinity
    if isQuiet != wasQuiet { onChange() }
  }

  /// What local time is ahead of UTC (`localtime_r(3)`).
  private static func offset(at time: Int) -> Int {
    var (seconds, parts) = (time_t(time), tm())
    localtime_r(&seconds, &parts)
    return parts.tm_gmtoff
  }

  // MARK: - In the loop

  func appendDescriptors(to descriptors: inout [pollfd]) { clockWatch?.appendDescriptors(to: &descriptors) }

  func service(now: Double) -> ServiceResult {
    _ = clockWatch?.service(now: now)
    if now >= deadline { look() }
    return .idle
  }

  func close() { clockWatch = nil }
}
