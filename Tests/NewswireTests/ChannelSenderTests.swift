import ScrollCore
import TestKit
import Testing

@testable import Base
@testable import Newswire

/// What a channel's sender asks for, and displays that run, start later, or were away meanwhile. Without a broker.
@Suite("Senders of a channel") struct ChannelSenderTests {
  private static let address = "mqtt://127.0.0.1:1883/c"

  /// A display, and what it shows.
  private struct Display {
    var contents: ChannelContents
    private(set) var items: [String: NewsItem] = [:]

    init(known: [String: Int] = [:]) {
      contents = ChannelContents(of: "c", at: ChannelSenderTests.address, known: known)
    }

    mutating func take(_ message: BrokerMessage, isRetained: Bool = false, now: UnixTime) throws {
      let topic = try #require(ChannelTopic(message.topic, in: "c"))
      var failure: Failure?
      Array(message.payload.utf8).withUnsafeBytes { bytes in
        do throws(Failure) { try contents.receive(topic, bytes, isRetained: isRetained, now: now) } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      for case .feed(let event) in contents.takeChanges() {
        switch event {
        case .items(let new, _): for item in new { items[item.id.guid] = item }
        case .withdrawn(let ids, _): for id in ids { items[id] = nil }
        default: break
        }
      }
    }

    var titles: [String] { items.values.map(\.title).sorted() }
  }

  /// What a broker keeps, and the displays that are connected to it.
  private struct Desk {
    var kept: [String: BrokerMessage] = [:]
    var displays = [Display()]
    var now: UnixTime = 1_790_000_000
    private var random: SeededRandom

    init(seed: UInt64 = 1) { random = SeededRandom(seed: seed) }

    /// A run of a sender: it continues from the index. Messages of different topics come in any order.
    mutating func send(_ change: (inout ChannelDraft, UnixTime) -> [BrokerMessage]) throws {
      var draft = ChannelDraft(of: "c", keeping: 50)
      let known = try kept[draft.indexTopic].map { try ChannelIndex(message: $0.payload, source: "") }
      draft.adopt(known ?? ChannelIndex(), now: now)
      let messages = draft.renewal + change(&draft, now)
      try deliver((messages + [draft.indexMessage]).shuffled(using: &random))
      now += 0.01
    }

    mutating func deliver(_ messages: [BrokerMessage]) throws {
      for message in messages {
        if message.isRetained { kept[message.topic] = message.payload.isEmpty ? nil : message }
        for place in displays.indices { try displays[place].take(message, now: now) }
      }
    }

    /// A display starts, or is back.
    mutating func start(_ display: Display = Display()) throws {
      var display = display
      for message in kept.values.shuffled(using: &random) { try display.take(message, isRetained: true, now: now) }
      displays.append(display)
    }

    var index: [String] {
      get throws {
        try kept["newsreel/channel/c/index"].map { try ChannelIndex(message: $0.payload, source: "").ids } ?? []
      }
    }
  }

  private static func item(_ text: String, id: String? = nil, until end: UnixTime? = nil) -> NewsItem {
    var item = NewsItem(guid: id ?? text, title: text)
    item.expires = end
    return item
  }

  // MARK: - A broker that has lost something

