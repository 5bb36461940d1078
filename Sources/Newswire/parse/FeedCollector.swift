internal import Base
internal import ScrollCore

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

  mutating func warn(_ text: String) { if !warnings.contains(text) { warnings.append(text) } }
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

/// An item as it is met in a document of any format. Its texts are cleaned by the collector, but for the id.
struct RawItem {
  enum TextKind { case plain, html }

  /// Clean.
  var id = ""
  var title = ""
  var titleKind = TextKind.html
  /// What stands in for a title where there is none: a summary or the content.
  var summary = ""
  var summaryKind = TextKind.html
  var link = ""
  /// What the link is relative to, where the document says so.
  var base: WebAddress?
  /// Seconds since 1970.
  var published: Double?
  var author = ""
}

/// Makes the items of one feed clean, drops doubles, and keeps the newest.
struct FeedCollector {
  var feed = ParsedFeed()
  /// Where the document came from; nil for one from a file.
  let address: WebAddress?
  private let limits: FeedLimits
  private var seen = SeenItems()
  private var count = 0

  init(address: WebAddress?, limits: FeedLimits) {
    self.address = address
    self.limits = limits
  }

  mutating func add(_ raw: RawItem) {
    count += 1
    var title = Self.text(raw.title, raw.titleKind, limit: limits.titleLength)
    if title.isEmpty { title = Self.text(raw.summary, raw.summaryKind, limit: min(limits.titleLength, 200)) }
    guard !title.isEmpty else { return feed.drop(String(raw.id.prefix(200)), "has neither title nor text") }
    var item = NewsItem(guid: raw.id.isEmpty ? nil : raw.id, title: title, link: link(of: raw))
    if raw.id.isEmpty, item.link == feed.link { item.id.guid = title }
    item.published = raw.published
    let author = Self.text(raw.author, .html, limit: 200)
    item.author = author.isEmpty ? nil : author
    if let double = seen.insert(item, home: feed.link) {
      return feed.drop(title, "has the \(double) of an item before it")
    }
    feed.items.append(item)
    if feed.items.count >= limits.items * 2 { keepNewest() }
  }

  /// The feed, when all of its items have been added.
  mutating func finish() -> ParsedFeed {
    keepNewest()
    if count > limits.items { feed.warn("has \(count) items; the newest \(limits.items) are kept") }
    return feed
  }

  func resolve(_ reference: String, base: WebAddress?) -> String? {
    if reference.isEmpty { return nil }
    let base = base ?? address ?? feed.link.flatMap(WebAddress.init)
    return WebAddress(reference, relativeTo: base)?.description
  }

  static func text(_ text: String, _ kind: RawItem.TextKind, limit: Int) -> String {
    switch kind {
    case .html: titleText(text, limit: limit)
    // Plain, yet often escaped once too often.
    case .plain: TextCleaner.line(htmlText(text, hasTags: false), limit: limit)
    }
  }

  private mutating func link(of raw: RawItem) -> String? {
    guard !raw.link.isEmpty else { return nil }
    let base = raw.base ?? feed.link.flatMap(WebAddress.init)
    if let link = resolve(raw.link, base: base) { return link }
    feed.warn("some links are not http or https and were dropped, the first “\(TextCleaner.line(raw.link, limit: 80))”")
    return nil
  }

  /// Leaves the newest; without dates, those that stand first.
  private mutating func keepNewest() {
    guard feed.items.count > limits.items else { return }
    let order = feed.items.indices.sorted {
      let (a, b) = (feed.items[$0].published ?? -.infinity, feed.items[$1].published ?? -.infinity)
      return a == b ? $0 < $1 : a > b
    }
    let kept = order.prefix(limits.items).sorted()
    for index in order.dropFirst(limits.items).sorted() {
      feed.drop(feed.items[index].title, "is older than the newest \(limits.items)")
    }
    feed.items = kept.map { feed.items[$0] }
  }
}

/// Which items have been met: by id, by link and by title.
struct SeenItems {
  private var ids: Set<Int> = []
  private var links: Set<Int> = []
  private var titles: Set<Int> = []
  /// Hashes are kept, not texts; beyond this many the memory starts over.
  private static let most = 200_000

  /// Remembers the item; the name of what it shares with one that is known, or nil for a new one. A link to
  /// `home` says nothing: some feeds give it to every item.
  mutating func insert(_ item: NewsItem, home: String? = nil) -> String? {
    if ids.count >= Self.most { self = SeenItems() }
    if !ids.insert(item.id.guid.hashValue).inserted { return "id" }
    if let link = item.link, link != home, !links.insert(link.hashValue).inserted { return "link" }
    if !titles.insert(item.title.hashValue).inserted { return "title" }
    return nil
  }
}
