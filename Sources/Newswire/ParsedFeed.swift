/// What was read from a feed.
public struct ParsedFeed: Equatable, Sendable {
  public enum Format: String, Sendable { case rss, rdf, atom, json, html, unknown }

  public var format = Format.unknown
  /// The feed's own name, as clean text; nil where it has none.
  public var title: String?
  /// The site it belongs to.
  public var link: String?
  /// An image that stands for it.
  public var icon: String?
  /// Seconds that the feed asks to be left alone (`ttl` of RSS).
  public var timeToLive: Double?
  /// In the feed's order.
  public var items: [WireItem] = []
  /// What will not be shown, and why; at most 1000 are listed.
  public var dropped: [DroppedItem] = []
  /// What was mended or ignored in the feed as a whole.
  public var warnings: [String] = []
  /// The feeds that an HTML page names (`link rel=alternate`), best first.
  public var discovered: [String] = []

  public init() {}

  mutating func drop(_ title: String, _ reason: String) {
    if dropped.count < 1000 { dropped.append(DroppedItem(title: title, reason: reason)) }
  }

  mutating func warn(_ text: String) {
    if !warnings.contains(text) { warnings.append(text) }
  }
}

/// How much of a feed is taken.
public struct FeedLimits: Sendable, Equatable {
  /// Of a document, unpacked.
  public var bytes = 16 << 20
  /// The newest that are kept of one feed.
  public var items = 200
  /// Characters of a title; the rest becomes an ellipsis.
  public var titleLength = 500

  public init() {}
}
