import Formats
import ScrollCore
import TestKit
import Testing

@testable import Base
@testable import Newsroom
@testable import Newswire

/// Which items of a queue are on the air, in which order, and what a rundown says of it.
@Suite("On air") struct AirTimeTests {
  private static func item(_ title: String, _ change: (inout Airing) -> Void = { _ in }) -> NewsItem {
    var item = NewsItem(title: title)
    item.topic = String(title.prefix(1))
    change(&item.airing)
    return item
  }

  private static func line(_ text: String) throws -> NewsItem {
    try NewsItem(object: JSON(parsing: text), source: "test")
  }

  private func titles(_ queue: ItemQueue, at time: UnixTime, cycle: Int = 0) -> [String] {
    queue.ordered(at: AirTime(time: time, cycle: cycle) { _ in 0 }).map(\.title)
  }

  // MARK: - Lines

  @Test("A line says how and when it is shown, and so does a message of a channel") func fields() throws {
    let item = try Self.line(
      #"{"text":"Doors","placing":"break-in","priority":7,"key":"doors","hold":20,"not-before":1790000000,"#
        + #""not-after":"2027-01-01T00:00:00Z","on":"mon-fri 08:00-18:00","every":3,"alert":"severe"}"#)
    #expect(item.breaksIn && item.airing.priority == 7 && item.airing.hold == .time(20))
    #expect(item.airing.fields.count == Airing.properties.count)
    let sent = try NewsItem(message: item.message, id: "a", of: "mqtt://h/c", at: 0, source: "test")
    #expect(sent.airing == item.airing)
    let passed = NewsItem(json: item.json)
    #expect(passed?.airing == item.airing)
  }

  @Test("Urgent is short for breaking in at priority 100") func urgent() throws {
    #expect(try Self.line(#"{"text":"x","urgent":true}"#).airing == .urgent)
    let own = try Self.line(#"{"text":"x","urgent":true,"priority":3,"placing":"takeover"}"#).airing
    #expect(own.priority == 3 && own.placing == .takeover)
    #expect(try Self.line(#"{"text":"x","urgent":false}"#).airing == Airing())
  }

  @Test(
    "What a member cannot be is refused by its name",
    arguments: [
      (#""priority":5000"#, "priority"), (#""placing":"first""#, "placing"), (#""hold":-1"#, "hold"),
      (#""not-before":"soon""#, "not-before"), (#""on":"someday""#, "on"), (#""every":0"#, "every"),
      (#""urgent":3"#, "urgent"), (#""key":[1]"#, "key"),
    ])
  func refused(_ member: String, _ name: String) {
    #expect { try Self.line("{\"text\":\"x\",\(member)}") } throws: {
      ($0 as? Failure)?.reason.contains("“\(name)”") ?? false
    }
  }

  private func take(
    _ text: String, as id: String, isRetained: Bool, _ contents: inout ChannelContents
  ) throws {
    let payload = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
    defer { payload.deallocate() }
    payload.copyBytes(from: text.utf8)
    try contents.receive(.item(id), UnsafeRawBufferPointer(payload), isRetained: isRetained, now: 1)
  }

  @Test("A message that a broker has kept does not break in") func retained() throws {
    var contents = ChannelContents(of: "c", at: "mqtt://h/c")
    for (id, isRetained) in [("a", true), ("b", false)] {
      try take(#"{"text":"x","placing":"break-in"}"#, as: id, isRetained: isRetained, &contents)
    }
    #expect(contents.isPressing)
    guard case .feed(.items(let items, _)) = contents.takeChanges().first else {
      Issue.record("there are no items")
      return
    }
    #expect(items.map(\.breaksIn) == [false, true])
  }

  // MARK: - The queue

  @Test("Higher priorities come first: of an item, of its feed, of its topic") func priorities() {
    var queue = ItemQueue()
    var low = Airing()
    low.priority = -1
    queue.settings.topicAirings = ["c": low]
    var feed = FeedFilter()
    feed.airing.priority = 2
    queue.settings.ownFilters = ["feed": feed]
    var fed = Self.item("fed")
    fed.id.feed = "feed"
    queue.add([Self.item("c"), Self.item("a"), Self.item("b") { $0.priority = 5 }, fed], now: 1)
    #expect(queue.ordered.map(\.title) == ["b", "fed", "a", "c"])
  }

  @Test("A later item of a key takes the place of the former one, also with another date") func keys() {
    var queue = ItemQueue()
    queue.add([Self.item("a"), Self.item("b") { $0.key = "score" }, Self.item("c")], now: 1)
    queue.add([Self.item("b2") { $0.key = "score" }, Self.item("d")], now: 5)
    #expect(queue.ordered.map(\.title) == ["a", "b2", "c", "d"])
    var other = Self.item("feed's") { $0.key = "score" }
    other.id.feed = "feed"
    queue.add([other], now: 6)
    #expect(queue.ordered.count == 5)
  }

  @Test("A hold in seconds counts from when it is on the air, one in cycles by the cycles") func holds() {
    var queue = ItemQueue()
    let (first, second) = (Self.item("a") { $0.hold = .time(10) }, Self.item("b") { $0.hold = .cycles(2) })
    queue.add([first, second], now: 100)
    #expect(queue.nextExpiry == .distantFuture)
    queue.noteAired([first.id, second.id], now: 150)
    #expect(queue.nextExpiry == 160)
    queue.expire(now: 160)
    queue.noteCycle(of: second.id)
    #expect(queue.ordered.map(\.title) == ["b"])
    queue.noteCycle(of: second.id)
    #expect(queue.ordered.isEmpty)
  }

  @Test("2000 random queues show what a simple look at each item says") func random() throws {
    var random = SeededRandom(seed: 7)
    let hours = ["", "mon-fri 08:00-18:00", "sat-sun", "22:00-06:00", "wed 12:00-13:00, fri 00:00-24:00"]
    let start = 1_795_824_000
    for round in 0..<2000 {
      func airing(_ isItem: Bool) throws -> Airing {
        var airing = Airing()
        if Bool.random(using: &random) { airing.priority = .random(in: -2...2, using: &random) }
        if Bool.random(using: &random) {
          airing.hours = try WeekHours(parsing: hours.randomElement(using: &random) ?? "")
        }
        if Bool.random(using: &random) {
          airing.notBefore = WallTime(seconds: start + .random(in: -90_000...90_000, using: &random))
        }
        if Bool.random(using: &random) {
          airing.notAfter = WallTime(seconds: start + .random(in: -90_000...90_000, using: &random))
        }
        if Int.random(in: 0..<3, using: &random) == 0 { airing.every = .random(in: 1...4, using: &random) }
        return airing
      }
      var queue = ItemQueue()
      for topic in ["0", "1"] { queue.settings.topicAirings[topic] = try airing(false) }
      var feed = FeedFilter()
      feed.airing = try airing(false)
      queue.settings.ownFilters["f"] = feed
      var items: [NewsItem] = []
      for number in 0..<Int.random(in: 1...7, using: &random) {
        var item = NewsItem(title: "\(number)")
        item.airing = try airing(true)
        item.topic = ["0", "1", nil].randomElement(using: &random) ?? nil
        if Bool.random(using: &random) { item.id.feed = "f" }
        items.append(item)
      }
      queue.add(items, now: 1)
      let (time, cycle) = (
        start + .random(in: -100_000...100_000, using: &random), Int.random(in: 0..<12, using: &random)
      )
      // What each says, the nearest first.
      func said(_ item: NewsItem) -> [Airing] {
        [item.airing] + (item.id.feed == nil ? [] : [feed.airing])
          + (item.topic.flatMap { queue.settings.topicAirings[$0] }.map { [$0] } ?? [])
      }
      var expected: [(title: String, priority: Int, isLine: Bool)] = []
      for item in items {
        let all = said(item)
        guard all.allSatisfy({ $0.allows(time) { _ in 0 } }) else { continue }
        if let every = all.compactMap(\.every).first, cycle % every != 0 { continue }
        let priority = all.compactMap(\.priority).first ?? 0
        let isLine = item.id.feed == nil
        let place = expected.firstIndex {
          $0.priority < priority || $0.priority == priority && isLine && !$0.isLine
        }
        expected.insert((item.title, priority, isLine), at: place ?? expected.count)
      }
      #expect(titles(queue, at: UnixTime(seconds: time), cycle: cycle) == expected.map(\.title), "\(round)")
    }
  }

  // MARK: - Rundown

  private func rundown(_ queue: ItemQueue, for length: Double, _ place: Rundown.Place = .init()) -> [Rundown.Entry] {
    let pace = Rundown.Pace(
      step: { Double($0.title.utf8.count) }, crossing: { Double($0.title.utf8.count) + 5 }, reading: { _ in 4 })
    return Rundown(of: queue, from: 1000, for: length, at: place, pace: pace) { _ in 0 }.entries
  }

  private func text(_ entries: [Rundown.Entry]) -> [String] {
    entries.map { "\($0.item.title) \(Int($0.start - 1000))-\($0.end.map { "\(Int($0 - 1000))" } ?? "")" }
  }

  @Test("A rundown goes through the cycles, and leaves out what is not in them") func cycles() {
    var queue = ItemQueue()
    queue.add(
      [Self.item("aaaa"), Self.item("bb") { $0.every = 2 }, Self.item("cccccc") { $0.hold = .cycles(1) }], now: 1)
    #expect(
      text(rundown(queue, for: 25)) == [
        "aaaa 0-9", "bb 4-11", "cccccc 6-17", "aaaa 12-21", "aaaa 16-25", "bb 20-27", "aaaa 22-31",
      ])
  }

  @Test("A headline whose time ends is not in the rundown after that", arguments: 0..<3) func ends(_ number: Int) {
    for length in [0.5, 3, 10, 17.5, 31, 60] {
      var queue = ItemQueue()
      var items = [Self.item("aaaa"), Self.item("bb"), Self.item("cccccc")]
      items[number].expires = 1000 + length
      queue.add(items, now: 1)
      let entries = rundown(queue, for: 60)
      let own = entries.filter { $0.item.id == items[number].id }
      #expect(own.allSatisfy { $0.start < 1000 + length }, "\(text(own)) for \(length) s")
      #expect(length < 12 || own.count >= Int(length / 12))
      #expect(entries.last.map { $0.start > 1050 } == true)
    }
  }

  @Test("A rundown has new headlines of feeds next, or in their order, as the crawl", arguments: [true, false])
  func newHeadlines(newComeNext: Bool) {
    var queue = ItemQueue()
    queue.settings.newComeNext = newComeNext
    var late = Self.item("new") { $0.notBefore = WallTime(seconds: 1006) }
    var (old, channel) = (Self.item("old"), Self.item("ch"))
    (late.id.feed, old.id.feed, late.isNew, late.published) = ("feed", "feed", true, 1)
    (channel.id.feed, channel.place, channel.isNew) = ("mqtt", 1, true)
    queue.add([old, Self.item("aaaa"), late, channel], now: 999)
    #expect(queue.comesNext(late) == newComeNext && !queue.comesNext(old) && !queue.comesNext(channel))
    late.airing.placing = .queue
    #expect(!queue.comesNext(late))
    let entries = rundown(queue, for: 12)
    #expect(entries.first { $0.item.title == "new" }?.placing == (newComeNext ? .next : .queue))
  }

  @Test("What breaks in at its time stops the others for as long as it is held") func breakIn() {
    var queue = ItemQueue()
    queue.settings.hasBreakIns = true
    let late = Self.item("late") {
      ($0.placing, $0.hold, $0.notBefore) = (.breakIn, .time(10), WallTime(seconds: 1006))
    }
    queue.add([Self.item("aaaa"), late], now: 1)
    #expect(text(rundown(queue, for: 20)) == ["aaaa 0-19", "aaaa 4-23", "late 6-16", "aaaa 18-27"])
    var open = late
    open.airing.hold = .acknowledged
    queue.add([open], now: 2)
    #expect(text(rundown(queue, for: 20)) == ["aaaa 0-", "aaaa 4-", "late 6-"])
  }

  @Test("It begins with what is in the view, and goes on from there") func goesOn() {
    var queue = ItemQueue()
    let items = [Self.item("aaaa"), Self.item("bb"), Self.item("cccccc")]
    queue.add(items, now: 1)
    var place = Rundown.Place()
    (place.shown, place.inView, place.wait) = ([items[0].id, items[1].id], [(items[1], 3)], 2)
    #expect(text(rundown(queue, for: 9, place)) == ["bb 0-3", "cccccc 2-13", "aaaa 8-17"])
  }

  @Test("Without anything it waits for what is to come, and has an end") func nothing() {
    var queue = ItemQueue()
    #expect(rundown(queue, for: 3600).isEmpty)
    queue.add([Self.item("aaaa") { $0.notBefore = WallTime(seconds: 1500) }], now: 1)
    #expect(text(rundown(queue, for: 505)) == ["aaaa 500-509", "aaaa 504-513"])
    queue.add([Self.item("b") { $0.every = 1000 }], now: 1)
    #expect(rundown(queue, for: 10).isEmpty == false)
  }
}
