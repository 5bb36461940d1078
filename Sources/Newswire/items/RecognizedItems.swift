/// The items of a look at a feed, with the ids under which the look before it had them: an item stays the same where its
/// title is corrected, or the feed calls it by another id.
struct RecognizedItems {
  /// What was there and is not there any more, by what says that it is the same.
  private var byStory: [Story: String] = [:]
  private var byLink: [String: String] = [:]
  private let former: Set<String>

  private struct Story: Hashable {
    let link: String?
    let title: String
    let published: Double?

    init(_ item: NewsItem) { (link, title, published) = (item.link, item.title, item.published) }
  }

  /// The new items as they are to be called.
  static func find(_ new: [NewsItem], among former: [NewsItem]) -> [NewsItem] {
    var known = Self(former, without: Set(new.map(\.id.guid)))
    guard !known.byStory.isEmpty else { return new }
    let articles = Set(alone(new).compactMap(\.link))
    return new.map { known.recognize($0, isArticle: $0.link.map(articles.contains) ?? false) }
  }

  private init(_ items: [NewsItem], without present: Set<String>) {
    former = Set(items.map(\.id.guid))
    let gone = items.filter { !present.contains($0.id.guid) }
    byStory = Dictionary(gone.map { (Story($0), $0.id.guid) }, uniquingKeysWith: { first, _ in first })
    let articles = Set(Self.alone(items).map(\.id.guid))
    for item in gone where articles.contains(item.id.guid) { if let link = item.link { byLink[link] = item.id.guid } }
  }

  /// The items at whose link nothing else is, and that is more than a site's first page.
  private static func alone(_ items: [NewsItem]) -> [NewsItem] {
    var counts: [String: Int] = [:]
    for item in items { if let link = item.link { counts[link, default: 0] += 1 } }
    return items.filter { item in
      guard let link = item.link, counts[link] == 1 else { return false }
      return WebAddress(link)?.isFrontPage == false
    }
  }

  /// Gives an item that nobody has seen the id of one that is gone, where both have link, title and date in common, or, of
  /// an item without an id of its own, the link of an article.
  private mutating func recognize(_ item: NewsItem, isArticle: Bool) -> NewsItem {
    guard !former.contains(item.id.guid) else { return item }
    let story = Story(item)
    let isUnnamed = item.id.guid == NewsItem(title: item.title, link: item.link).id.guid
    guard let guid = byStory[story] ?? (isUnnamed && isArticle ? item.link.flatMap { byLink[$0] } : nil) else {
      return item
    }
    byStory[story] = nil
    if let link = item.link { byLink[link] = nil }
    var item = item
    item.id.guid = guid
    return item
  }
}
