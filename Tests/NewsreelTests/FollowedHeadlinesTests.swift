import ScrollCore
import Testing
import ViewKit

@testable import App
@testable import Newswire
@testable import Scene
@testable import Windows

@Suite("Headlines of a watched file") struct FollowedHeadlinesTests {
  private func crawl(width: Double) throws -> CrawlScene {
    let crawl = CrawlScene()
    var style = CrawlStyle()
    (style.crawl.scrollOnlyWhenTooLong, style.crawl.repeatWhenOutOfBounds) = (false, false)
    (style.crawl.scrollTime, style.crawl.scrollSpeed) = (0, 20)
    try crawl.apply(style, at: 0)
    crawl.layout(in: Rect(x: 0, y: 0, width: width, height: 30), with: FixedTypesetter(), at: 0)
    return crawl
  }

  // Some editors empty a file before they write it.
  @Test("A file that is emptied and written again shows none of its lines twice", arguments: [200.0, 1000])
  func rewritten(width: Double) throws {
    let crawl = try crawl(width: width)
    var lines = FollowedHeadlines()
    let texts = ["one headline", "another one", "and one more"]
    lines.change(LineDiff.Change(new: texts), on: crawl, at: 0)
    crawl.start(at: 0)
    let t = (width + 100) / 20
    crawl.advance(to: t)
    let (before, shown) = (crawl.train.visible(at: t), crawl.shownItems(at: t))
    lines.change(LineDiff.Change(gone: texts), on: crawl, at: t)
    lines.change(LineDiff.Change(new: texts), on: crawl, at: t + 0.1)
    let ids = crawl.itemIDs
    #expect(ids.compactMap { crawl.text(of: $0) }.sorted() == texts.sorted())
    #expect(!shown.isEmpty && shown.isSubset(of: ids))
    let after = crawl.train.visible(at: t)
    #expect(after.map(\.segment.id) == before.map(\.segment.id) && after.map(\.x) == before.map(\.x))
    // It stays so, and a line that is removed for good goes.
    crawl.advance(to: t + 1)
    #expect(crawl.itemIDs == ids)
    lines.change(LineDiff.Change(gone: ["another one"]), on: crawl, at: t + 2)
    crawl.advance(to: t + 200)
    #expect(crawl.itemIDs.compactMap { crawl.text(of: $0) }.sorted() == ["and one more", "one headline"])
  }

  @Test(
    "A line that goes is gone once it is out of sight, whenever it goes, and however often one looks",
    arguments: 0..<3, [0.25, 7, 100])
  func leaving(gone: Int, step: Double) throws {
    let texts = ["one headline", "another one", "and one more"]
    for start in stride(from: 2.0, to: 62, by: 3) {
      let crawl = try crawl(width: 300)
      var lines = FollowedHeadlines()
      lines.change(LineDiff.Change(new: texts), on: crawl, at: 0)
      crawl.start(at: 0)
      crawl.advance(to: start)
      lines.change(LineDiff.Change(gone: [texts[gone]]), on: crawl, at: start)
      for time in stride(from: start, through: start + 100, by: step) { crawl.advance(to: time) }
      let rest = texts.filter { $0 != texts[gone] }
      #expect(Set(crawl.itemIDs.compactMap { crawl.text(of: $0) }) == Set(rest), "\(start)")
    }
  }

  @Test("Repeated lines are counted, in what comes and in what goes") func repetitions() {
    var diff = LineDiff()
    func reading(_ lines: String) -> LineDiff.Change {
      diff.restart()
      for line in lines { _ = diff.append(String(line)) }
      return diff.takeWhole()
    }
    #expect(reading("aba").new == ["a", "b", "a"])
    #expect(reading("ab").gone == ["a"] && reading("aab").new == ["a"] && reading("aab").isEmpty)
    let change = reading("bba")
    #expect(change.gone == ["a"] && change.new == ["b"] && change.order == ["b", "b", "a"])
  }

  @Test("Of equal lines as many come again as there were") func equalLines() throws {
    let crawl = try crawl(width: 1000)
    var lines = FollowedHeadlines()
    lines.change(LineDiff.Change(new: ["same", "same", "other"]), on: crawl, at: 0)
    crawl.start(at: 0)
    crawl.advance(to: 55)
    lines.change(LineDiff.Change(gone: ["same", "same"]), on: crawl, at: 55)
    lines.change(LineDiff.Change(new: ["same", "same", "same"]), on: crawl, at: 56)
    #expect(crawl.itemIDs.count == 4 && crawl.itemIDs.prefix(3) == [0, 1, 2])
  }
}
