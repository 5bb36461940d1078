/// What one run gave.
typealias Sample = [Metric: Double]

extension Sample {
  mutating func add(_ other: Sample) { merge(other) { $1 } }
}

/// The runs of one program in one situation.
struct Row {
  let program: String
  let situation: String
  var samples: [Sample] = []
  var errors: [String] = []
  /// Remarks for the reader, such as the kinds of requests.
  var remark = ""

  init(_ program: String, _ situation: String) { (self.program, self.situation) = (program, situation) }

  /// The median over the runs.
  subscript(metric: Metric) -> Double? { median(samples.compactMap { $0[metric] }) }
}

/// A table of the report.
struct Section {
  let title: String
  let columns: [Metric]
  var rows: [Row] = []

  func row(_ program: String, _ situation: String) -> Row? {
    rows.first { $0.program == program && $0.situation == situation }
  }

  mutating func add(_ sample: Sample, _ program: String, _ situation: String, remark: String = "") {
    let index = index(program, situation)
    rows[index].samples.append(sample)
    if !remark.isEmpty { rows[index].remark = remark }
  }

  mutating func add(_ error: any Error, _ program: String, _ situation: String) {
    rows[index(program, situation)].errors.append("\(error)")
  }

  private mutating func index(_ program: String, _ situation: String) -> Int {
    if let index = rows.firstIndex(where: { $0.program == program && $0.situation == situation }) { return index }
    rows.append(Row(program, situation))
    return rows.count - 1
  }
}

// MARK: - Showing

extension Section {
  var markdown: String {
    let hasRemarks = rows.contains { !$0.remark.isEmpty || !$0.errors.isEmpty }
    let heads = ["program", "case"] + columns.map(\.title) + (hasRemarks ? [""] : [])
    let rule = "|---|---|" + String(repeating: "---:|", count: columns.count) + (hasRemarks ? "---|" : "")
    let lines = rows.map { row in
      let figures = columns.map { column in row[column].map { decimal($0, digits: column.digits) } ?? "–" }
      let remarks = (row.remark.isEmpty ? [] : [row.remark]) + row.errors.map { "failed: \($0)" }
      let cells = [row.program, row.situation] + figures + (hasRemarks ? [remarks.joined(separator: "; ")] : [])
      return "| " + cells.map(Self.cell).joined(separator: " | ") + " |"
    }
    return (["### \(title)", "", "| " + heads.joined(separator: " | ") + " |", rule] + lines).joined(separator: "\n")
  }

  private static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
      .split(separator: "\n").joined(separator: " ")
  }

  var json: JSON { .object([("title", .text(title)), ("rows", .list(rows.map(\.json)))]) }
}

extension Row {
  var json: JSON {
    .object([
      ("program", .text(program)), ("case", .text(situation)), ("remark", .text(remark)),
      ("errors", .list(errors.map(JSON.text))),
      ("median", .object(Metric.allCases.compactMap { metric in self[metric].map { (metric.rawValue, .number($0)) } })),
      ("samples", .list(samples.map(Self.json))),
    ])
  }

  private static func json(_ sample: Sample) -> JSON {
    .object(Metric.allCases.compactMap { metric in sample[metric].map { (metric.rawValue, .number($0)) } })
  }
}

/// A number with a fixed count of digits behind the point.
func decimal(_ value: Double, digits: Int) -> String {
  guard value.isFinite, abs(value) < 1e12 else { return "–" }
  var scale = 1
  for _ in 0..<digits { scale *= 10 }
  let scaled = Int((abs(value) * Double(scale)).rounded())
  let sign = value < 0 && scaled > 0 ? "-" : ""
  guard digits > 0 else { return "\(sign)\(scaled)" }
  let fraction = "\(scaled % scale)"
  return "\(sign)\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
}
