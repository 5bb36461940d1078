import Glibc
import Synchronization
import TestKit
import TestTags
import Testing

@testable import Base
@testable import Newswire

/// Feeds that are not where they were.
@Suite("Feeds that have moved", .serialized, .tags(.network)) struct MovedFeedTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static let feed = FaultServer.Step.answer(
    body: "<rss><channel><title>T</title><item><title>One</title><link>post</link></item></channel></rss>")

  private final class Log {
    var links: [String?] = []
    var errors: [String] = []
  }

  private func start(_ url: String) throws -> (RunLoop, Log) {
    var settings = CrawlerSettings()
    settings.policy.interval = 0.1
    settings.policy.shortest = 0.1
    settings.cacheDirectory = directory.file("feeds")
    let (set, log) = (RunLoop(), Log())
    set.add(
      FeedCrawler(feeds: [try FeedSpec(url: url)], settings: settings) { event in
        switch event {
        case .items(let items, _): log.links += items.map(\.link)
        case .error(let error): log.errors.append(error.reason)
        case .withdrawn, .marked, .described, .picture, .status, .account, .stopped: break
        }
      })
    return (set, log)
  }

  private func movedTo(_ url: String) throws -> String? {
    try FeedCache(directory: directory.file("feeds")).load(url)?.movedTo
  }

  @Test("What has moved for good is read there", arguments: ["301 Moved Permanently", "308 Permanent Redirect"])
  func whatHasMovedForGoodIsReadThere(status: String) throws {
    let isGone = Mutex(false)
    let server = try FaultServer { request in
      switch request.path {
      case "/old": return isGone.withLock { $0 } ? [Self.feed] : [.answer(status, ["Location: /a/new"])]
      default: return isGone.withLock { $0 } ? [.answer("410 Gone")] : [Self.feed]
      }
    }
    defer { server.stop() }
    let url = server.url("/old")
    let (first, log) = try start(url)
    #expect(run(first) { server.requests.count { $0 == "/a/new" } >= 3 })
    first.removeAll()
    #expect(server.requests.count { $0 == "/old" } == 1 && log.errors.isEmpty)
    #expect(try movedTo(url) == server.url("/a/new"))
    // Relative links are relative to where it was found.
    #expect(log.links == [server.url("/a/post")])

    let (second, later) = try start(url)
    let before = server.requests.count
    #expect(run(second) { server.requests.count > before })
    #expect(server.requests[before] == "/a/new")
    // Once the new address is gone, the one that the user gave is asked again.
    isGone.withLock { $0 = true }
    #expect(run(second) { server.requests.last == "/old" })
    #expect(run(second) { (try? movedTo(url)) == .some(nil) })
    #expect(later.errors == ["is gone for good (status 410)"])
    second.removeAll()
  }

  @Test(
    "What has moved for now is not",
    arguments: [
      ("302 Found", "/feed"), ("307 Temporary Redirect", "/feed"), ("301 Moved Permanently", "/hop"),
      ("301 Moved Permanently", "/login"),
    ])
  func whatHasMovedForNowIsNot(status: String, target: String) throws {
    let server = try FaultServer { request in
      switch request.path {
      case "/old": return [.answer(status, ["Location: \(target)"])]
      // A permanent redirection to a temporary one leads no further than to it.
      case "/hop": return [.answer("302 Found", ["Location: /feed"])]
      case "/login": return [.answer("200 OK", ["Content-Type: text/html"], body: "<html><title>Log in</title></html>")]
      default: return [Self.feed]
      }
    }
    defer { server.stop() }
    let (set, _) = try start(server.url("/old"))
    let expected = target == "/hop" ? "/hop" : "/old"
    #expect(run(set) { server.requests.count { $0 == expected } >= 3 })
    set.removeAll()
    #expect(try movedTo(server.url("/old")) == (target == "/hop" ? server.url("/hop") : nil))
  }

  @Test(
    "The address of the permanent redirects before any other is the new one",
    arguments: [
      ([301], 1), ([308], 1), ([301, 308], 2), ([302], nil), ([303], nil), ([307], nil), ([302, 301], nil),
      ([307, 308], nil), ([301, 302], 1), ([301, 302, 301], 1), ([308, 301, 307, 308, 301], 2), ([302, 307, 301], nil),
    ] as [([Int], Int?)])
  func chains(_ statuses: [Int], _ expected: Int?) throws {
    func address(_ number: Int) throws -> WebAddress { try #require(WebAddress("https://example.org/\(number)")) }
    var job = HTTPJob(HTTPRequest(address: try address(0)), receiver: { _, _ in true }, completion: { _ in })
    for (place, status) in statuses.enumerated() {
      var response = HTTPResponse()
      (response.status, response.cookies) = (status, ["place=\(place)"])
      let target = try address(place + 1)
      job = job.redirected(to: target, by: response)
      #expect(job.request.address == target && job.request.cookies == response.cookies)
    }
    let newAddress = try expected.map { try address($0) }
    #expect(job.redirects == statuses.count && job.movedTo == newAddress)
  }

  @Test("A new address without a headline is not taken, and one that fails for good gives way, failures counted anew")
  func taken() throws {
    let system = VirtualSystem()
    try system.run {
      var policy = RefreshPolicy()
      policy.jitter = 0
      let state = FeedState(try FeedSpec(url: "https://example.org/old"))
      state.load(nil, now: monotonicNow(), time: wallClockNow())
      var response = HTTPResponse()
      response.movedTo = WebAddress("https://example.org/new")
      var feed = ParsedFeed()
      for _ in 0..<2 {
        state.succeed(response, with: feed, policy: policy)
        #expect(state.entry.movedTo == nil)
      }
      feed.items = [NewsItem(guid: "a", title: "A")]
      for _ in 0..<2 {
        state.succeed(response, with: feed, policy: policy)
        #expect(state.entry.movedTo == "https://example.org/new")
        for (isMoved, wait) in [(true, 112.5), (true, 225), (false, 450), (false, 112.5), (false, 225)] {
          _ = state.fail(Reason("no answer"), nil, policy: policy)
          #expect((state.entry.movedTo != nil) == isMoved && abs(state.deadline - monotonicNow() - wait) < 1e-6)
        }
      }
    }
  }
}
