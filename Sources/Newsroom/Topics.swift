package import Newswire
package import ScrollCore

/// The topics of the news: its feeds, and the topics named by lines.
///
/// A topic's ID is its number in the order of arrival, and is never used again; names may occur twice.
package struct Topics: Sendable {
  package struct Entry: Sendable {
    package internal(set) var name: String
    /// The index of its colour in the theme.
    package internal(set) var colorNumber = 0
    /// The colour that the user chose for it; nil for the theme's.
    package internal(set) var ownColor: Color?
    /// The feed's address; nil for a topic of lines.
    package internal(set) var feed: String?
    /// Whether the user chose the name.
    var isNamed = false
    /// Whether its headlines are shown.
    package internal(set) var isOn = true
    /// Whether its source has taken it away: it has no chip, and what comes of it is dropped.
    package internal(set) var isGone = false
    /// Whether its items are fetched; those of a broker's channel come by themselves.
    package internal(set) var isPolled = true
    /// Until when the chip of a topic that is off offers to undo that, in the loop's time.
    package internal(set) var undoUntil = -Seconds.infinity
    /// The feed's icon, if it has one.
    package internal(set) var picture: LabelPicture?
    /// The result of the feed's last fetch; nil before the first.
    package internal(set) var status: FeedStatus?
  }

  package private(set) var entries: [Entry] = []
  /// The topics in the order of their chips.
  private var order: [TopicID] = []
  private var numbers: [Key: TopicID] = [:]
  /// How many present topics have each of the theme's colours.
  private var taken: [Int: Int] = [:]
  package var colors: TopicColors
  /// The limit for topics that lines name; further ones are ignored.
  private static let most = 1000

  /// Identifies the topic of an item.
  private enum Key: Hashable, Sendable {
    case feed(String)
    case name(String)
  }

  /// - Parameter colors: The colour numbers that topics have had.
  package init(colors: TopicColors = TopicColors()) { self.colors = colors }

  /// Adds a feed, or updates its settings.
  package mutating func add(_ feed: FeedSpec, title: String? = nil) {
    let known = id(ofFeed: feed.url)
    let name = feed.label ?? title ?? known.map { entries[$0].name } ?? feed.plainName
    var entry = known.map { entries[$0] } ?? newEntry("", feed: feed.url)
    entry.isGone = false
    (entry.name, entry.isNamed) = (Self.short(name), feed.label != nil)
    entry.ownColor = feed.color.flatMap { Color(ifValid: $0) }
    if let known { change(known) { $0 = entry } } else { append(entry, key: .feed(feed.url)) }
  }

  /// Adds a broker's channel.
  package mutating func add(_ channel: BrokerAddress) {
    guard id(ofFeed: channel.description) == nil else { return }
    var entry = newEntry(Self.short(channel.name), feed: channel.description)
    entry.isPolled = false
    append(entry, key: .feed(channel.description))
  }

  /// Puts the chips of feeds into the order of a list. Other topics keep their places.
  package mutating func arrange(_ feeds: [String]) {
    var listed: Set<TopicID> = []
    let ids = feeds.compactMap(id(ofFeed:)).filter { listed.insert($0).inserted }
    var next = ids.makeIterator()
    order = order.map { listed.contains($0) ? next.next() ?? $0 : $0 }
  }

  private mutating func newEntry(_ name: String, feed: String? = nil) -> Entry {
    let number = colors.number(of: feed ?? name, besides: Set(taken.keys))
    return Entry(name: name, colorNumber: number, feed: feed)
  }

  package func id(ofFeed url: String) -> TopicID? { numbers[.feed(url)] }

  /// The topic of an item. Creates it if a line names a new one.
  package mutating func id(of item: NewsItem) -> TopicID? {
    // The items of a channel may have topics of their own.
    if let feed = item.id.feed, item.place == nil || item.topic ?? "" == "" { return id(ofFeed: feed) }
    guard let name = item.topic, !name.isEmpty else { return nil }
    if let known = numbers[.name(name)] { return known }
    guard entries.count < Self.most else { return nil }
    append(newEntry(name), key: .name(name))
    return entries.count - 1
  }

  /// Updates a feed's title and icon. Returns whether its chip changes.
  package mutating func describe(_ description: FeedDescription) -> Bool {
    guard let id = id(ofFeed: description.url) else { return false }
    let old = (entries[id].name, entries[id].picture)
    entries[id].picture = description.icon.map { _ in LabelPicture(path: description.picture) }
    if let title = description.title, !title.isEmpty, !entries[id].isNamed { entries[id].name = Self.short(title) }
    return (entries[id].name, entries[id].picture) != old
  }

  /// Records the result of a feed's fetch. Returns whether its chip changes.
  package mutating func note(_ status: FeedStatus) -> Bool {
    guard let id = id(ofFeed: status.url) else { return false }
    let old = entries[id].mark
    entries[id].status = status
    return entries[id].mark != old
  }

  /// Whether headlines of this topic are shown.
  package func isOn(_ id: TopicID?) -> Bool { id.map { entries[$0].isOn && !entries[$0].isGone } ?? true }

  /// Switches a topic. Its chip shows an offer to undo that until `undoUntil`.
  package mutating func set(_ id: TopicID, on isOn: Bool, undoUntil: Seconds = -.infinity) {
    entries[id].isOn = isOn
    entries[id].undoUntil = undoUntil
  }

  /// Takes a topic away, or lets it come back.
  package mutating func setGone(_ id: TopicID, _ isGone: Bool) { change(id) { $0.isGone = isGone } }

  package var hasFailing: Bool { entries.contains { $0.mark == .failing } }

  /// When the next chip's offer to undo ends.
  package func nextUndoEnd(after now: Seconds) -> Seconds {
    entries.reduce(.infinity) { $1.undoUntil > now ? min($0, $1.undoUntil) : $0 }
  }

  /// The topics that are there, in the order of their chips.
  package var present: [TopicID] { order.filter { !entries[$0].isGone } }

  /// The topics that are on and whose feeds fail.
  package var failing: [TopicID] { order.filter { entries[$0].mark == .failing } }

  /// Records that a topic's feed is being fetched again.
  package mutating func noteLoading(_ id: TopicID) { entries[id].status = nil }

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
    guard !entry.isGone, entry.ownColor == nil else { return }
    let users = taken[entry.colorNumber, default: 0] + step
    taken[entry.colorNumber] = users == 0 ? nil : users
  }

  private static func short(_ name: String) -> String { String(name.prefix(60)) }
}

extension Topics.Entry {
  /// The result of the last fetch, for all to see. A channel whose broker is away is awaited: why is for its operator, in
  /// `status`.
  package var shownStatus: FeedStatus? { isPolled || status?.isFailing != true ? status : nil }

  /// What its chip shows.
  package func state(now: Seconds) -> TokenState { isOn ? .on : undoUntil > now ? .undo : .off }

  /// The mark for the state of the feed; nil if the topic is off.
  package var mark: TokenMark? {
    guard feed != nil, isOn, !isGone else { return nil }
    guard let status = shownStatus else { return .waiting }
    return status.isFailing ? .failing : status.count == 0 ? .waiting : nil
  }
}
