import ScrollCore
import TestKit
import Testing

@testable import Base
@testable import Newsroom
@testable import Newswire

/// A feed at every start of the program but the first, in virtual time: what it kept, and what it reads again, is what a program
/// that ran on has.
@Suite("A feed at every start") struct SecondStartTests {
  /// What happens after the first reading.
  enum Later: String, CaseIterable {
    case runsOn, readsAgain, isNotModified, restarts, restartsAndReads, restartsUnmodified, reboots, rebootsTwice
  }

  /// The program: the state of its feed, with what it keeps, and the queue of its strip.
  private final class Reader {
    let system = VirtualSystem()
    let folder: TemporaryFolder
    var spec: FeedSpec
    let settings: ItemQueue.Settings
    let policy = RefreshPolicy()
    private(set) var state: FeedState
    var queue: ItemQueue
    private var cache: FeedCache { FeedCache(directory: folder.path) }

    init(_ settings: ItemQueue.Settings = .init()) throws {
      folder = try TemporaryFolder()
      spec = try FeedSpec(url: "https://example.org/feed")
      (self.settings, state, queue) = (settings, FeedState(spec), ItemQueue(settings: settings))
      system.now = 3000
    }

    func start() throws {
      (state, queue) = (FeedState(spec), ItemQueue(settings: settings))
      state.load(try cache.load(spec.url), now: monotonicNow(), time: wallClockNow(), policy: policy)
      queue.add(state.entry.items, now: wallClockNow())
    }

    /// The machine starts again, and its clock of the loop begins anew.
    func reboot() throws {
      let before = system.now
      system.now = 5
      system.setWallClock(ahead: before - 5)
      try start()
    }

    /// - Parameter feed: Nil if it was not modified.
    func read(_ feed: ParsedFeed?) throws {
      state.beginLook()
      if let feed {
        let news = state.update(with: feed, now: wallClockNow(), keeping: 200)
        queue.add(news.items, now: wallClockNow())
      }
      var response = HTTPResponse()
      response.status = feed == nil ? 304 : 200
      state.succeed(response, with: feed, policy: policy)
      try cache.save(state.entry)
    }

    /// Returns whether the failure is to be reported.
    @discardableResult
    func fail(_ reason: Reason) throws -> Bool {
      state.beginLook()
      defer { try? cache.save(state.entry) }
      return state.fail(reason, nil, policy: policy)
    }

    /// Reads a feed for the first time, and goes on a while later.
    func begin(_ later: Later, with feed: ParsedFeed) throws {
      try start()
      try read(feed)
      system.now += 1000
      switch later {
      case .runsOn: break
      case .readsAgain: try read(feed)
      case .isNotModified: try read(nil)
      case .restarts: try start()
      case .restartsAndReads:
        try start()
        try read(feed)
      case .restartsUnmodified:
        try start()
        try read(nil)
      case .reboots: try reboot()
      case .rebootsTwice:
        try reboot()
        try read(nil)
        try reboot()
        try read(feed)
      }
    }
  }

  /// The oldest first, one without a date, and one of tomorrow.
  private static func feed(at time: UnixTime) -> ParsedFeed {
    var feed = ParsedFeed()
    feed.title = "News"
    feed.items = [("Oldest", -30), ("Middle", -20), ("Newest", -1), ("Undated", nil), ("Ahead", 8)].map {
      title, hours in
      var item = NewsItem(guid: title, title: title, link: "https://example.org/\(title)")
      item.published = hours.map { time + Double($0) * 3600 }
      return item
    }
    return feed
  }

  private func shown(_ later: Later, _ settings: ItemQueue.Settings = .init()) throws -> (
    titles: [String], recent: [String], arrived: Set<UnixTime>
  ) {
    let reader = try Reader(settings)
    return try reader.system.run {
      try reader.begin(later, with: Self.feed(at: wallClockNow()))
      reader.queue.expire(now: wallClockNow())
      return (
        reader.queue.ordered.map(\.title), reader.queue.recent.map(\.title),
        Set(reader.state.entry.items.map(\.arrived))
      )
    }
  }

  @Test("Headlines keep their times and their order", arguments: Later.allCases) func order(_ later: Later) throws {
    let (titles, recent, arrived) = try shown(later)
    #expect(titles == ["Undated", "Ahead", "Newest", "Middle", "Oldest"])
    #expect(recent == titles)
    #expect(arrived == [1_790_003_000])
  }

