package import ScrollCore

/// The times of refreshes as they would be if each came exactly a period after the one before.
///
/// What moves evenly stands still between two places where times jitter, however little, and it comes to stand just between
/// them; here every step takes the same time. What a period is wrong by adds up, until a step is taken twice or left out.
package struct EvenTime: Sendable {
  package let period: Seconds
  private var last: (refresh: Seconds, even: Seconds)?

  package init(period: Seconds) { self.period = period }

  /// The even time of a refresh that is not before the last one.
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
  /// Of a period: above a half, so that it does not go to and fro.
  private static let mostError = 0.75
}
