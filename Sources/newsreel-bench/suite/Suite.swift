import Base
import TestKit

/// All measurements, in turns: each round visits every program once, so that a machine that slows down hits all alike.
struct Suite {
  let options: Options
  let folder: TemporaryFolder
  var report = Report()

  var isQuick: Bool { options.isQuick }
  /// Seconds for which text that could move stands still, to be looked at.
  static let delay = 0.6
  /// From the first text on: the rest, and the first tiles.
  let settling = 1.0
  /// After which a program does what it does all day. A crawl has drawn its tiles for all fractions of a pixel then; a strip
  /// begins to move after a second, and its first headlines bring the fonts of four scripts.
  func costSettling(_ situation: String) -> Double {
    if situation == Report.strip { return isQuick ? 1.7 : 12 }
    return isQuick ? settling : 5
  }

  static func run(_ options: Options) async throws -> Report {
    var suite = Suite(options, in: try TemporaryFolder())
    for round in 1...options.runs {
      for part in Part.allCases where options.parts.contains(part) && (part != .rest || round == options.runs) {
        let start = monotonicNow()
        try await suite.measure(part)
        note("round \(round) of \(options.runs): \(part.rawValue), \(decimal(monotonicNow() - start, digits: 0)) s")
      }
    }
    return suite.report
  }

  private init(_ options: Options, in folder: TemporaryFolder) { (self.options, self.folder) = (options, folder) }

  private mutating func measure(_ part: Part) async throws {
    switch part {
    case .cost: try await measureCost()
    case .motion: try await measureMotion()
    case .light: try await measureLight()
    case .start: try await measureStart()
    case .wake: try await measureWakeUps()
    case .traffic: try await measureTraffic()
    case .length: try await measureLength()
    case .rest: try await measureRest()
    }
  }

  // MARK: - Programs

  var floor: [String] { [Project.executable, "floor"] }

  /// What a crawl is told, and the floor.
  func crawling(_ speed: Double, delay: Double = Suite.delay) -> [String] {
    [
      "--geometry", "1920x40+0+0", "--scroll-time", "0", "--scroll-speed", "\(speed)", "--delay-at-start", "\(delay)",
    ]
  }

  /// The words of a crawl of 2 KB of text.
  func crawl(_ speed: Double, _ script: SampleHeadlines.Script = .latin) throws -> [String] {
    let file = try text(size: 2048, script)
    return options.crawl + crawling(speed) + ["--file", file]
  }

  func text(size: Int, _ script: SampleHeadlines.Script = .latin) throws -> String {
    try folder.write(SampleHeadlines.line(size: size, script) + "\n", to: "text-\(script)-\(size)")
  }

  func session(_ words: [String], calibration: Double = 0, counting: Bool = false) async throws -> BenchSession {
    try await BenchSession(words, in: folder, calibration: calibration, counting: counting)
  }

  /// Runs what may fail by the program's fault: that is an entry in a part of the report, and nil comes back. Only an
  /// interruption ends everything.
  mutating func attempt<Value>(
    _ name: String, _ situation: String, in part: Part, _ body: (Suite) async throws -> Value
  ) async throws -> Value? {
    do {
      return try await body(self)
    } catch {
      if isInterrupted { throw error }
      note("  \(name), \(situation): \(error)")
      report[part].add(error, name, situation)
      return nil
    }
  }
}
