import Testing

@testable import Base
@testable import Newswire

/// Topics and messages of a channel, without a broker.
@Suite("Channels of a broker") struct ChannelTests {
  private static let channel = "mqtt://127.0.0.1:1883/lobby"
  private var contents = ChannelContents(of: "lobby", at: Self.channel)

  private mutating func take(
    _ topic: String, _ message: String, isRetained: Bool = true, now: Double = 100
  ) throws {
    let topic = try #require(ChannelTopic("newsreel/channel/lobby/" + topic, in: "lobby"))
    try take(topic, Array(message.utf8), isRetained: isRetained, now: now)
  }

  private mutating func take(_ topic: ChannelTopic, _ bytes: [UInt8], isRetained: Bool, now: Double) throws {
    let failure = bytes.withUnsafeBytes { bytes -> Failure? in
      do throws(Failure) { try contents.take(topic, bytes, isRetained: isRetained, now: now) } catch { return error }
      return nil
    }
    if let failure { throw failure }
  }

  /// The changes in a few words.
  private mutating func changes() -> [String] {
    contents.takeChanges().flatMap { event -> [String] in
      switch event {
      case .feed(.items(let items, Self.channel)):
        items.map { ($0.breaksIn ? "urgent " : "\($0.place ?? -1) ") + $0.title }
      case .feed(.withdrawn(let ids, Self.channel)): ids.map { "without \($0)" }
      case .value(let name, let number): ["\(name)=\(number)"]
      case .token(let name, let isOn): ["\(name) \(isOn ? "on" : "off")"]
      case .feed, .line, .wall, .welcome: ["?"]
      }
    }
  }

  @Test(
    "Addresses of brokers",
    arguments: [
      ("mqtt://h/lobby", "mqtt://h:1883/lobby"), ("mqtts://H.example:88/a.b_c-1/", "mqtts://h.example:88/a.b_c-1"),
      ("mqtt://ada@h", "mqtt://h:1883"), ("mqtt://[::1]:2/x", "mqtt://[::1]:2/x"), ("mqtt://ada:secret@h/x", nil),
      ("http://h/x", nil), ("mqtt://h/a/b", nil), ("mqtt://h/a+b", nil), ("mqtt:///x", nil), ("mqtt://h:0/x", nil),
      ("mqtt://h:99999/x", nil), ("mqtt://h/x?y", nil), ("mqtt://h /x", nil), ("", nil),
    ] as [(String, String?)])
  func addresses(_ text: String, _ expected: String?) {
    let address = try? BrokerAddress(text)
    #expect(address?.description == expected)
    if let address { #expect((try? BrokerAddress(address.written)) == address) }
  }

  @Test("A password in an address is refused without being quoted") func passwordInAddress() {
    #expect {
      try BrokerAddress("mqtt://ada:secret@h/x")
    } throws: { error in
      let text = (error as? Failure)?.description ?? ""
      return text.contains("passwords.toml") && !text.contains("secret")
    }
  }

  @Test(
    "Filters match topics",
    arguments: [
      ("a/b", "a/b", true), ("a/+", "a/b", true), ("a/+", "a/b/c", false), ("a/+", "a/", true), ("a/#", "a", true),
      ("a/#", "a/b/c", true), ("#", "a/b", true), ("#", "$SYS/x", false), ("+/x", "$SYS/x", false),
      ("$SYS/#", "$SYS/x", true), ("+/+", "/a", true), ("+", "/a", false), ("a", "a/b", false),
      ("sensors/+/power", "sensors/k/power", true),
    ])
  func matching(_ filter: String, _ topic: String, _ expected: Bool) throws {
    #expect(try TopicFilter(filter).matches(topic) == expected)
  }

