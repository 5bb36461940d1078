import Newswire
import Scene
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Base

/// The desk with a crawl that has no place yet: what is on it, and what chips there are.
@Suite("The news desk") struct NewsDeskTests {
  private final class Harness {
    let folder: TemporaryFolder
    let crawl: CrawlView
    let desk: NewsDesk
    let sources = RunLoop()
    var chips: [String] = []

    init(_ change: (inout NewsOptions) -> Void = { _ in }, feeds: [FeedSpec] = []) throws {
      folder = try TemporaryFolder()
      var ids = ContentIDs()
      crawl = CrawlView(ids: &ids)
      var options = NewsOptions()
      options.takesJSONLines = true
      change(&options)
      desk = NewsDesk(
        feeds: feeds, options: options, crawl: crawl, color: { _ in .white }, marks: folder.path + "/state/items")
      desk.onTopics = { [unowned self] tokens, _ in chips = tokens.map(\.label) }
      desk.open(in: sources, time: { 0 }, onChange: { _ in })
    }

    func take(_ lines: String...) {
      for line in lines { Array(line.utf8).withUnsafeBytes { desk.take(line: $0) } }
      _ = desk.service(now: .infinity)
    }
  }

  @Test("Lines make headlines, topics make chips, and doubles are left out") func lines() throws {
    let harness = try Harness()
    harness.take(
      #"{"text":"one","topic":"A"}"#, #"{"text":"two","topic":"B","link":"https://example.org/2"}"#,
      #"{"text":"one","topic":"A"}"#, #"{"text":"three"}"#, "rubbish", "")
    #expect(harness.crawl.count == 3 && harness.chips == ["A", "B"])
    #expect(harness.crawl.topics.map(\.name) == ["A", "A • new", "B", "B • new"])
  }

  @Test("A chip that goes takes its headlines along, and they stay away, also after a restart") func removal() throws {
    let harness = try Harness()
    harness.take(#"{"text":"one","topic":"A"}"#, #"{"text":"two","topic":"B"}"#)
    harness.desk.remove(topic: "A", at: 0)
    harness.take(#"{"text":"one","topic":"A"}"#, #"{"text":"more","topic":"A"}"#)
    #expect(harness.crawl.count == 1)
    harness.desk.close()
    var problem: Failure?
    let marks = ItemMarks(path: harness.folder.path + "/state/items", problem: &problem)
    #expect(marks[WireItem(title: "one")] == .removed && marks[WireItem(title: "two")] == nil && problem == nil)
  }

  @Test("What has been read goes and is marked") func read() throws {
    let harness = try Harness()
    harness.take(#"{"text":"one","link":"https://example.org/1"}"#, #"{"text":"two","link":"https://example.org/2"}"#)
    harness.desk.opened("https://example.org/2")
    harness.take(#"{"text":"two","link":"https://example.org/2"}"#)
    #expect(harness.crawl.count == 1)
  }

  @Test("No more than asked for are held, however many come") func limit() throws {
    let harness = try Harness { $0.maximumCount = 20 }
    for number in 0..<500 { Array("{\"text\":\"t\(number)\"}".utf8).withUnsafeBytes { harness.desk.take(line: $0) } }
    _ = harness.desk.service(now: .infinity)
    #expect(harness.crawl.count == 20)
    for number in 0..<10 { harness.take("{\"text\":\"u\(number)\"}") }
    #expect(harness.crawl.count == 20)
  }

  @Test("A time to live ends") func timeToLive() async throws {
    let harness = try Harness()
    harness.take(#"{"text":"brief","ttl":0.05}"#, #"{"text":"long"}"#)
    #expect(harness.crawl.count == 2)
    try await waitUntil("the end of the brief one") {
      _ = harness.desk.service(now: .infinity)
      return harness.crawl.count == 1
    }
  }

  @Test("Two feeds of one name are two chips, and a label goes before a title") func names() throws {
    var topics = NewsTopics { _ in .white }
    topics.add(try FeedSpec(url: "https://a.example/feed", label: "News"))
    topics.add(try FeedSpec(url: "https://b.example/feed", label: "News"))
    topics.add(try FeedSpec(url: "https://c.example/feed"))
    #expect(topics.tokens.map(\.label) == ["News", "News 2", "c.example"])
    let first = topics.note([WireItem(title: "old")], in: 2)
    let second = topics.note([WireItem(title: "old"), WireItem(title: "new")], in: 2)
    #expect(first.isEmpty && second.map(\.title) == ["new"])
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
