import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import App
@testable import Newswire
@testable import Scene

@Suite("Headlines of the queue on a crawl") struct QueuedHeadlinesTests {
  @Test("What was taken back leaves once it is out of sight, also by hand on a held crawl")
  func movedAway() {
    let crawl = CrawlView()
    var headlines = QueuedHeadlines(on: crawl)
    let items = (0..<20).map { NewsItem(guid: "\($0)", title: "headline number \($0)") }
    _ = headlines.show(items, at: 0)
    crawl.layout(in: Rect(x: 0, y: 0, width: 400, height: 30), with: FixedTypesetter(), at: 0)
    crawl.start(at: 0)
    crawl.setPausedByKey(true, at: 5)
    let seen = crawl.shownItems(at: 6)
    let rest = items.filter { item in headlines.id(of: item.id).map { !seen.contains($0) } ?? false }
    _ = headlines.show(rest, at: 6)
    #expect(!seen.isEmpty && crawl.count == 20 && headlines.leaving == crawl.shownItems(at: 60))
    crawl.scroll(to: crawl.position(at: 60) + 900, at: 60)
    #expect(headlines.leaving.isDisjoint(with: crawl.shownItems(at: 62)))
    _ = headlines.show(rest, at: 62)
    #expect(crawl.count == rest.count && headlines.leaving.isEmpty)
  }
}
