import Formats
import ScrollCore
import TestKit
import Testing

@testable import Base
@testable import Newsroom
@testable import Newswire

/// Topics and messages of a channel, without a broker.
@Suite("Channels of a broker") struct ChannelTests {
  private static let channel = "mqtt://127.0.0.1:1883/lobby"
  private var contents = ChannelContents(of: "lobby", at: Self.channel)

  private mutating func take(
    _ topic: String, _ message: String, isRetained: Bool = true, now: UnixTime = 100
  ) throws {
    let topic = try #require(ChannelTopic("newsreel/channel/lobby/" + topic, in: "lobby"))
    try take(topic, Array(message.utf8), isRetained: isRetained, now: now)
  }

  private mutating func take(_ topic: ChannelTopic, _ bytes: [UInt8], isRetained: Bool, now: UnixTime) throws {
    let failure = bytes.withUnsafeBytes { bytes -> Failure? in
      do throws(Failure) { try contents.receive(topic, bytes, isRetained: isRetained, now: now) } catch { return error }
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

  @Test("Items removed while the channel was not read are withdrawn by the next run") mutating func known() throws {
    let known = ["a": 1, "b": 2, "c": 3, "d": 4]
    var settings = BrokerSettings(try BrokerAddress(Self.channel))
    settings.known = known
    #expect(BrokerSettings(json: settings.json)?.known == known)
    contents = ChannelContents(of: "lobby", at: Self.channel, known: known)
    try take("item/a", #"{"text":"A","seq":1}"#)
    // What comes after the index was not known to it.
    try take("index", #"{"seq":3,"ids":["a"]}"#)
    #expect(changes() == ["without b", "without c", "1 A"])
    try take("item/d", "")
    #expect(changes() == ["without d"])
    try take("index", #"{"seq":5,"ids":["a"]}"#)
    #expect(changes().isEmpty)
  }

  @Test("What could not be written is written later, also if nothing more comes", arguments: 1...2)
  func cacheWaits(_ failures: Int) throws {
    let folder = try TemporaryFolder()
    let place = folder.path + "/state"
    var cache = ChannelCache(of: Self.channel, in: place)
    cache.note(.value(name: "v", number: "7"))
    for _ in 0..<failures {
      try folder.write("in its way", to: "state")
      #expect(throws: Failure.self) { try cache.save() }
      #expect(cache.hasChanges)
      Files.remove(place)
    }
    try cache.save()
    var next = ChannelCache(of: Self.channel, in: place)
    #expect(!cache.hasChanges && next.load(now: 100).count == 1)
  }

  @Test("What a broker said last is there at the next start, and the one after it") func cache() throws {
    let folder = try TemporaryFolder()
    func item(_ id: String, _ place: Int, until end: UnixTime? = nil) -> NewsItem {
      var item = NewsItem(title: id)
      (item.id, item.place, item.expires, item.arrived) = (NewsItem.ID(feed: Self.channel, guid: id), place, end, 50)
      return item
    }
    var urgent = item("urgent x", 0)
    urgent.airing.placing = .breakIn
    var broke = item("d", 4)
    broke.airing.placing = .breakIn
    var cache = ChannelCache(of: Self.channel, in: folder.path)
    #expect(cache.load(now: 100).isEmpty)
    cache.note(
      .feed(.items([item("b", 2), item("a", 1), item("c", 3, until: 150), urgent, broke], feed: Self.channel)))
    cache.note(.feed(.withdrawn(["a"], feed: Self.channel)))
    cache.note(.value(name: "v", number: "7"))
    cache.note(.token(name: "T", isOn: false))
    cache.note(.line("no"))
    try cache.save()
    for now: UnixTime in [100, 120, 200] {
      var next = ChannelCache(of: Self.channel, in: folder.path)
      let events = next.load(now: now)
      guard case .feed(.items(let items, _))? = events.first else {
        Issue.record("there are no items")
        return
      }
      #expect(items.map(\.title) == (now < 150 ? ["b", "c", "d"] : ["b", "d"]))
      #expect(items.allSatisfy { !$0.breaksIn && $0.arrived == 50 } && events.count == 3 && !next.hasChanges)
      next.note(.value(name: "v", number: "8"))
      try next.save()
    }
    // Another channel has a file of its own, and damage is no harm.
    var other = ChannelCache(of: Self.channel + "x", in: folder.path)
    #expect(other.load(now: 100).isEmpty)
  }

  @Test("Ended items are not shown, and are forgotten") mutating func expiry() throws {
    try take("item/a", #"{"text":"a","seq":1,"expires":99}"#)
    try take("item/b", #"{"text":"b","seq":2,"expires":200}"#)
    #expect(changes() == ["2 b"])
    contents.expire(now: 201)
    #expect(contents.count == 0)
  }

  @Test("What gets an end, and ends before that is passed on, does not stay as it was") mutating func endedUnseen()
    throws
  {
    try take("item/a", #"{"text":"a","seq":1}"#)
    #expect(changes() == ["1 a"])
    try take("item/a", #"{"text":"a","seq":2,"expires":150}"#)
    contents.expire(now: 151)
    #expect(contents.hasChanges && changes() == ["without a"] && contents.count == 0)
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
    #expect(items.first?.expires == UnixTime(seconds: 100) + ChannelContents.urgentTime)
  }

  /// The IDs of the items that have come since the last call.
  private mutating func came() -> [String] {
    contents.takeChanges().flatMap { event -> [String] in
      if case .feed(.items(let items, _)) = event { items.map(\.id.guid) } else { [] }
    }
  }

  @Test("Of more urgent headlines than are remembered, those that end last can be taken back")
  mutating func manyUrgent() throws {
    let most = ChannelContents.mostUrgentEnds
    var ends: [String: Double] = [:]
    // They come in another order than they end in, and the last one ends first.
    for number in 0...most {
      let end = 1000 + (number + 1) * 37 % (most + 1)
      let life = number == 50 ? #""hold":"acknowledged""# : #""expires":\#(end)"#
      try take("urgent", #"{"text":"u\#(number)",\#(life)}"#, isRetained: false)
      for id in came() { ends[id] = number == 50 ? .infinity : Double(end) }
    }
    #expect(ends.count == most + 1)
    try take("urgent", "", isRetained: false)
    let gone = Set(changes().map { String($0.dropFirst("without ".count)) })
    #expect(gone == Set(ends.keys).subtracting(ends.filter { $0.value == ends.values.min() }.keys))
  }

  @Test("Of a flood of lines the newest are shown, in their order", arguments: [1, 7, 5000])
  func floodOfLines(_ part: Int) throws {
    var settings = BrokerSettings(try BrokerAddress("mqtt://127.0.0.1/"))
    settings.options.lines = [try TopicFilter("sensors/#")]
    var inbox = BrokerInbox(settings)
    for start in stride(from: 0, to: 5000, by: part) {
      let text = (start..<min(5000, start + part)).map { "line \($0)" }.joined(separator: "\n")
      try Array(text.utf8).withUnsafeBytes { try inbox.receive("sensors/a", $0, isRetained: false, now: 0) }
    }
    let lines = inbox.takeChanges(now: 0).map { event in
      if case .line(let text) = event { text } else { "" }
    }
    #expect(lines == (5000 - BrokerInbox.mostLines..<5000).map { "line \($0)" } && !inbox.hasChanges)
  }

  @Test("Of a flood of urgent headlines the newest are shown, in their order") mutating func urgentFlood() throws {
    for number in 0..<30 { try take("urgent", "u\(number)", isRetained: false) }
    #expect(changes() == (10..<30).map { "urgent u\($0)" })
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
    (index.from, index.urgent, index.changes) = (5, ["u": 2e9], ["a": 7, "c": -8])
    #expect(try ChannelIndex(message: index.message, source: "") == index)
    // Changes that no sender makes are none.
    let hostile = #"{"seq":8,"ids":[],"changes":{"a":9,"b":0,"c":-8,"d":1.5,"e":"6","f/g":3,"h":-1e300}}"#
    #expect(try ChannelIndex(message: hostile, source: "").changes == ["c": -8])
    let many = (1...1000).map { "\"i\($0)\":\($0)" }.joined(separator: ",")
    let long = try ChannelIndex(message: "{\"seq\":1000,\"ids\":[],\"changes\":{\(many)}}", source: "")
    #expect(long.changes.count == ChannelIndex.mostChanges)
    for event in [
      BrokerEvent.feed(.items([item], feed: Self.channel)), .value(name: "x", number: "1"),
      .token(name: "T", isOn: false),
      .line("a \"line\""),
    ] {
      let line = Array(event.jsonLines[0].utf8)
      #expect(line.withUnsafeBytes { BrokerEvent(jsonLine: $0, now: 0) }.map(\.jsonLines) == event.jsonLines)
    }
    var settings = BrokerSettings(try BrokerAddress("mqtts://a%20b@h:1/x"))
    (settings.options.lines, settings.numbers, settings.options.version) = ([try TopicFilter("a/#")], ["n"], .three)
    (settings.options.keepAlive, settings.options.authorities, settings.options.display) = (7, "/ca", "d")
    (settings.options.isAtHome, settings.window) = (false, "strip")
    #expect(BrokerSettings(json: settings.json) == settings)
  }

  @Test("A draft says what a channel comes to, whatever happens to it, as a simple list does", arguments: 1...20)
  func draft(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var draft = ChannelDraft(of: "c", keeping: 20)
    var (ids, ends, seq, last) = ([String](), [String: UnixTime](), 0, 0)
    func item(_ id: String, _ end: UnixTime?) -> NewsItem {
      var item = NewsItem(guid: id, title: id)
      item.expires = end
      return item
    }
    for second in 1..<600 {
      let now = UnixTime(seconds: second)
      let names = (0..<Int.random(in: 1...3, using: &random)).map { _ in "i\(Int.random(in: 0..<40, using: &random))" }
      let kind = Int.random(in: 0..<10, using: &random)
      // Those that have ended are taken away first.
      let over = ids.filter { id in ends[id].map { $0 <= now } ?? false }
      ids.removeAll(where: over.contains)
      for id in over { ends[id] = nil }
      var gone: [String] = []
      switch kind {
      case 0:
        gone = names
        #expect(draft.remove(names, now: now).map(\.payload).suffix(names.count) == names.map { _ in "" })
      case 1:
        // Another sender has written meanwhile, or the broker has lost everything.
        var other = ChannelIndex()
        (other.seq, other.ids) = (seq + 1, Bool.random(using: &random) ? ids : [])
        draft.adopt(other, now: now)
        seq = max(seq + 1, second * 1_000_000)
      default:
        let end = Bool.random(using: &random) ? now + Double.random(in: 1...30, using: &random) : nil
        let messages = draft.add(names.map { item($0, end) }, now: now)
        for name in names {
          (seq, ends[name]) = (seq + 1, end)
          ids.removeAll { $0 == name }
          ids.append(name)
        }
        gone = Array(ids.dropLast(20))
        let sent = messages.map(\.topic)
        #expect(sent.suffix(names.count + gone.count) == (names + gone).map { "newsreel/channel/c/item/\($0)" })
        #expect(Set(sent.dropLast(names.count + gone.count)) == Set(over.map { "newsreel/channel/c/item/\($0)" }))
      }
      ids.removeAll(where: gone.contains)
      for id in gone { ends[id] = nil }
      #expect(draft.index.ids == ids)
      // Each change has a number of its own.
      #expect(draft.index.seq >= seq && (draft.index.seq > last || !draft.needsIndex))
      #expect(draft.index.expires == ends)
      (seq, last) = (draft.index.seq, draft.takeIndex().seq)
      draft.confirmEcho(now: now)
    }
  }

  @Test("To take urgent headlines away leaves those that are in the list as well, for others too") func urgentInList() {
    var draft = ChannelDraft(of: "c", keeping: 9)
    let items = ["a", "b"].map { NewsItem(guid: $0, title: $0) }
    _ = draft.add([items[0]], now: 10)
    for item in items { _ = draft.urgent(item, now: 11) }
    _ = draft.removeUrgent()
    let index = draft.takeIndex()
    #expect(index.ids == ["a"] && index.urgent.isEmpty)
    #expect((index.changes["a"] ?? 0) > 0 && (index.changes["b"] ?? 0) < 0)
    var other = ChannelDraft(of: "c", keeping: 9)
    _ = other.add([items[0]], now: 10.5)
    _ = other.receive(index, now: 12)
    #expect(other.index.ids == ["a"])
  }

  @Test("A draft sends the same again to a broker that has lost it") func renewal() {
    var draft = ChannelDraft(of: "c", keeping: 2)
    _ = draft.add(["a", "b", "c"].map { NewsItem(guid: $0, title: $0) }, now: 0)
    _ = draft.setValue("v", to: "1")
    #expect(
      draft.renewal.map { "\($0.topic.dropFirst(19)) \($0.payload)" } == [
        "item/a ", #"item/b {"text":"b","seq":2}"#, #"item/c {"text":"c","seq":3}"#, "value/v 1",
      ])
  }

  @Test("What is asked of a display is read from its topics; what was retained is not followed")
  func requests() throws {
    func read(_ topic: String, _ text: String, isRetained: Bool = false) throws -> DisplayRequest? {
      try Array(text.utf8).withUnsafeBytes { try DisplayRequest(topic, $0, isRetained: isRetained, of: "d") }
    }
    let root = "newsreel/display/d/"
    #expect(try read(root + "set/scroll-speed", "9") == .set("scroll-speed", to: "9"))
    #expect(try read(root + "command", "urgent x") == .command("urgent x"))
    #expect(try read("homeassistant/status", "online", isRetained: true) == .announcement)
    #expect(try read("homeassistant/status", "offline") == nil)
    for topic in ["set/scroll-speed", "command"] { #expect(try read(root + topic, "9", isRetained: true) == nil) }
    for topic in ["set/", "set/a/b", "set/a b", "state", "availability", "command/x"] {
      #expect(try read(root + topic, "9") == nil)
    }
    #expect(try read("newsreel/display/e/command", "pause") == nil)
    #expect(throws: Failure.self) { try read(root + "set/a", String(repeating: "x", count: 4097)) }
    #expect(throws: Failure.self) {
      try read(root + "command", String(repeating: "x", count: NewsItem.longestMessage + 1))
    }
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

  @Test("Of more urgent headlines than may wait the newest come, in their order", arguments: [19, 20, 21, 60])
  mutating func manyUrgent(count: Int) throws {
    for round in 0..<2 {
      for number in 0..<count { try take("urgent", "\(round) \(number)", isRetained: false) }
      #expect(contents.isPressing)
      #expect(changes() == (max(0, count - 20)..<count).map { "urgent \(round) \($0)" })
      #expect(changes() == [])
      #expect(!contents.isPressing)
    }
  }
}
