internal import Newswire
internal import Scene
internal import ScrollCore

/// The topics of a crawl's news: the feeds, and what lines of JSON name. Each has a chip, and a label before its
/// headlines. A topic is known by its number, which is its place in the list; names may come twice.
struct TopicList {
  struct Entry {
    var name: String
    var color: Color
    /// The feed's address; nil for a topic of lines.
    var feed: String?
    /// The user chose the colour.
    var isColored = false
    /// The user chose the name.
    var isNamed = false
    /// The user has removed it; it does not come again in this run.
    var isRemoved = false
    /// The feed's icon, where it names one.
    var picture: LabelPicture?
    /// The feed's items that are known, shown or not, the latest ones last.
    var items: [NewsItem.ID] = []
  }

  private(set) var entries: [Entry] = []
  private var numbers: [Key: TopicID] = [:]
  private var color: (TopicID) -> Color
  /// Lines name at most this many topics; further ones have none.
  private static let most = 1000
  private static let mostItems = 1000

  /// What a topic is found by when an item comes.
  private enum Key: Hashable {
    case feed(String)
    case name(String)
  }

  /// - Parameter color: The colour of the topic with that number, where the user has chosen none.
  init(color: @escaping (TopicID) -> Color) { self.color = color }

  mutating func add(_ feed: FeedSpec) {
    let name = feed.label ?? feed.address?.host ?? String(feed.url.split(separator: "/").last ?? "feed")
    let own = feed.color.flatMap { try? Color(parsing: $0) }
    let entry = Entry(
      name: Self.short(name), color: own ?? color(entries.count), feed: feed.url, isColored: own != nil,
      isNamed: feed.label != nil)
    append(entry, key: .feed(feed.url))
  }

  /// Gives all topics other colours but those whose colour the user has chosen.
  mutating func recolor(_ color: @escaping (TopicID) -> Color) {
    self.color = color
    for index in entries.indices where !entries[index].isColored { entries[index].color = color(index) }
  }

  func id(ofFeed url: String) -> TopicID? { numbers[.feed(url)] }

  /// The topic of an item, which is made where a line names a new one.
  mutating func id(of item: NewsItem) -> TopicID? {
    if let feed = item.id.feed { return id(ofFeed: feed) }
    guard let name = item.topic, !name.isEmpty else { return nil }
    if let known = numbers[.name(name)] { return known }
    guard entries.count < Self.most else { return nil }
    append(Entry(name: name, color: color(entries.count), feed: nil), key: .name(name))
    return entries.count - 1
  }

  /// Takes a feed's title and icon over. True where its chip changes.
  mutating func describe(_ description: FeedDescription) -> Bool {
    guard let id = id(ofFeed: description.url) else { return false }
    let old = (entries[id].name, entries[id].picture)
    entries[id].picture = description.icon.map { _ in LabelPicture(path: description.picture) }
    if let title = description.title, !title.isEmpty, !entries[id].isNamed { entries[id].name = Self.short(title) }
    return (entries[id].name, entries[id].picture) != old
  }

  /// Remembers the items of a feed.
  mutating func note(_ items: [NewsItem], of id: TopicID) {
    entries[id].items += items.map(\.id)
    let excess = entries[id].items.count - Self.mostItems
    if excess > 0 { entries[id].items.removeFirst(excess) }
  }

  /// Removes a topic and returns what it was; nil where there is none, or it has been removed before.
  mutating func remove(_ id: TopicID) -> Entry? {
    guard entries.indices.contains(id), !entries[id].isRemoved else { return nil }
    let entry = entries[id]
    entries[id].isRemoved = true
    entries[id].items = []
    return entry
  }

  /// The chips, each with its topic's number as its tag.
  var tokens: [Token] {
    entries.indices.filter { !entries[$0].isRemoved }.map { id in
      Token(entries[id].name, dot: entries[id].color, picture: entries[id].picture, tag: id)
    }
  }

  /// The labels in the crawl, by the topics' numbers.
  var labels: [Topic] { entries.map { Topic($0.name, color: $0.color, picture: $0.picture) } }

  private mutating func append(_ entry: Entry, key: Key) {
    if numbers[key] == nil { numbers[key] = entries.count }
    entries.append(entry)
  }

  private static func short(_ name: String) -> String { String(name.prefix(60)) }
}
