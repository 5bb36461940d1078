import Glibc
import ScrollCore
import TestKit
import TestTags
import Testing

@testable import Base
@testable import Newswire

/// What a program that is started again knows of when each feed was asked.
@Suite("The pace across restarts", .serialized, .tags(.network)) struct PaceTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private final class Log {
    weak var crawler: FeedCrawler?
    var titles: [String] = []
    var statuses: [FeedStatus] = []
  }

  private func start(
    _ specs: [FeedSpec], interval: Double = 900, adding new: FeedSpec? = nil
  ) -> (RunLoop, Log) {
    var settings = CrawlerSettings()
    settings.policy.interval = interval
    settings.policy.shortest = 0.1
    settings.cacheDirectory = directory.file("feeds")
    settings.keepsPace = true
    let (loop, log) = (RunLoop(), Log())
    let crawler = FeedCrawler(feeds: specs, settings: settings) { event in
      switch event {
      case .items(let items, _): log.titles += items.map(\.title)
      case .status(let status): log.statuses.append(status)
      case .withdrawn, .marked, .described, .picture, .error, .account, .stopped: break
      }
    }
    if let new { crawler.add(new) }
    log.crawler = crawler
    loop.add(crawler)
    return (loop, log)
  }

  private static func feed(_ name: String) -> FaultServer.Step {
    .answer(body: "<rss><channel><item><title>\(name)</title></item></channel></rss>")
  }

  @Test("A restart asks only what is due, and shows the rest") func restart() throws {
    let server = try FaultServer { request in [Self.feed(request.path)] }
    defer { server.stop() }
    let rare = try FeedSpec(url: server.url("/rare"))
    var often = try FeedSpec(url: server.url("/often"))
    often.interval = 0.1
    let (first, log) = start([rare, often])
    #expect(run(first) { log.statuses.count >= 2 })
    first.removeAll()
    usleep(200_000)
    let (second, later) = start([rare, often])
    #expect(run(second) { server.requests.count { $0 == "/often" } >= 3 && Set(later.titles).count == 2 })
    second.removeAll()
    #expect(server.requests.count { $0 == "/rare" } == 1)
    let resting = try #require(later.statuses.first { $0.url == rare.url })
    #expect(resting.outcome == .read && resting.count == 1 && (resting.nextLook ?? .epoch) > wallClockNow())
  }

  @Test("What the user wants more often by now is asked so") func shorter() throws {
    let server = try FaultServer { request in [Self.feed(request.path)] }
    defer { server.stop() }
    var spec = try FeedSpec(url: server.url("/feed"))
    let (first, log) = start([spec])
    #expect(run(first) { log.statuses.count == 1 })
    first.removeAll()
    spec.interval = 0.1
    let (second, _) = start([spec])
    #expect(run(second) { server.requests.count == 2 })
    second.removeAll()
  }

  @Test("A clock that was turned back has it asked at once") func turnedBack() throws {
    let server = try FaultServer { request in [Self.feed(request.path)] }
    defer { server.stop() }
    let spec = try FeedSpec(url: server.url("/feed"))
    let (first, log) = start([spec])
    #expect(run(first) { log.statuses.count == 1 })
    first.removeAll()
    let cache = FeedCache(directory: directory.file("feeds"))
    var entry = try #require(try cache.load(spec.url))
    #expect(entry.due.map { $0 > wallClockNow() + 700 } == true)
    entry.looked = wallClockNow() + 3600
    entry.due = wallClockNow() + 7200
    try cache.save(entry)
    let (second, _) = start([spec])
    #expect(run(second) { server.requests.count == 2 })
    second.removeAll()
  }

  @Test(
    "What a server has asked for before it ever had a feed is remembered",
    arguments: [("429 Slow", ["Retry-After: 3600"]), ("429 Slow", []), ("503 Later", ["Retry-After: 3600"])])
  func askedForPatience(status: String, headers: [String]) throws {
    let server = try FaultServer { _ in [.answer(status, headers)] }
    defer { server.stop() }
    let spec = try FeedSpec(url: server.url("/feed"))
    let (first, log) = start([spec])
    #expect(run(first) { log.statuses.count == 1 })
    first.removeAll()
    let (second, later) = start([spec])
    #expect(run(second) { later.statuses.count == 1 })
    run(second, limit: 0.3) { false }
    #expect(server.requests.count == 1)
    #expect(later.statuses[0].outcome == .failed && later.statuses[0].reason == log.statuses[0].reason)
    #expect((later.statuses[0].nextLook ?? .epoch) > wallClockNow() + (headers.isEmpty ? 60 : 3000))
    #expect(later.titles.isEmpty)
    // Nor for a reload by hand, which reports that.
    later.crawler?.look(at: spec.url)
    run(second, limit: 0.3) { false }
    #expect(server.requests.count == 1 && later.statuses.count == 2)
    second.removeAll()
  }

  @Test("A feed is looked at when the user asks for it") func reloaded() throws {
    let server = try FaultServer { request in [Self.feed(request.path)] }
    defer { server.stop() }
    let spec = try FeedSpec(url: server.url("/feed"))
    let (loop, log) = start([spec])
    #expect(run(loop) { log.statuses.count == 1 })
    log.crawler?.look(at: spec.url)
    #expect(run(loop) { server.requests.count == 2 })
    loop.removeAll()
  }

  @Test(
    "A feed that is gone for good is not fetched after a restart, unless it is added again", arguments: [false, true])
  func gone(hadItems: Bool) throws {
    let server = try FaultServer { request in
      [hadItems && request.headers["if-none-match"] == nil ? Self.tagged : .answer("410 Gone")]
    }
    defer { server.stop() }
    let spec = try FeedSpec(url: server.url("/feed"))
    let (first, log) = start([spec], interval: 0.1)
    #expect(run(first) { log.statuses.last?.outcome == .gone })
    first.removeAll()
    let count = server.requests.count
    let (second, later) = start([spec], interval: 0.1)
    #expect(run(second) { !later.statuses.isEmpty })
    run(second, limit: 0.3) { false }
    #expect(server.requests.count == count)
    #expect(later.statuses.map(\.outcome) == [.gone] && later.statuses[0].nextLook == nil)
    #expect(later.titles == (hadItems ? ["Tagged"] : []))
    second.removeAll()
    // Adding it again fetches it.
    let (third, _) = start([], adding: spec)
    #expect(run(third) { server.requests.count == count + 1 })
    third.removeAll()
  }

  private static let tagged = FaultServer.Step.answer(
    "200 OK", ["ETag: \"1\""], body: "<rss><channel><item><title>Tagged</title></item></channel></rss>")

  @Test("A server's own wish goes before a shorter interval after a restart") func serverFirst() throws {
    let server = try FaultServer { _ in
      [
        .answer(
          "200 OK", ["Cache-Control: max-age=7200"], body: "<rss><channel><item><title>A</title></item></channel></rss>"
        )
      ]
    }
    defer { server.stop() }
    var spec = try FeedSpec(url: server.url("/feed"))
    spec.interval = 0.1
    let (first, log) = start([spec])
    #expect(run(first) { log.statuses.count == 1 })
    first.removeAll()
    let (second, later) = start([spec])
    #expect(run(second) { later.statuses.count == 1 })
    run(second, limit: 0.3) { false }
    #expect(server.requests.count == 1 && (later.statuses[0].nextLook ?? .epoch) > wallClockNow() + 7000)
    second.removeAll()
  }

  @Test(
    "A wait that a server asks for is kept, up to a week",
    arguments: [(100.0, 112.5), (3600, 3600), (86_400, 86_400), (200_000, 200_000), (604_800, 604_800), (7e5, 604_800)])
  func longWait(asked: Double, wait: Double) {
    var policy = RefreshPolicy()
    policy.jitter = 0
    #expect(policy.wait(failures: 1, retryAfter: asked) == wait)
  }
}