  @Test("The newest of a feed, and of all, are the same", arguments: Later.allCases) func newest(_ later: Later) throws
  {
    var settings = ItemQueue.Settings()
    settings.maximumPerFeed = 3
    #expect(try shown(later, settings).titles == ["Undated", "Ahead", "Newest"])
    settings = .init()
    settings.maximumCount = 2
    #expect(try shown(later, settings).titles == ["Undated", "Ahead"])
    settings.ownFilters["https://example.org/feed"] = FeedFilter()
    settings.ownFilters["https://example.org/feed"]?.maximumCount = 1
    #expect(try shown(later, settings).titles == ["Undated"])
  }

  @Test("What is not too old stays", arguments: Later.allCases) func age(_ later: Later) throws {
    var settings = ItemQueue.Settings()
    settings.maximumAge = 86_400
    #expect(try shown(later, settings).titles == ["Undated", "Ahead", "Newest", "Middle"])
    // What has no date, or one of tomorrow, is as old as its arrival.
    settings.maximumAge = 999
    #expect(try shown(later, settings).titles == [])
    settings.maximumAge = 1001
    #expect(try shown(later, settings).titles == ["Undated", "Ahead"])
  }

  @Test("A cache with times of another clock is mended, in its order", arguments: [true, false])
  func mended(isRead: Bool) throws {
    let reader = try Reader()
    try reader.system.run {
      let now = wallClockNow()
      var entry = FeedCache.Entry(url: reader.spec.url)
      entry.items = Self.feed(at: now).items
      for (place, time) in [40_000.0, 40_000.2, 40_000.4, 41_000, 40_999].enumerated() {
        entry.items[place].arrived = UnixTime(seconds: time)
      }
      entry.looked = now - 600
      try FeedCache(directory: reader.folder.path).save(entry)
      try reader.start()
      if isRead { try reader.read(Self.feed(at: now)) }
      #expect(reader.queue.ordered.map(\.title) == ["Undated", "Ahead", "Newest", "Middle", "Oldest"])
      let arrived = reader.state.entry.items.map(\.arrived)
      #expect(arrived.allSatisfy { now - 601 < $0 && $0 < now - 600 } && Set(arrived).count == 5)
      // And it stays so.
      reader.system.now += 50
      try reader.read(nil)
      try reader.start()
      #expect(reader.state.entry.items.map(\.arrived) == arrived)
    }
  }

