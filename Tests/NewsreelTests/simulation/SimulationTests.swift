import Glibc
import TestKit
import TestTags
import Testing

/// Runs of the whole program in virtual time. `make simulate SEEDS=1..10000` runs more of them.
@Suite("Simulated runs", .tags(.slow)) struct SimulationTests {
  private static let length = 160

  /// Runs a seed. Returns what is wrong with it, with its script made short.
  private static func problem(
    seed: UInt64, planting defect: PlantedDefect? = nil, isShortened: Bool = true
  ) throws -> String? {
    let script = SimulatedStep.script(seed: seed, count: length)
    guard let problem = try Simulation.problem(of: script, seed: seed, planting: defect) else { return nil }
    return isShortened ? try report(seed: seed, script, problem) : problem.description
  }

  private static func report(seed: UInt64, _ script: [SimulatedStep], _ problem: SimulatedProblem) throws -> String {
    // What comes after it has not happened.
    let short = shortened(Array(script.prefix(problem.steps))) { script in
      (try? Simulation.problem(of: script, seed: seed))?.kind == problem.kind
    }
    let last = try Simulation.problem(of: short, seed: seed) ?? problem
    let steps = short.map(\.description).joined(separator: ",")
    return "\(last)\nmake simulate SEEDS=\(seed) STEPS=\(steps)"
  }

  @Test("A run of the whole program is as it should be", arguments: Simulations.seeds)
  func seeds(seed: UInt64) throws {
    let problem = try Self.problem(seed: seed)
    #expect(problem == nil, "seed \(seed)")
  }

  @Test("A script that was made short can be run again", .enabled(if: Simulations.steps != nil))
  func script() throws {
    let seed = try #require(Simulations.seeds.first)
    let problem = try Simulation.problem(of: Simulations.steps ?? [], seed: seed)
    #expect(problem == nil, "seed \(seed)")
  }

  @Test("A year of one strip is as it should be", .enabled(if: Simulations.isYear))
  func year() throws {
    let script = SimulatedStep.script(seed: 365, count: 19_000, pause: SimulatedStep.everydayPause)
    let problem = try Simulation.problem(of: script, seed: 365)
    // Making months short takes days.
    let report = try problem.map { $0.steps < 1000 ? try Self.report(seed: 365, script, $0) : $0.description }
    #expect(report == nil)
  }

  @Test("Planted defects are found, by seeds that are clean without them") func planted() throws {
    var isClean: [UInt64: Bool] = [:]
    for defect in PlantedDefect.allCases {
      let seed = try (1...20 as ClosedRange<UInt64>).first { seed in
        guard try Self.problem(seed: seed, planting: defect, isShortened: false) != nil else { return false }
        let known = try isClean[seed] ?? (Self.problem(seed: seed, isShortened: false) == nil)
        isClean[seed] = known
        return known
      }
      #expect(seed != nil, "\(defect.rawValue)")
      if Simulations.isAsked { print("\(defect.rawValue): seed \(seed ?? 0)") }
    }
  }

  @Test("A script is made short as long as it fails, and is read as it was written") func shortening() {
    let script = SimulatedStep.script(seed: 7, count: 100)
    let wanted = [script[17], script[80]]
    #expect(shortened(script) { script in wanted.allSatisfy(script.contains) } == wanted)
    #expect(script.map { SimulatedStep($0.description) } == script)
  }
}

/// What `make simulate` asks for.
enum Simulations {
  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }

  static let isYear = variable("NEWSREEL_SEEDS") == "year"
  static let isAsked = variable("NEWSREEL_SEEDS") != nil

  /// Those of NEWSREEL_SEEDS, as 4711 or 1..10000.
  static let seeds: [UInt64] = {
    guard !isYear, let text = variable("NEWSREEL_SEEDS") else { return isYear ? [] : Array(2...3) }
    let ends = text.split(separator: ".").compactMap { UInt64($0) }
    guard let first = ends.first, let last = ends.last, first <= last else { return [] }
    return Array(first...last)
  }()

  /// Those of NEWSREEL_STEPS, with the seed before them.
  static let steps = variable("NEWSREEL_STEPS").map { $0.split(separator: ",").compactMap { SimulatedStep($0) } }
}
