import Base
import Foundation

/// Something measured.
struct Metric: Hashable {
  /// Its name in JSON.
  let key: String
  /// The head of its column.
  let title: String
  /// Digits behind the point.
  let digits: Int

  private init(_ key: String, _ title: String, digits: Int = 2) {
    (self.key, self.title, self.digits) = (key, title, digits)
  }

  static let client = Metric("client_ms_s", "client ms/s")
  static let server = Metric("server_ms_s", "server ms/s")
  static let clientRatio = Metric("client_to_floor", "client × floor")
  static let serverRatio = Metric("server_to_floor", "server × floor")
  static let totalRatio = Metric("total_to_floor", "both × floor")
  static let switches = Metric("switches_s", "switches/s", digits: 1)
  static let wakeUps = Metric("wakeups_s", "wake-ups/s", digits: 1)
  static let requests = Metric("requests_frame", "requests/frame")
  static let bytes = Metric("bytes_frame", "bytes/frame", digits: 0)
  static let replies = Metric("replies_frame", "replies/frame")
  static let pixmaps = Metric("pixmaps", "new pixmaps", digits: 0)
  static let window = Metric("window_ms", "window ms", digits: 1)
  static let text = Metric("text_ms", "text ms", digits: 1)
  static let memory = Metric("pss_mb", "PSS MB", digits: 1)
  static let resident = Metric("rss_mb", "RSS MB", digits: 1)
  static let speed = Metric("speed_px_s", "px/s")
  static let speedError = Metric("speed_error_percent", "speed error %")
  static let rate = Metric("positions_s", "positions/s", digits: 1)
  static let onset = Metric("onset_rms_px", "onset rms px", digits: 3)
  static let step = Metric("step_sd_px", "step sd px", digits: 3)
  static let fullStep = Metric("step_sd_8_px", "with the changing phase", digits: 3)
  static let still = Metric("still_share", "still at 60 Hz", digits: 3)
  static let freeze = Metric("longest_freeze_ms", "longest freeze ms", digits: 1)
  static let sharpQuarter = Metric("sharpness_0.25", "sharpness at 0.25 c/px", digits: 4)
  static let sharpHalf = Metric("sharpness_0.5", "sharpness at 0.5 c/px", digits: 4)
  static let drawn = Metric("drawn_contrast", "contrast as drawn, to that at rest", digits: 3)
  static let stemDeviation = Metric("stem_light_error", "largest error of a stem's light", digits: 4)
  static let stemCount = Metric("stems", "stems", digits: 0)
  static let missedRefreshes = Metric("missed", "missed, by itself", digits: 0)
  static let lateFrames = Metric("late", "late, by itself", digits: 0)
  static let gap = Metric("capture_gap_max_ms", "capture gap ms", digits: 1)
  static let bad = Metric("bad_pictures", "bad pictures", digits: 0)
  static let frame = Metric("frame_us", "µs/frame", digits: 1)
  static let frameRatio = Metric("frame_to_smallest", "× smallest")
  static let textRatio = Metric("text_to_smallest", "× smallest")
  static let size = Metric("text_mb", "text MB")
  static let growth = Metric("growth_to_text", "growth/text")
  static let restSwitches = Metric("switches", "switches", digits: 0)
  static let restRequests = Metric("requests", "requests", digits: 0)
  static let restChanges = Metric("changes", "pictures", digits: 0)
}

/// What one run gave.
typealias Sample = [Metric: Double]

extension Sample {
  mutating func add(_ other: Sample) { merge(other) { $1 } }

  var json: JSON { .object(sorted { $0.key.key < $1.key.key }.map { ($0.key.key, .number($0.value)) }) }
}

extension [Sample] {
  /// Of each figure that all of them have.
  var mean: Sample {
    guard let first else { return [:] }
    return first.reduce(into: [:]) { mean, entry in
      let values = compactMap { $0[entry.key] }
      if values.count == count { mean[entry.key] = values.reduce(0, +) / Double(count) }
    }
  }
}

/// The runs of one program in one situation.
struct ReportRow {
  let program: String
  let situation: String
  var samples: [Sample] = []
  var errors: [String] = []
  /// Remarks for the reader, such as the kinds of requests.
  var remark = ""

  /// The median over the runs.
  subscript(metric: Metric) -> Double? { median(samples.compactMap { $0[metric] }) }
}

/// A table of the report.
struct Section {
  let title: String
  /// What the figures are, for who has not read the source.
  var explanation = ""
  let columns: [Metric]
  var rows: [ReportRow] = []

  func row(_ program: String, _ situation: String) -> ReportRow? { index(program, situation).map { rows[$0] } }

  mutating func add(_ sample: Sample, _ program: String, _ situation: String, remark: String = "") {
    change(program, situation) { row in
      row.samples.append(sample)
      if !remark.isEmpty { row.remark = remark }
    }
  }

  mutating func add(_ error: any Error, _ program: String, _ situation: String) {
    change(program, situation) { $0.errors.append("\(error)") }
  }

  private mutating func change(_ program: String, _ situation: String, _ change: (inout ReportRow) -> Void) {
    let known = index(program, situation)
    if known == nil { rows.append(ReportRow(program: program, situation: situation)) }
    change(&rows[known ?? rows.count - 1])
  }

  private func index(_ program: String, _ situation: String) -> Int? {
    rows.firstIndex { $0.program == program && $0.situation == situation }
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
    let head = ["### \(title)", ""] + (explanation.isEmpty ? [] : [explanation, ""])
    return (head + ["| " + heads.joined(separator: " | ") + " |", rule] + lines).joined(separator: "\n")
  }

  private static func cell(_ text: String) -> String {
    text.replacing("|", with: "\\|").split(separator: "\n").joined(separator: " ")
  }

  var json: JSON { .object([("title", .string(title)), ("rows", .array(rows.map(\.json)))]) }
}

extension ReportRow {
  var json: JSON {
    let medians: Sample = samples.reduce(into: [:]) { $0.add($1) }.reduce(into: [:]) { $0[$1.key] = self[$1.key] }
    return .object([
      ("program", .string(program)), ("case", .string(situation)), ("remark", .string(remark)),
      ("errors", .array(errors.map(JSON.string))),
      ("median", medians.json), ("samples", .array(samples.map(\.json))),
    ])
  }
}

/// A number with a fixed count of digits behind the point.
func decimal(_ value: Double, digits: Int) -> String {
  guard value.isFinite, abs(value) < 1e12 else { return "–" }
  let text = String(format: "%.\(digits)f", value)
  return text.allSatisfy { "-0.".contains($0) } ? String(text.drop { $0 == "-" }) : text
}
