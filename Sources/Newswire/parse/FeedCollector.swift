internal import Base
internal import ScrollCore

/// Collects the items of a feed during parsing, keeps the newest, and cleans those at the end.
struct FeedCollector {
  var feed = ParsedFeed()
  /// The authors of the feed, for items without their own.
  var authors: [String] = []
  /// The document's address; nil for a file.
  let address: WebAddress?
  private let limits: FeedLimits
  private var items = DistinctItems()
  private var count = 0
  /// Items must be younger than this to be among the newest; nil while there is room.
  private var oldest: UnixTime?
  private let latest = wallClockNow() + 86_400
  /// Why most items of a long feed are dropped.
  private let tooOld: String

  init(address: WebAddress?, limits: FeedLimits) {
    self.address = address
    self.limits = limits
    tooOld = "is older than the newest \(limits.items)"
  }

  /// Whether there are no items to show so far.
  var isEmpty: Bool { items.all.isEmpty }

  mutating func add(_ item: RawItem) {
    count += 1
    guard item.hasText else { return feed.drop(item.id, "has neither title nor text") }
    guard items.add(item, latest: latest, youngerThan: oldest) else { return drop(item, tooOld) }
    if items.all.count >= limits.items * 2 { keepNewest() }
  }

  /// Returns the feed, after all of its items have been added.
  mutating func finish() -> ParsedFeed {
    keepNewest()
    for item in items.all.map(\.item) {
      if let item = clean(item) { feed.items.append(item) } else { drop(item, "has neither title nor text") }
    }
    if count > limits.items { feed.warn("has \(count) items; the newest \(limits.items) are kept") }
    return feed
  }

  private mutating func clean(_ raw: RawItem) -> NewsItem? {
    var title = Self.text(raw.title, raw.titleKind, limit: limits.titleLength)
    let summary = Self.text(raw.summary, raw.summaryKind, limit: min(limits.titleLength, 200), isTitle: false)
    let hasTitle = !title.isEmpty
    if !hasTitle { title = summary }
    guard !title.isEmpty else { return nil }
    var item = NewsItem(guid: raw.id.isEmpty ? nil : raw.id, title: title, link: link(of: raw))
    item.published = raw.published
    // Many feeds repeat the title there.
    if hasTitle, !summary.isEmpty, !summary.hasPrefix(title) { item.summary = summary }
    let names = raw.authors.isEmpty ? authors : raw.authors
    let author = Self.text(names.joined(separator: ", "), .html, limit: 200)
    item.author = author.isEmpty ? nil : author
    return item
  }

  private mutating func drop(_ item: RawItem, _ reason: String) {
    guard feed.listsDropped else { return feed.drop() }
    feed.drop(Self.text(item.title.isEmpty ? item.id : item.title, item.titleKind, limit: 200), reason)
  }

  func resolve(_ reference: String, base: String?) -> String? {
    guard reference.utf8.contains(where: { !$0.isBlank }) else { return nil }
    let base = base.flatMap(WebAddress.init) ?? address ?? feed.link.flatMap(WebAddress.init)
    return WebAddress(reference, relativeTo: base)?.description
  }

  static func text(_ text: String, _ kind: RawItem.TextKind, limit: Int, isTitle: Bool = true) -> String {
    switch kind {
    case .html: titleText(text, limit: limit, isTitle: isTitle)
    // Plain text, but often escaped once too often.
    case .plain: TextCleaner.line(htmlText(text, hasTags: false), limit: limit)
    }
  }

  private mutating func link(of raw: RawItem) -> String? {
    let given = raw.link.isEmpty ? raw.refusedLink : raw.link
    guard !given.isEmpty else { return nil }
    if let link = resolve(given, base: raw.base ?? feed.link) { return link }
    let reason = given.contains(":") ? "are not http or https" : "lead nowhere, for the feed does not say from where"
    feed.warn("some links \(reason) and were dropped, the first “\(TextCleaner.line(given, limit: 80))”")
    return nil
  }

  /// Removes duplicates, and keeps the newest items; without dates, the first ones.
  private mutating func keepNewest() {
    let (link, address) = (feed.link, address)
    for item in items.merge(isArticle: { Self.isArticle($0, of: link, from: address) }) {
      drop(item, item.id.isEmpty ? "has the link of an item before it" : "has the id of an item before it")
    }
    guard let (dropped, oldest) = items.keepNewest(limits.items) else { return }
    for item in dropped { drop(item, tooOld) }
    self.oldest = oldest
  }

  /// Whether the item's link leads to a page of its own, not the front page or the feed's page.
  private static func isArticle(_ item: RawItem, of link: String?, from address: WebAddress?) -> Bool {
    let base = (item.base ?? link).flatMap(WebAddress.init) ?? address
    guard let found = WebAddress(item.link, relativeTo: base) else { return false }
    return !found.isFrontPage && found.description != link
  }
}
