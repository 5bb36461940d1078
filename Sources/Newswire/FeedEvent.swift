package import Base

/// What the feeds deliver.
package enum FeedEvent {
  /// The items of a feed that were not delivered before, in the feed's order; from the cache at first.
  case items([WireItem], feed: String)
  /// What is known of a feed: its name for the chip, its icon.
  case described(FeedDescription)
  /// A feed could not be read; said once until that changes. Its last good items stay.
  case error(Failure)
}

/// A feed as it describes itself.
package struct FeedDescription: Equatable, Sendable {
  package let url: String
  package let title: String?
  package let link: String?
  /// Where its icon is.
  package let icon: String?
  /// The icon's file, once there is one.
  package var picture: String?
}
