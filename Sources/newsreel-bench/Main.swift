import ArgumentParser
import Base
import Glibc
import TestKit

/// Measures the ticker beside a floor, which is this program itself when its first word is `floor`.
@main
enum Main {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.first == "floor" else { return await Options.main(words) }
    do { try Floor.run(words) } catch { Options.exit(withError: error) }
  }
}

extension Options {
  mutating func run() async throws {
    catchEndingSignals()
    let report = try await Suite.run(self)
    _ = writeAll(report.markdown(self), to: STDOUT_FILENO)
    if let json { try Files.write(report.json(self).line + "\n", to: json) }
    if checks, !report.checks.allSatisfy(\.passes) { throw ExitCode.failure }
  }
}
