internal import ScrollCore

/// Tells for which moment the next frame is to be drawn: the refreshes as the Present extension reports them,
/// or a timer at the monitor's rate.
///
/// Times are seconds on the monotonic clock, which the caller reads.
package struct FrameClock: Sendable {
  package enum Source: String, Sendable, CaseIterable {
    case present, timer
  }

  /// How frames and refreshes meet.
  package enum Pacing: Sendable {
    /// Every frame is handed to the server for its next refresh, and the report of that brings the next frame.
    case byServer
    /// Frames go out by a timer on the grid that is fitted to the reports of some refreshes. For servers without
    /// a scan-out, as Xvfb or VNC: what they call a refresh comes from a timer of whole milliseconds.
    case locked
    /// Frames go out by a timer on a grid of its own.
    case free
  }

  package private(set) var pacing: Pacing
  /// Seconds between refreshes, as measured where Present reports them.
  package private(set) var period: Double
  // The last refresh on the grid that is fitted to the reports: reports jitter, the grid does not.
  private var gridTime: Double?
  private var gridCount: UInt64 = 0
  private var requestedAt: Double?
  private var tick: Double?
  private var strays = 0
  /// The pacing that was given up, and may come back.
  private var abandoned: Pacing?
  /// How often that was lately, and the reports in time since.
  private var lapses = 0
  private var reportsInTime = 0

  /// The wait for a report after which the timer takes over.
  private static let patience = 0.1
  /// Lapses after which Present is not believed any more, and the reports in time that make up for them.
  private static let mostLapses = 5
  private static let amends = 600
  /// Seconds between the reports that a locked clock asks for.
  private static let reportInterval = 0.75
  /// The most that a locked clock moves a tick to meet the grid: far below what an eye sees in motion.
  private static let slew = 0.0002

  package init(pacing: Pacing, refreshRate: Double) {
    self.pacing = pacing
    period = 1 / min(1000, max(10, refreshRate))
  }

  package var source: Source { pacing == .free ? .timer : .present }

  /// Whether a frame is on its way to the glass, so that none may be drawn.
  package var isWaiting: Bool { pacing == .byServer && requestedAt != nil }

  // MARK: - Present

  /// The refresh to aim at, and when it will be. A count of 0 means "the next one, whichever that is".
  package func nextRefresh(now: Double) -> (count: UInt64, time: Double) {
    guard let gridTime, now - gridTime < 1 else { return (0, now + period) }
    let missed = max(0, ((now + 0.0005 - gridTime) / period).rounded(.down))
    return (gridCount &+ UInt64(missed) &+ 1, gridTime + (missed + 1) * period)
  }

  /// Whether a locked clock wants to hear of a refresh (`PresentNotifyMSC`).
  package func wantsReport(now: Double) -> Bool {
    pacing == .locked && requestedAt == nil && now - (gridTime ?? -.infinity) >= Self.reportInterval
  }

  /// A frame was sent with Present, or a report asked for.
  package mutating func requested(now: Double) { requestedAt = now }

  /// Present reports a refresh.
  package mutating func refreshed(count: UInt64, time reported: Double, now: Double) {
    requestedAt = nil
    welcomeBack()
    // Some drivers report another clock, or none.
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
      // The rate is another one, or the server was held up: begin anew, and believe a rate that lasts.
      strays += 1
      if strays >= 3, (time - grid) / steps > 0.001 { period = (time - grid) / steps }
      gridTime = time
      return
    }
    strays = 0
    gridTime = expected + error * 0.1
    period += error * 0.005 / steps
  }

  /// When the timer takes over from a Present that does not answer; infinity when nothing is awaited.
  package var deadline: Double { requestedAt.map { $0 + Self.patience } ?? .infinity }

  /// Gives up on Present where its report is overdue, until it comes after all. Returns whether it did.
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

  /// A report has come. Where Present was given up it was only late: a server that was busy for a moment.
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

  /// The tick to draw for, once it has come; ticks that were missed are skipped.
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

  /// The frame for the present tick has been drawn.
  package mutating func finishTick() {
    guard let tick else { return }
    var next = tick + period
    if pacing == .locked, let gridTime {
      let nearest = gridTime + ((next - gridTime) / period).rounded() * period
      next += min(Self.slew, max(-Self.slew, nearest - next))
    }
    self.tick = next
  }

  /// When to be woken for a change that is not far away, so that the rhythm is kept; nil where it is, or where there is no
  /// rhythm. It is the tick, or the refresh before the one, with which the change is to be seen.
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

  /// Seconds without a frame over which a rhythm is kept, and by how much of a period a time may miss its tick.
  private static let longestGap = 0.9
  private static let slack = 1e-6

  /// When the next tick comes.
  package var nextTick: Double { tick ?? -.infinity }

  /// Motion has stopped, or nothing can be seen: the next frame begins a new rhythm.
  package mutating func rest() {
    tick = nil
    gridTime = nil
    requestedAt = nil
  }
}
