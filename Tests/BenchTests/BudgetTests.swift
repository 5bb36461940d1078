import TestKit
import Testing

@testable import newsreel_bench

@Suite("The benchmark's budget") struct BudgetTests {
  private static func budget(_ text: String) throws -> FigureBudget {
    try FigureBudget(Array(text.utf8), "budget.toml")
  }

  @Test("The project's own budget is one") func ownBudget() throws {
    let budget = try FigureBudget(reading: Project.folder + "/bench-budget.toml")
    #expect(Set(budget.limits.map(\.part)) == Set(Part.allCases))
    // Nothing is measured yet, so nothing is within it.
    let checks = budget.checks(of: Report(), parts: Set(Part.allCases))
    #expect(checks.count >= budget.limits.count && !checks.contains(where: \.passes))
    #expect(budget.checks(of: Report(), parts: []).isEmpty)
  }

  @Test("A figure is judged by its limit, in the cases that are named, or in all") func judges() throws {
    let budget = try Self.budget(
      """
      [[limit]]
      part = "motion"
      figure = "onset_rms_px"
      cases = ["47.3 px/s"]
      most = 0.045
      [[limit]]
      part = "motion"
      program = "newsreel --cadence lock"
      figure = "sharpness_0.5"
      least = 1
      """)
    var report = Report()
    report.addMotion([.onset: 0.05], Report.subject, "47.3 px/s", speed: 47.3)
    report.addMotion([.onset: 0.04], Report.subject, "47.3 px/s", speed: 47.3)
    report.addMotion([.onset: 0.044], Report.subject, "47.3 px/s", speed: 47.3)
    report.addMotion([.onset: 9], Report.subject, "60 px/s", speed: 60)
    report.addMotion([.sharpHalf: 0.98], Report.locked, "47.3 px/s", speed: 47.3)
    report.addMotion([.sharpHalf: 1], Report.locked, "60 px/s", speed: 60)
    let checks = budget.checks(of: report, parts: [.motion])
    #expect(checks.map(\.passes) == [true, false, true])
    #expect(
      Check.markdown(checks).hasSuffix(
        "| sharpness at 0.5 c/px, newsreel --cadence lock, 47.3 px/s | 0.9800 | at least 1.0 |"))
  }

  @Test("What was not measured, or failed once, is not within the budget") func missing() throws {
    let budget = try Self.budget(
      """
      limit = [
        { part = "start", figure = "text_ms", cases = ["strip"], most = 60 },
        { part = "rest", figure = "requests", most = 0 },
      ]
      """)
    var report = Report()
    #expect(budget.checks(of: report, parts: [.start, .rest]).map(\.words.value) == ["not measured", "not measured"])
    report[.start].add([.text: 50], Report.subject, Report.strip)
    report[.rest].add([.restRequests: 0], Report.subject, "unmapped")
    #expect(budget.checks(of: report, parts: [.start, .rest]).map(\.passes) == [true, true])
    report[.start].add(HarnessError("it ended"), Report.subject, Report.strip)
    #expect(budget.checks(of: report, parts: [.start]).map(\.passes) == [false])
  }

  @Test("A figure that rounding would put on its limit is reported exactly") func tellsWhatRoundingHides() throws {
    let budget = try Self.budget("[[limit]]\npart = \"cost\"\nfigure = \"pss_mb\"\nmost = 22\n")
    var report = Report()
    report[.cost].add([.memory: 22.04], Report.subject, "60 px/s")
    let words = try #require(budget.checks(of: report, parts: [.cost]).first).words
    #expect(words == ("22.04", "at most 22.0"))
  }

  @Test(
    "What is wrong is said with its place",
    arguments: [
      ("", "1:1: there is no [[limit]]"),
      ("[limits]\n", "1:2: there is no “limits”; a budget is a list of [[limit]]"),
      ("limit = 3\n", "1:9: limits are a list: [[limit]]"),
      ("limit = [3]\n", "1:10: a limit is a table: [[limit]]"),
      ("[[limit]]\npart = \"speed\"\n", "2:8: there is no part “speed”; there are cost, motion, "),
      ("[[limit]]\npart = 1\n", "2:8: “part” is a text"),
      ("[[limit]]\nmost = 1\n", ": this limit names no part"),
      ("[[limit]]\npart = \"wake\"\nmost = 1\n", ": this limit names no figure"),
      (
        "[[limit]]\npart = \"wake\"\nfigure = \"pss_mb\"\nmost = 1\n",
        "3:10: “wake” has no figure “pss_mb”; it has wakeups_s"
      ),
      ("[[limit]]\npart = \"wake\"\nfigure = \"wakeups_s\"\n", ": a limit has either “most” or “least”"),
      (
        "[[limit]]\npart = \"wake\"\nfigure = \"wakeups_s\"\nmost = 1\nleast = 0\n",
        ": a limit has either “most” or “least”"
      ),
      ("[[limit]]\npart = \"wake\"\nfigure = \"wakeups_s\"\nmost = nan\n", "4:8: “most” is a number"),
      (
        "[[limit]]\npart = \"wake\"\nfigure = \"wakeups_s\"\ncases = \"a\"\nmost = 1\n",
        "4:9: “cases” is a list of texts"
      ),
      ("[[limit]]\npart = \"wake\"\nfigure = \"wakeups_s\"\ncases = [\"a\", 2]\nmost = 1\n", "4:15: a case is a text"),
      ("[[limit]]\nmaximum = 2\n", "2:1: a limit has no “maximum”; it has part, program, cases, figure, most, least"),
      ("[[limit]\n", "1:"),
    ])
  func saysWhatIsWrong(text: String, message: String) throws {
    let error = #expect(throws: HarnessError.self) { try Self.budget(text) }
    let description = try #require(error).description
    #expect(description.hasPrefix("budget.toml:") && description.contains(message), "\(description)")
  }

  @Test("A budget that is not there is said to be missing") func missingFile() throws {
    let error = #expect(throws: HarnessError.self) { try FigureBudget(reading: "/nonexistent/budget.toml") }
    #expect(try #require(error).description.contains("/nonexistent/budget.toml"))
  }
}
