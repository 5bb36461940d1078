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
      let base: Sample = [.client: floor, .server: floor]
      report.addFrames(base, Report.floor, "60 px/s", floor: base)
      report.addFrames([.client: ours, .server: ours], Report.subject, "60 px/s", floor: base)
    }
    let row = try #require(report.cost.row(Report.subject, "60 px/s"))
    // Of the three ratios, and not of the medians.
    #expect(row[.clientRatio] == 1.25)
    #expect(row[.client] == 10)
    report.addFrames([.onset: 0.1], Report.subject, "30 px/s", floor: nil)
    #expect(report.cost.row(Report.subject, "30 px/s") == nil)
    #expect(report.motion.row(Report.subject, "30 px/s") != nil)
  }

  @Test("Figures are checked against thresholds") func checksAgainstThresholds() throws {
    var report = Report()
    report.rest.add([.restSwitches: 0, .restRequests: 3, .restChanges: 0], Report.subject, "unmapped")
    report.traffic.add([.requests: 4, .bytes: 201, .pixmaps: 0], Report.subject, "60 px/s")
    report.traffic.add([.requests: 40, .bytes: 2010], Report.floor, "60 px/s")
    let missed = report.checks.filter { !$0.passes }.map(\.subject)
    #expect(missed == ["bytes a frame, newsreel, 60 px/s", "requests, newsreel, unmapped"])
  }

  /// The bound of the jitter grows with the speed.
  @Test(
    "The bound of the jitter grows with the speed",
    arguments: [(30.0, 0.107, true), (30, 0.109, false), (120, 0.161, true), (120, 0.163, false)])
  func boundsJitterBySpeed(speed: Double, onset: Double, passes: Bool) throws {
    var report = Report()
    let sample: Sample = [.onset: onset, .step: 0, .speed: speed, .freeze: 1, .still: 0, .bad: 0]
    report.addFrames(sample, Report.subject, Report.situation(speed), floor: nil)
    let check = try #require(report.checks.first { $0.subject.hasPrefix("onset rms") })
    #expect(check.passes == passes)
  }

  @Test("A failed run does not pass") func aFailedRunDoesNotPass() {
    var report = Report()
    report.length.add([.frameRatio: 1, .textRatio: 1], Report.subject, "10 MB")
    report.length.add(HarnessError("it ended | early"), Report.subject, "10 MB")
    #expect(report.checks.allSatisfy { !$0.passes })
    #expect(report.length.markdown.contains("failed: it ended \\| early"))
  }

  @Test("Growth is that of large texts only") func growthIsThatOfLargeTextsOnly() throws {
    var report = Report()
    let small: Sample = [.frame: 100, .text: 30, .resident: 20, .size: 0.001]
    report.addLength([.frame: 110, .text: 33, .resident: 21, .size: 0.1], "a", "100 KB", first: small)
    report.addLength([.frame: 120, .text: 36, .resident: 35, .size: 10], "a", "10 MB", first: small)
    #expect(report.length.row("a", "100 KB")?[.growth] == nil)
    #expect(report.length.row("a", "10 MB")?[.growth] == 1.5)
    #expect(report.length.row("a", "10 MB")?[.frameRatio] == 1.2)
  }

  @Test("Headlines are of the size that is asked for", arguments: [1, 1000, 100_000])
  func headlinesAreOfTheSizeThatIsAsked(size: Int) {
    let line = Headlines.line(size: size)
    #expect(line.utf8.count == size)
    #expect(!line.contains("\n"))
    #expect(Headlines.lines(count: 10).split(separator: "\n").count == 10)
  }

  @Test("Headlines are whole in every script", arguments: Headlines.Script.allCases)
  func headlinesAreWholeInEveryScript(script: Headlines.Script) {
    let line = Headlines.line(size: 2048, script)
    #expect((2048..<2200).contains(line.utf8.count))
    #expect(!line.contains("\u{FFFD}"))
  }

  @Test("Other scripts do not mix with the rest") func otherScriptsDoNotMixWithTheRest() {
    var report = Report()
    let sample: Sample = [.text: 30, .client: 1, .speed: 47.3]
    report.addFrames(sample, Report.subject, Report.situation(47.3), floor: nil)
    report.addFrames(sample, Report.subject, Report.situation(47.3, .arabic), floor: nil)
    #expect(report.start.rows.map(\.situation) == ["2 KB", "2 KB, Arabic"])
    #expect(report.cost.rows.map(\.situation) == ["47.3 px/s"])
    // Without the floor there is no ratio, and what is not measured does not pass.
    #expect(report.cost.rows[0][.clientRatio] == nil)
    let speeds = report.checks.filter { $0.subject.hasPrefix("speed error") }
    #expect(speeds.map(\.passes) == [true, true])
  }

  @Test("Requests have names") func namesRequests() async throws {
    let server = try await XServer()
    defer { server.end() }
    let summary = try Probe(display: server.display).summary(of: [62 * 256: 60, 250 * 256 + 3: 120], frames: 60)
    #expect(summary == "request 250.3 2.00, X_CopyArea 1.00")
  }
}
