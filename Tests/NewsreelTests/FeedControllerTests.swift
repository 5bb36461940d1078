import Scene
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Base
@testable import Newswire

/// The controller with a crawl that has no place yet: what is on it, and what chips there are.
@Suite("The feed controller") struct FeedControllerTests {
  private final class Harness {
    let folder: TemporaryFolder
    let crawl: CrawlView
    let feeds: FeedController
    let loop = RunLoop()
    var chips: [Token] = []

    init(_ change: (inout NewsOptions) -> Void = { _ in }) throws {
      folder = try TemporaryFolder()
      crawl = CrawlView()
      var options = NewsOptions()
      options.takesJSONLines = true
      change(&options)
      feeds = FeedController(
        feeds: [], options: options, crawl: crawl, color: { _ in .white }, readState: folder.path + "/state/items")
      feeds.onTopics = { [unowned self] tokens, _ in chips = tokens }
      feeds.open(in: loop, time: { 0 }, onChange: { _ in })
    }

    func take(_ lines: String...) {
      for line in lines { Array(line.utf8).withUnsafeBytes { feeds.take(line: $0) } }
      _ = feeds.service(now: .infinity)
    }
  }

  @Test("Lines make headlines, topics make chips, and doubles are left out") func lines() throws {
    let harness = try Harness()
    harness.take(
      #"{"text":"one","topic":"A"}"#, #"{"text":"two","topic":"B","link":"https://example.org/2"}"#,
      #"{"text":"one","topic":"A"}"#, #"{"text":"three"}"#, "rubbish", "")
    #expect(
      harness.crawl.count == 3 && harness.chips.map(\.label) == ["A", "B"] && harness.chips.map(\.tag) == [0, 1])
    #expect(harness.crawl.topics.map(\.name) == ["A", "B"])
  }

  @Test("A chip that goes takes its headlines along, and they stay away, also after a restart") func removal() throws {
    let harness = try Harness()
    harness.take(#"{"text":"one","topic":"A"}"#, #"{"text":"two","topic":"B"}"#)
    harness.feeds.remove(topic: 0, at: 0)
    harness.take(#"{"text":"one","topic":"A"}"#, #"{"text":"more","topic":"A"}"#)
    #expect(harness.crawl.count == 1)
    harness.feeds.close()
    var problem: Failure?
    let state = ReadState(path: harness.folder.path + "/state/items", problem: &problem)
    #expect(state[NewsItem(title: "one").id] == .removed && state[NewsItem(title: "two").id] == nil && problem == nil)
  }

  @Test("What follows a restart takes the place of all lines before it") func restart() throws {
    let harness = try Harness()
    harness.take(#"{"text":"one"}"#, #"{"text":"two"}"#)
    harness.feeds.restart()
    harness.take(#"{"text":"three"}"#)
    #expect(harness.crawl.count == 1)
  }

  @Test("What has been read goes and is marked") func read() throws {
    let harness = try Harness()
    harness.take(#"{"text":"one","link":"https://example.org/1"}"#, #"{"text":"two","link":"https://example.org/2"}"#)
    harness.feeds.opened("https://example.org/2")
    harness.take(#"{"text":"two","link":"https://example.org/2"}"#)
    #expect(harness.crawl.count == 1)
  }

  @Test("No more than asked for are held, however many come") func limit() throws {
    let harness = try Harness { $0.maximumCount = 20 }
    for number in 0..<500 { Array("{\"text\":\"t\(number)\"}".utf8).withUnsafeBytes { harness.feeds.take(line: $0) } }
    _ = harness.feeds.service(now: .infinity)
    #expect(harness.crawl.count == 20)
    for number in 0..<10 { harness.take("{\"text\":\"u\(number)\"}") }
    #expect(harness.crawl.count == 20)
  }

  @Test("A time to live ends") func timeToLive() async throws {
    let harness = try Harness()
    harness.take(#"{"text":"brief","ttl":0.05}"#, #"{"text":"long"}"#)
    #expect(harness.crawl.count == 2)
    try await waitUntil("the end of the brief one") {
      _ = harness.feeds.service(now: .infinity)
      return harness.crawl.count == 1
    }
  }

  @Test("Two feeds of one name are two chips, and a label goes before a title") func names() throws {
    var topics = TopicList { _ in .white }
    for (host, label) in [("a", "News"), ("b", "News"), ("c", nil)] {
      topics.add(try FeedSpec(url: "https://\(host).example/feed", label: label))
    }
    #expect(topics.tokens.map(\.label) == ["News", "News", "c.example"] && topics.tokens.map(\.tag) == [0, 1, 2])
    for (host, title) in [("b", "Other"), ("c", "News")] {
      let url = "https://\(host).example/feed"
      #expect(topics.describe(FeedDescription(url: url, title: title, link: nil, icon: nil)) == (host == "c"))
    }
    #expect(topics.remove(1)?.feed == "https://b.example/feed" && topics.remove(1) == nil)
    #expect(topics.tokens.map(\.label) == ["News", "News"] && topics.tokens.map(\.tag) == [0, 2])
    #expect(topics.id(ofFeed: "https://c.example/feed") == 2)
  }

  @Test(
    "Options that are wrong say what would be right",
    arguments: [
      (["--order", "random"], "newsreel: --order: 'random' is no order; it is time or round-robin"),
      (["--max-age", "-1"], "newsreel: --max-age: '-1' is no number of seconds above 0"),
      (["--max-items", "0"], "newsreel: --max-items: '0' is no number from 1 to 10000"),
      (["--feed", "gopher://x"], "newsreel: --feed: gopher://x: is no http or https address, nor a file"),
      (["--json-lines", "--replace"], "newsreel: --json-lines does not go with --replace"),
      (["feeds", "add", "x.org/f", "--interval", "5"], "newsreel: --interval: '5' is no number of seconds from 60"),
      (["feeds", "add", "x.org/f", "--color", "grean"], "newsreel: --color: 'grean'"),
    ])
  func wrong(_ line: [String], _ message: String) async throws {
    let result = try await Program.run(line)
    #expect(result.ending == .exited(2) && result.errors.hasPrefix(message), "\(result.errors)")
  }
}
