internal import Base
internal import ScrollCore

/// The content of a feed.
package struct ParsedFeed: Equatable, Sendable {
  package enum Format: String, Sendable { case rss, rdf, atom, json, html, alert, unknown }

  package var format = Format.unknown
  /// The feed's title, cleaned; nil if it has none.
  package var title: String?
  /// Its website.
  package var link: String?
  /// The address of its image.
  package var icon: String?
  /// The minimum interval that the feed demands, in seconds (`ttl` of RSS).
  package var timeToLive: Double?
  /// In the feed's order.
  package var items: [NewsItem] = []
  /// The excluded items with reasons; at most 1000.
  package private(set) var dropped: [DroppedItem] = []
  /// The number of excluded items.
  package private(set) var droppedCount = 0
  /// The alerts of a source of alerts; nil for a feed.
  package var alerts: AlertDocument?
  /// Whether the end of the document is missing or was not read: what it lacks need not have been withdrawn.
  package var isCut = false
  /// Why alerts that it links to are missing; nil if none are.
  var problemOfLinks: String?
  /// The repaired or ignored faults of the feed.
  package var warnings: [String] = []
  /// The feeds that an HTML page links to (`link rel=alternate`), best first. For a feed found on a page, the feeds of
  /// that page.
  package var discovered: [LinkedFeed] = []

  static let mostDropped = 1000

  package init() {}

  /// Whether another excluded item gets listed.
  var listsDropped: Bool { dropped.count < Self.mostDropped }

  mutating func drop(_ title: String, _ reason: String) {
    if listsDropped { dropped.append(DroppedItem(title: title, reason: reason)) }
    drop()
  }

  /// Counts an excluded item without listing it.
  mutating func drop() { droppedCount += 1 }

  mutating func warn(_ text: String) { if warnings.count < 100, !warnings.contains(text) { warnings.append(text) } }
}

/// The limits for a feed.
package struct FeedLimits: Sendable, Equatable {
  /// For the unpacked document.
  package var bytes = 16 << 20
  /// The limit for items; the newest are kept.
  package var items = 200
  /// In characters; the rest becomes an ellipsis.
  package var titleLength = 500

  package init() {}
}

/// An item of a document in any format. Its texts are not cleaned yet, except the ID.
struct RawItem {
  enum TextKind { case plain, html }

  /// Cleaned.
  var id = ""
  var title = ""
  var titleKind = TextKind.html
  /// The substitute for a missing title: a summary or the content.
  var summary = ""
  var summaryKind = TextKind.html
  private(set) var link = ""
  /// The base of the link, if the document has one.
  var base: String?
  /// The first link that cannot be opened; empty for none.
  private(set) var refusedLink = ""
  var published: UnixTime?
  /// When it was last changed; nil if unknown.
  var changed: UnixTime?
  var authors: [String] = []

  /// Sets the link and its base. Refuses a link that is blank or cannot be http or https with any base, so that the
  /// next best is used. Returns whether it was accepted.
  mutating func accept(link: String, base: String?) -> Bool {
    guard link.utf8.contains(where: { !$0.isBlank }) else { return false }
    guard WebAddress.isReference(link) else {
      if refusedLink.isEmpty { refusedLink = link }
      return false
    }
    (self.link, self.base) = (link, base)
    return true
  }

  /// The text to show, not cleaned yet.
  var heading: String { title.isEmpty ? summary : title }

  var hasText: Bool { title.utf8.contains { !$0.isBlank } || summary.utf8.contains { !$0.isBlank } }

  /// Removes mail addresses with the separators beside them: "ada@example.org (Ada), bob@example.org" becomes "Ada".
  static func names(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
    let parts = text.split { ",;|".contains($0) }.map(name)
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func name(_ text: Substring) -> String {
    let words = text.split { $0.isWhitespace || "<>()[]\"".contains($0) }
    var kept = words.filter { !$0.contains("@") && $0.lowercased() != "mailto:" }[...]
    guard kept.count < words.count else { return kept.joined(separator: " ") }
    let separators = ["and", "&", "-", "–", "—", "/", ":", "·"]
    while let first = kept.first, separators.contains(first.lowercased()) { kept.removeFirst() }
    while let last = kept.last, separators.contains(last.lowercased()) { kept.removeLast() }
    return kept.joined(separator: " ")
  }
}
