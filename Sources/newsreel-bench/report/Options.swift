import ArgumentParser
import Glibc
import TestKit

/// A part of the measurements, and of the report.
enum Part: String, CaseIterable {
  case cost, motion, light, start, wake, traffic, length, rest
}

/// What the benchmark is asked for.
struct Options: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "newsreel-bench",
    abstract: "Measures a newsreel under an Xvfb of its own, in turns with a floor.",
    discussion: """
      The floor is a bare program that copies one prepared strip per frame. Prints tables in Markdown. The exit status is 1 where \
      a figure exceeds the budget.
      """)

  @Argument(help: "The newsreel; by default the one beside this program.") var path: String?
  @Option(name: .customLong("runs"), help: "Runs of everything; medians are shown.") var wantedRuns = 3
  @Option(help: ArgumentHelp("Writes all figures there, too.", valueName: "file")) var json: String?
  @Option(
    name: .customLong("only"),
    help: ArgumentHelp(
      "Some of \(Part.allCases.map(\.rawValue).joined(separator: ",")).", valueName: "parts"),
    transform: Self.parts)
  var parts = Set(Part.allCases)
  @Option(name: .customLong("budget"), help: ArgumentHelp("What figures are held to.", valueName: "file"))
  var budgetPath = Project.folder + "/bench-budget.toml"
  @Flag(name: .customLong("quick"), help: "One short run of a few cases: a test, no measurement.") var isQuick = false
  @Flag(name: .customLong("check"), help: "Holds its own figures of sharpness against motion that is known, and ends.")
  var checksItself = false
  @Flag(name: .customLong("self"), help: "Measures the floor in place of a newsreel.") var measuresFloor = false

  var runs: Int { isQuick ? 1 : wantedRuns }
  /// The budget is about whole runs of a newsreel.
  var isJudged: Bool { !isQuick && !measuresFloor }

  /// The program that is measured.
  var program: String { measuresFloor ? Project.executable : path ?? Project.products + "/newsreel" }
  /// It, with the words that make it a crawl, or the strip that it is by default.
  var crawl: [String] { [program, measuresFloor ? "floor" : "crawl"] }
  var strip: [String] { measuresFloor ? crawl : [program] }

  func validate() throws {
    if wantedRuns < 1 { throw ValidationError("--runs takes a count") }
    if !checksItself, access(program, X_OK) != 0 {
      throw ValidationError("\(program): build it first (make build)")
    }
  }

  private static func parts(_ list: String) throws -> Set<Part> {
    Set(
      try list.split(separator: ",").map { name in
        guard let part = Part(rawValue: String(name)) else { throw ValidationError("there is no part “\(name)”") }
        return part
      })
  }
}
