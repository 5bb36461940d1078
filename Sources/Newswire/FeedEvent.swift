/// What the feeds deliver.
public enum FeedEvent {
  /// The items of a feed that were not delivered before, in the feed's order; from the cache at first.
  case items([WireItem], feed: String)
  /// What is known of a feed: its name for the chip, its icon.
  case described(FeedDescription)
  /// A feed could not be read; said once until that changes. Its last good items stay.
  case error(SourceError)
}

/// A feed as it describes itself.
public struct FeedDescription: Equatable, Sendable {
  public let url: String
  public let title: String?
  public let link: String?
  /// Where its icon is.
  public let icon: String?
  /// The icon's file, once there is one.
  public var picture: String?
}
