internal import Base

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
  package var items: [NewsItem] = []
  /// What will not be shown, and why; the first 1000 are listed.
  package private(set) var dropped: [DroppedItem] = []
  /// How many will not be shown.
  package private(set) var droppedCount = 0
  /// What was mended or ignored in the feed as a whole.
  package var warnings: [String] = []
  /// The feeds that an HTML page names (`link rel=alternate`), best first; of a feed that such a page has led to, those of
  /// the page.
  package var discovered: [String] = []

  static let mostDropped = 1000

  package init() {}

  /// Whether there is room for one more item that will not be shown.
  var listsDropped: Bool { dropped.count < Self.mostDropped }

  mutating func drop(_ title: String, _ reason: String) {
    if listsDropped { dropped.append(DroppedItem(title: title, reason: reason)) }
    drop()
  }

  /// Counts an item that will not be shown and is not listed.
  mutating func drop() { droppedCount += 1 }

  mutating func warn(_ text: String) { if warnings.count < 100, !warnings.contains(text) { warnings.append(text) } }
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

/// An item as it is met in a document of any format. Its texts are not cleaned yet, but for the id.
struct RawItem {
  enum TextKind { case plain, html }

  /// Clean.
  var id = ""
  var title = ""
  var titleKind = TextKind.html
  /// What stands in for a title where there is none: a summary or the content.
  var summary = ""
  var summaryKind = TextKind.html
  private(set) var link = ""
  /// What the link is relative to, where the document says so.
  var base: String?
  /// The first link that opens nothing; empty for none.
  private(set) var refusedLink = ""
  /// Seconds since 1970.
  var published: Double?
  /// When it was last changed, in the same seconds; nil where the feed says nothing of that.
  var changed: Double?
  var authors: [String] = []

  /// Takes a link, and what it is relative to, unless it opens nothing: what is blank, or not http or https wherever the
  /// document stands, leaves the place to the next best. Returns whether it was taken.
  mutating func take(link: String, base: String?) -> Bool {
    guard link.utf8.contains(where: { !$0.isBlank }) else { return false }
    guard WebAddress.isReference(link) else {
      if refusedLink.isEmpty { refusedLink = link }
      return false
    }
    (self.link, self.base) = (link, base)
    return true
  }

  /// What is shown, not clean yet.
  var heading: String { title.isEmpty ? summary : title }

  var hasText: Bool { title.utf8.contains { !$0.isBlank } || summary.utf8.contains { !$0.isBlank } }

  /// Names alone, without mail addresses: of "ada@example.org (Ada)" it is "Ada".
  static func names(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
    let words = text.split { $0.isWhitespace || "<>()[]\"".contains($0) }
    return words.filter { !$0.contains("@") && $0.lowercased() != "mailto:" }.joined(separator: " ")
  }
}
