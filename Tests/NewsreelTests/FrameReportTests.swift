import Base
import Testing

@testable import App
@testable import Windows

@Suite("Reports of frames") struct FrameReportTests {
  private static let period = 1 / 60.0

  private func members(_ report: FrameReport) -> [String: String] {
    Dictionary(uniqueKeysWithValues: report.members(period: Self.period).map { ($0.0, $0.1.line) })
  }

  @Test("What comes with every refresh misses none, and what is left out counts") func missed() {
    var report = FrameReport()
    var time = 10.0
    for _ in 0..<60 {
      report.draws(for: time, due: time, period: Self.period)
      report.sent()
      time += Self.period
    }
    #expect(members(report)["missed"] == "0" && members(report)["shown"] == "60")
    #expect(members(report)["longest-gap"] == "0.01667" && members(report)["refresh-rate"] == "60")
    // Three refreshes go by.
    time += 3 * Self.period
    report.draws(for: time, due: time - 4 * Self.period, period: Self.period)
    #expect(members(report)["missed"] == "3" && members(report)["longest-gap"] == "0.06667")
  }

  @Test("What is not due, or cannot be seen, is not missed") func rest() {
    var report = FrameReport()
    report.draws(for: 10, due: .infinity, period: Self.period)
    // Between two refreshes.
    report.draws(for: 10.5, due: 10.49, period: Self.period)
    report.draws(for: 20, due: .infinity, period: Self.period)
    report.rest()
    report.draws(for: 30, due: 20, period: Self.period)
    #expect(members(report)["missed"] == "0" && members(report)["longest-gap"] == "0")
  }
}
