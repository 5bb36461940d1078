import TestKit
import Testing

@testable import newsreel_bench

@Suite("README's table of costs") struct ReadmeTableTests {
  private static let written = """
    Before it.

    | | bare copy | newsreel crawl | newsreel strip | tickr |
    |---|---:|---:|---:|---:|
    | CPU of the program | 1 | 1.16 | 1.22 | 6.4 |
    | CPU of the X server | 1 | 0.94 | 1.06 | 4.0 |
    | exec to first text, ms | 17 | 30 | 39 | 644 |
    | memory (PSS), MB | 9 | 15 | 21 | 39 |

    Behind it.
    """

  /// What was measured on a machine that is twice as slow.
  private func report(strip: Double = 1.22, crawlText: Double = 60) -> Report {
    var report = Report()
    for (name, situation, client, server, memory) in [
      (Report.floor, "60 px/s", 1.0, 1.0, 9.0), (Report.subject, "60 px/s", 1.16, 0.94, 15),
      (Report.subject, Report.strip, strip, 1.06, 21),
    ] {
      let base: Sample = [.client: 4, .server: 8]
      report.addCost([.client: 4 * client, .server: 8 * server, .memory: memory], name, situation, floor: base)
    }
    for (name, situation, text) in [
      (Report.floor, "2 KB", 34.0), (Report.subject, "2 KB", crawlText), (Report.subject, Report.strip, 78),
    ] {
      report[.start].add([.text: text], name, situation)
    }
    return report
  }

  @Test("What README says is true on a machine of any speed") func isTrue() throws {
    let table = try ReadmeTable(of: Self.written)
    #expect(table.untruths(report(), parts: [.cost, .start]) == [])
    // A part that was left out says nothing, one that failed does.
    #expect(table.untruths(Report(), parts: [.motion]) == [])
    #expect(table.untruths(Report(), parts: [.start]).count == 2)
  }

  @Test("What is not so any more is named, whichever way") func isNotTrue() throws {
    let table = try ReadmeTable(of: Self.written)
    #expect(
      table.untruths(report(strip: 1.9), parts: [.cost, .start]) == [
        "CPU of the program, newsreel strip: README.md says 1.22 times the bare copy's; it is 1.90"
      ])
    #expect(table.untruths(report(strip: 0.8, crawlText: 40), parts: [.cost, .start]).count == 2)
  }

  @Test("It is printed as README has it, with what was measured; other programs stay") func printed() throws {
    let lines = try ReadmeTable(of: Self.written).markdown(report(strip: 1.9)).split(separator: "\n")
    #expect(lines[1].hasSuffix("| bare copy | newsreel crawl | newsreel strip | tickr |"))
    #expect(lines[3] == "| CPU of the program | 1.00 | 1.16 | 1.90 | 6.4 |")
    #expect(lines[5] == "| exec to first text, ms | 34 | 60 | 78 | 644 |")
  }

  @Test("README has the table") func ofReadme() throws {
    let table = try ReadmeTable(of: Project.text(of: "README.md"))
    #expect(table.rows.count == 4 && table.heads.count == 5)
    #expect(throws: HarnessError.self) { try ReadmeTable(of: "none") }
  }
}
