import ScrollCore
import TestKit
import Testing

@testable import Newsroom
@testable import Newswire

/// The news through random histories: what holds whatever has come, was done and has passed.
@Suite("Laws of the newsroom") struct NewsroomLawTests {
  /// A step of a history, which can be done again.
  private enum Step {
    case report(SourceReport)
    case action(NewsAction)
    case time(Double)
  }

  /// A newsroom and its clock.
  private struct Room {
    var newsroom = Newsroom()
    var time = 0.0
    var changes: [NewsroomChange] = []
    var now: NewsTime {
      NewsTime(wall: UnixTime(seconds: 1_790_000_000 + time), loop: time, offset: { _ in 0 })
    }

    init() {
      for feed in NewsroomLawTests.feeds { changes += newsroom.perform(.follow(feed), at: now) }
    }

    mutating func take(_ step: Step) {
      switch step {
      case .report(let report): changes += newsroom.receive(report, at: now)
      case .action(let action): changes += newsroom.perform(action, at: now)
      case .time(let seconds): time += seconds
      }
    }

    mutating func advance() { changes += newsroom.advance(to: now) }

    /// All that it has, in words.
    var told: [String] {
      [
        "\(newsroom.queue.items)", "\(newsroom.onAir.items)", "\(newsroom.waiting)", "\(newsroom.pending)",
        "\(newsroom.topics.entries.map { "\($0.name) \($0.isOn) \($0.isGone)" })",
        "\(newsroom.breakIns.items)", "\(newsroom.cycle) \(newsroom.isQuiet) \(newsroom.canUndo)",
      ]
    }
  }

  private static let names = ["a", "b", "c"]
  private static func url(_ name: String) -> String { "https://\(name).example/feed" }
  private static let feeds: [FeedSelection] = [selection(names)]

  private static func selection(_ names: [String]) -> FeedSelection {
    FeedSelection(
      names.compactMap { name in
        (try? FeedSpec(url: url(name), label: name)).map { FeedSelection.Feed($0, title: nil, isOn: true) }
      }, filters: [:])
  }

