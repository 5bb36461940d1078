import Glibc
import Synchronization
import TestKit
import TestTags
import Testing

@testable import Base
@testable import Newswire

/// Feeds as the application reads them: cache, network, files, failures.
@Suite("The crawler", .serialized, .tags(.network)) struct CrawlerTests {
  private let directory: TemporaryDirectory
  private let log = Log()

  private final class Log {
    var items: [[String]] = []
    var errors: [String] = []
    var withdrawn: [String] = []
    var described: [FeedDescription] = []
    var all: [NewsItem] = []
    var statuses: [FeedStatus] = []

    func receive(_ event: FeedEvent) {
      switch event {
      case .items(let new, _):
        items.append(new.map(\.title))
        all += new
      case .withdrawn(let ids, _): withdrawn += ids
      case .marked, .picture, .account, .stopped: break
      case .described(let description): described.append(description)
      case .status(let status): statuses.append(status)
      case .error(let error): errors.append(error.description)
      }
    }
  }

  init() throws { directory = try TemporaryDirectory() }

  private func settings(cached: Bool = false) -> CrawlerSettings {
    var settings = CrawlerSettings()
    (settings.http.connectTimeout, settings.http.timeout, settings.http.lowSpeedTime) = (60, 60, 60)
    settings.policy.interval = 0.3
    settings.policy.shortest = 0.1
    settings.cacheDirectory = cached ? directory.file("cache/feeds") : nil
    return settings
  }

  private func crawl(_ urls: [String], _ settings: CrawlerSettings) throws -> (FeedCrawler, RunLoop) {
    let log = log
    let crawler = FeedCrawler(feeds: try urls.map { try FeedSpec(url: $0) }, settings: settings) { log.receive($0) }
    let set = RunLoop()
    set.add(crawler)
    return (crawler, set)
  }

  private static func feed(_ titles: [String], name: String = "Wire") -> String {
    let items = titles.map { "<item><title>\($0)</title><guid>\($0)</guid></item>" }.joined()
    return "<rss version=\"2.0\"><channel><title>\(name)</title>\(items)</channel></rss>"
  }

  @Test("Only new items come and conditional requests are made") func onlyNewItemsComeAndConditionalRequestsAreMade()
    throws
  {
    let round = Mutex(0)
    let conditions = Mutex<[String]>([])
    let server = try FaultServer { request in
      conditions.withLock { $0.append(request.headers["if-none-match"] ?? "-") }
      let number = round.withLock { round in
        round += 1
        return round
      }
      switch number {
      case 1: return [.answer("200 OK", ["ETag: \"1\""], body: Self.feed(["a", "b"]))]
      case 2: return [.answer("304 Not Modified")]
      default: return [.answer("200 OK", ["ETag: \"2\""], body: Self.feed(["c", "a", "b"]))]
      }
    }
    defer { server.stop() }
    let (_, set) = try crawl([server.url("/")], settings())
    #expect(run(set) { log.items.count == 2 })
    #expect(log.items == [["a", "b"], ["c"]])
    #expect(conditions.withLock { $0.prefix(3) } == ["-", "\"1\"", "\"1\""])
    #expect(log.described.map(\.title) == ["Wire"])
    #expect(log.all.allSatisfy { $0.topic == "Wire" && $0.id.feed == server.url("/") && $0.arrived > 1e9 })
    #expect(log.all.map(\.isNew) == [false, false, true])
    set.removeAll()
  }

  @Test("What a 304 says about tag and date is what is asked with next, also after a restart") func newValidators()
    throws
  {
    let round = Mutex(0)
    let conditions = Mutex<[String]>([])
    let server = try FaultServer { request in
      let (tag, date) = (request.headers["if-none-match"] ?? "-", request.headers["if-modified-since"] ?? "-")
      conditions.withLock { $0.append(tag + date) }
      let number = round.withLock { round in
        round += 1
        return round
      }
      switch number {
      case 1: return [.answer("200 OK", ["ETag: \"1\"", "Last-Modified: a"], body: Self.feed(["a"]))]
      case 2: return [.answer("304 Not Modified", ["ETag: \"2\""])]
      case 3: return [.answer("304 Not Modified", ["Last-Modified: b"])]
      default: return [.answer("304 Not Modified")]
      }
    }
    defer { server.stop() }
    let (_, set) = try crawl([server.url("/")], settings(cached: true))
    #expect(run(set) { log.statuses.count >= 4 })
    set.removeAll()
    #expect(conditions.withLock { $0.prefix(4) } == ["--", "\"1\"a", "\"2\"a", "\"2\"b"])
    let count = conditions.withLock { $0.count }
    let (_, again) = try crawl([server.url("/")], settings(cached: true))
    #expect(run(again) { conditions.withLock { $0.count } > count })
    again.removeAll()
    #expect(conditions.withLock { $0[count] } == "\"2\"b")
  }

  @Test("What a feed takes back is withdrawn once; what slides out is kept, also in the cache")
  func withdrawal() throws {
    let looks = [
      ["d", "c", "b", "a"], ["d", "b", "a"], [], ["e", "d", "b"], ["f", "e", "d"], ["f", "e", "d", "c"],
    ]
    let round = Mutex(0)
    let server = try FaultServer { _ in
      let number = round.withLock { round in
        round += 1
        return round
      }
      return [.answer(body: Self.feed(number <= looks.count ? looks[number - 1] : looks[looks.count - 1]))]
    }
    defer { server.stop() }
    let (_, set) = try crawl([server.url("/")], settings(cached: true))
    #expect(run(set) { round.withLock { $0 } == 6 && log.items.count == 4 })
    set.removeAll()
    #expect(log.withdrawn == ["c"] && log.items == [["d", "c", "b", "a"], ["e"], ["f"], ["c"]])
    #expect(log.all.map(\.isNew) == [false, false, false, false, true, true, false])
    let (again, _) = try crawl([server.url("/")], settings(cached: true))
    _ = again.service(now: monotonicNow())
    #expect(log.items.last == ["f", "e", "d", "c", "b", "a"])
    again.close()
  }

  @Test("The cache shows at once without a network and keeps what is good")
  func theCacheShowsAtOnceWithoutANetworkAndKeepsWhatIsGood() throws {
    let server = try FaultServer { _ in [.answer(body: Self.feed(["kept"]))] }
    let url = server.url("/")
    let (first, firstSet) = try crawl([url], settings(cached: true))
    #expect(run(firstSet) { first.isSettled })
    firstSet.removeAll()
    server.stop()

    let (second, secondSet) = try crawl([url], settings(cached: true))
    _ = second.service(now: monotonicNow())
    #expect(log.items == [["kept"], ["kept"]])
    #expect(run(secondSet) { !log.errors.isEmpty })
    run(secondSet, limit: 0.6) { false }
    #expect(log.errors == ["\(url): 127.0.0.1 refuses the connection"])
    #expect(log.statuses.last?.outcome == .unreachable && log.statuses.last?.nextLook != nil)
    #expect(try FeedCache(directory: directory.file("cache/feeds")).load(url)?.items.map(\.title) == ["kept"])
    secondSet.removeAll()
  }

  @Test(
    "A damaged cache is ignored with a message",
    arguments: ["", "garbage", "{\"newsreel\":\"1\",\"url\":\"x\"}\n", "half"])
  func aDamagedCacheIsIgnoredWithAMessage(content: String) throws {
    let server = try FaultServer { _ in [.answer(body: Self.feed(["fresh"]))] }
    defer { server.stop() }
    let url = server.url("/")
    let (first, firstSet) = try crawl([url], settings(cached: true))
    #expect(run(firstSet) { first.isSettled })
    firstSet.removeAll()
    let path = FeedCache(directory: directory.file("cache/feeds")).path(of: url)
    let whole = String(decoding: try contents(of: path), as: UTF8.self)
    directory.write(
      "cache/feeds/" + (path.split(separator: "/").last ?? ""),
      content == "half" ? String(whole.prefix(whole.count / 2)) : content)
    let (second, secondSet) = try crawl([url], settings(cached: true))
    #expect(run(secondSet) { second.isSettled })
    #expect(log.errors == ["\(path): is damaged and is ignored"])
    #expect(log.items == [["fresh"], ["fresh"]])
    secondSet.removeAll()
  }

  @Test("A feed that fails keeps its items and says so once") func aFeedThatFailsKeepsItsItemsAndSaysSoOnce() throws {
    let round = Mutex(0)
    let server = try FaultServer { _ in
      let number = round.withLock { round in
        round += 1
        return round
      }
      return [
        number == 1 ? .answer(body: Self.feed(["good"])) : number < 4 ? .answer("500 No") : .answer(body: "nonsense")
      ]
    }
    defer { server.stop() }
    var settings = settings()
    settings.policy.interval = 0.2
    let (_, set) = try crawl([server.url("/")], settings)
    #expect(run(set) { log.errors.count == 2 })
    #expect(log.items == [["good"]])
    #expect(
      log.errors.map { $0.dropFirst(server.url("/").count + 2) } == [
        "the server has an error (status 500)", "is neither RSS, Atom, JSON Feed nor HTML",
      ])
    set.removeAll()
  }

  /// What one feed delivers that has another document at each look, until there have been as many looks as documents.
  private func items(of documents: [String]) throws -> [NewsItem] {
    let round = Mutex(0)
    let server = try FaultServer { _ in
      let number = round.withLock { round in
        round += 1
        return round
      }
      return [.answer(body: documents[min(number, documents.count) - 1])]
    }
    defer { server.stop() }
    let (_, set) = try crawl([server.url("/")], settings())
    #expect(run(set) { log.statuses.count >= documents.count })
    set.removeAll()
    return log.all
  }

  @Test("A corrected title takes the place of the one before it, where the link tells the article")
  func correctedTitle() throws {
    func feed(_ title: String) -> String {
      let others = "<item><title>Other</title><link>https://example.org/2</link></item>"
      return
        "<rss><channel><item><title>\(title)</title><link>https://example.org/1</link></item>\(others)</channel></rss>"
    }
    let items = try items(of: [feed("Erthquake"), feed("Earthquake"), feed("Earthquake in Chile"), feed("Earthquake")])
    #expect(items.map(\.title) == ["Erthquake", "Other", "Earthquake", "Earthquake in Chile", "Earthquake"])
    #expect(Set(items.map(\.id)).count == 2 && items.allSatisfy { !$0.isNew })
  }

  @Test("What comes new on one page for everything is new") func onePage() throws {
    func feed(_ titles: [String], _ link: String) -> String {
      let items = titles.map { "<item><title>\($0)</title><link>\(link)</link></item>" }.joined()
      return "<rss><channel>\(items)</channel></rss>"
    }
    let page = "https://example.org/changes"
    let items = try items(of: [feed(["1"], page), feed(["2", "1"], page), feed(["3", "2"], page)])
    #expect(items.map(\.title) == ["1", "2", "3"] && Set(items.map(\.id)).count == 3)
    let front = try self.items(of: [feed(["1"], "https://example.org/"), feed(["2"], "https://example.org/")])
    #expect(Set(front.suffix(2).map(\.id)).count == 2, "a site's first page is not an article")
  }

  @Test("An article that gets another id is the same") func otherID() throws {
    func feed(_ ids: [String], date: String = "Sat, 21 Nov 2020 10:00:00 GMT") -> String {
      let items = ids.enumerated().map { number, id in
        "<item><title>\(number)</title><link>https://example.org/\(number)</link><guid isPermaLink=\"false\">\(id)</guid>"
          + "<pubDate>\(date)</pubDate></item>"
      }
      return "<rss><channel>\(items.joined())</channel></rss>"
    }
    // New ids at each look; then one for everything.
    let items = try items(of: [feed(["a", "b"]), feed(["c", "d"]), feed(["x", "x"]), feed(["x", "x", "x"])])
    #expect(items.map(\.title) == ["0", "1", "2"] && Set(items.map(\.id)).count == 3)
    // The next part of a series is another one.
    let series = try self.items(of: [feed(["1"]), feed(["2"], date: "Sun, 22 Nov 2020 10:00:00 GMT")])
    #expect(Set(series.suffix(2).map(\.id)).count == 2)
  }

  @Test("A packed file that is served as it is is unpacked, also in small pieces") func packedFile() throws {
    let path = directory.write("feed.xml", Self.feed((0..<500).map { "Title \($0 * 7919)" }))
    runTool(["/bin/sh", "-c", "gzip \(path)"])
    let packed = try contents(of: path + ".gz")
    let server = try FaultServer { _ in
      [
        .text("HTTP/1.1 200 OK\r\nContent-Type: application/gzip\r\nContent-Length: \(packed.count)\r\n\r\n"),
        .send(packed),
      ]
    }
    defer { server.stop() }
    #expect(try FeedReport.read(try FeedSpec(url: server.url("/feed.xml.gz"))).feed.items.count == 200)
    #expect(try FeedReport.read(try FeedSpec(url: path + ".gz")).feed.items.count == 200)
    for (bytes, step) in [(packed, 1), (packed + packed, 999), (packed + Array("trailing".utf8), 16 << 10)] {
      let parser = FeedParser(address: nil)
      bytes.withUnsafeBytes { bytes in
        for start in stride(from: 0, to: bytes.count, by: step) {
          parser.push(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + step, bytes.count)]))
        }
      }
      #expect(try parser.finish().items.first?.title == "Title 0")
    }
  }

  @Test("A packed file that is damaged, cut off or a bomb is none", arguments: ["damaged", "cut", "bomb"])
  func packedFault(fault: String) throws {
    let path = directory.write("feed.xml", "<rss><channel>")
    let text = "for n in $(seq 20000); do echo \"<item><title>Title $n $n$n</title></item>\"; done >> \(path)"
    let zeros = "head -c 100000000 /dev/zero >> \(path)"
    runTool(["/bin/sh", "-c", (fault == "bomb" ? zeros : text) + "; gzip -9 \(path)"])
    var packed = try contents(of: path + ".gz")
    if fault == "cut" { packed.removeLast(packed.count / 2) }
    if fault == "damaged" {
      packed.replaceSubrange(packed.count / 2..<packed.count, with: repeatElement(0xFF, count: 9))
    }
    let parser = FeedParser(address: nil)
    packed.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 16 << 10) where !parser.isSatisfied {
        parser.push(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 16 << 10, bytes.count)]))
      }
    }
    if fault == "bomb" {
      #expect(throws: Failure.self) { try parser.finish() }
    } else {
      let feed = try parser.finish()
      // What came before the fault counts.
      #expect(feed.items.count == 200 && feed.warnings.contains("ends in the middle"))
    }
  }

  @Test("Retry-After is obeyed") func retryAfterIsObeyed() throws {
    let server = try FaultServer { _ in [.answer("429 Slow", ["Retry-After: 3600"])] }
    defer { server.stop() }
    let (_, set) = try crawl([server.url("/")], settings())
    #expect(run(set) { !log.errors.isEmpty })
    run(set, limit: 0.5) { false }
    #expect(server.requests.count == 1)
    set.removeAll()
  }

  @Test(
    "A page leads to its feed, in whatever notation",
    arguments: ["feed.xml", "feed://HOST/feed.xml", "FEED:http://HOST/feed.xml"])
  func aPageLeadsToItsFeed(link: String) throws {
    let server = try FaultServer { request in
      if request.path == "/feed.xml" { return [.answer(body: Self.feed(["found"]))] }
      let link = link.replacing("HOST", with: request.headers["host"] ?? "")
      return [.answer(body: "<html><head><link rel=alternate type='application/rss+xml' href='\(link)'></head></html>")]
    }
    defer { server.stop() }
    let (_, set) = try crawl([server.url("/")], settings())
    #expect(run(set) { log.items == [["found"]] })
    set.removeAll()
  }

  @Test("A feed in a file is watched") func aFeedInAFileIsWatched() throws {
    let path = directory.write("feed.xml", Self.feed(["one"]))
    let (_, set) = try crawl([path, directory.file("missing.xml")], settings())
    #expect(run(set) { log.items == [["one"]] && !log.errors.isEmpty })
    #expect(log.errors == ["\(directory.file("missing.xml")): no such file"])
    directory.write("feed.new", Self.feed(["two", "one"]))
    rename(directory.file("feed.new"), path)
    #expect(run(set) { log.items == [["one"], ["two"]] })
    directory.write("missing.xml", Self.feed(["three"]))
    #expect(run(set) { log.items.last == ["three"] })
    set.removeAll()
  }

  @Test("Two hundred feeds at once keep to their connections and never hold up the loop")
  func twoHundredFeedsAtOnceKeepToTheirConnectionsAndNeverHoldUpTheLoop() throws {
    let server = try FaultServer { request in [.wait(0.02), .answer(body: Self.feed(["at \(request.path)"]))] }
    defer { server.stop() }
    let urls = (0..<200).map { server.url("/\($0)", host: "127.0.0.\(1 + $0 % 20)") }
    var settings = settings()
    settings.policy.interval = 900
    let log = log
    let crawler = FeedCrawler(feeds: try urls.map { try FeedSpec(url: $0) }, settings: settings) { log.receive($0) }
    var sleep = Sleepiness()
    let end = monotonicNow() + patience / .seconds(1)
    var descriptors: [pollfd] = []
    while !crawler.isSettled, monotonicNow() < end {
      descriptors.removeAll()
      crawler.appendDescriptors(to: &descriptors)
      let wait = min(max(crawler.deadline - monotonicNow(), 0), 1)
      poll(&descriptors, nfds_t(descriptors.count), Int32((wait * 1000).rounded(.up)))
      try sleep.count { _ = crawler.service(now: monotonicNow()) }
    }
    #expect(Set(log.all.map(\.title)).count == 200)
    #expect(log.errors.isEmpty)
    #expect((2...9).contains(server.mostOpen), "8, and one may still be closing")
    #expect(server.mostByAddress <= 2, "one may still be closing")
    #expect(sleep.longest < 1, "a call of service slept \(sleep.longest) s")
    crawler.close()
  }

  @Test("A hanging feed does not hold up the others") func aHangingFeedDoesNotHoldUpTheOthers() throws {
    let mute = try FaultServer(isMute: true) { _ in [] }
    let server = try FaultServer { request in [.answer(body: Self.feed([request.path]))] }
    defer {
      mute.stop()
      server.stop()
    }
    let urls = (0..<5).map { mute.url("/\($0)", host: "127.0.1.\(1 + $0)") } + (0..<5).map { server.url("/\($0)") }
    let (_, set) = try crawl(urls, settings())
    #expect(run(set) { log.items.count == 5 })
    // None of those that hang has been given up yet.
    #expect(log.errors.isEmpty)
    set.removeAll()
  }

  @Test("The test of a feed tells what it would show and drop") func theTestOfAFeedTellsWhatItWouldShowAndDrop() throws
  {
    let body =
      "<rss><channel><item><title>A</title><guid>1</guid></item><item><title>B</title><guid>1</guid></item></channel></rss>"
    let server = try FaultServer { _ in [.answer(body: body)] }
    defer { server.stop() }
    let path = directory.write("f.xml", body)
    for url in [server.url("/"), path] {
      let found = try FeedReport.read(try FeedSpec(url: url))
      #expect(
        found.jsonLines == [
          #"{"id":"1","title":"A"}"#, #"{"dropped":"has the id of an item before it","title":"B"}"#,
        ])
    }
  }
}
