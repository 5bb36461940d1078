import Base
import TestKit

/// All that was measured, as tables.
struct Report {
  static let floor = "floor"
  static let subject = "newsreel"
  static let present = "newsreel --clock present"
  static let locked = "newsreel --cadence lock"
  /// The case of the strip as it is without any options.
  static let strip = "strip"
  /// Frames per second of the virtual server, and of the floor.
  static let refreshRate = 60.0

  private var sections: [Part: Section] = [
    .cost: Section(
      title: "Cost",
      columns: [.client, .server, .clientRatio, .serverRatio, .totalRatio, .switches, .memory, .resident]),
    .motion: Section(
      title: "Motion",
      explanation: "Sharpness: contrast for an eye that follows, to the most that a screen can show at that speed. "
        + "Steps: those of a screen of 60 Hz at seven phases of its refresh, and at that one, too, at which the picture "
        + "just changes.",
      columns: [
        .speed, .speedError, .rate, .onset, .step, .fullStep, .sharpQuarter, .sharpHalf, .drawn, .still, .freeze, .gap,
        .bad, .missedRefreshes, .lateFrames,
      ]),
    .light: Section(title: "Light of single stems at all fractions of a pixel", columns: [.stemDeviation, .stemCount]),
    .start: Section(title: "From exec to what is seen", columns: [.window, .text]),
    .wake: Section(title: "Slow motion", columns: [.wakeUps]),
    .traffic: Section(title: "Requests", columns: [.requests, .bytes, .replies, .pixmaps]),
    .length: Section(
      title: "Cost against length", columns: [.frame, .frameRatio, .text, .textRatio, .resident, .growth]),
    .rest: Section(title: "At rest", columns: [.restSwitches, .restRequests, .restChanges]),
  ]

  subscript(part: Part) -> Section {
    get { sections[part] ?? Section(title: part.rawValue, columns: []) }
    set { sections[part] = newValue }
  }

  /// Those that have rows, in their order.
  private var shown: [(part: Part, section: Section)] {
    Part.allCases.map { ($0, self[$0]) }.filter { !$0.1.rows.isEmpty }
  }

  static func situation(_ speed: Double, _ script: SampleHeadlines.Script = .latin) -> String {
    "\(decimal(speed, digits: speed == speed.rounded() ? 0 : 1)) px/s"
      + (script == .latin ? "" : ", \(script.rawValue)")
  }

  static func sizeName(_ size: Int) -> String {
    size < 1_000_000 ? "\(size / 1000) KB" : "\(size / 1_000_000) MB"
  }

  // MARK: - Filling

  /// What a run has cost.
  /// - Parameter floor: the floor's run of the same round and speed.
  mutating func addCost(_ sample: Sample, _ name: String, _ situation: String, floor: Sample?) {
    var sample = sample
    func total(_ sample: Sample?) -> Double? {
      guard let client = sample?[.client], let server = sample?[.server] else { return nil }
      return client + server
    }
    sample[.clientRatio] = ratio(sample[.client], floor?[.client])
    sample[.serverRatio] = ratio(sample[.server], floor?[.server])
    sample[.totalRatio] = ratio(total(sample), total(floor))
    self[.cost].add(sample, name, situation)
  }

  /// How a run has moved.
  /// - Parameter speed: the one that was asked for.
  mutating func addMotion(_ sample: Sample, _ name: String, _ situation: String, speed: Double) {
    var sample = sample
    sample[.speedError] = sample[.speed].map { abs($0 / speed - 1) * 100 }
    self[.motion].add(sample, name, situation)
  }

  /// - Parameter first: the run with the smallest text of the same round.
  mutating func addLength(_ sample: Sample, _ name: String, _ situation: String, first: Sample?) {
    var sample = sample
    if let first {
      sample[.frameRatio] = ratio(sample[.frame], first[.frame])
      sample[.textRatio] = ratio(sample[.text], first[.text])
      // Of a small text the growth says nothing: it is less than what the process varies by anyway.
      if let size = sample[.size], size > 1 {
        sample[.growth] = ((sample[.resident] ?? 0) - (first[.resident] ?? 0)) / size
      }
    }
    self[.length].add(sample, name, situation)
  }

  private func ratio(_ value: Double?, _ base: Double?) -> Double? {
    guard let value, let base, base > 0 else { return nil }
    return value / base
  }

  // MARK: - Showing

  /// Tables in Markdown, with what the budget says at the end.
  /// - Parameter verdict: nil where nothing is judged.
  func markdown(_ options: Options, verdict: String?) -> String {
    let runs =
      "Medians of \(options.runs) run\(options.runs == 1 ? "" : "s"); a 1920×40 crawl with 2 KB of text, and the strip as it is."
    let quick = options.isQuick ? ["**Quick run: too short to be quoted.**"] : []
    let end = verdict.map { [$0] } ?? []
    return (["## Benchmark", runs] + quick + shown.map(\.section.markdown) + end).joined(separator: "\n\n") + "\n"
  }

  func json(_ options: Options, checks: [JSON]) -> JSON {
    .object([
      ("program", .string(options.program)), ("runs", .integer(options.runs)), ("quick", .bool(options.isQuick)),
      ("load", .string((try? Project.text(of: "/proc/loadavg")) ?? "")),
      ("parts", .object(shown.map { ($0.part.rawValue, $0.section.json) })),
      ("checks", .array(checks)),
    ])
  }
}
