import Glibc
import ScrollCore
import TestKit
import TestTags
import Testing

@testable import Newswire

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
    let fails: ([SimulatedStep]) -> Bool = { (try? Simulation.problem(of: $0, seed: seed))?.kind == problem.kind }
    // What comes after it has not happened. Most often its causes are near.
    let whole = script.prefix(problem.steps)
    let ends = [50, 200, 1000].map { Array(whole.suffix($0)) }
    guard let end = whole.count > 1000 ? ends.first(where: fails) : Array(whole) else { return problem.description }
    let short = shortened(end, fails: fails)
    let last = try Simulation.problem(of: short, seed: seed) ?? problem
    let steps = short.map(\.description).joined(separator: ",")
    return "\(last)\nmake simulate SEEDS=\(seed) STEPS=\(steps)"
  }

  /// Short scripts that have found something.
  private static let known: [(seed: UInt64, steps: String)] = [
    // The clock is set, and news that is on the air at night does not go.
    (305, "timed:883904+25393.098,zone:316502+0.025,check:133510+0.0"),
    // What was withdrawn under the pointer is taken out of sight by a command.
    (
      310,
      "restart:870929+0.0,hand:196386+0.0,withdraw:700306+0.045,check:389199+0.126,scroll:147582+86.768,check:294228+0.048"
    ),
    // A hidden feed withdraws something, and its cache is too old to be kept.
    (
      3478,
      "clock:1040163+2.624,list:387494+2.395,list:508186+0.0,withdraw:257646+0.021,hand:458924+2.28,list:134242+0.0,check:484325+2.263"
    ),
    // An item changes its topic, and the former one is removed while it still runs out of the view.
    (
      5398,
      "topic:836359+0.041,item:922879+1.894,unsend:275048+1.418,cut:870755+0.0,topic:426867+0.047,hide:22784+0.0,item:62605+0.192,hand:393735+0.125,hand:148318+0.0"
    ),
    // Under the pointer a headline stands that is no longer new after ten minutes.
    (
      7741,
      "withdraw:7110+0.0,restyle:363152+0.175,item:318859+2.253,unsend:1013627+0.125,post:987733+56.372,restart:1010858+0.0,hand:229357+1.161,removed:904962+0.251,scroll:422044+2.091,frames:876154+0.0,post:26560+0.098,unsend:529993+1.183,rejoin:736633+1.895,scroll:444151+0.234,interruption:73266+0.179,hand:531116+0.0,list:936532+0.0,scroll:667627+0.0,frames:357269+0.094,scroll:86149+1.93,corrected:69806+1.289,removed:450555+0.218,item:456723+1.753,topic:830650+2340.489"
    ),
    // A channel's item comes again while it still runs out of the view.
    (
      9436,
      "item:658717+0.038,list:494970+2.153,item:386543+0.283,restyle:280790+1.076,damage:366950+1.434,timed:165934+0.108,command:253264+0.274,command:672116+0.119,kill:407044+0.257,timed:585453+1.531,lines:408677+0.146,edit:520748+2.412,removed:340151+0.054,item:1000074+0.0"
    ),
    // The only headline left is one of every third cycle, and still in the view.
    (
      9480,
      "topic:791628+0.302,edit:735041+0.081,hand:867859+0.252,restart:853459+1.807,timed:59019+1.153,interruption:480178+2839519.097,removed:435155+0.169,list:856380+0.226,mend:27110+1.273"
    ),
  ]

  @Test("What was found stays mended", arguments: known) func regressions(seed: UInt64, steps: String) throws {
    let problem = try Simulation.problem(of: SimulatedStep.script(steps), seed: seed)
    #expect(problem == nil)
  }

  @Test("A run of the whole program is as it should be", arguments: Simulations.seeds)
  func seeds(seed: UInt64) throws {
    let problem = try Self.problem(seed: seed)
    #expect(problem == nil, "seed \(seed)")
  }

  @Test("What must not matter does not", arguments: Relation.allCases)
  func relations(relation: Relation) throws {
    // One each, if no more are asked for, and of many every tenth: each is run twice.
    let asked = Simulations.seeds.filter { Simulations.seeds.count <= 10 || $0.isMultiple(of: 10) }
    let seeds = Simulations.isAsked ? asked : [relation.isOfKept ? 3 : 2]
    for seed in seeds {
      let problem = try Self.difference(seed: seed, under: relation)
      #expect(problem == nil, "seed \(seed)")
    }
  }

  /// Runs a seed alone and under a relation. Returns where they differ, with a script made short.
  private static func difference(
    seed: UInt64, under relation: Relation, planting defect: PlantedDefect? = nil
  ) throws -> String? {
    let script = relation.script(seed: seed, length: 40)
    guard let problem = try Simulation.difference(of: script, seed: seed, under: relation, planting: defect) else {
      return nil
    }
    if defect != nil { return problem.description }
    func find(_ script: [SimulatedStep]) -> SimulatedProblem? {
      try? Simulation.difference(of: script, seed: seed, under: relation)
    }
    let short = shortened(Array(script.prefix(problem.steps))) { find($0)?.kind == problem.kind }
    let steps = short.map(\.description).joined(separator: ",")
    return "\(find(short) ?? problem)\nmake simulate SEEDS=\(seed) STEPS=\(relation)/\(steps)"
  }

  @Test("A script that was made short can be run again", .enabled(if: Simulations.steps != nil))
  func script() throws {
    let seed = try #require(Simulations.seeds.first)
    let script = Simulations.steps ?? []
    let problem =
      if let relation = Simulations.relation {
        try Simulation.difference(of: script, seed: seed, under: relation)
      } else {
        try Simulation.problem(of: script, seed: seed)
      }
    #expect(problem == nil, "seed \(seed)")
  }

  @Test("A year of one strip is as it should be", .enabled(if: Simulations.isYear))
  func year() throws {
    let script = SimulatedStep.script(seed: 365, count: 19_000, pause: SimulatedStep.everydayPause)
    let problem = try Simulation.problem(of: script, seed: 365)
    let report = try problem.map { try Self.report(seed: 365, script, $0) }
    #expect(report == nil)
  }

  @Test("A source of alerts that keeps what was sent in a year shows what is in force") func growingSource() throws {
    var (alerts, random, number) = (SimulatedAlerts(in: "/"), SeededRandom(seed: 365), 0)
    let danger = SimulatedAlerts.Danger(severity: "Minor", isPressing: false)
    while alerts.messageCount < 700 {
      number += 1
      let old = alerts.inForce.randomElement(using: &random)?.number
      switch (Int.random(in: 0..<10, using: &random), old) {
      case (0..<4, let old?): alerts.update(old, to: number, "\(number) of it", danger, expires: nil, isOnAir: false)
      case (4, let old?): alerts.cancel(old, by: number)
      default:
        if alerts.inForce.count > 20, let old { alerts.take(out: old) }
        alerts.issue(number, "\(number) of it", danger, expires: nil)
      }
      guard number.isMultiple(of: 100) else { continue }
      let parser = FeedParser(address: nil, readsAlerts: true)
      Array(alerts.text.utf8).withUnsafeBytes { bytes in
        for start in stride(from: 0, to: bytes.count, by: 16 << 10) {
          parser.push(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 16 << 10, bytes.count)]))
        }
      }
      let shown = try parser.finish().selecting(AlertSettings(), now: Simulation.firstWallTime).items
      #expect(shown.compactMap { Simulation.number($0.title) }.sorted() == alerts.inForce.map(\.number).sorted())
    }
  }

  @Test("Planted defects are found, by seeds that are clean without them") func planted() throws {
    var isClean: [UInt64: Bool] = [:]
    for defect in PlantedDefect.allCases {
      let seed = try (1...20 as ClosedRange<UInt64>).first { seed in
        if let relation = defect.relation {
          return try Self.difference(seed: seed, under: relation, planting: defect) != nil
            && (!Simulations.isAsked || Self.difference(seed: seed, under: relation) == nil)
        }
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

  /// Those of NEWSREEL_STEPS.
  static let steps = variable("NEWSREEL_STEPS").map { SimulatedStep.script($0.split(separator: "/").last ?? "") }

  /// The relation that they are run under, as in wakeups/check:1+0.5.
  static let relation = variable("NEWSREEL_STEPS").flatMap { text in
    Relation.allCases.first { text.hasPrefix("\($0)/") }
  }
}
