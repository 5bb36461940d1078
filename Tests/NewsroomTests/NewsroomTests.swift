import ScrollCore
import Testing

@testable import Newsroom
@testable import Newswire

/// What laws do not say of single steps.
@Suite("The newsroom") struct NewsroomTests {
  private func time(_ seconds: Double) -> NewsTime {
    NewsTime(wall: UnixTime(seconds: 1_790_000_000 + seconds), loop: seconds, offset: { _ in 0 })
  }

  private func item(_ guid: String, _ title: String? = nil, change: (inout NewsItem) -> Void = { _ in }) -> NewsItem {
    var item = NewsItem(guid: guid, title: title ?? "No \(guid)")
    change(&item)
    return item
  }

  @Test("To undo the addition of a dropped feed takes it off the list, once; any other is only off")
  func undoOfDropped() throws {
    let feeds = try ["https://a.example/feed", "https://b.example/feed"].map { try FeedSpec(url: $0) }
    var newsroom = Newsroom()
    _ = newsroom.perform(
      .follow(FeedSelection(feeds.map { FeedSelection.Feed($0, title: nil, isOn: true) }, filters: [:])), at: time(0))
    _ = newsroom.perform(.dropped(feed: feeds[0].url), at: time(1))
    func told(_ action: TopicAction) -> [String] {
      newsroom.perform(.topic(action), at: time(2)).compactMap { change in
        switch change {
        case .takenOff(let feed): "\(feed) is taken off"
        case .chosen(let feed, let isOn): "\(feed) is \(isOn ? "on" : "off")"
        default: nil
        }
      }
    }
    #expect(told(.undo) == ["\(feeds[0].url) is taken off"])
    #expect(told(.switchOff(0)) == ["\(feeds[0].url) is off"])
    #expect(told(.undo) == ["\(feeds[0].url) is on"])
    #expect(told(.undo) == [])
  }

  @Test("What has waited comes before what has come since, in its order") func quietOrder() {
    var newsroom = Newsroom()
    _ = newsroom.perform(.setQuiet(true), at: time(0))
    for number in 1...3 {
      _ = newsroom.receive(.added([item("\(number)")]), at: time(0))
      if number < 3 { _ = newsroom.advance(to: time(0)) }
    }
    #expect(newsroom.waiting.map(\.id.guid) == ["1", "2"] && newsroom.pending.map(\.id.guid) == ["3"])
    _ = newsroom.perform(.setQuiet(false), at: time(0))
    _ = newsroom.advance(to: time(0))
    #expect(newsroom.queue.items.map(\.id.guid) == ["1", "2", "3"])
  }

  @Test("What joins in one batch has arrived when it came, each") func arrivals() {
    var newsroom = Newsroom()
    for (seconds, name) in [(10.0, "a"), (10.05, "b")] {
      _ = newsroom.receive(.added([item(name)]), at: time(seconds))
    }
    _ = newsroom.advance(to: time(10.1))
    #expect(newsroom.queue.items.map(\.arrived) == [time(10).wall, time(10.05).wall])
  }

  @Test("What waits and is sent again keeps its arrival, or has the one that it is sent with", arguments: [nil, 50.0])
  func waitingAgain(arrived: Double?) {
    var newsroom = Newsroom()
    _ = newsroom.perform(.setQuiet(true), at: time(0))
    let first = item("a") { $0.timeToLive = 10_000 }
    let again = item("a", "Corrected") { $0.arrived = arrived.map { time($0).wall } ?? .epoch }
    for (seconds, item) in [(10.0, first), (60, again)] {
      _ = newsroom.receive(.added([item]), at: time(seconds))
      _ = newsroom.advance(to: time(seconds))
    }
    #expect(newsroom.waiting.map(\.title) == ["Corrected"])
    _ = newsroom.perform(.setQuiet(false), at: time(100))
    _ = newsroom.advance(to: time(100))
    #expect(newsroom.queue.items.map(\.arrived) == [time(arrived ?? 10).wall])
  }

  @Test("An item for some cycles has had those before it was corrected, but not those before it became urgent")
  func correctedCycles() {
    for placing in [Airing.Placing.queue, .breakIn] {
      var queue = ItemQueue()
      queue.add([item("a") { $0.airing.hold = .cycles(3) }], now: time(0).wall)
      let id = queue.items[0].id
      queue.noteCycle(of: id)
      queue.add([item("a") { ($0.airing.hold, $0.airing.placing) = (.cycles(3), placing) }], now: time(1).wall)
      var count = 0
      while queue.holds(id), count < 9 {
        queue.noteCycle(of: id)
        count += 1
      }
      #expect(count == (placing == .breakIn ? 3 : 2))
    }
  }