  private static func item(_ number: Int, _ random: inout SeededRandom) -> (NewsItem, feed: String?) {
    let feed = Int.random(in: 0..<4, using: &random)
    // One story of two feeds is shown once: these are no stories of two feeds.
    var item = NewsItem(guid: "\(number)", title: "No \(number) of \(feed)", link: "https://x.example/\(number)")
    if feed < names.count {
      item.id.feed = url(names[feed])
      item.isNew = Bool.random(using: &random)
    } else if Bool.random(using: &random) {
      item.topic = ["Mail", "Disk"][number % 2]
    }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: item.airing.placing = .breakIn
    case 1: (item.airing.placing, item.airing.hold) = (.breakIn, .acknowledged)
    case 2: item.airing.hold = .time(40)
    case 3: item.timeToLive = 60
    case 4: item.airing.key = "k\(number % 3)"
    case 5: item.airing.priority = number % 5
    default: break
    }
    return (item, feed < names.count ? url(names[feed]) : nil)
  }

  private static func step(_ random: inout SeededRandom) -> Step {
    let number = Int.random(in: 0..<40, using: &random)
    switch Int.random(in: 0..<16, using: &random) {
    case 0...6:
      let (item, feed) = item(number, &random)
      return .report(feed.map { .items([item], feed: $0) } ?? .added([item]))
    case 7: return .report(.withdrawn(["\(number)"], feed: url(names[number % 3])))
    case 8: return .action(.topic(.turn(number % 3, on: number % 2 == 0)))
    case 9: return .action(.topic([.switchOff(number % 3), .turn(number % 3, on: true), .undo, .showAll][number % 4]))
    case 10: return .action(.read(number % 3 > 0, link: "https://x.example/\(number)"))
    case 11: return .action(.setQuiet(number % 2 == 0))
    case 12: return .action(.acknowledge(named: number % 2 == 0 ? [] : ["\(number)"]))
    case 13: return .report(.switched(topic: ["Mail", "a"][number % 2], isOn: number % 3 > 0))
    case 14: return .action(.follow(selection(Array(names.prefix(1 + number % 3)))))
    default: return .time(Double(number))
    }
  }

  private func history(_ seed: UInt64) -> [Step] {
    var random = SeededRandom(seed: seed)
    return (0..<120).map { _ in Self.step(&random) }
  }

  @Test("The same history makes the same news, whatever was asked meanwhile", arguments: 1...8)
  func replay(_ seed: UInt64) {
    var (one, other) = (Room(), Room())
    for (place, step) in history(seed).enumerated() {
      for room in 0..<2 {
        room == 0 ? one.take(step) : other.take(step)
        if place % 3 == 0 { room == 0 ? one.advance() : other.advance() }
      }
      let newsroom = one.newsroom
      _ = (newsroom.recent, newsroom.coming, newsroom.polledFeeds, newsroom.nextChange(after: one.now))
      _ = newsroom.onAir.items.map { $0.headline.flatMap(newsroom.onAir.ending) }
      // A copy that is moved forward is another one.
      var copy = newsroom
      _ = copy.advance(to: NewsTime(wall: one.now.wall + 5000, loop: one.time + 5000, offset: { _ in 0 }))
    }
    #expect(one.told == other.told)
  }

  @Test("What is on the air is on it once, of topics that are on, by priority", arguments: 1...8)
  func onAir(_ seed: UInt64) throws {
    var room = Room()
    for (place, step) in history(seed).enumerated() {
      room.take(step)
      room.advance()
      let newsroom = room.newsroom
      let ids = newsroom.onAir.items.map(\.id)
      try #require(Set(ids).count == ids.count, "step \(place)")
      try #require(Set(newsroom.queue.items.map(\.id)).isSuperset(of: ids), "step \(place)")
      try #require(newsroom.onAir.items.allSatisfy { newsroom.topics.isOn($0.topicID) }, "step \(place)")
      let priorities = newsroom.onAir.items.map(newsroom.queue.priority)
      try #require(priorities == priorities.sorted(by: >), "step \(place)")
      // What is nowhere else than on the air is not waiting, too.
      try #require(Set(newsroom.waiting.map(\.id)).isDisjoint(with: ids), "step \(place)")
    }
  }

  @Test("A moment that has been reached brings nothing more", arguments: 1...8) func twice(_ seed: UInt64) throws {
    var room = Room()
    for (place, step) in history(seed).enumerated() {
      room.take(step)
      room.advance()
      let (before, count) = (room.told, room.changes.count)
      room.advance()
      try #require(room.told == before && room.changes.count == count, "step \(place)")
    }
  }

  @Test("What is received twice counts once", arguments: 1...8) func receivedTwice(_ seed: UInt64) throws {
    var (one, other) = (Room(), Room())
    for step in history(seed) {
      one.take(step)
      other.take(step)
      if case .report = step { other.take(step) }
      one.advance()
      other.advance()
    }
    // Each break-in has come once, and each item has its place.
    #expect(one.newsroom.onAir.items.map(\.id) == other.newsroom.onAir.items.map(\.id))
    #expect(one.newsroom.breakIns.count == other.newsroom.breakIns.count)
    #expect(one.newsroom.waiting.map(\.id) == other.newsroom.waiting.map(\.id))
  }

  @Test("An action on topics and its undo leave what is on the air as it was", arguments: 1...8)
  func undo(_ seed: UInt64) throws {
    var room = Room()
    var random = SeededRandom(seed: seed &+ 1000)
    for (place, step) in history(seed).enumerated() {
      room.take(step)
      room.advance()
      let id = Int.random(in: 0..<3, using: &random)
      let actions: [TopicAction] = [.turn(id, on: false), .switchOff(id), .only(id)]
      guard let action = actions.randomElement(using: &random) else { continue }
      let states = room.newsroom.topics.entries.map(\.isOn)
      var tried = room
      tried.take(.action(.topic(action)))
      guard tried.newsroom.topics.entries.map(\.isOn) != states else { continue }
      tried.advance()
      tried.take(.action(.topic(.undo)))
      tried.advance()
      try #require(tried.newsroom.topics.entries.map(\.isOn) == states, "step \(place): \(action)")
      let (before, after) = (room.newsroom.onAir.items, tried.newsroom.onAir.items)
      try #require(Set(after.map(\.id)) == Set(before.map(\.id)), "step \(place): \(action)")
      try #require(after.allSatisfy { item in before.contains { $0.id == item.id && $0.arrived == item.arrived } })
    }
  }

  @Test("Each headline has a number of its own, and keeps it whatever happens to it", arguments: 1...8)
  func numbers(_ seed: UInt64) throws {
    var room = Room()
    var numbers: [NewsItem.ID: Int] = [:]
    for (place, step) in history(seed).enumerated() {
      let former = Dictionary(room.newsroom.queue.items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      room.take(step)
      room.advance()
      let items = room.newsroom.queue.items
      let own = items.compactMap(\.headline?.number)
      try #require(own.count == items.count && Set(own).count == own.count, "step \(place)")
      for item in items {
        let headline = try #require(item.headline)
        if let known = numbers[item.id], former[item.id] != nil {
          try #require(headline.number == known, "step \(place): \(item.id)")
        }
        // Another version says something else.
        if let old = former[item.id], old.headline == headline { try #require(old.reads(as: item), "step \(place)") }
        numbers[item.id] = headline.number
      }
      for item in room.newsroom.onAir.items {
        let id = try #require(item.headline)
        try #require(room.newsroom.onAir.ending(id) == nil && room.newsroom.onAir.item(id) == item, "step \(place)")
      }
    }
  }

  @Test("What nobody ends stays, shown or waiting, whatever else comes", arguments: 1...8)
  func nothingIsLost(_ seed: UInt64) throws {
    var room = Room()
    var random = SeededRandom(seed: seed &+ 2000)
    var known: Set<NewsItem.ID> = []
    for place in 0..<150 {
      let step = Self.step(&random)
      switch step {
      case .report(.items(let items, _)), .report(.added(let items)):
        // Only what nothing ends by itself, and nothing replaces, has to stay.
        for item in items { if item.stays { known.insert(item.id) } else { known.remove(item.id) } }
      case .report(.withdrawn), .action(.topic), .action(.follow), .action(.acknowledge): continue
      default: break
      }
      room.take(step)
      room.advance()
      let there = Set((room.newsroom.queue.items + room.newsroom.coming).map(\.id))
      try #require(there.isSuperset(of: known), "step \(place)")
      let isOn = { (item: NewsItem) in room.newsroom.topics.isOn(item.topicID) }
      let shown = Set(room.newsroom.onAir.items.map(\.id))
      let queued = room.newsroom.queue.items.filter { known.contains($0.id) && isOn($0) && !$0.isRead }
      try #require(shown.isSuperset(of: queued.map(\.id)), "step \(place)")
    }
  }
}

extension NewsItem {
  /// Whether nothing ends it by itself, and nothing takes its place.
  fileprivate var stays: Bool { airing == Airing() && timeToLive == nil }
}
