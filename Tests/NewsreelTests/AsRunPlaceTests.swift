import Formats
import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import App
@testable import Base
@testable import Scene
@testable import Windows

/// The place from which another run goes on, in the log of headlines that are also shown in another way.
@Suite("The place in as-run logs") struct AsRunPlaceTests {
  private let folder: TemporaryFolder
  private let crawl = CrawlScene()
  private let item = AsRunItem(id: "news", text: "news")

  init() throws {
    folder = try TemporaryFolder()
    crawl.append(Headline("news"), at: 0)
    crawl.layout(in: Rect(x: 0, y: 0, width: 400, height: 30), with: FixedTypesetter(), at: 0)
    crawl.start(at: 0)
  }

  private func lines() throws -> [AsRunLine] {
    var t: Seconds = 0
    var options = AsRunOptions()
    options.file = folder.path + "/log"
    let (crawl, item) = (crawl, item)
    let headlines = AsRunLog.Headlines(
      item: { _ in item }, id: { _ in crawl.itemIDs.first }, ending: { _ in nil },
      breakIns: { _ in
        var record = ShowingRecord(since: 0)
        record.add(7, lap: 0, visible: [1...2], whole: [])
        return AsRunLog.Passages(
          open: record.open.map { AsRunLog.Passage($0, of: item, placing: .breakIn, ending: "") })
      })
    let log = try AsRunLog(options, path: folder.path + "/log", of: crawl, headlines, now: { t })
    t = 2
    _ = log.service(now: 1)
    return try Project.text(of: folder.path + "/log").split(separator: "\n").map { text in
      try #require(AsRunLine(json: try JSON(parsing: String(text))))
    }
  }

  @Test("Of an item that is also a break-in, the line of its headline has it") func besideItself() throws {
    let lines = try lines()
    #expect(lines.map(\.item) == [item, item] && lines.allSatisfy { $0.first != nil })
    #expect(
      lines.map { $0.behind != nil } == lines.map { $0.placing == nil } && lines.map(\.placing).contains(.breakIn))
  }
}