  @Test("A feed with a colour leaves its former one to others, and has it again without", arguments: [true, false])
  func ownColors(isGiven: Bool) throws {
    let plain = try FeedSpec(url: "https://a.example/feed")
    var colored = plain
    colored.color = "#ff0000"
    var colors = TopicColors()
    let number = colors.number(of: plain.url, besides: [])
    // Another one that would have the same.
    let others = (0..<1000).map { "https://\($0).example/feed" }
    let other = others.first { colors.number(of: $0, besides: []) == number }
    var topics = Topics()
    for isColored in [!isGiven, isGiven] { topics.add(isColored ? colored : plain) }
    topics.add(try FeedSpec(url: try #require(other)))
    #expect(topics.entries[0].colorNumber == number && (topics.entries[1].colorNumber == number) == isGiven)
  }

  @Test("A topic that is gone for good leaves its colour to others", arguments: [true, false])
  func goneColor(isGone: Bool) throws {
    let feed = try FeedSpec(url: "https://a.example/feed")
    var colors = TopicColors()
    let number = colors.number(of: feed.url, besides: [])
    let others = (0..<2000).map { "https://\($0).example/feed" }.filter { colors.number(of: $0, besides: []) == number }
    var topics = Topics()
    topics.add(feed)
    if isGone { topics.setGone(0, true) }
    topics.add(try FeedSpec(url: others[0]))
    #expect(topics.entries[0].colorNumber == number && (topics.entries[1].colorNumber == number) == isGone)
    // One that comes back has it again.
    topics.setGone(1, true)
    topics.setGone(0, false)
    topics.add(try FeedSpec(url: others[1]))
    #expect(topics.entries[2].colorNumber != number)
  }

  @Test("A headline that changes its item or its key for ever is known by the last ones alone")
  func numbersAreBounded() {
    var numbers = HeadlineNumbers()
    var former: NewsItem?
    for step in 0..<10_000 {
      // A score whose versions have IDs of their own: in the queue, and each after the other has left.
      var score = item("score \(step)") { $0.airing.key = "score" }
      numbers.identify(&score, replacing: step.isMultiple(of: 2) ? former : nil) { _ in false }
      #expect(score.headline?.number == 1)
      var other = item("other") { $0.airing.key = "\(step)" }
      numbers.identify(&other, replacing: nil) { _ in false }
      #expect(other.headline?.number == 2)
      former = score
    }
    #expect(numbers.count == 4)
    for step in 0..<10_000 {
      var line = item("line \(step)")
      numbers.identify(&line, replacing: nil) { _ in false }
      numbers.forget(except: former.map { [$0] } ?? [])
    }
    // The queue's stays, however old.
    var again = item("score, at last") { $0.airing.key = "score" }
    numbers.identify(&again, replacing: nil) { _ in false }
    #expect(numbers.count < 2500 && again.headline?.number == 1)
  }

  @Test("Of what has ended the latest is known, and the oldest is forgotten") func past() throws {
    var newsroom = Newsroom()
    var ids: [HeadlineID] = []
    for number in 0..<1300 {
      _ = newsroom.receive(.added([item("\(number)")]), at: time(Double(number)))
      _ = newsroom.advance(to: time(Double(number)))
      ids.append(try #require(newsroom.onAir.items.first?.headline))
      _ = newsroom.perform(.removeAll, at: time(Double(number)))
    }
    _ = newsroom.advance(to: time(1300))
    #expect(ids.suffix(900).map { newsroom.onAir.item($0)?.id.guid } == (400..<1300).map { "\($0)" })
    #expect(newsroom.onAir.item(ids[0]) == nil && newsroom.onAir.pastCount <= 1100)
  }

  @Test("A break-in that newer ones push out of the queue stays on the strip until it has been read") func pushedOut() {
    var settings = Newsroom.Settings()
    (settings.queue.hasBreakIns, settings.queue.maximumCount) = (true, 2)
    var newsroom = Newsroom(settings: settings)
    for number in 0..<4 {
      _ = newsroom.receive(.added([item("\(number)") { $0.airing.placing = .breakIn }]), at: time(Double(number)))
      for _ in 0..<2 { _ = newsroom.advance(to: time(Double(number))) }
    }
    #expect(newsroom.queue.items.count == 2 && newsroom.breakIns.items.map(\.id.guid) == ["0", "1", "2", "3"])
    _ = newsroom.perform(.breakInEnded(0), at: time(5))
    _ = newsroom.advance(to: time(5))
    #expect(newsroom.breakIns.items.map(\.id.guid) == ["1", "2", "3"])
  }

  @Test("Of more headlines than can wait the newest wait", arguments: [6, 7, 8, 20]) func mostWaiting(count: Int) {
    var settings = Newsroom.Settings()
    settings.queue.maximumCount = 3
    var newsroom = Newsroom(settings: settings)
    _ = newsroom.perform(.setQuiet(true), at: time(0))
    for number in 0..<count {
      _ = newsroom.receive(.added([item("\(number)")]), at: time(Double(number)))
      _ = newsroom.advance(to: time(Double(number)))
    }
    let waiting = newsroom.waiting.map(\.id.guid)
    #expect(waiting == (0..<count).suffix(waiting.count).map { "\($0)" } && (3...6).contains(waiting.count))
    _ = newsroom.perform(.setQuiet(false), at: time(30))
    _ = newsroom.advance(to: time(30))
    #expect(newsroom.onAir.items.map(\.id.guid) == (0..<count).suffix(3).map { "\($0)" })
  }

  @Test("A headline that has left lately keeps its number when it comes again, however many there have been")
  func numbersKept() throws {
    var newsroom = Newsroom()
    func show(_ number: Int) throws -> Int {
      _ = newsroom.receive(.added([item("\(number)")]), at: time(0))
      _ = newsroom.advance(to: time(0))
      defer { _ = newsroom.perform(.removeAll, at: time(0)) }
      return try #require(newsroom.onAir.items.first?.headline).number
    }
    var numbers: [Int] = []
    for number in 0..<4500 {
      numbers.append(try show(number))
      if number > 500, number % 100 == 0 { #expect(try show(number - 500) == numbers[number - 500], "\(number)") }
    }
    #expect(try show(0) != numbers[0])
  }
}
