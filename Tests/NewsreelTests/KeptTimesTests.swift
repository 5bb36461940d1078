import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

/// Times of headlines in the controller of a crawl, in virtual time.
@Suite("Times of headlines that stay") struct KeptTimesTests {
  private final class Desk {
    private let home: VirtualHome
    var system: VirtualSystem { home.system }
    private(set) var feeds: NewsDesk

    init() throws {
      let home = try VirtualHome()
      self.home = home
      feeds = home.system.run { Self.start() }
    }

    private static func start() -> NewsDesk {
      let feeds = NewsDesk(
        feeds: [], options: NewsFeeds(), takesJSONLines: true, crawl: CrawlScene(), color: { Color(rgb: UInt32($0)) },
        readState: UserPaths.readState)
      feeds.open(in: RunLoop(), time: { monotonicNow() }, onChange: { _ in })
      return feeds
    }

    func restart() {
      feeds.close()
      feeds = Self.start()
    }

    func advance(to time: Seconds) {
      system.now = time
      _ = feeds.service(now: time)
    }

    func receive(_ line: String) {
      Array(line.utf8).withUnsafeBytes { feeds.receive(line: $0) }
      _ = feeds.service(now: .infinity)
    }

    var times: [String: UnixTime] {
      Dictionary(feeds.queue.items.map { ($0.id.guid, $0.arrived) }, uniquingKeysWith: { first, _ in first })
    }
  }

  @Test(
    "A topic that is brought back keeps the times of its headlines, and their order",
    arguments: [TopicAction.undo, .turn(0, on: true), .showAll])
  func topic(_ action: TopicAction) throws {
    let desk = try Desk()
    try desk.system.run {
      let channel = try BrokerAddress("mqtt://broker.example.org/lobby")
      desk.feeds.join(channel)
      for (number, name) in ["one", "two", "three"].enumerated() {
        desk.advance(to: Double(100 * number))
        var item = NewsItem(guid: name, title: name)
        item.id.feed = channel.description
        desk.feeds.receive(.items([item], feed: channel.description))
        desk.receive(#"{"id":"line \#(number)","text":"line \#(number)","topic":"Mail"}"#)
      }
      let (times, titles) = (desk.times, desk.feeds.queue.ordered.map(\.title))
      #expect(Set(times.values) == [1_790_000_000, 1_790_000_100, 1_790_000_200] && times.count == 6)
      #expect(titles.filter { !$0.hasPrefix("line") } == ["three", "two", "one"])
      for _ in 0..<2 {
        desk.feeds.perform(.switchOff(0), at: desk.system.now)
        #expect(desk.feeds.newsroom.onAir.items.count == 3)
        desk.advance(to: desk.system.now + 3)
        desk.feeds.perform(action, at: desk.system.now)
        desk.advance(to: desk.system.now + 50)
        #expect(desk.times == times)
        #expect(desk.feeds.queue.recent.map(\.title).filter { !$0.hasPrefix("line") } == ["three", "two", "one"])
        #expect(desk.feeds.queue.ordered.map(\.title).filter { !$0.hasPrefix("line") } == ["three", "two", "one"])
      }
    }
  }

  @Test("A line that is sent again with its ID keeps its time") func sentAgain() throws {
    let desk = try Desk()
    desk.system.run {
      for (time, text) in [(0.0, "A"), (100, "A, corrected"), (200, "A, once more")] {
        desk.advance(to: time)
        desk.receive(#"{"id":"a","text":"\#(text)"}"#)
        #expect(desk.times == ["a": 1_790_000_000] && desk.feeds.queue.items.map(\.title) == [text])
      }
    }
  }

  @Test("The history is written while a headline comes each second, and the next start has it") func history() throws {
    let desk = try Desk()
    desk.system.run {
      var problem: Failure?
      func kept() -> [NewsItem] { HeadlineHistory.items(UserPaths.headlines, problem: &problem) }
      for second in 1...12 {
        desk.system.now = Double(second)
        Array(#"{"id":"\#(second)","text":"No \#(second)"}"#.utf8).withUnsafeBytes { desk.feeds.receive(line: $0) }
        _ = desk.feeds.service(now: monotonicNow())
        #expect(kept().count >= second - 4, "after \(second) s")
      }
      desk.restart()
      #expect(kept().map(\.title) == (1...12).reversed().map { "No \($0)" } && problem == nil)
      for (item, second) in zip(kept(), (1...12).reversed()) {
        #expect((0...1).contains(item.arrived - UnixTime(seconds: 1_790_000_000 + second)))
      }
      // The same lines to the next start: each is there once, with the time that it had.
      desk.system.now = 100
      desk.receive(#"{"id":"12","text":"No 12"}"#)
      desk.advance(to: 110)
      desk.restart()
      #expect(kept().count == 12 && kept().first?.arrived == UnixTime(seconds: 1_790_000_012))
    }
  }

  @Test("Chips have their names, colours and order at each start") func chips() throws {
    let desk = try Desk()
    desk.system.run {
      let lines = ["Mail", "News", "Sport"].map { #"{"text":"of \#($0)","topic":"\#($0)"}"# }
      for line in lines { desk.receive(line) }
      func chips() -> [Token] { desk.feeds.tokens(now: 0) }
      let before = chips()
      #expect(before.map(\.label) == ["Mail", "News", "Sport"])
      for order in [lines, lines] {
        desk.restart()
        desk.system.now += 100
        for line in order { desk.receive(line) }
        #expect(chips().map(\.label) == before.map(\.label) && chips().map(\.dot) == before.map(\.dot))
      }
    }
  }
}
