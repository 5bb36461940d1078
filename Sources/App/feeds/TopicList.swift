internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// The topics of a crawl: its feeds, and the topics named by lines. Each has a chip, and a label before its headlines.
/// A topic's ID is its index in the list; names may occur twice.
struct TopicList {
  struct Entry {
    var name: String
    var color: Color
    /// The index of its colour in the theme.
    var colorNumber = 0
    /// The feed's address; nil for a topic of lines.
    var feed: String?
    /// Whether the user chose the colour.
    var isColored = false
    /// Whether the user chose the name.
    var isNamed = false
    /// The state that the user has set. Stays `removed` after the chip is gone.
    var state = TokenState.on
    /// Whether it has left the list for good.
    var isGone = false
    /// Whether its items are fetched; those of a broker's channel come by themselves.
    var isPolled = true
    /// Until when the chip of a removed topic offers to undo that, in seconds of the monotonic clock.
    var undoUntil = -Double.infinity
    /// The feed's icon, if it has one.
    var picture: LabelPicture?
    /// The result of the feed's last fetch; nil before the first.
    var status: FeedStatus?
    /// The headlines of a removed topic, which return with it.
    var shelf: [NewsItem] = []
  }

  private(set) var entries: [Entry] = []
  /// The topics in the order of their chips.
  private var order: [TopicID] = []
  private var numbers: [Key: TopicID] = [:]
  /// How many present topics have each of the theme's colours.
  private var taken: [Int: Int] = [:]
  private var color: (Int) -> Color
  private(set) var colors: TopicColors
  /// The limit for topics that lines name; further ones are ignored.
  private static let most = 1000
  /// How long a removed chip stays in its place, in seconds.
  static let undoTime = SwitchedTopics.undoTime

  /// Identifies the topic of an item.
  private enum Key: Hashable {
    case feed(String)
    case name(String)
  }

  /// - Parameters:
  ///   - colors: The stored colour numbers of topics.
  ///   - color: Returns the theme's colour with a number.
  init(colors: TopicColors = TopicColors(path: nil), color: @escaping (Int) -> Color) {
    (self.colors, self.color) = (colors, color)
  }

  /// Adds a feed, or updates its settings.
  mutating func add(_ feed: FeedSpec, title: String? = nil) {
    let own = feed.color.flatMap { Color(ifValid: $0) }
    let known = id(ofFeed: feed.url)
    let name = feed.label ?? title ?? known.map { entries[$0].name } ?? feed.plainName
    var entry = known.map { entries[$0] } ?? newEntry("", feed: feed.url)
    entry.isGone = false
    (entry.name, entry.isNamed) = (Self.short(name), feed.label != nil)
    (entry.color, entry.isColored) = (own ?? color(entry.colorNumber), own != nil)
    if let known { change(known) { $0 = entry } } else { append(entry, key: .feed(feed.url)) }
  }

  /// Adds a broker's channel.
  mutating func add(_ channel: BrokerAddress) {
    guard id(ofFeed: channel.description) == nil else { return }
    var entry = newEntry(Self.short(channel.name), feed: channel.description)
    entry.isPolled = false
    append(entry, key: .feed(channel.description))
  }

  /// Puts the chips of feeds into the order of a list. Other topics keep their places.
  mutating func arrange(_ feeds: [String]) {
    var listed: Set<TopicID> = []
    let ids = feeds.compactMap(id(ofFeed:)).filter { listed.insert($0).inserted }
    var next = ids.makeIterator()
    order = order.map { listed.contains($0) ? next.next() ?? $0 : $0 }
  }

  /// Changes the colours of all topics, except the user's own choices.
  mutating func recolor(_ color: @escaping (Int) -> Color) {
    self.color = color
    for index in entries.indices where !entries[index].isColored {
      entries[index].color = color(entries[index].colorNumber)
    }
  }

  /// Saves the colour numbers for the next run.
  mutating func saveColors() throws(Failure) { try colors.save() }

  private mutating func newEntry(_ name: String, feed: String? = nil) -> Entry {
    let number = colors.number(of: feed ?? name, besides: Set(taken.keys))
    return Entry(name: name, color: color(number), colorNumber: number, feed: feed)
  }

  func id(ofFeed url: String) -> TopicID? { numbers[.feed(url)] }

  /// The topic of an item. Creates it if a line names a new one.
  mutating func id(of item: NewsItem) -> TopicID? {
    // The items of a channel may have topics of their own.
    if let feed = item.id.feed, item.place == nil || item.topic ?? "" == "" { return id(ofFeed: feed) }
    guard let name = item.topic, !name.isEmpty else { return nil }
    if let known = numbers[.name(name)] { return known }
    guard entries.count < Self.most else { return nil }
    append(newEntry(name), key: .name(name))
    return entries.count - 1
  }

