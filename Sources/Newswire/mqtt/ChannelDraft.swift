internal import Base
internal import ScrollCore

/// The desired contents of a channel, on its sender's side: the messages for each change, to be followed by the index. It has no clock and no
/// connection.
///
/// A channel may have several senders. Each index has the last changes with their numbers (`ChannelIndex.changes`), and of an item's changes
/// the one of the highest number counts, whoever made it and in whichever order they are read: a set in which the last writer wins (LWW-element-set;
/// Shapiro et al., 2011). What changed too long ago to be among them is told by the index from which its sender went on
/// (`ChannelIndex.from`): what one has and the other does not, its sender has added or taken away. What is missing for any other reason stays.
package struct ChannelDraft {
  let channel: String
  private let most: Int
  private var seq = 0
  /// Whether the broker's index does not say what the draft does.
  private(set) var needsIndex = false
  /// The index of this run that has not come back from the broker. The next one waits for it.
  private var echo: ChannelIndex?
  /// The last indexes of the broker, in order.
  private var history: [ChannelIndex] = []
  private static let longestHistory = 32
  /// The ends of urgent headlines that are not kept.
  private var urgents: [String: UnixTime] = [:]
  /// The items from the oldest on, with stale entries of moved and removed ones, so that a change needs no search.
  private var entries: [Entry] = []
  /// No item is before this index.
  private var first = 0
  /// The last changes, as in `ChannelIndex.changes`, and up to as many older ones.
  private var changes: [String: Int] = [:]
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
  /// The items that were sent again when this run went on from the broker's index: perhaps after another sender took them away.
  private var renewed: Set<String> = []
  /// Above this count, old removals are forgotten.
  private var mostRetained = 2 * ChannelIndex.most

  private struct Entry {
    let id: String
    let turn: Int
  }

  /// How long an urgent headline that is held is remembered, in seconds.
  private static let longestHold = 86_400.0

  /// Sets the numbers of this sender's indexes apart from those of others.
  private let salt: Int
  static let salts = 0..<65_536

  /// - Parameters:
  ///   - most: The limit for items; the oldest are taken away.
  ///   - salt: One of `salts`, chosen at random.
  init(of channel: String, keeping most: Int, salt: Int = 0) {
    (self.channel, self.most, self.salt) = (channel, most, salt)
  }

  /// Which items there are. Goes through all of them.
  var index: ChannelIndex {
    var index = ChannelIndex()
    (index.seq, index.ids, index.expires) = (seq, entries[first...].filter(isCurrent).map(\.id), expires)
    (index.from, index.urgent) = (history.last?.seq ?? 0, urgents)
    index.changes = lastChanges
    return index
  }

  private var lastChanges: [String: Int] {
    guard changes.count > ChannelIndex.mostChanges else { return changes }
    let last = changes.sorted { $0.value.magnitude > $1.value.magnitude }.prefix(ChannelIndex.mostChanges)
    return Dictionary(last.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func note(_ id: String, _ change: Int) {
    changes[id] = change
    if changes.count > 2 * ChannelIndex.mostChanges { changes = lastChanges }
  }

  private func isCurrent(_ entry: Entry) -> Bool { turns[entry.id] == entry.turn }

  /// Whether an item is there, or an urgent headline that is not kept.
  func holds(_ id: String) -> Bool { turns[id] != nil || urgents[id] != nil }

  // MARK: - The broker's index

  /// Continues from the broker's contents, with the changes of this run.
  ///
  /// Numbers go on from the time: a broker that has lost its contents, or some of them, does not make them begin again, and displays that
  /// still have what was lost know that it is older.
  mutating func adopt(_ other: ChannelIndex, now: UnixTime) {
    // Of the indexes in between nothing is known but that they came later.
    let base = history.last.flatMap { last in other.from.map { $0 >= last.seq } ?? false ? last : nil }
    (history, echo) = ([], nil)
    _ = merge(other, since: base, now: now)
    renewed = Set(turns.keys.filter { retained[topic(.item($0))] != nil })
    seq = max(seq, Self.number(at: now))
  }

  /// The broker has a further index, of this run or of another sender. Returns the messages that take ended items away.
  mutating func receive(_ index: ChannelIndex, now: UnixTime) -> [BrokerMessage] {
    if let echo, (echo.seq, echo.from, echo.ids) == (index.seq, index.from, index.ids) {
      confirmEcho(now: now)
      return []
    }
    let base = index.from == 0 ? ChannelIndex() : history.last { $0.seq == index.from }
    return merge(index, since: base, now: now)
  }

  var awaitsEcho: Bool { echo != nil }

  /// The broker has the last index of this run.
  mutating func confirmEcho(now: UnixTime) {
    guard let own = echo else { return }
    echo = nil
    note(own)
    needsIndex = needsIndex || !index.agrees(with: own, at: now)
  }

  private mutating func note(_ index: ChannelIndex) {
    history.append(index)
    if history.count > Self.longestHistory { history.removeFirst() }
  }

  /// What to do with an item of which two senders have different versions.
  private enum Verdict { case added, takenAway, asHere, undecided }

  private func verdict(on id: String, by other: ChannelIndex) -> Verdict {
    let (own, others) = (changes[id] ?? 0, other.changes[id] ?? 0)
    if own == 0, others == 0 { return .undecided }
    // Of two changes of one number nobody knows the last: nothing is lost.
    if own.magnitude > others.magnitude || (own.magnitude == others.magnitude && own >= others) { return .asHere }
    return others > 0 ? .added : .takenAway
  }

  /// Does what another sender has done, by its changes and since an index; if that is not known, adds all that it names.
  private mutating func merge(_ other: ChannelIndex, since base: ChannelIndex?, now: UnixTime) -> [BrokerMessage] {
    let isWaiting = needsIndex
    var messages = prune(now: now)
    let (own, named) = (index, Set(other.ids))
    messages += named.subtracting(other.ids(at: now)).filter { turns[$0] == nil }.sorted().map { end($0) }
    let old = base.map { Set($0.ids) }
    let gone = other.changes.keys.filter { verdict(on: $0, by: other) == .takenAway }
    for id in gone { urgents[id] = nil }
    let lost = (old ?? []).subtracting(named).filter { verdict(on: $0, by: other) == .undecided }
    messages += (lost.sorted() + gone.sorted()).compactMap { forget($0) }
    let others = other.ids(at: now).filter { id in
      switch verdict(on: id, by: other) {
      case .added: true
      case .takenAway: false
      case .asHere: turns[id] != nil
      case .undecided:
        turns[id] != nil || old.map { !$0.contains(id) } ?? (retained[topic(.item(id))]?.payload.isEmpty != true)
      }
    }
    for (id, end) in other.urgent {
      switch verdict(on: id, by: other) {
      case .added: urgents[id] = end
      case .undecided where base?.urgent[id] == nil: urgents[id] = urgents[id] ?? end
      default: break
      }
    }
    for id in (base?.urgent ?? [:]).keys where other.urgent[id] == nil && verdict(on: id, by: other) == .undecided {
      urgents[id] = nil
    }
    let kept = own.ids.filter { turns[$0] != nil }
    for (id, change) in other.changes where change.magnitude > (changes[id] ?? 0).magnitude { note(id, change) }
    (entries, first, turns, ends, firstEnd) = ([], 0, [:], [], 0)
    for id in others {
      // It has come again since this run took it away: that must not be repeated.
      if retained[topic(.item(id))]?.payload.isEmpty == true { retained[topic(.item(id))] = nil }
      append(id, until: own.expires[id] ?? other.expires[id])
    }
    for id in kept where turns[id] == nil { append(id, until: own.expires[id]) }
    urgents = urgents.filter { $0.value > now }
    note(other)
    seq = max(seq, other.seq)
    // Other senders notice by themselves that an item has ended.
    needsIndex = isWaiting || !index.agrees(with: other, at: now)
    return messages
  }

  /// Another sender has taken an item away. Returns the message that takes it away once more, if this run has sent it again.
  private mutating func forget(_ id: String) -> BrokerMessage? {
    (turns[id], expires[id], retained[topic(.item(id))]) = (nil, nil, nil)
    return renewed.remove(id).map { removed(topic(.item($0))) }
  }

  /// The microseconds since 1970.
  private static func number(at now: UnixTime) -> Int { Int(max(0, min(now.seconds, 4e9)) * 1e6) }

  /// Adds items at the end; existing ones move there.
  mutating func add(_ items: [NewsItem], now: UnixTime) -> [BrokerMessage] {
    var messages = prune(now: now)
    for var item in items where item.expires.map({ $0 > now }) ?? true {
      let id = Self.id(of: item)
      item.place = advance()
      note(id, seq)
      append(id, until: item.expires)
      messages.append(
        keep(
          BrokerMessage(
            topic: topic(.item(id)), payload: item.message, qos: 1, isRetained: true, expires: item.expires)))
    }
    while turns.count > most, let oldest = takeFirst() { messages.append(removal(of: oldest)) }
    return messages
  }

  /// Returns the next number. Each change has one of its own, and has to be in the index.
  private mutating func advance() -> Int {
    needsIndex = true
    seq = min(seq + 1, NewsItem.lastPlace)
    return seq
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
      messages.append(end(entry.id))
      needsIndex = true
    }
    return messages
  }

  private mutating func removal(of id: String) -> BrokerMessage {
    note(id, -advance())
    return end(id)
  }

  private mutating func end(_ id: String) -> BrokerMessage {
    (expires[id], urgents[id]) = (nil, nil)
    return removed(topic(.item(id)))
  }

  private mutating func removed(_ topic: String) -> BrokerMessage {
    keep(BrokerMessage(topic: topic, payload: "", qos: 1, isRetained: true))
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
    let id = Self.id(of: item)
    let time = item.airing.hold == nil ? ChannelContents.urgentTime : Self.longestHold
    urgents[id] = item.expires ?? UnixTime(seconds: (now + time).seconds.rounded())
    note(id, advance())
    if urgents.count > ChannelContents.mostUrgentEnds, let first = urgents.min(by: { $0.value < $1.value }) {
      urgents[first.key] = nil
    }
    return [
      BrokerMessage(topic: topic(.urgent), payload: item.message(id: id), qos: 1, expires: item.expires)
    ]
  }

  /// Takes all urgent headlines away that are not kept.
  mutating func removeUrgent() -> BrokerMessage {
    for id in urgents.keys where turns[id] == nil { note(id, -advance()) }
    _ = advance()
    urgents = [:]
    return BrokerMessage(topic: topic(.urgent), payload: "", qos: 1)
  }

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

  /// Returns the next index to write. It has a number of its own, also beside those that others write at the same moment.
  mutating func takeIndex() -> ChannelIndex {
    seq = min(max(seq, (history.last?.seq ?? 0) + 1), NewsItem.lastPlace - Self.salts.count)
    seq += (salt - seq % Self.salts.count + Self.salts.count) % Self.salts.count
    needsIndex = false
    echo = index
    return index
  }

  /// The order of the items, to be sent after their messages.
  var indexMessage: BrokerMessage { message(of: index) }

  func message(of index: ChannelIndex) -> BrokerMessage {
    BrokerMessage(topic: indexTopic, payload: index.message, qos: 1, isRetained: true)
  }

  /// All messages of this run once more.
  var renewal: [BrokerMessage] {
    retained.values.sorted { $0.topic < $1.topic }
  }

  func topic(_ topic: ChannelTopic) -> String { topic.name(in: channel) }

  /// The name of an item in its topic: its own ID if that can be a name, or else a number that is the same in every run.
  package static func id(of item: NewsItem) -> String {
    if item.id.feed == nil, BrokerAddress.isName(item.id.guid) { return item.id.guid }
    let digits = String(item.id.key, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
