import ScrollCore
import TestKit
import Testing

@testable import Base
@testable import Newswire

/// Displays of one channel through random histories of its sender: one looks after each message, one rarely, one gets all twice,
/// and one is started again with what it kept. They show the same.
@Suite("Laws of a channel") struct ChannelLawTests {
  private static let address = "mqtt://127.0.0.1:1883/c"

  private struct Display {
    var contents: ChannelContents
    var cache: ChannelCache
    private(set) var items: [String: NewsItem] = [:]
    private(set) var values: [String: String] = [:]
    private(set) var tokens: [String: Bool] = [:]
    private let folder: String

    init(in folder: String) {
      self.folder = folder
      cache = ChannelCache(of: ChannelLawTests.address, in: folder)
      contents = ChannelContents(of: "c", at: ChannelLawTests.address)
    }

    mutating func take(_ message: BrokerMessage, isRetained: Bool = false, now: UnixTime) throws {
      let topic = try #require(ChannelTopic(message.topic, in: "c"))
      let failure = Array(message.payload.utf8).withUnsafeBytes { bytes -> Failure? in
        do throws(Failure) { try contents.receive(topic, bytes, isRetained: isRetained, now: now) } catch {
          return error
        }
        return nil
      }
      if let failure { throw failure }
    }

    /// Takes over what has changed. Returns whether there was anything.
    @discardableResult
    mutating func look() -> Bool {
      let hasChanges = contents.hasChanges
      let events = contents.takeChanges()
      for event in events {
        cache.note(event)
        apply(event)
      }
      return hasChanges == !events.isEmpty && !contents.hasChanges && contents.takeChanges().isEmpty
    }

    private mutating func apply(_ event: BrokerEvent) {
      switch event {
      case .feed(.items(let new, _)): for item in new { items[item.id.guid] = item }
      case .feed(.withdrawn(let ids, _)): for id in ids { items[id] = nil }
      case .value(let name, let number): values[name] = number
      case .token(let name, let isOn): tokens[name] = isOn
      default: break
      }
    }

    mutating func expire(_ now: UnixTime) {
      contents.expire(now: now)
      items = items.filter { !$0.value.isOver(at: now) }
    }

    /// The program is started again, and the broker sends what it keeps.
    mutating func restart(_ kept: [BrokerMessage], now: UnixTime) throws {
      try cache.save()
      (items, values, tokens) = ([:], [:], [:])
      cache = ChannelCache(of: ChannelLawTests.address, in: folder)
      for event in cache.load(now: now) { apply(event) }
      contents = ChannelContents(
        of: "c", at: ChannelLawTests.address, known: items.mapValues { $0.place ?? 0 })
      for message in kept { try take(message, isRetained: true, now: now) }
    }

    /// Its headlines in their order, without the urgent ones.
    var lines: [String] {
      let own = items.values.filter { !$0.id.guid.hasPrefix(ChannelContents.urgentPrefix) }
      return own.sorted { ($0.place ?? 0, $0.id.guid) < ($1.place ?? 0, $1.id.guid) }.map {
        "\($0.place ?? -1) \($0.id.guid) \($0.title) \($0.link ?? "") \($0.expires.map { "\($0.seconds)" } ?? "")"
      }
    }

    var urgent: Set<String> { Set(items.keys.filter { $0.hasPrefix(ChannelContents.urgentPrefix) }) }
  }

  @Test("However often they look, are told or are started again, displays show what the sender has", arguments: 1...15)
  func displays(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
    let folders = try (0..<4).map { _ in try TemporaryFolder() }
    var displays = folders.map { Display(in: $0.path) }
    var kept: [String: BrokerMessage] = [:]
    var now: UnixTime = 1_790_000_000
    var plain: [String: (text: String, end: UnixTime?)] = [:]
    for step in 0..<60 {
      var draft = ChannelDraft(of: "c", keeping: 50)
      let known = try kept[draft.indexTopic].map { try ChannelIndex(message: $0.payload, source: "") }
      draft.adopt(known ?? ChannelIndex(), now: now)
      var messages = draft.renewal
      switch Int.random(in: 0..<9, using: &random) {
      case 0...3:
        var item = NewsItem(guid: pick(["a", "b", "c", "d", "e", "f"]), title: "T\(step)")
        (item.link, item.expires) = (pick([nil, "https://example.org/\(step)"]), pick([nil, nil, now + 8]))
        messages += draft.add([item], now: now)
        plain[item.id.guid] = (item.title, item.expires)
      case 4:
        let id = pick(["a", "b", "c", "d", "e", "f"])
        messages += draft.remove([id], now: now)
        plain[id] = nil
      case 5: messages.append(draft.setValue(pick(["v", "w"]), to: "\(step)"))
      case 6:
        var item = NewsItem(guid: "u\(pick([1, 2]))", title: "urgent \(pick([1, 2]))")
        item.expires = pick([nil, now + 6])
        messages += draft.urgent(item, now: now)
      case 7: messages.append(draft.removeUrgent())
      default:
        let topic = ChannelTopic.token(pick(["S", "P"])).name(in: "c")
        messages.append(BrokerMessage(topic: topic, payload: pick(["on", "off"]), isRetained: true))
      }
      // In any order, but those of a topic in theirs.
      messages.append(draft.indexMessage)
      var turns = Dictionary(grouping: messages, by: \.topic)
      messages = messages.shuffled(using: &random).compactMap { turns[$0.topic]?.removeFirst() }
      for message in messages {
        if message.isRetained { kept[message.topic] = message.payload.isEmpty ? nil : message }
        for place in displays.indices {
          for _ in 0..<(place == 2 ? 2 : 1) { try displays[place].take(message, now: now) }
          if place != 1 || Int.random(in: 0..<9, using: &random) == 0 {
            let isAnnounced = displays[place].look()
            #expect(isAnnounced)
          }
        }
      }
      if pick([true, false, false]) {
        let all = Array(kept.values).shuffled(using: &random)
        try displays[3].restart(all, now: now)
        displays[3].look()
      }
      now += pick([0.01, 1, 3])
      for place in displays.indices { displays[place].expire(now) }
      plain = plain.filter { $0.value.end.map { $0 > now } ?? true }
      guard pick([true, false]) else { continue }
      displays[1].look()
      displays[1].expire(now)
      let wanted = plain.map { "\($0.key) \($0.value.text)" }.sorted()
      for (number, display) in displays.enumerated() {
        let place = "seed \(seed), step \(step), display \(number)"
        // Without the urgent headlines that have an end, which join the others.
        let shown = display.lines.map { $0.split(separator: " ")[1...2].joined(separator: " ") }
          .filter { !$0.hasPrefix("u") }.sorted()
        try #require(shown == wanted, "\(place)")
        try #require(display.lines == displays[0].lines, "\(place)")
        try #require(display.values == displays[0].values && display.contents.count == display.lines.count, "\(place)")
        #expect(display.contents.missingCount(at: now) == 0, "\(place)")
        try #require(display.tokens == displays[0].tokens, "\(place)")
        if number < 3 { try #require(display.urgent == displays[0].urgent, "\(place)") }
      }
    }
  }
}
