import ArgumentParser
import Base
import Glibc
import TestKit

/// Measures the ticker beside a floor, which is this program itself when its first word is `floor`.
@main
enum Benchmark {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.first == "fleet" { return await Fleet.main(Array(words.dropFirst())) }
    if words.first == "soak" { return await Soak.main(Array(words.dropFirst())) }
    guard words.first == "floor" else { return await Options.main(words) }
    do { try Floor.run(words) } catch { Options.exit(withError: error) }
  }
}

extension Options {
  mutating func run() async throws {
    catchEndingSignals()
    if checksItself { return try checkItself() }
    let budget = try isJudged ? FigureBudget(reading: budgetPath) : nil
    let report = try await Suite.run(self)
    let checks = budget?.checks(of: report, parts: parts)
    _ = writeAll(report.markdown(self, verdict: checks.map(Check.markdown)), to: STDOUT_FILENO)
    let readme = try isJudged ? ReadmeTable(of: Project.text(of: "README.md")) : nil
    if let readme { _ = writeAll("\n" + readme.markdown(report) + "\n", to: STDOUT_FILENO) }
    if let json { try Files.write(report.json(self, checks: (checks ?? []).map(\.json)).line + "\n", to: json) }
    let missed = (checks ?? []).filter { !$0.passes }
    for check in missed { note("over the budget: \(check.subject): \(check.words.value), \(check.words.limit)") }
    let untruths = readme?.untruths(report, parts: parts) ?? []
    for untruth in untruths { note("not true: \(untruth)") }
    if !missed.isEmpty || !untruths.isEmpty { throw ExitCode.failure }
  }

  private func checkItself() throws {
    let check = SelfCheck()
    _ = writeAll(check.markdown, to: STDOUT_FILENO)
    if !check.passes { throw ExitCode.failure }
  }
}
