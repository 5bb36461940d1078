internal import Base
internal import ScrollCore

/// How the frames of a window have met the refreshes of its screen since it was opened.
struct FrameReport {
  /// Frames that showed something new.
  private(set) var shown = 0
  /// Refreshes that something new was due for and that came without.
  private(set) var missed = 0
  /// Frames that were drawn in time for a refresh and came with a later one; by the timer, those that began more than half a
  /// period late.
  private(set) var late = 0
  /// Seconds at most from a frame to the next one while there was something new for every refresh.
  private(set) var longestGap: Seconds = 0
  private var last: Seconds?

  /// A frame is drawn for a refresh.
  ///
  /// - Parameter due: When it was to be drawn, as far as the frame before could tell.
  mutating func draws(for refresh: Seconds, due: Seconds, period: Seconds) {
    if let last, due < .infinity {
      let next = max(last + period, due)
      missed += Int(max(0, min(1e9, ((refresh - next) / period + Self.slack).rounded(.down))))
      if due <= last + period { longestGap = max(longestGap, refresh - last) }
    }
    last = refresh
  }

  /// The frame that was drawn last is on its way.
  mutating func sent() { shown += 1 }

  mutating func wasLate() { late += 1 }

  /// Nobody can see anything: what is not drawn now is not missed.
  mutating func rest() { last = nil }

  func members(period: Seconds) -> [(String, JSON)] {
    [
      ("shown", .integer(shown)), ("missed", .integer(missed)), ("late", .integer(late)),
      ("refresh-rate", .number((1 / period * 1000).rounded() / 1000)),
      ("longest-gap", .number((longestGap * 1e5).rounded() / 1e5)),
    ]
  }

  /// Of a period: by so much a refresh may come too early and count as it should.
  private static let slack = 0.01
}
