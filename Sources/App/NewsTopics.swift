internal import Newswire
internal import Scene
internal import ScrollCore

/// The topics of a strip's news: the feeds, and what lines of JSON name. Each has a chip, and two labels in the crawl:
/// its name, and its name with the mark of what is new.
struct NewsTopics {
  struct Entry {
    var name: String
    var color: Color
    /// The feed's address; nil for the topic of lines.
    var feed: String?
    /// The user gave the colour.
    var isColored = false
    /// The user gave the name.
    var isNamed = false
    var isRemoved = false
    /// The feed's icon, where it names one.
    var picture: LabelPicture?
    /// What has come of it in this run: its next delivery is news.
    var hasDelivered = false
    /// All of its items that are known, shown or not, the latest ones last.
    var items: [WireItem] = []
  }

  private(set) var entries: [Entry] = []
  private var color: (Int) -> Color
  /// Lines name no more topics than this; further ones have none.
  private static let most = 1000
  private static let mostItems = 1000

  init(color: @escaping (Int) -> Color) { self.color = color }

  mutating func add(_ feed: FeedSpec) {
    let name = feed.label ?? feed.address?.host ?? String(feed.url.split(separator: "/").last ?? "feed")
    let own = feed.color.flatMap { try? Color(parsing: $0) }
    entries.append(
      Entry(
        name: unique(name), color: own ?? color(entries.count), feed: feed.url, isColored: own != nil,
        isNamed: feed.label != nil))
  }

  /// Other colours for all but those that have their own.
  mutating func recolor(_ color: @escaping (Int) -> Color) {
    self.color = color
    for index in entries.indices where !entries[index].isColored { entries[index].color = color(index) }
  }

  func index(ofFeed url: String) -> Int? { entries.firstIndex { $0.feed == url } }

  /// The standing topic of that name; chips are told by their labels.
  func index(named name: String) -> Int? { entries.firstIndex { $0.name == name && !$0.isRemoved } }

  /// The topic of an item, made where it is new.
  mutating func index(of item: WireItem) -> Int? {
    if let feed = item.feed { return index(ofFeed: feed) }
    guard let name = item.topic, !name.isEmpty else { return nil }
    if let index = entries.firstIndex(where: { $0.feed == nil && $0.name == name }) { return index }
    guard entries.count < Self.most else { return nil }
    entries.append(Entry(name: name, color: color(entries.count), feed: nil))
    return entries.count - 1
  }

  /// A feed has told its title and its icon. True where its chip changes.
  mutating func describe(_ description: FeedDescription) -> Bool {
    guard let index = index(ofFeed: description.url) else { return false }
    let old = (entries[index].name, entries[index].picture)
    entries[index].picture = description.icon.map { _ in LabelPicture(path: description.picture) }
    if let title = description.title, !title.isEmpty, !entries[index].isNamed {
      entries[index].name = ""
      entries[index].name = unique(title)
    }
    return (entries[index].name, entries[index].picture) != old
  }

  /// Keeps the items of a topic. Returns those that are news: they came after those that were there at first.
  mutating func note(_ items: [WireItem], in index: Int) -> [WireItem] {
    let known = Set(entries[index].items.map(\.id))
    let new = items.filter { !known.contains($0.id) }
    defer { keep(new, in: index) }
    return entries[index].hasDelivered ? new : []
  }

  private mutating func keep(_ items: [WireItem], in index: Int) {
    entries[index].hasDelivered = true
    entries[index].items += items
    let excess = entries[index].items.count - Self.mostItems
    if excess > 0 { entries[index].items.removeFirst(excess) }
  }

  /// What the user takes off; it does not come again in this run.
  mutating func remove(_ index: Int) -> Entry {
    let entry = entries[index]
    entries[index].isRemoved = true
    entries[index].items = []
    return entry
  }

  var tokens: [Token] { entries.filter { !$0.isRemoved }.map { Token($0.name, dot: $0.color, picture: $0.picture) } }

  /// For the crawl: two for each entry, see `label`.
  var labels: [Topic] {
    entries.flatMap { entry in
      [entry.name, "\(entry.name) • new"].map { Topic($0, color: entry.color, picture: entry.picture) }
    }
  }

  /// The index of an entry's label.
  static func label(_ index: Int, isNew: Bool) -> Int { 2 * index + (isNew ? 1 : 0) }

  /// Two feeds of one name are two chips.
  private func unique(_ name: String) -> String {
    let name = String(name.prefix(60))
    let taken = Set(entries.map(\.name))
    if !taken.contains(name) { return name }
    return (2...).lazy.map { "\(name) \($0)" }.first { !taken.contains($0) } ?? name
  }
}
