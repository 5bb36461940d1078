import Glibc

/// Measures the ticker beside a floor. The program is its own helper, too: floor, counting proxy and keeper are
/// subcommands.
@main
enum Main {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    do throws(BenchError) {
      switch words.first {
      case "floor": try Floor.run(words)
      case "keeper": Keeper.run()
      case "proxy" where words.count == 3: try ProxyService.run(listeningAt: words[1], server: words[2])
      case "--help", "-h": put(Options.usage)
      default: exit(try measure(words) ? 0 : 1)
      }
    } catch {
      note("newsreel-bench: \(error)")
      exit(2)
    }
  }

  /// Returns false where thresholds are missed that were to be kept.
  private static func measure(_ words: [String]) throws(BenchError) -> Bool {
    catchEndingSignals()
    let bench = try Workbench()
    let options = try Options(words, program: bench.program)
    let report = try Suite.run(options, on: bench)
    put(report.markdown(options))
    if let path = options.json { try save(report.json(options).line + "\n", to: path) }
    return !options.checks || Check.all(of: report).allSatisfy(\.passes)
  }
}
