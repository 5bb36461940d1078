internal import Base
internal import ScrollCore

/// Takes the items of one feed as they are met, and keeps the newest; these are made clean at the end.
struct FeedCollector {
  var feed = ParsedFeed()
  /// The authors of the feed as a whole, who are those of items that name none.
  var authors: [String] = []
  /// Where the document came from; nil for one from a file.
  let address: WebAddress?
  private let limits: FeedLimits
  private var kept: [Kept] = []
  /// When the items that are kept were published, by the hashes of their ids.
  private var known: [Int: Double] = [:]
  private var count = 0
  /// What is no younger than this is not among the newest; nil as long as there is room.
  private var oldest: Double?
  private let latest = wallClockNow() + 86_400
  /// Why most items of a long feed are not kept.
  private let tooOld: String

  private struct Kept {
    var item: RawItem
    let key: Int
    /// When it was published; the beginning of time for what has no date, or one in the future, which would be the newest
    /// for ever.
    var time: Double
  }

  init(address: WebAddress?, limits: FeedLimits) {
    self.address = address
    self.limits = limits
    tooOld = "is older than the newest \(limits.items)"
  }

  /// Whether no item has been met that can be shown.
  var isEmpty: Bool { kept.isEmpty }

  mutating func add(_ item: RawItem) {
    count += 1
    guard item.hasText else { return feed.drop(item.id, "has neither title nor text") }
    let time = item.published.flatMap { $0 <= latest ? $0 : nil } ?? -.infinity
    let key = item.key
    if let oldest, time <= oldest, known[key] == nil {
      return drop(item, tooOld)
    }
    let new = Kept(item: item, key: key, time: time)
    if let former = known[new.key] {
      // Of an id given twice the newer one counts.
      let place = time > former ? kept.firstIndex { $0.key == new.key } : nil
      drop((place.map { kept[$0].item } ?? item), "has the id of an item before it")
      guard time > former else { return }
      known[new.key] = time
      if let place {
        kept[place] = new
        return
      }
    } else {
      known[new.key] = time
    }
    kept.append(new)
    if kept.count >= limits.items * 2 { keepNewest() }
  }

  /// The feed, when all of its items have been added.
  mutating func finish() -> ParsedFeed {
    keepNewest()
    for item in kept.map(\.item) {
      if let item = clean(item) { feed.items.append(item) } else { drop(item, "has neither title nor text") }
    }
    if count > limits.items { feed.warn("has \(count) items; the newest \(limits.items) are kept") }
    return feed
  }

  private mutating func clean(_ raw: RawItem) -> NewsItem? {
    var title = Self.text(raw.title, raw.titleKind, limit: limits.titleLength)
    let summary = Self.text(raw.summary, raw.summaryKind, limit: min(limits.titleLength, 200))
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
    if reference.isEmpty { return nil }
    let base = base.flatMap(WebAddress.init) ?? address ?? feed.link.flatMap(WebAddress.init)
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
    if let link = resolve(raw.link, base: raw.base ?? feed.link) { return link }
    let reason = raw.link.contains(":") ? "are not http or https" : "lead nowhere, for the feed does not say from where"
    feed.warn("some links \(reason) and were dropped, the first “\(TextCleaner.line(raw.link, limit: 80))”")
    return nil
  }

  /// Leaves the newest; without dates, those that stand first.
  private mutating func keepNewest() {
    guard kept.count > limits.items else { return }
    let order = kept.indices.sorted { kept[$0].time == kept[$1].time ? $0 < $1 : kept[$0].time > kept[$1].time }
    for index in order.dropFirst(limits.items).sorted() {
      drop(kept[index].item, tooOld)
    }
    oldest = kept[order[limits.items - 1]].time
    kept = order.prefix(limits.items).sorted().map { kept[$0] }
    known = Dictionary(kept.map { ($0.key, $0.time) }, uniquingKeysWith: max)
  }
}
