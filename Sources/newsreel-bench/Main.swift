import Base
import Glibc
import TestKit

/// Measures the ticker beside a floor, which is a subcommand of this program.
@main
enum Main {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      switch words.first {
      case "floor": try Floor.run(words)
      case "--help", "-h": _ = writeAll(Options.usage, to: STDOUT_FILENO)
      default: exit(try await measure(words) ? 0 : 1)
      }
    } catch {
      note("newsreel-bench: \(error)")
      exit(2)
    }
  }

  /// Returns false where thresholds are missed that were to be kept.
  private static func measure(_ words: [String]) async throws -> Bool {
    catchEndingSignals()
    let options = try Options(words, program: Project.executable)
    let report = try await Suite.run(options)
    _ = writeAll(report.markdown(options), to: STDOUT_FILENO)
    if let path = options.json { try Files.write(report.json(options).line + "\n", to: path) }
    return !options.checks || report.checks.allSatisfy(\.passes)
  }
}
