import Base

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
    } + all(traffic) {
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