  @Test(
    "Texts that are no filters",
    arguments: ["", "a/#/b", "a+", "a#", "#a", "a/b\n", String(repeating: "x", count: 513)])
  func wrongFilters(_ text: String) { #expect(throws: Failure.self) { try TopicFilter(text) } }

  @Test("Topics of a channel are read as they are written") func topics() {
    for topic in [ChannelTopic.item("a.b"), .index, .urgent, .value("de/x"), .token("Sports")] {
      #expect(ChannelTopic(topic.name(in: "c"), in: "c") == topic)
      #expect(ChannelTopic(topic.name(in: "c"), in: "d") == nil)
    }
    for name in ["item/", "item/a/b", "item/a b", "value", "other", "other/a", ""] {
      #expect(ChannelTopic("newsreel/channel/c/" + name, in: "c") == nil)
    }
  }

  @Test("Items come in the sender's order, and an empty message takes one away") mutating func order() throws {
    try take("item/b", #"{"text":"second","seq":2,"link":"https://example.org/","topic":"T"}"#)
    try take("item/a", #"{"text":"first","seq":1}"#)
    #expect(changes() == ["1 first", "2 second"])
    try take("item/a", #"{"text":"first","seq":1}"#)
    #expect(changes() == [])
    try take("item/c", "a plain text")
    try take("item/a", "")
    #expect(changes() == ["without a", "3 a plain text"])
  }

  @Test("The index says what has gone, and what is missing") mutating func index() throws {
    try take("item/a", #"{"text":"a","seq":1}"#)
    try take("item/b", #"{"text":"b","seq":2}"#)
    try take("item/d", #"{"text":"d","seq":9}"#)
    _ = changes()
    try take("index", #"{"seq":3,"ids":["b","c","e"],"expires":{"e":99}}"#)
    // What is later than the index stays.
    #expect(changes() == ["without a"])
    #expect(contents.count == 2)
    #expect(contents.missingCount(at: 100) == 1)
    #expect(contents.missingCount(at: 98) == 2)
    try take("item/c", #"{"text":"c","seq":3}"#)
    #expect(contents.missingCount(at: 100) == 0)
  }

  @Test("Ended items are not shown, and are forgotten") mutating func expiry() throws {
    try take("item/a", #"{"text":"a","seq":1,"expires":99}"#)
    try take("item/b", #"{"text":"b","seq":2,"expires":200}"#)
    #expect(changes() == ["2 b"])
    contents.expire(now: 201)
    #expect(contents.count == 0)
  }

  @Test("Urgent headlines are not kept, twice or forever") mutating func urgency() throws {
    try take("urgent", "from yesterday", isRetained: true)
    #expect(!contents.isPressing)
    for _ in 0..<2 { try take("urgent", "now", isRetained: false) }
    #expect(contents.isPressing)
    let items = contents.takeChanges().compactMap { event in
      if case .feed(.items(let items, _)) = event { items } else { nil }
    }.flatMap { $0 }
    #expect(items.map(\.title) == ["now"])
    #expect(items.first?.expires == 100 + ChannelContents.urgentTime)
  }

  @Test("Of values and topics the newest counts") mutating func values() throws {
    for number in ["1", "2.5", " 3 "] { try take("value/power", number) }
    try take("value/gone", "")
    try take("token/Sports", "off")
    #expect(changes() == ["gone=", "power=3", "Sports off"])
  }

  @Test(
    "What is not what its topic holds changes nothing",
    arguments: [
      ("item/a", "{"), ("item/a", "{}"), ("item/a", #"{"text":"x","seq":-1}"#),
      ("item/a", #"{"text":"x","seq":1e300}"#),
      ("item/a", #"{"text":"x","seq":"1"}"#), ("item/a", #"{"text":"x","expires":"soon"}"#),
      ("item/a", #"{"text":"x","expires":1e99}"#), ("item/a", #"{"text":"x","link":"javascript:1"}"#), ("item/a", "  "),
      ("index", "[]"), ("index", #"{"seq":1}"#), ("index", #"{"seq":1,"ids":["a/b"]}"#),
      ("index", #"{"seq":1,"ids":[1]}"#),
      ("value/x", "many"), ("value/a b", "1"), ("token/x", "perhaps"), ("urgent", "{"),
    ])
  mutating func refusals(_ topic: String, _ message: String) throws {
    #expect(throws: Failure.self) { try take(topic, message, isRetained: false) }
    #expect(changes() == [])
  }

  @Test("Messages are bounded and must be UTF-8") mutating func bounds() throws {
    #expect(throws: Failure.self) { try take("item/a", String(repeating: "x", count: NewsItem.longestMessage + 1)) }
    #expect(throws: Failure.self) { try take("index", String(repeating: " ", count: ChannelIndex.longestMessage + 1)) }
    #expect(throws: Failure.self) { try take(.item("a"), [0x61, 0xFF, 0xC0], isRetained: true, now: 0) }
    for number in 0..<ChannelIndex.most { try take("item/\(number)", "x") }
    #expect(throws: Failure.self) { try take("item/more", "x") }
    for number in 0..<ChannelContents.mostNames { try take("value/\(number)", "1") }
    #expect(throws: Failure.self) { try take("value/more", "1") }
  }

  @Test("Text is cleaned as a feed's") mutating func cleaning() throws {
    try take("item/a", #"{"text":"one\ntwo \u001b[31m\u202ered","seq":1}"#)
    let text = changes().first ?? ""
    #expect(!text.contains("\u{1B}") && !text.contains("\n") && !text.contains("\u{202E}"))
  }

  @Test("Items, indices and events survive their messages") func roundTrips() throws {
    var item = NewsItem(title: "T “q”", link: "https://example.org/", topic: "Sports")
    (item.place, item.expires, item.id.guid) = (7, 1e9, "a")
    item.id.feed = Self.channel
    #expect(try NewsItem(message: item.message, id: "a", of: Self.channel, at: 0, source: "") == item)
    var index = ChannelIndex()
    (index.seq, index.ids, index.expires) = (8, ["b", "a"], ["a": 1e9])
    #expect(try ChannelIndex(message: index.message, source: "") == index)
    for event in [
      BrokerEvent.feed(.items([item], feed: Self.channel)), .value(name: "x", number: "1"),
      .token(name: "T", isOn: false),
      .line("a \"line\""),
    ] {
      let line = Array(event.jsonLines[0].utf8)
      #expect(line.withUnsafeBytes { BrokerEvent(jsonLine: $0, now: 0) }.map(\.jsonLines) == event.jsonLines)
    }
    var settings = BrokerSettings(try BrokerAddress("mqtts://a%20b@h:1/x"))
    (settings.lines, settings.numbers, settings.version) = ([try TopicFilter("a/#")], ["n"], .three)
    (settings.keepAlive, settings.authorities, settings.display) = (7, "/ca", "d")
    #expect(BrokerSettings(json: settings.json) == settings)
  }

  @Test("Channels keep their order and have no limit of feeds in the queue") func queue() {
    var queue = ItemQueue()
    queue.settings.maximumCount = 2
    var items = (0..<60).map { NewsItem(title: "\($0)") }
    for place in items.indices {
      items[place].place = 100 - place
      items[place].id.feed = Self.channel
    }
    queue.add(items + [NewsItem(title: "line")], now: 1)
    #expect(queue.ordered.map(\.title) == (0..<60).reversed().map(String.init) + ["line"])
    items[3].expires = 5
    queue.add([items[3]], now: 2)
    queue.expire(now: 6)
    #expect(queue.ordered.count == 60)
  }
}
