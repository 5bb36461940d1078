/// What was read from a feed.
package struct ParsedFeed: Equatable, Sendable {
  package enum Format: String, Sendable { case rss, rdf, atom, json, html, unknown }

  package var format = Format.unknown
  /// The feed's own name, as clean text; nil where it has none.
  package var title: String?
  /// The site it belongs to.
  package var link: String?
  /// An image that stands for it.
  package var icon: String?
  /// Seconds that the feed asks to be left alone (`ttl` of RSS).
  package var timeToLive: Double?
  /// In the feed's order.
  package var items: [WireItem] = []
  /// What will not be shown, and why; at most 1000 are listed.
  package var dropped: [DroppedItem] = []
  /// What was mended or ignored in the feed as a whole.
  package var warnings: [String] = []
  /// The feeds that an HTML page names (`link rel=alternate`), best first.
  package var discovered: [String] = []

  package init() {}

  mutating func drop(_ title: String, _ reason: String) {
    if dropped.count < 1000 { dropped.append(DroppedItem(title: title, reason: reason)) }
  }

  mutating func warn(_ text: String) {
    if !warnings.contains(text) { warnings.append(text) }
  }
}

/// How much of a feed is taken.
package struct FeedLimits: Sendable, Equatable {
  /// Of a document, unpacked.
  package var bytes = 16 << 20
  /// The newest that are kept of one feed.
  package var items = 200
  /// Characters of a title; the rest becomes an ellipsis.
  package var titleLength = 500

  package init() {}
}
