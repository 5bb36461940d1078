import ArgumentParser
import Glibc
import TestKit

/// What the benchmark is asked for.
struct Options: AsyncParsableCommand {
  enum Part: String, CaseIterable {
    /// Cost, motion, start-up and memory, of the same runs.
    case frames
    case traffic, length, rest
  }

  static let configuration = CommandConfiguration(
    commandName: "newsreel-bench",
    abstract: "Measures a newsreel under an Xvfb of its own, in turns with a floor.",
    discussion: "The floor is a bare program that copies one prepared strip per frame. Prints tables in Markdown.")

  @Argument(help: "The newsreel; by default the one beside this program.") var program: String?
  @Option(name: .customLong("runs"), help: "Runs of everything; medians are shown.") var wantedRuns = 3
  @Option(help: ArgumentHelp("Writes all figures there, too.", valueName: "file")) var json: String?
  @Option(
    name: .customLong("only"), help: ArgumentHelp("Some of frames,traffic,length,rest.", valueName: "parts"),
    transform: Self.parts)
  var parts = Set(Part.allCases)
  @Flag(name: .customLong("quick"), help: "One short run of a few cases: a test, no measurement.") var isQuick = false
  /// Whether a missed threshold is a failure.
  @Flag(name: .customLong("check"), help: "Exit status 1 where a threshold is missed.") var checks = false
  @Flag(name: .customLong("self"), help: "Measures the floor in place of a newsreel.") var measuresFloor = false

  var runs: Int { isQuick ? 1 : wantedRuns }

  /// The program that is measured, with the words before its options.
  var subject: [String] {
    measuresFloor ? [Project.executable, "floor"] : [program ?? Project.products + "/newsreel", "crawl"]
  }

  func validate() throws {
    if wantedRuns < 1 { throw ValidationError("--runs takes a count") }
    if access(subject[0], X_OK) != 0 { throw ValidationError("\(subject[0]): build it first (make build)") }
  }

  private static func parts(_ list: String) throws -> Set<Part> {
    Set(
      try list.split(separator: ",").map { name in
        guard let part = Part(rawValue: String(name)) else { throw ValidationError("there is no part “\(name)”") }
        return part
      })
  }
}
