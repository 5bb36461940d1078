package import Base
package import ScrollCore

/// The contents of a channel from its messages, and their changes. It has no clock and no connection: each call passes the
/// time.
package struct ChannelContents {
  /// The channel's address, under which its items are known.
  private let address: String
  private let channel: String
  private var items: [String: NewsItem] = [:]
  /// The items that an index does not name. Its sender may not have known of them yet: the next one brings them back.
  private var shelf: [String: NewsItem] = [:]
  /// The places of items that were passed on before this run, and have not come in it.
  private var known: [String: Int]
  private var index: ChannelIndex?
  private var lastPlace = 0
  /// The urgent headlines that may be shown, by the IDs of items, with their ends.
  private var urgentEnds: [String: UnixTime]
  /// The names of values and topics that have come, which are bounded.
  private var names: Set<String> = []
  /// The last message about each topic, by its name.
  private var lastTokens: [String: Bool] = [:]
  // The changes that have not been passed on yet.
  private var changed: Set<String> = []
  private var gone: Set<String> = []
  private var urgent: [NewsItem] = []
  private var values: [String: String] = [:]
  private var tokens: [String: Bool] = [:]

  /// The limit for names of values and topics.
  static let mostNames = 1000
  /// How long an urgent headline without a time or a hold may wait to be shown, in seconds.
  static let urgentTime = 600.0
  /// The limit for urgent headlines between two calls of `takeChanges`.
  static let mostUrgent = 20
  /// The limit for urgent headlines that can be taken away.
  static let mostUrgentEnds = 100
  /// Sets urgent headlines apart: the same text may be among the items, too.
  package static let urgentPrefix = "urgent "

  /// - Parameter known: The items that were passed on in a former run, with their places.
  package init(of channel: String, at address: String, known: [String: Int] = [:]) {
    (self.channel, self.address) = (channel, address)
    self.known = known.filter { !$0.key.hasPrefix(Self.urgentPrefix) }
    let urgent = known.keys.filter { $0.hasPrefix(Self.urgentPrefix) }.prefix(Self.mostUrgentEnds)
    urgentEnds = Dictionary(
      uniqueKeysWithValues: urgent.map { (String($0.dropFirst(Self.urgentPrefix.count)), .distantFuture) })
  }

  /// Whether there is something to pass on.
  package var hasChanges: Bool {
    !(changed.isEmpty && gone.isEmpty && urgent.isEmpty && values.isEmpty && tokens.isEmpty)
  }
  /// Whether it must not wait.
  package var isPressing: Bool { !urgent.isEmpty || changed.contains { items[$0]?.breaksIn == true } }
  package var count: Int { items.count }

  /// The number of items that the index names and that have not come, or have got lost.
  package func missingCount(at now: UnixTime) -> Int {
    index?.ids(at: now).count { items[$0] == nil } ?? 0
  }

  /// Takes a message in.
  ///
  /// - Parameters:
  ///   - topic: Its topic, which is clean.
  ///   - isRetained: Whether the broker has kept it.
  /// - Throws: `Failure` for a message that is not what its topic holds; then nothing has changed.
  package mutating func receive(
    _ topic: ChannelTopic, _ payload: UnsafeRawBufferPointer, isRetained: Bool, now: UnixTime
  ) throws(Failure) {
    let source = topic.name(in: channel)
    let limit = topic == .index ? ChannelIndex.longestMessage : NewsItem.longestMessage
    guard payload.count <= limit else {
      throw Failure(of: source, reason: "a message is too long (at most \(limit) bytes)")
    }
    guard let text = String(validating: payload, as: UTF8.self) else {
      throw Failure(of: source, reason: "the message is not UTF-8")
    }
    switch topic {
    case .item(let id): try receive(item: id, text, isRetained: isRetained, now: now, source)
    case .index: try receive(index: text, source)
    case .urgent: try receive(urgent: text, isRetained: isRetained, now: now, source)
    case .value(let name): try receive(value: name, text, source)
    case .token(let name): try receive(token: name, text, isRetained: isRetained, source)
    }
  }

  private mutating func receive(
    item id: String, _ text: String, isRetained: Bool, now: UnixTime, _ source: String
  ) throws(Failure) {
    shelf[id] = nil
    if text.isEmpty {
      removeUrgent(id)
      return remove(id)
    }
    var item = try NewsItem(message: text, id: id, of: address, at: lastPlace + 1, source: source)
    // One that was kept would break in at each start. One that has broken in goes on, in this run or the one before.
    var isPassedOn = false
    if isRetained, item.breaksIn, items[id]?.breaksIn != true {
      item.airing.placing = .queue
      isPassedOn = known[id] == item.place
    }
    if item.expires.map({ $0 <= now }) ?? false { return remove(id) }
    guard items[id] != nil || items.count < ChannelIndex.most else {
      throw Failure(of: source, reason: "there are more than \(ChannelIndex.most) items")
    }
    item.arrived = items[id]?.arrived ?? now
    known[id] = nil
    lastPlace = max(lastPlace, min(item.place ?? 0, NewsItem.lastPlace))
    guard items[id] != item else { return }
    items[id] = item
    if !isPassedOn { changed.insert(id) }
    gone.remove(id)
  }

  private mutating func remove(_ id: String) {
    guard items.removeValue(forKey: id) != nil || known.removeValue(forKey: id) != nil else { return }
    changed.remove(id)
    gone.insert(id)
  }

  private mutating func receive(index text: String, _ source: String) throws(Failure) {
    if text.isEmpty {
      index = nil
      return
    }
    let new = try ChannelIndex(message: text, source: source)
    index = new
    let named = Set(new.ids)
    let places = items.mapValues { $0.place ?? 0 }.merging(known) { place, _ in place }
    for (id, place) in places where !named.contains(id) && place <= new.seq {
      shelf[id] = shelf.count < ChannelIndex.most ? items[id] : nil
      remove(id)
    }
    for id in new.ids where items[id] == nil { bringBack(id) }
  }

  private mutating func bringBack(_ id: String) {
    guard var item = shelf.removeValue(forKey: id), items.count < ChannelIndex.most else { return }
    // It has broken in.
    if gone.remove(id) == nil, item.breaksIn { item.airing.placing = .queue }
    items[id] = item
    changed.insert(id)
  }

  private mutating func receive(urgent text: String, isRetained: Bool, now: UnixTime, _ source: String) throws(Failure)
  {
    // One that was kept would come in at each start.
    if isRetained { return }
    if text.isEmpty {
      for id in urgentEnds.keys { removeUrgent(id) }
      return
    }
    var item = try NewsItem(message: text, id: nil, of: address, at: 0, source: source)
    item.id.feed = nil
    let id = ChannelDraft.id(of: item)
    item.id = NewsItem.ID(feed: address, guid: Self.urgentPrefix + id)
    (item.airing, item.arrived) = (item.airing.asUrgent, now)
    item.expires = item.expires ?? item.timeToLive.map { now + $0 }
    // A display that starts later does not have it: so it does not join the headlines.
    if item.expires == nil, item.airing.hold == nil {
      (item.airing.hold, item.expires) = (.cycles(1), now + Self.urgentTime)
    }
    guard item.expires.map({ $0 > now }) ?? true, !urgent.contains(where: { $0.id == item.id }) else { return }
    urgent.append(item)
    if urgent.count > Self.mostUrgent { urgent.removeFirst() }
    urgentEnds[id] = item.expires ?? .distantFuture
    if urgentEnds.count > Self.mostUrgentEnds, let first = urgentEnds.min(by: { $0.value < $1.value }) {
      urgentEnds[first.key] = nil
    }
  }

  private mutating func removeUrgent(_ id: String) {
    guard urgentEnds.removeValue(forKey: id) != nil else { return }
    urgent.removeAll { $0.id.guid == Self.urgentPrefix + id }
    gone.insert(Self.urgentPrefix + id)
  }

  private mutating func receive(value name: String, _ text: String, _ source: String) throws(Failure) {
    let number = try Self.number(text, source)
    guard TextPart.isName(name) else { throw Failure(of: source, reason: "no value can have that name") }
    try note("value/\(name)", source)
    values[name] = number
  }

  private mutating func receive(
    token name: String, _ text: String, isRetained: Bool, _ source: String
  ) throws(Failure) {
    guard ["on", "off", ""].contains(text) else {
      throw Failure(of: source, reason: "the message is neither on nor off")
    }
    try note("token/\(name)", source)
    let isOn = text != "off"
    // A repeated message, as after a lost connection, does not undo what the user has switched since.
    if isRetained, lastTokens[name] == isOn { return }
    (tokens[name], lastTokens[name]) = (isOn, isOn)
  }

  private mutating func note(_ name: String, _ source: String) throws(Failure) {
    guard names.contains(name) || names.count < Self.mostNames else {
      throw Failure(of: source, reason: "there are more than \(Self.mostNames) names of values and topics")
    }
    names.insert(name)
  }

  /// The number that a message holds; empty for none.
  static func number(_ text: String, _ source: String) throws(Failure) -> String {
    let number = TextCleaner.line(text, limit: 200)
    guard number.isEmpty || DecimalNumber(number) != nil else {
      throw Failure(of: source, reason: "“\(number)” is not a number")
    }
    return number
  }

  /// Returns the changes since the last call; only the last one of each thing.
  package mutating func takeChanges() -> [BrokerEvent] {
    defer { (changed, gone, urgent, values, tokens) = ([], [], [], [:], [:]) }
    let new = changed.compactMap { items[$0] }.sorted { ($0.place ?? 0, $0.id.guid) < ($1.place ?? 0, $1.id.guid) }
    var events: [BrokerEvent] = []
    if !gone.isEmpty { events.append(.feed(.withdrawn(gone.sorted(), feed: address))) }
    if !urgent.isEmpty { events.append(.feed(.items(urgent, feed: address))) }
    if !new.isEmpty { events.append(.feed(.items(new, feed: address))) }
    events += values.sorted { $0.key < $1.key }.map { .value(name: $0.key, number: $0.value) }
    return events + tokens.sorted { $0.key < $1.key }.map { .token(name: $0.key, isOn: $0.value) }
  }

  /// Drops expired items; the receiver expires its own.
  package mutating func expire(now: UnixTime) {
    for (id, item) in items where item.expires.map({ $0 <= now }) ?? false {
      items[id] = nil
      // The owner may still have a former version, which does not end.
      if changed.remove(id) != nil { gone.insert(id) }
    }
    shelf = shelf.filter { $0.value.expires.map { $0 > now } ?? true }
    urgentEnds = urgentEnds.filter { $0.value > now }
  }
}
