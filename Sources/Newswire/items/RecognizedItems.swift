internal import ScrollCore

/// Matches the items of a fetch with those of the last one. An item keeps its ID if its title is corrected, or if the
/// feed changes its ID or its link in what does not matter.
///
/// Only an item that has gone can be the former version of one that has come: what a feed lists at the same time is
/// different.
struct RecognizedItems {
  /// The missing items, by what identifies them. Of several the first one is recognized first.
  private var byStory: [Story: [String]] = [:]
  private var byName: [String: [String]] = [:]
  private var byPage: [StoryPage: [String]] = [:]
  /// All former items by title and path alone.
  private var byPath: [Path: [NewsItem]] = [:]
  /// The IDs of all former items.
  private let former: Set<String>
  /// The missing items that have not been recognized.
  private var gone: Set<String>

  private struct Story: Hashable {
    let page: StoryPage?
    let title: String
    let published: UnixTime?

    init(_ item: NewsItem, _ page: StoryPage?) { (self.page, title, published) = (page, item.title, item.published) }
  }

  private struct Path: Hashable {
    let path: String
    let title: String

    init(_ item: NewsItem, _ page: StoryPage) { (path, title) = (page.path, item.title) }
  }

  /// The new items with their old IDs.
  static func find(_ new: [NewsItem], among former: [NewsItem]) -> [NewsItem] {
    let (ids, formerIDs) = (Set(new.map(\.id.guid)), Set(former.map(\.id.guid)))
    guard !ids.isSubset(of: formerIDs), !formerIDs.isSubset(of: ids) else { return new }
    var known = Self(former, formerIDs, gone: formerIDs.subtracting(ids))
    let pages = new.map { $0.link.flatMap(StoryPage.init) }
    let articles = alone(pages)
    var found = zip(new, pages).map { item, page in
      known.recognize(item, page, isArticle: page.map(articles.contains) ?? false)
    }
    known.recognizePaths(&found, pages)
    return found
  }

  private init(_ items: [NewsItem], _ former: Set<String>, gone: Set<String>) {
    (self.former, self.gone) = (former, gone)
    let pages = items.map { $0.link.flatMap(StoryPage.init) }
    let articles = Self.alone(pages)
    for (item, page) in zip(items, pages) {
      let guid = item.id.guid
      if let page { byPath[Path(item, page), default: []].append(item) }
      guard gone.contains(guid) else { continue }
      byStory[Story(item, page), default: []].append(guid)
      byName[StoryPage.name(of: guid), default: []].append(guid)
      if let page, articles.contains(page) { byPage[page, default: []].append(guid) }
    }
  }

  /// The pages of a single item that are not a site's front page.
  private static func alone(_ pages: [StoryPage?]) -> Set<StoryPage> {
    let counts = Dictionary(pages.compactMap { page in page.map { ($0, 1) } }, uniquingKeysWith: +)
    return Set(counts.lazy.filter { $0.value == 1 && !$0.key.isFront }.map(\.key))
  }

  private func isUnnamed(_ item: NewsItem) -> Bool {
    item.id.guid == NewsItem(title: item.title, link: item.link).id.guid
  }

  /// Gives an unknown item the ID of a missing one with the same link, title and date, or with the same ID in another
  /// spelling. For an item without an ID of its own, an article's link is enough.
  private mutating func recognize(_ item: NewsItem, _ page: StoryPage?, isArticle: Bool) -> NewsItem {
    guard !former.contains(item.id.guid) else { return item }
    let found =
      take(byStory[Story(item, page)]) ?? take(byName[StoryPage.name(of: item.id.guid)])
      ?? (isUnnamed(item) && isArticle ? take(page.flatMap { byPage[$0] }) : nil)
    var item = item
    if let found { item.id.guid = found }
    return item
  }

  /// Takes the first of several that nobody has taken yet.
  private mutating func take(_ guids: [String]?) -> String? {
    guard let guid = guids?.first(where: gone.contains) else { return nil }
    gone.remove(guid)
    return guid
  }

  /// Recognizes items without an ID of their own whose query is another one: of their title and path one has gone and one has
  /// come. If there are more of them, now or before, the query tells different items apart, and so do dates.
  private mutating func recognizePaths(_ items: inout [NewsItem], _ pages: [StoryPage?]) {
    let places = Dictionary(
      grouping: items.indices.filter { pages[$0] != nil }, by: { place in pages[place].map { Path(items[place], $0) } })
    for case (let path?, let places) in places where places.count == 1 {
      let item = items[places[0]]
      guard let others = byPath[path], others.count == 1, gone.contains(others[0].id.guid),
        !former.contains(item.id.guid), isUnnamed(item)
      else { continue }
      let dates = Set([others[0].published, item.published].compactMap(\.self))
      guard dates.count < 2 else { continue }
      gone.remove(others[0].id.guid)
      items[places[0]].id.guid = others[0].id.guid
    }
  }
}
