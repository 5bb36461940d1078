internal import Base
internal import ScrollCore

/// Statistics since the window opened: how its frames met the refreshes of the screen.
struct FrameReport {
  /// Frames with a new picture.
  private(set) var shown = 0
  /// Refreshes that should have shown a new picture and did not.
  private(set) var missed = 0
  /// Frames that were drawn in time for a refresh and shown with a later one. With the timer: frames that started more
  /// than half a period late.
  private(set) var late = 0
  /// The longest time between two frames while every refresh had a new picture, in seconds.
  private(set) var longestGap: Seconds = 0
  private var last: Seconds?

  /// Records that a frame is drawn for a refresh.
  ///
  /// - Parameter due: When it was to be drawn, as known at the previous frame.
  mutating func draws(for refresh: Seconds, due: Seconds, period: Seconds) {
    if let last, due < .infinity {
      let next = max(last + period, due)
      missed += Int(max(0, min(1e9, ((refresh - next) / period + Self.slack).rounded(.down))))
      if due <= last + period { longestGap = max(longestGap, refresh - last) }
    }
    last = refresh
  }

  /// Records that the last drawn frame has been submitted.
  mutating func sent() { shown += 1 }

  mutating func wasLate() { late += 1 }

  /// Records that the window is not visible: refreshes do not count as missed.
  mutating func rest() { last = nil }

  func members(period: Seconds) -> [(String, JSON)] {
    [
      ("shown", .integer(shown)), ("missed", .integer(missed)), ("late", .integer(late)),
      ("refresh-rate", .number((1 / period * 1000).rounded() / 1000)),
      ("longest-gap", .number((longestGap * 1e5).rounded() / 1e5)),
    ]
  }

  /// The tolerance for a refresh that arrives early, as a fraction of a period.
  private static let slack = 0.01
}
