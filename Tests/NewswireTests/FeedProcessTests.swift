import Formats
import Glibc
import Synchronization
import TestKit
import Testing

@testable import Base
@testable import Newswire

@Suite("Feed process", .serialized) struct FeedProcessTests {
  // As the process does: a pipe without a reader is an error, not an end.
  init() { signal(SIGPIPE, SIG_IGN) }

  private func events(_ lines: [String]) -> [String] {
    lines.compactMap { line in
      let bytes = Array(line.utf8)
      guard let event = bytes.withUnsafeBytes({ FeedEvent(jsonLine: $0) }) else { return nil }
      switch event {
      case .items(let items, let feed):
        return "\(feed): " + items.map { "\($0.title) \($0.link ?? "-")" }.joined(separator: ", ")
      case .withdrawn(let ids, let feed): return "\(feed) without \(ids.joined(separator: ", "))"
      case .marked(let read, let unread, let feed): return "\(feed) read \(read), unread \(unread)"
      case .described(let feed): return "\(feed.url) is \(feed.title ?? "-")"
      case .status(let status): return "\(status.url): \(status.outcome.rawValue), \(status.count)"
      case .picture(let path, let address): return "\(address) is in \(path)"
      case .error(let error), .stopped(let error): return error.description
      case .account(let news): return "\(news)"
      }
    }
  }

