package import Base
package import Formats
package import ScrollCore

/// The result of a feed's last fetch.
package struct FeedStatus: Equatable, Sendable {
  package enum Outcome: String, Sendable {
    case read
    /// There was no answer.
    case unreachable
    /// The answer is an error, or not a feed.
    case failed
    /// Its server reports that it is gone; it is not fetched again.
    case gone
  }

  /// The feed's address.
  package var url: String
  package var outcome: Outcome
  /// Why it could not be read.
  package var reason: Reason?
  /// The time of the next fetch; nil for never.
  package var nextLook: UnixTime?
  /// The number of its items.
  package var count = 0

  package var isFailing: Bool { outcome != .read }
}

extension FeedStatus: Recorded {
  package static let record = Record(
    FeedStatus(url: "", outcome: .read),
    [
      .required("status", \.url, .text), .required("outcome", \.outcome, .word),
      .optional("reason", \.reason, .reason), .optional("nextLook", \.nextLook, .time()),
      .usual("count", \.count, .integer()),
    ])
}
