internal import ScrollCore

/// Determines the time to draw the next frame for: the refreshes reported by the Present extension, or a timer at the
/// monitor's rate.
///
/// Times are seconds on the monotonic clock, read by the caller.
package struct FrameClock: Sendable {
  package enum Source: String, Sendable, CaseIterable {
    case present, timer
  }

  /// How frames are synchronised with refreshes.
  package enum Pacing: Sendable {
    /// Every frame is submitted for the next refresh; the report of its completion triggers the next frame.
    case byServer
    /// A timer triggers frames, on a grid fitted to the reports of some refreshes. For servers without a scan-out, such
    /// as Xvfb or VNC, whose refreshes come from a timer in whole milliseconds.
    case locked
    /// A timer triggers frames, on a grid of its own.
    case free
  }

  package private(set) var pacing: Pacing
  /// Seconds between refreshes, measured if Present reports them.
  package private(set) var period: Double
  // The last refresh on the fitted grid, which, unlike the reports, does not jitter.
  private var gridTime: Double?
  private var gridCount: UInt64 = 0
  private var requestedAt: Double?
  private var tick: Double?
  private var strays = 0
  /// The pacing to return to.
  private var abandoned: Pacing?
  /// The number of recent lapses, and of timely reports since.
  private var lapses = 0
  private var reportsInTime = 0

  /// The timeout for a report, after which the timer takes over.
  private static let patience = 0.1
  /// The lapses after which Present is given up, and the timely reports that reset the count.
  private static let mostLapses = 5
  private static let amends = 600
  /// Seconds between the reports that a locked clock requests.
  private static let reportInterval = 0.75
  /// The most that a locked clock shifts a tick towards the grid, in seconds: far below what is visible in motion.
  private static let slew = 0.0002

  package init(pacing: Pacing, refreshRate: Double) {
    self.pacing = pacing
    period = 1 / min(1000, max(10, refreshRate))
  }

  package var source: Source { pacing == .free ? .timer : .present }

  /// Whether a frame has been submitted, so that none may be drawn.
  package var isWaiting: Bool { pacing == .byServer && requestedAt != nil }

  // MARK: - Present

  /// The next refresh to draw for, and its time. A count of 0 means any next one.
  package func nextRefresh(now: Double) -> (count: UInt64, time: Double) {
    guard let gridTime, now - gridTime < 1 else { return (0, now + period) }
    let missed = max(0, ((now + 0.0005 - gridTime) / period).rounded(.down))
    return (gridCount &+ UInt64(missed) &+ 1, gridTime + (missed + 1) * period)
  }

  /// Whether a locked clock wants a report of a refresh (`PresentNotifyMSC`).
  package func wantsReport(now: Double) -> Bool {
    pacing == .locked && requestedAt == nil && now - (gridTime ?? -.infinity) >= Self.reportInterval
  }

  /// Records that a frame was submitted, or a report requested.
  package mutating func requested(now: Double) { requestedAt = now }

  /// Handles a report of a refresh.
  package mutating func refreshed(count: UInt64, time reported: Double, now: Double) {
    requestedAt = nil
    welcomeBack()
    // Some drivers report times of another clock, or none.
    let time = abs(reported - now) < 1 ? reported : now
    guard let grid = gridTime, count > gridCount, time - grid < 1 else {
      (gridTime, gridCount) = (time, count)
      return
    }
    let steps = Double(count - gridCount)
    let expected = grid + steps * period
    let error = time - expected
    gridCount = count
    if abs(error) > period / 2 {
      // The rate has changed, or the server was busy: starts over, and adopts a rate that lasts.
      strays += 1
      if strays >= 3, (time - grid) / steps > 0.001 { period = (time - grid) / steps }
      gridTime = time
      return
    }
    strays = 0
    gridTime = expected + error * 0.1
    period += error * 0.005 / steps
  }

  /// When the timer takes over from an unresponsive Present; infinity if no report is pending.
  package var deadline: Double { requestedAt.map { $0 + Self.patience } ?? .infinity }

  /// Switches to the timer if a report is overdue. Returns whether it did.
  package mutating func checkPulse(now: Double) -> Bool {
    guard let requestedAt, now - requestedAt > Self.patience else { return false }
    self.requestedAt = nil
    lapses += 1
    reportsInTime = 0
    abandoned = lapses < Self.mostLapses ? pacing : nil
    pacing = .free
    tick = nil
    return true
  }

  /// Returns to Present after a late report: the server was only busy.
  private mutating func welcomeBack() {
    if let pacing = abandoned {
      self.pacing = pacing
      abandoned = nil
      tick = nil
    } else if lapses > 0, pacing != .free {
      reportsInTime += 1
      if reportsInTime >= Self.amends { lapses = 0 }
    }
  }

  // MARK: - Timer

  /// The tick to draw for, once it is due; skips missed ones.
  package mutating func due(now: Double) -> Double? {
    guard let tick else {
      self.tick = now
      return now
    }
    guard now >= tick else { return nil }
    let missed = ((now - tick) / period + Self.slack).rounded(.down)
    let latest = tick + missed * period
    self.tick = latest
    return latest
  }

  /// Records that the frame of the current tick has been drawn.
  package mutating func finishTick() {
    guard let tick else { return }
    var next = tick + period
    if pacing == .locked, let gridTime {
      let nearest = gridTime + ((next - gridTime) / period).rounded() * period
      next += min(Self.slew, max(-Self.slew, nearest - next))
    }
    self.tick = next
  }

  /// When to wake for a near change, to keep the rhythm: at its tick, or one refresh before it. Nil if the change is
  /// far away, or if there is no rhythm.
  package func wake(for change: Double, now: Double) -> Double? {
    guard change - now < Self.longestGap else { return nil }
    switch pacing {
    case .byServer:
      guard let gridTime, change - gridTime < Self.longestGap else { return nil }
      return gridTime + max(0, ((change - gridTime) / period - Self.slack).rounded(.up) - 1) * period
    case .locked, .free:
      guard let tick else { return nil }
      return tick + max(0, ((change - tick) / period - Self.slack).rounded(.up)) * period
    }
  }

  /// The limit in seconds for keeping the rhythm without a frame, and the deviation of a tick as a fraction of a
  /// period.
  private static let longestGap = 0.9
  private static let slack = 1e-6

  /// The time of the next tick.
  package var nextTick: Double { tick ?? -.infinity }

  /// Ends the rhythm: motion has stopped, or nothing is visible.
  package mutating func rest() {
    tick = nil
    gridTime = nil
    requestedAt = nil
  }
}
