package import ScrollCore

/// The times of refreshes at exactly equal intervals.
///
/// Jitter in the times makes even motion repeat or skip a step when it falls close to the boundary of two positions;
/// with even times every step takes the same time. An error of the period accumulates until a step is repeated or
/// skipped.
package struct EvenTime: Sendable {
  /// One that is measured anew goes on from the last time, so that text keeps its fraction of a pixel.
  package var period: Seconds
  private var last: (refresh: Seconds, even: Seconds)?

  package init(period: Seconds) { self.period = period }

  /// The even time of a refresh, which must not precede the last one.
  package mutating func time(of refresh: Seconds) -> Seconds {
    var even = refresh
    if let last, refresh - last.refresh < Self.longestGap {
      even = last.even + ((refresh - last.refresh) / period).rounded() * period
      if abs(refresh - even) > Self.mostError * period { even += ((refresh - even) / period).rounded() * period }
    }
    last = (refresh, even)
    return even
  }

  private static let longestGap: Seconds = 1
  /// In periods: above a half, to avoid oscillation.
  private static let mostError = 0.75
}