  @Test("After a broker has lost all or a part, displays show what the next sender leaves there", arguments: 1...40)
  func loss(_ seed: UInt64) throws {
    var (desk, random) = (Desk(seed: seed), SeededRandom(seed: seed + 1000))
    var backup = desk.kept
    for step in 0..<40 {
      let texts = (0..<Int.random(in: 1...4, using: &random)).map { _ in "h\(Int.random(in: 0..<30, using: &random))" }
      switch Int.random(in: 0..<7, using: &random) {
      case 0: backup = desk.kept
      // With what it last saved, or with nothing; its displays come back to it.
      case 1: desk.kept = Bool.random(using: &random) ? backup : [:]
      case 2:
        let names = texts.map { ChannelDraft.id(of: Self.item($0)) }
        try desk.send { $0.remove(names, now: $1) }
      case 3: try desk.send { draft, now in draft.remove(draft.index.ids, now: now) }
      case 4:
        try desk.send { draft, now in
          draft.remove(draft.index.ids.filter { !texts.contains($0) }, now: now)
            + draft.add(texts.map { Self.item($0) }, now: now)
        }
      default: try desk.send { $0.add(texts.map { Self.item($0) }, now: $1) }
      }
      if step == 20 { try desk.start() }
      let lasts = try desk.index.sorted()
      for message in desk.kept.values {
        for place in desk.displays.indices { try desk.displays[place].take(message, isRetained: true, now: desk.now) }
      }
      try desk.send { $0.remove(["none"], now: $1) }
      for display in desk.displays { #expect(display.titles == lasts) }
    }
  }

  @Test("Two senders of which one does not know the other's headlines have different numbers") func twoSenders() {
    var drafts = [ChannelDraft(of: "c", keeping: 9), ChannelDraft(of: "c", keeping: 9)]
    for place in drafts.indices {
      drafts[place].adopt(ChannelIndex(), now: 1_790_000_000 + Double(place) * 0.001)
      _ = drafts[place].add((0..<100).map { Self.item("\(place) \($0)") }, now: 1_790_000_000)
    }
    #expect(drafts[0].index.seq < drafts[1].index.seq - 100)
    // A sender whose clock is behind goes on behind the index.
    drafts[0].adopt(drafts[1].index, now: 5)
    #expect(drafts[0].index.seq == drafts[1].index.seq)
  }

  // MARK: - Headlines that end

  @Test("What has ended while the broker was away is not sent again, but taken away") func ended() throws {
    var draft = ChannelDraft(of: "c", keeping: 9)
    draft.adopt(ChannelIndex(), now: 100)
    let sent = draft.add([Self.item("one", id: "1"), Self.item("two", id: "2", until: 115)], now: 100)
    #expect(sent.map(\.expires) == [nil, 115] && sent[1].hasEnded(at: 115) && !sent[1].hasEnded(at: 114))
    draft.adopt(ChannelIndex(), now: 116)
    #expect(draft.renewal.map { "\($0.topic.suffix(1)) \($0.payload.isEmpty)" } == ["1 false", "2 true"])
    #expect(draft.index.ids == ["1"])
    // Another run takes away what the index names and has ended, as a broker of MQTT 3.1.1 keeps it.
    var index = ChannelIndex()
    (index.seq, index.ids, index.expires) = (9, ["a", "b"], ["b": 115])
    var other = ChannelDraft(of: "c", keeping: 9)
    other.adopt(index, now: 116)
    #expect(other.renewal.map { "\($0.topic.suffix(1)) \($0.payload)" } == ["b "] && other.index.ids == ["a"])
  }

  // MARK: - Urgent headlines

  @Test("An urgent headline ends once it has been read, with its hold, or at its end") func lives() throws {
    func life(_ message: String) throws -> (Airing.Hold?, UnixTime?) {
      var display = Display()
      try display.take(BrokerMessage(topic: "newsreel/channel/c/urgent", payload: message), now: 100)
      let item = try #require(display.items.values.first)
      #expect(item.breaksIn)
      return (item.airing.hold, item.expires)
    }
    #expect(try life("now") == (.cycles(1), 100 + ChannelContents.urgentTime))
    #expect(try life(#"{"text":"now","hold":20}"#) == (.time(20), nil))
    #expect(try life(#"{"text":"now","hold":"acknowledged","ttl":60}"#) == (.acknowledged, 160))
    #expect(try life(#"{"text":"now","ttl":60}"#) == (nil, 160))
    #expect(try life(#"{"text":"now","expires":170}"#) == (nil, 170))
  }

  @Test("Its sender takes it away: by its ID, by its text, or with all") func withdrawal() throws {
    var desk = Desk()
    let texts = ["Evacuate", "Evacuate at once", "Evacuate by id"]
    let items = [Self.item(texts[0]), Self.item(texts[1]), Self.item(texts[2], id: "e1")]
    func sendAll() throws {
      try desk.send { draft, now in items.flatMap { draft.urgent($0, now: now) } }
      #expect(desk.displays[0].titles == texts)
    }
    try sendAll()
    try desk.send { $0.remove(["e1"], now: $1) }
    #expect(desk.displays[0].titles == Array(texts.prefix(2)))
    // The process that reads the broker starts again, and learns what is shown.
    let known = Dictionary(uniqueKeysWithValues: desk.displays[0].items.keys.map { ($0, 0) })
    desk.displays[0].contents = ChannelContents(of: "c", at: Self.address, known: known)
    try desk.send { $0.remove([ChannelDraft.id(of: Self.item("Evacuate at once"))], now: $1) }
    #expect(desk.displays[0].titles == ["Evacuate"])
    try sendAll()
    try desk.send { draft, _ in [draft.urgentRemoval] }
    #expect(desk.displays[0].titles.isEmpty)
    // Other programs' are known by their texts.
    try desk.deliver([BrokerMessage(topic: "newsreel/channel/c/urgent", payload: "Evacuate")])
    try desk.send { $0.remove(["Evacuate"], now: $1) }
    #expect(desk.displays[0].titles.isEmpty)
    try desk.start()
    #expect(desk.displays[1].titles.isEmpty)
  }

  @Test("A withdrawal overtakes what waits to be passed on, and an item of that text is another headline")
  func overtaking() throws {
    var contents = ChannelContents(of: "c", at: Self.address)
    for (topic, message) in [("item/a", "kept"), ("urgent", #"{"text":"now","id":"a"}"#), ("item/a", "")] {
      let topic = try #require(ChannelTopic("newsreel/channel/c/" + topic, in: "c"))
      try Array(message.utf8).withUnsafeBytes { try contents.receive(topic, $0, isRetained: false, now: 1) }
    }
    #expect(!contents.isPressing)
    var desk = Desk()
    try desk.send { $0.add([Self.item("Fire")], now: $1) }
    try desk.send { $0.urgent(Self.item("Fire"), now: $1) }
    #expect(desk.displays[0].titles == ["Fire", "Fire"])
    try desk.send { draft, _ in [draft.urgentRemoval] }
    #expect(desk.displays[0].titles == ["Fire"])
  }

  @Test("One with an end is kept until then; on displays that start later it does not break in")
  func kept() throws {
    var desk = Desk()
    let item = Self.item("Evacuate", until: desk.now + 60)
    try desk.send { $0.urgent(item, now: $1) }
    try desk.start()
    // One that was away for a moment does not change it.
    try desk.start(desk.displays[0])
    #expect(desk.displays.map(\.titles) == [["Evacuate"], ["Evacuate"], ["Evacuate"]])
    #expect(desk.displays.map { $0.items.values.map(\.breaksIn) } == [[true], [false], [true]])
    #expect(desk.displays.allSatisfy { $0.items.values.allSatisfy { $0.expires == item.expires } })
    try desk.send { $0.remove(["Evacuate"], now: $1) }
    #expect(desk.displays.allSatisfy(\.titles.isEmpty) && desk.kept.count == 1)
    // One with a hold ends with that.
    var held = item
    held.airing.hold = .acknowledged
    try desk.send { $0.urgent(held, now: $1) }
    #expect(desk.displays[0].titles == ["Evacuate"] && desk.kept.count == 1)
  }

  @Test("No more urgent headlines are remembered than there may be") func bound() throws {
    var display = Display()
    for number in 0..<1000 {
      let message = BrokerMessage(topic: "newsreel/channel/c/urgent", payload: "u\(number)")
      try display.take(message, now: 100 + Double(number) * 0.1)
    }
    try display.take(BrokerMessage(topic: "newsreel/channel/c/urgent", payload: ""), now: 200)
    #expect(display.items.count == 1000 - ChannelContents.mostUrgentEnds)
  }
}
