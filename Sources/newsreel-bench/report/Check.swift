/// A figure beside what it may be at most.
struct Check {
  let subject: String
  let value: Double?
  let limit: Double
  let digits: Int

  /// What was not measured, or could not be, does not pass.
  var passes: Bool { value.map { $0 <= limit } ?? false }

  init(_ what: String, _ row: Row, _ value: Double?, atMost limit: Double, digits: Int = 2) {
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
      ("what", .text(subject)), ("value", value.map(JSON.number) ?? .null), ("limit", .number(limit)),
      ("passes", .truth(passes)),
    ])
  }
}