  @Test("A history with times of another clock is in the order of its lines") func history() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/headlines"
    for (number, arrived) in ([1_790_000_000, 40_000, 1_790_000_100, 40_100] as [UnixTime]).enumerated() {
      var history = HeadlineHistory(path: path)
      var item = NewsItem(guid: "\(number)", title: "\(number)")
      item.arrived = arrived
      history.note([item])
      try history.save()
    }
    var problem: Failure?
    let items = HeadlineHistory.items(path, problem: &problem)
    #expect(problem == nil && items.map(\.title) == ["3", "2", "1", "0"])
    #expect(items.map(\.shownTime) == [1_790_000_100, 1_790_000_100, 1_790_000_100, 1_790_000_000])
  }

  @Test("A restart with an unchanged interval waits as long as before", arguments: [nil, 300, 7200] as [Double?])
  func pace(interval: Double?) throws {
    let system = VirtualSystem()
    let folder = try TemporaryFolder()
    try system.run {
      var spec = try FeedSpec(url: "https://example.org/feed")
      spec.interval = interval
      let (cache, policy) = (FeedCache(directory: folder.path), RefreshPolicy())
      let first = FeedState(spec)
      first.load(nil, now: monotonicNow(), time: wallClockNow(), policy: policy)
      _ = first.update(with: Self.feed(at: wallClockNow()), now: wallClockNow(), keeping: 200)
      first.succeed(HTTPResponse(), with: Self.feed(at: wallClockNow()), policy: policy)
      try cache.save(first.entry)
      let due = first.deadline
      #expect(due > 200)
      for _ in 0..<3 {
        system.now += 40
        let second = FeedState(spec)
        second.load(try cache.load(spec.url), now: monotonicNow(), time: wallClockNow(), policy: policy)
        #expect(abs(second.deadline - due) < 0.01 && !second.isDue(now: monotonicNow()))
        #expect(second.restingStatus(now: monotonicNow())?.outcome == .read)
      }
    }
  }

  @Test("A feed fails since its first failure, also after restarts, until it is read") func failing() throws {
    let reader = try Reader()
    try reader.system.run {
      try reader.start()
      try reader.read(Self.feed(at: wallClockNow()))
      let first = wallClockNow() + 100
      for reason in ["no answer", "no answer", "404 Not Found", "no answer"].map(Reason.init) {
        reader.system.now += 100
        try reader.fail(reason)
        #expect(reader.state.entry.problemSince == first && reader.state.entry.problem == reason)
        try reader.start()
      }
      reader.system.now += 100
      try reader.read(nil)
      try reader.start()
      #expect(reader.state.entry.problemSince == nil && reader.state.entry.problem == nil)
      reader.system.now += 100
      try reader.fail(Reason("no answer"))
      #expect(reader.state.entry.problemSince == wallClockNow())
      // An account's rounds tell the same.
      let round = FeedState(reader.spec)
      round.load(nil, now: monotonicNow(), time: wallClockNow())
      let start = wallClockNow()
      for reason in ["no answer", "403"].map(Reason.init) {
        round.endRound(reason, next: monotonicNow() + 60)
        reader.system.now += 100
        #expect(round.entry.problemSince == start && round.entry.problem == reason)
      }
      round.endRound(nil, next: 0)
      #expect(round.entry.problemSince == nil)
    }
  }

  @Test("A line sent again with its ID keeps its arrival, and its place among the lines") func sentAgain() {
    func line(_ id: String, _ text: String) -> NewsItem { NewsItem(guid: id, title: text) }
    var settings = ItemQueue.Settings()
    settings.maximumAge = 500
    var queue = ItemQueue(settings: settings)
    queue.add([line("a", "A")], now: 1_790_000_100)
    queue.add([line("b", "B")], now: 1_790_000_200)
    for time in [1_790_000_300, 1_790_000_400] as [UnixTime] {
      queue.add([line("a", "A at \(time.wholeSeconds)")], now: time)
      #expect(queue.items.map(\.arrived) == [1_790_000_100, 1_790_000_200])
      #expect(queue.ordered.map(\.title) == ["A at \(time.wholeSeconds)", "B"])
      #expect(queue.nextExpiry == 1_790_000_600)
    }
    queue.expire(now: 1_790_000_600)
    #expect(queue.items.map(\.title) == ["B"])
  }

  @Test(
    "Headlines have the user's name of their feed as topic, or else its own", arguments: Later.allCases,
    [nil, "Mine"] as [String?])
  func topics(_ later: Later, label: String?) throws {
    let reader = try Reader()
    reader.spec.label = label
    try reader.system.run {
      try reader.begin(later, with: Self.feed(at: wallClockNow()))
      #expect(reader.queue.items.count == 5 && reader.queue.items.allSatisfy { $0.topic == label ?? "News" })
      // The user has given another name meanwhile.
      reader.spec.label = "Other"
      try reader.start()
      #expect(reader.queue.items.count == 5 && reader.queue.items.allSatisfy { $0.topic == "Other" })
    }
  }

  @Test("What a feed has added is new, and nothing else", arguments: Later.allCases) func isNew(_ later: Later) throws {
    let reader = try Reader()
    try reader.system.run {
      var feed = Self.feed(at: wallClockNow())
      try reader.begin(later, with: feed)
      #expect(reader.queue.items.allSatisfy { !$0.isNew })
      for title in ["Extra", "Another"] {
        feed.items.insert(NewsItem(guid: title, title: title), at: 0)
        try reader.read(feed)
        #expect(reader.queue.items.filter(\.isNew).map(\.title).last == title)
        reader.system.now += 1000
        reader.queue.expire(now: wallClockNow())
        try reader.read(feed)
        #expect(reader.queue.items.allSatisfy { !$0.isNew })
        try reader.start()
      }
    }
  }

  @Test("A failure after a sound answer is the first of a row, and is reported", arguments: [true, false])
  func rows(isModified: Bool) throws {
    let reader = try Reader()
    try reader.system.run {
      let feed = Self.feed(at: wallClockNow())
      try reader.start()
      try reader.read(feed)
      for _ in 0..<3 {
        for (place, least) in [112.5, 225, 450].enumerated() {
          reader.system.now += 10
          #expect(try reader.fail(Reason("no answer")) == (place == 0))
          let wait = reader.state.deadline - monotonicNow()
          #expect((least...least * 1.11).contains(wait), "\(wait)")
        }
        try reader.read(isModified ? feed : nil)
        #expect(reader.state.deadline - monotonicNow() >= 900)
      }
    }
  }
}
