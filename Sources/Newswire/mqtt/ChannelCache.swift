package import Base
package import ScrollCore

/// Keeps what a broker last said in a file, to show it at the next start, also while the broker is away.
///
/// The file has the lines of `BrokerEvent`. A line that is damaged is ignored: the broker has it.
package struct ChannelCache {
  private let path: String
  private var items: [String: NewsItem] = [:]
  /// The order in which the items came first, by their IDs.
  private var turns: [String: Int] = [:]
  private var lastTurn = 0
  private var values: [String: String] = [:]
  private var tokens: [String: Bool] = [:]
  /// Whether something has changed since it was read or written.
  package private(set) var hasChanges = false

  /// The limit for items; those that come last in the sender's order stay.
  static let mostItems = 2000
  private static let mostNames = 2 * ChannelContents.mostNames
  private static let longestFile = 16 << 20

  /// - Parameter address: That of the channel, or of the broker.
  package init(of address: String, in folder: String) {
    path = "\(folder)/\(String(NewsItem.ID(guid: address).key, radix: 16))"
  }

  /// Notes what has come.
  package mutating func note(_ event: BrokerEvent) {
    switch event {
    case .feed(.items(let new, _)):
      // An urgent headline is for the moment.
      for item in new where !item.id.guid.hasPrefix(ChannelContents.urgentPrefix) { note(item) }
    case .feed(.withdrawn(let ids, _)): for id in ids { (items[id], turns[id]) = (nil, nil) }
    case .value(let name, let number) where values[name] != nil || values.count < Self.mostNames:
      values[name] = number
    case .token(let name, let isOn) where tokens[name] != nil || tokens.count < Self.mostNames: tokens[name] = isOn
    case .feed, .value, .token, .line, .wall, .welcome: return
    }
    hasChanges = true
  }

  /// An item that is there keeps the time of its arrival: for a process that begins to read the broker all items are new.
  private mutating func note(_ item: NewsItem) {
    var item = item
    if let known = items[item.id.guid] {
      item.arrived = known.arrived
    } else {
      lastTurn += 1
      turns[item.id.guid] = lastTurn
    }
    items[item.id.guid] = item
  }

  /// Returns what was there last. What would break in has done so.
  package mutating func load(now: UnixTime) -> [BrokerEvent] {
    guard let bytes = AtomicFile.contents(path, limit: Self.longestFile) else { return [] }
    for line in bytes.split(separator: 0x0A) {
      if let event = line.withUnsafeBytes({ BrokerEvent(jsonLine: $0, now: now) }) { note(event) }
    }
    hasChanges = false
    items = items.filter { $0.value.place != nil && !$0.value.isOver(at: now) }
    for id in items.keys where items[id]?.breaksIn == true { items[id]?.airing.placing = .queue }
    return events
  }

  /// Writes it, if it has changed.
  package mutating func save() throws(Failure) {
    guard hasChanges else { return }
    let text = events.flatMap(\.jsonLines).map { $0 + "\n" }.joined()
    try AtomicFile.write(Array(text.utf8), to: path, isDurable: false)
    hasChanges = false
  }

  /// The items in the order in which they came, as that of their topics follows from it.
  private var events: [BrokerEvent] {
    let kept = items.values.sorted { ($0.place ?? 0, $0.id.guid) < ($1.place ?? 0, $1.id.guid) }.suffix(Self.mostItems)
      .sorted { turns[$0.id.guid, default: 0] < turns[$1.id.guid, default: 0] }
    let news: [BrokerEvent] = kept.first?.id.feed.map { [.feed(.items(Array(kept), feed: $0))] } ?? []
    return news + values.sorted { $0.key < $1.key }.map { .value(name: $0.key, number: $0.value) }
      + tokens.sorted { $0.key < $1.key }.map { .token(name: $0.key, isOn: $0.value) }
  }
}
