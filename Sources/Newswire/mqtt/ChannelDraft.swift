internal import Base

/// What a channel shall hold, as its sender sees it: the messages for each change, which the index has to follow. It has no clock and no connection.
package struct ChannelDraft {
  private let channel: String
  private let most: Int
  private(set) var index = ChannelIndex()
  /// The retained messages of this run by topic, to be sent again to a broker that has lost them.
  private(set) var retained: [String: BrokerMessage] = [:]

  /// - Parameter most: The limit for items; the oldest are taken away.
  init(of channel: String, keeping most: Int) { (self.channel, self.most) = (channel, most) }

  /// Goes on from what the broker has, with the changes of this run.
  mutating func adopt(_ other: ChannelIndex, now: Double) {
    let own = Set(index.ids)
    let gone = Set(retained.values.lazy.filter(\.payload.isEmpty).map(\.topic))
    let others = other.ids(at: now).filter { !own.contains($0) && !gone.contains(topic(.item($0))) }
    index.ids = others + index.ids
    for id in others { index.expires[id] = other.expires[id] }
    index.seq = max(index.seq, other.seq)
  }

  /// Adds items at the end, also those that are there already.
  mutating func add(_ items: [NewsItem], now: Double) -> [BrokerMessage] {
    var messages: [BrokerMessage] = []
    prune(now: now)
    for var item in items where item.expires.map({ $0 > now }) ?? true {
      let id = Self.id(of: item)
      index.seq = min(index.seq + 1, NewsItem.lastPlace)
      item.place = index.seq
      index.ids.removeAll { $0 == id }
      index.ids.append(id)
      index.expires[id] = item.expires
      messages.append(
        keep(
          BrokerMessage(
            topic: topic(.item(id)), payload: item.message, qos: 1, isRetained: true,
            lifetime: item.expires.map { $0 - now })))
    }
    let excess = Array(index.ids.dropLast(most))
    return messages + take(away: excess)
  }

  /// Takes items away, by their names, those of `id(of:)` or given ones.
  mutating func remove(_ ids: [String], now: Double) -> [BrokerMessage] {
    prune(now: now)
    return take(away: ids)
  }

  mutating func setValue(_ name: String, to number: String) -> BrokerMessage {
    keep(BrokerMessage(topic: topic(.value(name)), payload: number, qos: 1, isRetained: true))
  }

  func urgent(_ item: NewsItem) -> BrokerMessage {
    BrokerMessage(topic: topic(.urgent), payload: item.message, qos: 1)
  }

  private mutating func take(away ids: [String]) -> [BrokerMessage] {
    let gone = Set(ids)
    index.ids.removeAll(where: gone.contains)
    return ids.map { id in
      index.expires[id] = nil
      return keep(BrokerMessage(topic: topic(.item(id)), payload: "", qos: 1, isRetained: true))
    }
  }

  private mutating func prune(now: Double) {
    let staying = index.ids(at: now)
    if staying.count < index.ids.count { index.ids = staying }
    index.expires = index.expires.filter { $0.value > now }
  }

  private mutating func keep(_ message: BrokerMessage) -> BrokerMessage {
    retained[message.topic] = message
    // A run without an end forgets what it has taken away long ago.
    if retained.count > 2 * ChannelIndex.most { retained = retained.filter { !$0.value.payload.isEmpty } }
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