  /// Updates a feed's title and icon. Returns whether its chip changes.
  mutating func describe(_ description: FeedDescription) -> Bool {
    guard let id = id(ofFeed: description.url) else { return false }
    let old = (entries[id].name, entries[id].picture)
    entries[id].picture = description.icon.map { _ in LabelPicture(path: description.picture) }
    if let title = description.title, !title.isEmpty, !entries[id].isNamed { entries[id].name = Self.short(title) }
    return (entries[id].name, entries[id].picture) != old
  }

  /// Records the result of a feed's fetch. Returns whether its chip changes.
  mutating func note(_ status: FeedStatus) -> Bool {
    guard let id = id(ofFeed: status.url) else { return false }
    let old = entries[id].mark
    entries[id].status = status
    return entries[id].mark != old
  }

  /// Whether headlines of this topic are shown.
  func isOn(_ id: TopicID?) -> Bool { id.map { entries[$0].state == .on } ?? true }

  func state(of id: TopicID) -> TokenState? { entries.indices.contains(id) ? entries[id].state : nil }

  /// Switches a topic. A removed one shows an offer to undo it until `undoUntil`.
  mutating func set(_ id: TopicID, to state: TokenState, undoUntil: Double = -.infinity) {
    entries[id].state = state
    entries[id].undoUntil = undoUntil
  }

  /// Keeps a removed topic from coming back by itself.
  mutating func forget(_ id: TopicID) { change(id) { $0.isGone = true } }

  /// Lets a forgotten topic come back.
  mutating func revive(_ id: TopicID) { change(id) { $0.isGone = false } }

  /// Stores the headlines of a removed topic.
  mutating func shelve(_ items: [NewsItem], of id: TopicID) { entries[id].shelf = items }

  /// Takes headlines off that do not return.
  mutating func clearShelves(where isGone: (NewsItem) -> Bool) {
    for id in entries.indices where !entries[id].shelf.isEmpty { entries[id].shelf.removeAll(where: isGone) }
  }

  mutating func takeShelf(of id: TopicID) -> [NewsItem] {
    defer { entries[id].shelf = [] }
    return entries[id].shelf
  }

  var hasFailing: Bool { entries.contains { $0.state == .on && $0.status?.isFailing == true } }

  /// When the next offer to undo a removal ends.
  func nextUndoEnd(after now: Double) -> Double {
    entries.reduce(.infinity) { $1.undoUntil > now ? min($0, $1.undoUntil) : $0 }
  }

  /// The chips, tagged with their topics' IDs. Failing feeds make room for the others: they come last, and several of
  /// them share one chip.
  func tokens(now: Double, _ words: Words = .english) -> [Token] {
    let shown = order.filter { entries[$0].state != .removed || entries[$0].undoUntil > now }
    let failing = failing
    return shown.filter { entries[$0].mark != .failing }.map(token)
      + (failing.count > 1 ? [.failing(failing.count, words)] : failing.map(token))
  }

  private func token(_ id: TopicID) -> Token {
    let entry = entries[id]
    return Token(entry.name, dot: entry.color, picture: entry.picture, tag: id, state: entry.state, mark: entry.mark)
  }

  /// The topics that are on and whose feeds fail.
  var failing: [TopicID] { order.filter { entries[$0].mark == .failing } }

  /// Records that a topic's feed is being fetched again.
  mutating func noteLoading(_ id: TopicID) { entries[id].status = nil }

  /// The chips of removed topics after the offer to undo: shown as off, since a click restores them.
  func hiddenTokens(now: Double) -> [Token] {
    order.filter {
      entries[$0].state == .removed && !entries[$0].isGone && entries[$0].undoUntil <= now
    }.map { Token(entries[$0].name, dot: entries[$0].color, picture: entries[$0].picture, tag: $0, state: .off) }
  }

  /// The labels in the crawl, indexed by topic.
  var labels: [Topic] { entries.map { Topic($0.name, color: $0.color, picture: $0.picture) } }

  private mutating func append(_ entry: Entry, key: Key) {
    if numbers[key] == nil { numbers[key] = entries.count }
    order.append(entries.count)
    entries.append(entry)
    count(entry, by: 1)
  }

  /// Changes an entry in a way that may take a colour, or leave it to others.
  private mutating func change(_ id: TopicID, _ change: (inout Entry) -> Void) {
    count(entries[id], by: -1)
    change(&entries[id])
    count(entries[id], by: 1)
  }

  private mutating func count(_ entry: Entry, by step: Int) {
    guard !entry.isGone, !entry.isColored else { return }
    let users = taken[entry.colorNumber, default: 0] + step
    taken[entry.colorNumber] = users == 0 ? nil : users
  }

  private static func short(_ name: String) -> String { String(name.prefix(60)) }
}

extension TopicList.Entry {
  /// The mark for the state of the feed; nil if the topic is off.
  fileprivate var mark: TokenMark? {
    guard feed != nil, state == .on else { return nil }
    guard let status else { return .waiting }
    return status.isFailing ? .failing : status.count == 0 ? .waiting : nil
  }
}

extension FeedSpec {
  /// The name of a feed if only its address is known.
  var plainName: String { address?.host ?? String(url.split(separator: "/").last ?? "feed") }
}
