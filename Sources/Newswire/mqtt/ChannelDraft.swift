internal import Base
internal import ScrollCore

/// The desired contents of a channel, on its sender's side: the messages for each change, to be followed by the index. It has no clock and no
/// connection.
package struct ChannelDraft {
  private let channel: String
  private let most: Int
  private var seq = 0
  /// The items from the oldest on, with stale entries of moved and removed ones, so that a change needs no search.
  private var entries: [Entry] = []
  /// No item is before this index.
  private var first = 0
  /// Which of an item's entries counts.
  private var turns: [String: Int] = [:]
  private var turn = 0
  private var expires: [String: UnixTime] = [:]
  /// The ends of items, the earliest first, with stale ones as in `entries`.
  private var ends: [(time: UnixTime, entry: Entry)] = []
  /// No end is before this index.
  private var firstEnd = 0
  /// The retained messages of this run by topic, to be sent again to a broker that has lost them.
  private(set) var retained: [String: BrokerMessage] = [:]
  /// Above this count, old removals are forgotten.
  private var mostRetained = 2 * ChannelIndex.most

  private struct Entry {
    let id: String
    let turn: Int
  }

  /// - Parameter most: The limit for items; the oldest are taken away.
  init(of channel: String, keeping most: Int) { (self.channel, self.most) = (channel, most) }

  /// Which items there are. Goes through all of them.
  var index: ChannelIndex {
    var index = ChannelIndex()
    (index.seq, index.ids, index.expires) = (seq, entries[first...].filter(isCurrent).map(\.id), expires)
    return index
  }

  private func isCurrent(_ entry: Entry) -> Bool { turns[entry.id] == entry.turn }

  /// Continues from the broker's contents, with the changes of this run.
  ///
  /// Numbers go on from the time: a broker that has lost its contents, or some of them, does not make them begin again, and displays that
  /// still have what was lost know that it is older.
  mutating func adopt(_ other: ChannelIndex, now: UnixTime) {
    _ = prune(now: now)
    let own = index
    for id in Set(other.ids).subtracting(other.ids(at: now)) where turns[id] == nil { _ = removal(of: id) }
    let gone = Set(retained.values.lazy.filter(\.payload.isEmpty).map(\.topic))
    let others = other.ids(at: now).filter { turns[$0] == nil && !gone.contains(topic(.item($0))) }
    (entries, first, turns, ends, firstEnd) = ([], 0, [:], [], 0)
    for id in others { append(id, until: other.expires[id]) }
    for id in own.ids { append(id, until: own.expires[id]) }
    seq = max(seq, other.seq, Self.number(at: now))
  }

  /// The microseconds since 1970.
  private static func number(at now: UnixTime) -> Int { Int(max(0, min(now.seconds, 4e9)) * 1e6) }

  /// Adds items at the end; existing ones move there.
  mutating func add(_ items: [NewsItem], now: UnixTime) -> [BrokerMessage] {
    var messages = prune(now: now)
    for var item in items where item.expires.map({ $0 > now }) ?? true {
      let id = Self.id(of: item)
      seq = min(seq + 1, NewsItem.lastPlace)
      item.place = seq
      append(id, until: item.expires)
      messages.append(
        keep(
          BrokerMessage(
            topic: topic(.item(id)), payload: item.message, qos: 1, isRetained: true, expires: item.expires)))
    }
    while turns.count > most, let oldest = takeFirst() { messages.append(removal(of: oldest)) }
    return messages
  }

  /// Takes items away, by their names, those of `id(of:)` or given ones.
  mutating func remove(_ ids: [String], now: UnixTime) -> [BrokerMessage] {
    prune(now: now)
      + ids.map { id in
        turns[id] = nil
        return removal(of: id)
      }
  }

  private mutating func append(_ id: String, until end: UnixTime?) {
    turn += 1
    let entry = Entry(id: id, turn: turn)
    (turns[id], expires[id]) = (turn, end)
    entries.append(entry)
    if let end { insert(entry, endingAt: end) }
    // Purges stale entries once they are the majority.
    if entries.count > 2 * turns.count + 64 { (entries, first) = (entries[first...].filter(isCurrent), 0) }
    if ends.count > 2 * expires.count + 64 { (ends, firstEnd) = (ends[firstEnd...].filter { isCurrent($0.entry) }, 0) }
  }

  /// Mostly the last one, as items of a sender last alike.
  private mutating func insert(_ entry: Entry, endingAt time: UnixTime) {
    var (low, high) = (firstEnd, ends.count)
    if let last = ends.last, last.time <= time { low = high }
    while low < high {
      let middle = (low + high) / 2
      if ends[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    ends.insert((time, entry), at: low)
  }

  /// Takes the oldest item out.
  private mutating func takeFirst() -> String? {
    while first < entries.count {
      let entry = entries[first]
      first += 1
      if isCurrent(entry) {
        turns[entry.id] = nil
        return entry.id
      }
    }
    return nil
  }

  /// Forgets ended items. Returns the messages that take them away, as a broker of MQTT 3.1.1 keeps them.
  private mutating func prune(now: UnixTime) -> [BrokerMessage] {
    var messages: [BrokerMessage] = []
    while firstEnd < ends.count, ends[firstEnd].time <= now {
      let entry = ends[firstEnd].entry
      firstEnd += 1
      guard isCurrent(entry) else { continue }
      turns[entry.id] = nil
      messages.append(removal(of: entry.id))
    }
    return messages
  }

  private mutating func removal(of id: String) -> BrokerMessage {
    expires[id] = nil
    return keep(BrokerMessage(topic: topic(.item(id)), payload: "", qos: 1, isRetained: true))
  }

  mutating func setValue(_ name: String, to number: String) -> BrokerMessage {
    keep(BrokerMessage(topic: topic(.value(name)), payload: number, qos: 1, isRetained: true))
  }

  /// Sends an urgent headline. One with an end of its own is an item until then. Any other is for the displays that run now, and not kept.
  mutating func urgent(_ item: NewsItem, now: UnixTime) -> [BrokerMessage] {
    guard item.expires == nil || item.airing.hold != nil else {
      var item = item
      item.airing = item.airing.asUrgent
      return add([item], now: now)
    }
    let message = item.message(id: Self.id(of: item))
    return [BrokerMessage(topic: topic(.urgent), payload: message, qos: 1, expires: item.expires)]
  }

  /// Takes all urgent headlines away that are not kept.
  var urgentRemoval: BrokerMessage { BrokerMessage(topic: topic(.urgent), payload: "", qos: 1) }

  private mutating func keep(_ message: BrokerMessage) -> BrokerMessage {
    retained[message.topic] = message
    // An endless run forgets old removals.
    if retained.count > mostRetained {
      retained = retained.filter { !$0.value.payload.isEmpty }
      mostRetained = max(2 * ChannelIndex.most, 2 * retained.count)
    }
    return message
  }

  var indexTopic: String { topic(.index) }

  /// The order of the items, to be sent after their messages.
  var indexMessage: BrokerMessage {
    BrokerMessage(topic: indexTopic, payload: index.message, qos: 1, isRetained: true)
  }

  /// All messages of this run once more.
  var renewal: [BrokerMessage] {
    retained.values.sorted { $0.topic < $1.topic }
  }

  private func topic(_ topic: ChannelTopic) -> String { topic.name(in: channel) }

  /// The name of an item in its topic: its own ID if that can be a name, or else a number that is the same in every run.
  package static func id(of item: NewsItem) -> String {
    if item.id.feed == nil, BrokerAddress.isName(item.id.guid) { return item.id.guid }
    let digits = String(item.id.key, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
