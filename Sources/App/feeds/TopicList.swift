internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// The topics of a crawl's news: the feeds, and what lines name. Each has a chip, and a label before its
/// headlines. A topic is known by its number, which is its place in the list; names may come twice.
struct TopicList {
  struct Entry {
    var name: String
    var color: Color
    /// Of its colour among those of the theme.
    var colorNumber = 0
    /// The feed's address; nil for a topic of lines.
    var feed: String?
    /// The user chose the colour.
    var isColored = false
    /// The user chose the name.
    var isNamed = false
    /// What the user has made of it; `removed` for those whose chips are gone, too.
    var state = TokenState.on
    /// It is in no list any more, and nothing brings it back.
    var isGone = false
    /// While a removed topic's chip offers to bring it back: until then, in seconds of the monotonic clock.
    var undoUntil = -Double.infinity
    /// The feed's icon, where it names one.
    var picture: LabelPicture?
    /// How the last look at the feed went; nil before the first.
    var status: FeedStatus?
    /// A removed topic's headlines, which come back with it.
    var shelf: [NewsItem] = []
  }

  private(set) var entries: [Entry] = []
  private var numbers: [Key: TopicID] = [:]
  private var color: (Int) -> Color
  private(set) var colors: TopicColors
  /// Lines name at most this many topics; further ones have none.
  private static let most = 1000
  /// For how long a removed chip stands where it was.
  static let undoTime = SwitchedTopics.undoTime

  /// What a topic is found by when an item comes.
  private enum Key: Hashable {
    case feed(String)
    case name(String)
  }

  /// - Parameters:
  ///   - colors: Which colour each of them has.
  ///   - color: The theme's colour with that number.
  init(colors: TopicColors = TopicColors(path: nil), color: @escaping (Int) -> Color) {
    (self.colors, self.color) = (colors, color)
  }

  /// Takes a feed up, or over what its user has written about it since.
  mutating func add(_ feed: FeedSpec, title: String? = nil) {
    let own = feed.color.flatMap { try? Color(parsing: $0) }
    let known = id(ofFeed: feed.url)
    let name = feed.label ?? title ?? known.map { entries[$0].name } ?? feed.plainName
    var entry = known.map { entries[$0] } ?? newEntry("", feed: feed.url)
    entry.isGone = false
    (entry.name, entry.isNamed) = (Self.short(name), feed.label != nil)
    (entry.color, entry.isColored) = (own ?? color(entry.colorNumber), own != nil)
    if let known { entries[known] = entry } else { append(entry, key: .feed(feed.url)) }
  }

  /// Gives all topics other colours but those whose colour the user has chosen.
  mutating func recolor(_ color: @escaping (Int) -> Color) {
    self.color = color
    for index in entries.indices where !entries[index].isColored {
      entries[index].color = color(entries[index].colorNumber)
    }
  }

  /// Has those topics keep their colours in the next run.
  mutating func saveColors() throws(Failure) { try colors.save() }

  private mutating func newEntry(_ name: String, feed: String? = nil) -> Entry {
    let taken = Set(entries.lazy.filter { !$0.isGone && !$0.isColored }.map(\.colorNumber))
    let number = colors.number(of: feed ?? name, besides: taken)
    return Entry(name: name, color: color(number), colorNumber: number, feed: feed)
  }

  func id(ofFeed url: String) -> TopicID? { numbers[.feed(url)] }

  /// The topic of an item, which is made where a line names a new one.
  mutating func id(of item: NewsItem) -> TopicID? {
    if let feed = item.id.feed { return id(ofFeed: feed) }
    guard let name = item.topic, !name.isEmpty else { return nil }
    if let known = numbers[.name(name)] { return known }
    guard entries.count < Self.most else { return nil }
    append(newEntry(name), key: .name(name))
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

  /// Takes over how a look at a feed went. True where its chip changes.
  mutating func note(_ status: FeedStatus) -> Bool {
    guard let id = id(ofFeed: status.url) else { return false }
    let old = entries[id].mark
    entries[id].status = status
    return entries[id].mark != old
  }

  /// Whether headlines of that topic are shown.
  func isOn(_ id: TopicID?) -> Bool { id.map { entries[$0].state == .on } ?? true }

  func state(of id: TopicID) -> TokenState? { entries.indices.contains(id) ? entries[id].state : nil }

  /// Switches a topic. One that is removed gives way to an offer to bring it back until `undoUntil`.
  mutating func set(_ id: TopicID, to state: TokenState, undoUntil: Double = -.infinity) {
    entries[id].state = state
    entries[id].undoUntil = undoUntil
  }

  /// A topic that has been removed is not to come back by itself.
  mutating func forget(_ id: TopicID) { entries[id].isGone = true }

  /// Lays a removed topic's headlines aside.
  mutating func shelve(_ items: [NewsItem], of id: TopicID) { entries[id].shelf = items }

  mutating func takeShelf(of id: TopicID) -> [NewsItem] {
    defer { entries[id].shelf = [] }
    return entries[id].shelf
  }

  var hasFailing: Bool { entries.contains { $0.state == .on && $0.status?.isFailing == true } }

  /// When the next offer to bring a topic back ends.
  func nextUndoEnd(after now: Double) -> Double {
    entries.reduce(.infinity) { $1.undoUntil > now ? min($0, $1.undoUntil) : $0 }
  }

  /// The chips, each with its topic's number as its tag. Those of feeds that fail make room for the others: they stand
  /// at the end, and where there are several of them a single one stands for all.
  func tokens(now: Double, _ words: Words = .english) -> [Token] {
    let shown = entries.indices.filter { entries[$0].state != .removed || entries[$0].undoUntil > now }
    let failing = failing
    return shown.filter { entries[$0].mark != .failing }.map(token)
      + (failing.count > 1 ? [.failing(failing.count, words)] : failing.map(token))
  }

  private func token(_ id: TopicID) -> Token {
    let entry = entries[id]
    return Token(entry.name, dot: entry.color, picture: entry.picture, tag: id, state: entry.state, mark: entry.mark)
  }

  /// The topics that are shown and whose feeds cannot be read.
  var failing: [TopicID] { entries.indices.filter { entries[$0].mark == .failing } }

  /// A topic's feed is being read again.
  mutating func noteLoading(_ id: TopicID) { entries[id].status = nil }

  /// The chips of topics that were removed, whose offer to bring them back is over: switched off, as a click brings them
  /// back.
  func hiddenTokens(now: Double) -> [Token] {
    entries.indices.filter {
      entries[$0].state == .removed && !entries[$0].isGone && entries[$0].undoUntil <= now
    }.map { Token(entries[$0].name, dot: entries[$0].color, picture: entries[$0].picture, tag: $0, state: .off) }
  }

  /// The labels in the crawl, by the topics' numbers.
  var labels: [Topic] { entries.map { Topic($0.name, color: $0.color, picture: $0.picture) } }

  private mutating func append(_ entry: Entry, key: Key) {
    if numbers[key] == nil { numbers[key] = entries.count }
    entries.append(entry)
  }

  private static func short(_ name: String) -> String { String(name.prefix(60)) }
}

extension TopicList.Entry {
  /// What its chip shows of its feed, where it is on.
  fileprivate var mark: TokenMark? {
    guard feed != nil, state == .on else { return nil }
    guard let status else { return .waiting }
    return status.isFailing ? .failing : status.count == 0 ? .waiting : nil
  }
}

extension FeedSpec {
  /// What a feed is called of which nothing is known but its address.
  var plainName: String { address?.host ?? String(url.split(separator: "/").last ?? "feed") }
}
