/// Matches the items of a fetch with those of the last one. An item keeps its ID if its title is corrected, or if the
/// feed changes its ID.
struct RecognizedItems {
  /// The missing items, by what identifies them.
  private var byStory: [Story: String] = [:]
  private var byLink: [String: String] = [:]
  private let former: Set<String>

  private struct Story: Hashable {
    let link: String?
    let title: String
    let published: Double?

    init(_ item: NewsItem) { (link, title, published) = (item.link, item.title, item.published) }
  }

  /// The new items with their old IDs.
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

  /// The items whose link is unique and not a site's front page.
  private static func alone(_ items: [NewsItem]) -> [NewsItem] {
    var counts: [String: Int] = [:]
    for item in items { if let link = item.link { counts[link, default: 0] += 1 } }
    return items.filter { item in
      guard let link = item.link, counts[link] == 1 else { return false }
      return WebAddress(link)?.isFrontPage == false
    }
  }

  /// Gives an unknown item the ID of a missing one with the same link, title and date. For an item without an ID of its
  /// own, an article's link is enough.
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
