import ScrollCore
import TestKit
import Testing

@testable import Base
@testable import Newswire

/// Several senders of one channel at once, without a broker.
@Suite("Several senders of a channel") struct SeveralSendersTests {
  /// A sender, the indexes that are under way to it, and the messages that are under way from it.
  private struct Sender {
    var draft: ChannelDraft
    var inbox: [ChannelIndex] = []
    var outbox: [BrokerMessage] = []
    /// As `newsreel publish` with texts: it ends once all has arrived.
    let isShort: Bool

    init(isShort: Bool, salt: Int) {
      draft = ChannelDraft(of: "c", keeping: 10_000, salt: salt)
      self.isShort = isShort
    }

    var isSettled: Bool { inbox.isEmpty && outbox.isEmpty && !draft.awaitsEcho && !draft.needsIndex }

    mutating func work(now: UnixTime) {
      if !inbox.isEmpty { outbox += draft.receive(inbox.removeFirst(), now: now) }
      if draft.needsIndex, !draft.awaitsEcho {
        let index = draft.takeIndex()
        outbox.append(draft.message(of: index))
      }
    }
  }

  private struct Desk {
    var kept: [String: BrokerMessage] = [:]
    var senders: [Int: Sender] = [:]
    var display = ChannelContents(of: "c", at: "mqtt://127.0.0.1:1883/c")
    var shown: [String: String] = [:]
    var now: UnixTime = 1_790_000_000
    var random: SeededRandom
    var count = 0
    /// What has been sent, and not been taken away.
    var wanted: Set<String> = []

    init(_ seed: UInt64) { random = SeededRandom(seed: seed) }

    var index: ChannelIndex? {
      get throws { try kept["newsreel/channel/c/index"].map { try ChannelIndex(message: $0.payload, source: "") } }
    }

    var named: Set<String> { get throws { Set(try index?.ids ?? []) } }

    mutating func connect(_ sender: Sender, as number: Int) throws {
      var sender = sender
      // The clocks of machines differ.
      sender.draft.adopt(try index ?? ChannelIndex(), now: now + (number % 3 == 0 ? 3600 : 0))
      sender.outbox = sender.draft.renewal
      senders[number] = sender
    }

    /// The broker takes a sender's next message.
    mutating func take(from number: Int) throws {
      guard let message = senders[number]?.outbox.first else { return }
      senders[number]?.outbox.removeFirst()
      kept[message.topic] = message.payload.isEmpty ? nil : message
      let topic = try #require(ChannelTopic(message.topic, in: "c"))
      if topic == .index, let index = try index { for other in senders.keys { senders[other]?.inbox.append(index) } }
      try Array(message.payload.utf8).withUnsafeBytes {
        try display.receive(topic, $0, isRetained: false, now: now)
      }
    }

    mutating func look() {
      for case .feed(let event) in display.takeChanges() {
        switch event {
        case .items(let items, _): for item in items { shown[item.id.guid] = item.title }
        case .withdrawn(let ids, _): for id in ids { shown[id] = nil }
        default: break
        }
      }
    }

    mutating func edit(_ number: Int) {
      guard var sender = senders[number], !sender.draft.awaitsEcho, !sender.draft.needsIndex else { return }
      let own = sender.draft.index.ids.filter(wanted.contains)
      if let id = own.randomElement(using: &random), Int.random(in: 0..<3, using: &random) == 0 {
        sender.outbox += sender.draft.remove([id], now: now)
        wanted.remove(id)
      } else {
        count += 1
        sender.outbox += sender.draft.add([NewsItem(guid: "i\(count)", title: "Headline \(count)")], now: now)
        wanted.insert("i\(count)")
      }
      senders[number] = sender
    }

    private mutating func salt() -> Int { Int.random(in: ChannelDraft.salts, using: &random) }

    mutating func step() throws {
      now += 0.01
      let number = Int.random(in: 0..<5, using: &random)
      guard let sender = senders[number] else {
        try connect(Sender(isShort: number > 2, salt: salt()), as: number)
        return edit(number)
      }
      switch Int.random(in: 0..<8, using: &random) {
      case 0 where !sender.isShort, 6 where !sender.isShort: edit(number)
      case 1 where sender.isSettled: senders[number] = nil
      // Its connection is lost, with all that was under way to it.
      case 2 where !sender.isShort && sender.outbox.isEmpty:
        var again = Sender(isShort: false, salt: 0)
        again.draft = sender.draft
        try connect(again, as: number)
      case 3: look()
      case 4, 5: try take(from: number)
      default: senders[number]?.work(now: now)
      }
    }

    /// Lets everything arrive.
    mutating func settle() throws {
      for _ in 0..<10_000 where senders.values.contains(where: { !$0.isSettled }) {
        for number in senders.keys.sorted() {
          senders[number]?.work(now: now)
          if Bool.random(using: &random) { try take(from: number) }
        }
      }
      look()
    }
  }

  @Test("Whatever they do at once, the channel has what they sent and did not take away", arguments: 1...60)
  func anything(_ seed: UInt64) throws {
    var desk = Desk(seed)
    for _ in 0..<1000 { try desk.step() }
    try desk.settle()
    #expect(!desk.senders.values.contains { !$0.isSettled })
    let kept = desk.kept.keys.compactMap { ChannelTopic($0, in: "c")?.item }
    let named = try desk.named
    #expect(desk.wanted.subtracting(named).sorted() == [])
    #expect(named.subtracting(desk.wanted).sorted() == [])
    #expect(Set(kept) == desk.wanted)
    #expect(Set(desk.shown.keys) == desk.wanted)
    // All of them go on with that after a restart.
    for number in 0..<5 { try desk.connect(Sender(isShort: false, salt: number), as: number) }
    try desk.settle()
    #expect(try desk.named == desk.wanted)
  }

  @Test("A sender of a former version, which does not say what it knew of, takes nothing of others away")
  func formerVersion() throws {
    var draft = ChannelDraft(of: "c", keeping: 10)
    draft.adopt(ChannelIndex(), now: 1_790_000_000)
    _ = draft.add([NewsItem(guid: "own", title: "own")], now: 1_790_000_000)
    _ = draft.receive(draft.takeIndex(), now: 1_790_000_000)
    let other = try ChannelIndex(message: #"{"seq":1790000000000999,"ids":["other"]}"#, source: "")
    _ = draft.receive(other, now: 1_790_000_001)
    #expect(draft.needsIndex && Set(draft.index.ids) == ["own", "other"])
    #expect(draft.index.seq > other.seq || draft.takeIndex().seq > other.seq)
  }

  @Test("A headline that one index leaves out by mistake is shown again with the next one") func leftOut() throws {
    var contents = ChannelContents(of: "c", at: "mqtt://127.0.0.1:1883/c")
    func take(_ topic: ChannelTopic, _ text: String) throws {
      try Array(text.utf8).withUnsafeBytes { try contents.receive(topic, $0, isRetained: false, now: 1) }
    }
    try take(.item("a"), #"{"text":"a","seq":1}"#)
    try take(.index, #"{"seq":1,"ids":["a"]}"#)
    _ = contents.takeChanges()
    try take(.index, #"{"seq":5,"ids":["b"],"from":0}"#)
    try take(.index, #"{"seq":6,"ids":["a","b"],"from":5}"#)
    #expect(contents.count == 1 && contents.missingCount(at: 1) == 1)
    // Once it was taken away it stays away.
    try take(.index, #"{"seq":7,"ids":["b"],"from":6}"#)
    try take(.item("a"), "")
    try take(.index, #"{"seq":8,"ids":["a","b"],"from":7}"#)
    #expect(contents.count == 0)
  }
}
