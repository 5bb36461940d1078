/// A figure beside what it may be at most.
struct Check {
  let subject: String
  let value: Double?
  let limit: Double
  let digits: Int

  /// What was not measured, or could not be, does not pass.
  var passes: Bool { value.map { $0 <= limit } ?? false }

  private init(_ what: String, _ row: Row, _ value: Double?, atMost limit: Double, digits: Int = 2) {
    subject = "\(what), \(row.program), \(row.situation)"
    // One failed run of several spoils them all.
    self.value = row.errors.isEmpty ? value : nil
    (self.limit, self.digits) = (limit, digits)
  }

  static func all(of report: Report) -> [Check] {
    func ours(_ section: Section) -> [Row] { section.rows.filter { $0.program != Report.floor } }
    return ours(report.cost).flatMap(cost) + ours(report.traffic).flatMap(traffic)
      + ours(report.motion).flatMap(motion) + ours(report.start).flatMap(start)
      + ours(report.length).flatMap(length) + ours(report.rest).flatMap(rest)
  }

  private static func cost(_ row: Row) -> [Check] {
    [
      Check("client CPU to the floor's", row, row[.clientRatio], atMost: 1.5),
      Check("server CPU to the floor's", row, row[.serverRatio], atMost: 1.5),
    ]
  }

  private static func traffic(_ row: Row) -> [Check] {
    [
      Check("requests a frame", row, row[.requests], atMost: 4),
      Check("bytes a frame", row, row[.bytes], atMost: 200, digits: 0),
      Check("new pixmaps", row, row[.pixmaps], atMost: 0, digits: 0),
    ]
  }

  private static func motion(_ row: Row) -> [Check] {
    let speed = Double(row.situation.split(separator: " ").first ?? "") ?? 0
    return [
      Check("onset rms, px", row, row[.onset], atMost: 0.09 + 0.0006 * speed, digits: 3),
      Check("step deviation at 60 Hz, px", row, row[.step], atMost: 0.13, digits: 3),
      Check("speed error, %", row, row[.speed].map { abs($0 / speed - 1) * 100 }, atMost: 0.3),
      Check("longest freeze, ms", row, row[.freeze], atMost: 35, digits: 1),
      Check("still refreshes, %", row, row[.still].map { $0 * 100 }, atMost: 3, digits: 1),
      Check("blank, torn or lost pictures", row, row[.bad], atMost: 0, digits: 0),
    ]
  }

  private static func start(_ row: Row) -> [Check] {
    [
      Check("exec to first text, ms", row, row[.text], atMost: 80, digits: 1),
      Check("PSS, MB", row, row[.memory], atMost: 30, digits: 1),
    ]
  }

  private static func length(_ row: Row) -> [Check] {
    // The smallest is what the others are compared with.
    guard row[.frameRatio] != nil || !row.errors.isEmpty else { return [] }
    let growth = row[.growth].map { [Check("growth to the text's size", row, $0, atMost: 2)] } ?? []
    return [
      Check("frame cost to the smallest", row, row[.frameRatio], atMost: 1.2),
      Check("first text to the smallest", row, row[.textRatio], atMost: 1.5),
    ] + growth
  }

  private static func rest(_ row: Row) -> [Check] {
    [
      Check("context switches", row, row[.restSwitches], atMost: 0, digits: 0),
      Check("requests", row, row[.restRequests], atMost: 0, digits: 0),
      Check("changes of the picture", row, row[.restChanges], atMost: 0, digits: 0),
    ]
  }

  // MARK: - Showing

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
      ("what", .text(subject)), ("value", value.map(JSON.number) ?? .null), ("limit", .number(limit)),
      ("passes", .truth(passes)),
    ])
  }
}