  @Test("Events survive their lines") func eventsSurviveTheirLines() {
    let items = (0..<25).map { NewsItem(title: "T\($0) \"q\"", link: "https://example.org/\($0)") }
    let lines = FeedEvent.items(items, feed: "f").jsonLines
    #expect(lines.count == 3)
    let expected = items.map { "\($0.title) \($0.link ?? "-")" }
    #expect(events(lines).map { $0.dropFirst(3) }.joined(separator: ", ") == expected.joined(separator: ", "))
    var new = NewsItem(title: "new")
    new.id.feed = "f"
    new.isNew = true
    let line = Array(FeedEvent.items([new], feed: "f").jsonLines[0].utf8)
    guard case .items(let read, _) = line.withUnsafeBytes({ FeedEvent(jsonLine: $0) }) else {
      return #expect(Bool(false), "the line is an event")
    }
    #expect(read == [new])
    #expect(events(FeedEvent.error(Failure(of: "s", reason: "r")).jsonLines) == ["s: r"])
    #expect(events(FeedEvent.withdrawn(["a", "b"], feed: "f").jsonLines) == ["f without a, b"])
    #expect(
      events(FeedEvent.marked(read: ["a"], unread: ["b"], feed: "f").jsonLines)
        == [#"f read ["a"], unread []"#, #"f read [], unread ["b"]"#])
    let description = FeedDescription(url: "u", title: nil, link: nil, icon: "https://e.org/i")
    #expect(events(FeedEvent.described(description).jsonLines) == ["u is -"])
    let status = FeedStatus(url: "u", outcome: .gone, reason: Reason("r"), nextLook: nil, count: 3)
    #expect(events(FeedEvent.status(status).jsonLines) == ["u: gone, 3"])
    #expect(events(["{}", "nonsense", "[]"]).isEmpty)
  }

  @Test("What accounts change survives its lines, in parts; a line of anybody is cleaned") func accounts() throws {
    let address = "https://rss.example"
    let feeds = try (0..<120).map { number in
      var feed = try FeedSpec(url: "https://e.org/\(number)")
      feed.account = AccountFeed(account: address, stream: "feed/\(number)")
      feed.group = "News/Far"
      return Subscription(feed: feed, title: "T\(number)")
    }
    let marks = (0..<60).map { UnsentMarks.Mark(account: address, item: "\($0)", isRead: $0 % 2 == 0, time: 7) }
    let news = [AccountNews.subscriptions(feeds, of: address), .sent(marks)]
    let lines = news.flatMap { FeedEvent.account($0).jsonLines }
    var (found, sent, ends): ([Subscription], [UnsentMarks.Mark], Int) = ([], [], 0)
    for line in lines {
      guard case .account(let news)? = Array(line.utf8).withUnsafeBytes({ FeedEvent(jsonLine: $0) }) else { continue }
      switch news {
      case .someSubscriptions(let some, _): found += some
      case .subscriptions(let rest, _): (found, ends) = (found + rest, ends + 1)
      case .sent(let some): sent += some
      }
    }
    #expect(lines.count == 5 && ends == 1 && found == feeds && sent == marks)
    let hostile =
      #"{"subscriptions":[{"url":"file:///etc/passwd","stream":"s"},{"url":"http://e.org/","stream":"a\u001bb"}],"#
      + #""account":"x","last":true}"#
    guard case .account(.subscriptions(let some, _))? = Array(hostile.utf8).withUnsafeBytes({ FeedEvent(jsonLine: $0) })
    else { return #expect(Bool(false), "the line is an event") }
    #expect(some.count == 1 && some[0].feed.account?.stream.utf8.contains(27) == false)
    let item = #"{"feed":"f","items":[{"id":"1","title":"a\u001b]0;x\u0007","link":"javascript:x"}]}"#
    guard case .items(let items, _)? = Array(item.utf8).withUnsafeBytes({ FeedEvent(jsonLine: $0) }) else {
      return #expect(Bool(false), "the line is an event")
    }
    #expect(items.count == 1 && items[0].link == nil && !items[0].title.utf8.contains(27))
  }

  @Test("A picture that the process names is an icon of ours, or none") func pictures() {
    #expect(UserPaths.isCached(UserPaths.icons + "/0123.png", in: UserPaths.icons))
    for path in ["/../x.png", "/a/b.png", "/x.svg", "x.png"] {
      #expect(!UserPaths.isCached(UserPaths.icons + path, in: UserPaths.icons))
    }
    #expect(!UserPaths.isCached("/etc/x.png", in: UserPaths.icons))
  }

  @Test("A child delivers, and is restarted when it ends") func aChildDeliversAndIsStartedAnewWhenItEnds() throws {
    var count = 0
    let set = RunLoop()
    let line = FeedEvent.items([NewsItem(title: "x")], feed: "f").jsonLines[0]
    set.add(try FeedProcess(arguments: ["echo", line]) { event in if case .items = event { count += 1 } }.source)
    #expect(run(set) { count == 2 })
    set.removeAll()
  }

  @Test("The relay writes the feeds' events until its reader is gone")
  func theRelayWritesWhatTheFeedsDeliverUntilNobodyReads() throws {
    let directory = try TemporaryDirectory()
    let path = directory.write("f.xml", "<rss><channel><title>W</title><item><title>One</title></item></channel></rss>")
    let spec = try FeedSpec(url: path)
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let output = ends[1]
    let flag = Flag()
    startThread {
      FeedRelay.relay(feeds: [spec], settings: CrawlerSettings(), input: 0, output: output)
      flag.set()
    }
    let (record, set) = (Record(), RunLoop())
    set.add(LineSource(descriptor: ends[0], name: "relay", handler: record.handler))
    #expect(run(set) { record.lines.count == 3 })
    #expect(events(record.lines) == ["\(path) is W", "\(path): One -", "\(path): read, 1"])
    set.removeAll()
    close(ends[0])
    flag.wait()
    close(ends[1])
  }

  @Test("The relay drops a feed on request") func theRelayForgetsAFeedThatItIsToldTo() throws {
    let directory = try TemporaryDirectory()
    func write(_ name: String, _ title: String) -> String {
      directory.write(name, "<rss><channel><item><title>\(title)</title></item></channel></rss>")
    }
    let specs = try ["a.xml", "b.xml"].map { try FeedSpec(url: write($0, "old")) }
    let (input, output) = (try Pipe(), try Pipe())
    let (reading, writing) = (input.reading, output.writing)
    let flag = Flag()
    startThread {
      FeedRelay.relay(feeds: specs, settings: CrawlerSettings(), input: reading, output: writing)
      flag.set()
    }
    let (record, set) = (Record(), RunLoop())
    set.add(LineSource(descriptor: output.reading, name: "relay", handler: record.handler))
    #expect(run(set) { events(record.lines).count { $0.hasSuffix("old -") } == 2 })
    input.write("rubbish\n{\"remove\":\"\(specs[0].url)\"}\n")
    #expect(!run(set, limit: 0.2) { false })
    _ = (write("a.xml", "new"), write("b.xml", "new"))
    #expect(run(set) { events(record.lines).contains("\(specs[1].url): new -") })
    #expect(!run(set, limit: 0.5) { events(record.lines).contains("\(specs[0].url): new -") })
    set.removeAll()
    output.finishReading()
    flag.wait()
  }

  @Test("The relay adds a feed on request") func theRelayTakesAFeedUp() throws {
    let directory = try TemporaryDirectory()
    let paths = ["a.xml", "b.xml"].map {
      directory.write($0, "<rss><channel><item><title>One</title></item></channel></rss>")
    }
    let (input, output) = (try Pipe(), try Pipe())
    let (reading, writing) = (input.reading, output.writing)
    let first = try FeedSpec(url: paths[0])
    let flag = Flag()
    startThread {
      FeedRelay.relay(feeds: [first], settings: CrawlerSettings(), input: reading, output: writing)
      flag.set()
    }
    let (record, set) = (Record(), RunLoop())
    set.add(LineSource(descriptor: output.reading, name: "relay", handler: record.handler))
    #expect(run(set) { events(record.lines).contains("\(paths[0]): One -") })
    input.write("{\"add\":{\"url\":\"\(paths[1])\"}}\n{\"add\":{\"url\":\"\(paths[1])\"}}\n")
    #expect(run(set) { events(record.lines).contains("\(paths[1]): One -") })
    #expect(events(record.lines).count { $0 == "\(paths[1]): One -" } == 1)
    set.removeAll()
    output.finishReading()
    flag.wait()
  }

  private final class Flag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }

    func wait() {
      for _ in 0..<30_000 where !isSet { usleep(10_000) }
      #expect(isSet)
    }
  }
}
