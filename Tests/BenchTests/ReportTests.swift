import Base
import TestKit
import Testing

@testable import newsreel_bench

@Suite("The benchmark's report") struct ReportTests {
  @Test(
    "Decimals are rounded and written",
    arguments: [
      (0, 2, "0.00"), (1.005, 1, "1.0"), (2.96, 1, "3.0"), (-0.004, 2, "0.00"), (-1.5, 1, "-1.5"),
      (1234.5678, 3, "1234.568"),
      (0.05, 3, "0.050"), (41.7, 0, "42"), (.infinity, 1, "–"), (.nan, 1, "–"),
    ])
  func writesDecimals(value: Double, digits: Int, text: String) {
    #expect(decimal(value, digits: digits) == text)
  }

  @Test("The median is the middle, or the mean of the two in the middle") func medians() {
    #expect(median([]) == nil)
    #expect(median([3]) == 3)
    #expect(median([9, 1, 2]) == 2)
    #expect(median([1, 2, 4, 100]) == 3)
  }

  @Test("A row is written as JSON") func writesJSON() {
    var section = Section(title: "Start", columns: [.window, .text])
    section.add([.window: 1, .text: 0.5], "a \"b\"", "60 px/s", remark: "é")
    section.add([.window: 2], "a \"b\"", "60 px/s")
    section.add([.window: 4], "a \"b\"", "60 px/s")
    section.add(HarnessError("late"), "a \"b\"", "60 px/s")
    #expect(
      section.json.line == #"{"title":"Start","rows":[{"program":"a \"b\"","case":"60 px/s","remark":"é","#
        + #""errors":["late"],"median":{"text_ms":0.5,"window_ms":2},"#
        + #""samples":[{"text_ms":0.5,"window_ms":1},{"window_ms":2},{"window_ms":4}]}]}"#)
  }

  @Test("Costs are compared with the floor's of the same round") func comparesWithTheFloorOfTheSameRound() throws {
    var report = Report()
    for (floor, ours) in [(4.0, 5.0), (8, 10), (4, 12)] {
      let base: Sample = [.client: floor, .server: 2 * floor]
      report.addCost(base, Report.floor, "60 px/s", floor: base)
      report.addCost([.client: ours, .server: 2 * floor], Report.subject, "60 px/s", floor: base)
    }
    let row = try #require(report[.cost].row(Report.subject, "60 px/s"))
    // Of the three ratios, and not of the medians.
    #expect(row[.clientRatio] == 1.25 && row[.serverRatio] == 1)
    #expect(row[.totalRatio].map { abs($0 - 3.25 / 3) < 1e-9 } == true)
    #expect(row[.client] == 10)
    // Without the floor there is no ratio.
    report.addCost([.client: 1, .server: 1], Report.subject, Report.strip, floor: nil)
    #expect(report[.cost].row(Report.subject, Report.strip)?[.totalRatio] == nil)
  }

  @Test("A speed is compared with the one that was asked for") func speedError() {
    var report = Report()
    report.addMotion([.speed: 46.827], Report.subject, Report.situation(47.3), speed: 47.3)
    report.addMotion([.onset: 0.01], Report.subject, Report.situation(47.3, .arabic), speed: 47.3)
    #expect(report[.motion].rows.map(\.situation) == ["47.3 px/s", "47.3 px/s, Arabic"])
    #expect(report[.motion].rows[0][.speedError].map { abs($0 - 1) < 0.001 } == true)
    #expect(report[.motion].rows[1][.speedError] == nil)
  }

  @Test("A failed run stands in the table") func failedRuns() {
    var report = Report()
    report[.length].add([.frameRatio: 1, .textRatio: 1], Report.subject, "10 MB")
    report[.length].add(HarnessError("it ended | early"), Report.subject, "10 MB")
    #expect(report[.length].markdown.contains("failed: it ended \\| early"))
  }

  @Test("Growth is that of large texts only") func growthIsThatOfLargeTextsOnly() throws {
    var report = Report()
    let small: Sample = [.frame: 100, .text: 30, .resident: 20, .size: 0.001]
    report.addLength([.frame: 110, .text: 33, .resident: 21, .size: 0.1], "a", "100 KB", first: small)
    report.addLength([.frame: 120, .text: 36, .resident: 35, .size: 10], "a", "10 MB", first: small)
    #expect(report[.length].row("a", "100 KB")?[.growth] == nil)
    #expect(report[.length].row("a", "10 MB")?[.growth] == 1.5)
    #expect(report[.length].row("a", "10 MB")?[.frameRatio] == 1.2)
  }

  @Test("Headlines are of the size that is asked for", arguments: [1, 1000, 100_000])
  func headlinesAreOfTheSizeThatIsAsked(size: Int) {
    let line = SampleHeadlines.line(size: size)
    #expect(line.utf8.count == size)
    #expect(!line.contains("\n"))
    #expect(SampleHeadlines.lines(count: 10).split(separator: "\n").count == 10)
  }

  @Test("Headlines are whole in every script", arguments: SampleHeadlines.Script.allCases)
  func headlinesAreWholeInEveryScript(script: SampleHeadlines.Script) {
    let line = SampleHeadlines.line(size: 2048, script)
    #expect((2048..<2200).contains(line.utf8.count))
    #expect(!line.contains("\u{FFFD}"))
  }

  @Test("Requests have names") func namesRequests() async throws {
    let server = try await XServer()
    defer { server.end() }
    let summary = try Probe(display: server.display).summary(of: [62 * 256: 60, 250 * 256 + 3: 120], frames: 60)
    #expect(summary == "request 250.3 2.00, X_CopyArea 1.00")
  }
}
