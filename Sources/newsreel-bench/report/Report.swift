import Base
import TestKit

/// All that was measured, as tables.
struct Report {
  static let floor = "floor"
  static let subject = "newsreel"
  static let present = "newsreel --clock present"
  /// The speeds at which cost is compared with the floor, in px/s.
  static let costSpeeds = [60, 47.3]
  /// Frames per second of the virtual server, and of the floor.
  static let refreshRate = 60.0

  var cost = Section(
    title: "Cost", columns: [.client, .clientRatio, .server, .serverRatio, .switches])
  var traffic = Section(
    title: "Requests", columns: [.requests, .bytes, .replies, .pixmaps])
  var motion = Section(
    title: "Motion", columns: [.speed, .rate, .onset, .step, .still, .freeze, .gap, .bad])
  var start = Section(title: "Start-up and memory", columns: [.window, .text, .memory, .resident])
  var length = Section(
    title: "Cost against length", columns: [.frame, .frameRatio, .text, .textRatio, .resident, .growth])
  var rest = Section(title: "At rest", columns: [.restSwitches, .restRequests, .restChanges])

  var sections: [Section] { [cost, traffic, motion, start, length, rest] }

  static func situation(_ speed: Double, _ script: Headlines.Script = .latin) -> String {
    "\(decimal(speed, digits: speed == speed.rounded() ? 0 : 1)) px/s"
      + (script == .latin ? "" : ", \(script.rawValue)")
  }

  static func sizeName(_ size: Int) -> String {
    size < 1_000_000 ? "\(size / 1000) KB" : "\(size / 1_000_000) MB"
  }

  // MARK: - Filling

  /// Puts one run where it belongs.
  /// - Parameter floor: the floor's run of the same round and speed.
  mutating func addFrames(_ sample: Sample, _ name: String, _ situation: String, floor: Sample?) {
    motion.add(sample, name, situation)
    // At any speed, but of the same text.
    start.add(sample, name, "2 KB" + situation.drop { $0 != "," })
    guard Self.costSpeeds.contains(where: { Self.situation($0) == situation }) else { return }
    var sample = sample
    sample[.clientRatio] = ratio(sample[.client], floor?[.client])
    sample[.serverRatio] = ratio(sample[.server], floor?[.server])
    cost.add(sample, name, situation)
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
    length.add(sample, name, situation)
  }

  private func ratio(_ value: Double?, _ base: Double?) -> Double? {
    guard let value, let base, base > 0 else { return nil }
    return value / base
  }

  // MARK: - Showing

  /// Tables in Markdown, with what the thresholds say at the end.
  func markdown(_ options: Options) -> String {
    let runs = "Medians of \(options.runs) run\(options.runs == 1 ? "" : "s"); a 1920×40 strip with 2 KB of text."
    let tables = sections.filter { !$0.rows.isEmpty }.map(\.markdown)
    let quick = options.isQuick ? ["**Quick run: too short to be quoted.**"] : []
    return (["## Benchmark", runs] + quick + tables + [Check.markdown(checks)]).joined(separator: "\n\n") + "\n"
  }

  func json(_ options: Options) -> JSON {
    .object([
      ("program", .string(options.subject[0])), ("runs", .integer(options.runs)),
      ("quick", .bool(options.isQuick)), ("load", .string((try? Project.text(of: "/proc/loadavg")) ?? "")),
      ("sections", .array(sections.filter { !$0.rows.isEmpty }.map(\.json))),
      ("checks", .array(checks.map(\.json))),
    ])
  }
}

/// A figure beside what it may be at most.
struct Check {
  let subject: String
  let value: Double?
  let limit: Double
  let digits: Int

  /// What was not measured, or could not be, does not pass.
  var passes: Bool { value.map { $0 <= limit } ?? false }

  init(_ what: String, _ row: Row, _ metric: Metric, atMost limit: Double) {
    self.init(what, row, row[metric], atMost: limit, digits: metric.digits)
  }

  init(_ what: String, _ row: Row, _ value: Double?, atMost limit: Double, digits: Int) {
    subject = "\(what), \(row.program), \(row.situation)"
    // One failed run of several spoils them all.
    self.value = row.errors.isEmpty ? value : nil
    (self.limit, self.digits) = (limit, digits)
  }

  /// A count, and the ones that are missed.
  static func markdown(_ checks: [Check]) -> String {
    let missed = checks.filter { !$0.passes }
    let head = "### Thresholds\n\n\(checks.count - missed.count) of \(checks.count) are met."
    guard !missed.isEmpty else { return head }
    let lines = missed.map { check in
      let value = check.value.map { decimal($0, digits: check.digits) } ?? "not measured"
      return "| \(check.subject) | \(value) | \(decimal(check.limit, digits: check.digits)) |"
    }
    return ([head, "", "| missed | is | at most |", "|---|---:|---:|"] + lines).joined(separator: "\n")
  }

  var json: JSON {
    .object([
      ("what", .string(subject)), ("value", value.map(JSON.number) ?? .null), ("limit", .number(limit)),
      ("passes", .bool(passes)),
    ])
  }
}

extension Report {
  /// Every figure that has a threshold; the floor's own have none.
  var checks: [Check] {
    func all(_ section: Section, _ checks: (Row) -> [Check]) -> [Check] {
      section.rows.filter { $0.program != Report.floor }.flatMap(checks)
    }
    return all(cost) {
      [
        Check("client CPU to the floor's", $0, .clientRatio, atMost: 1.5),
        Check("server CPU to the floor's", $0, .serverRatio, atMost: 1.5),
      ]
    }
      + all(traffic) {
        [
          Check("requests a frame", $0, .requests, atMost: 4), Check("bytes a frame", $0, .bytes, atMost: 200),
          Check("new pixmaps", $0, .pixmaps, atMost: 0),
        ]
      } + all(motion, Self.motionChecks)
      + all(start) {
        [Check("exec to first text, ms", $0, .text, atMost: 80), Check("PSS, MB", $0, .memory, atMost: 30)]
      } + all(length, Self.lengthChecks)
      + all(rest) {
        [
          Check("context switches", $0, .restSwitches, atMost: 0), Check("requests", $0, .restRequests, atMost: 0),
          Check("changes of the picture", $0, .restChanges, atMost: 0),
        ]
      }
  }

  private static func motionChecks(_ row: Row) -> [Check] {
    let speed = Double(row.situation.split(separator: " ").first ?? "") ?? 0
    return [
      Check("onset rms, px", row, .onset, atMost: 0.09 + 0.0006 * speed),
      Check("step deviation at 60 Hz, px", row, .step, atMost: 0.13),
      Check("speed error, %", row, row[.speed].map { abs($0 / speed - 1) * 100 }, atMost: 0.3, digits: 2),
      Check("longest freeze, ms", row, .freeze, atMost: 35),
      Check("still refreshes, %", row, row[.still].map { $0 * 100 }, atMost: 3, digits: 1),
      Check("blank, torn or lost pictures", row, .bad, atMost: 0),
    ]
  }

  private static func lengthChecks(_ row: Row) -> [Check] {
    // The smallest is what the others are compared with.
    guard row[.frameRatio] != nil || !row.errors.isEmpty else { return [] }
    let growth = row[.growth] == nil ? [] : [Check("growth to the text's size", row, .growth, atMost: 2)]
    return [
      Check("frame cost to the smallest", row, .frameRatio, atMost: 1.2),
      Check("first text to the smallest", row, .textRatio, atMost: 1.5),
    ] + growth
  }
}
