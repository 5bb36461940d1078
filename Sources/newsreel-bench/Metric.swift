/// Something measured.
enum Metric: String, CaseIterable {
  case client = "client_ms_s"
  case clientRatio = "client_to_floor"
  case server = "server_ms_s"
  case serverRatio = "server_to_floor"
  case switches = "switches_s"
  case requests = "requests_frame"
  case bytes = "bytes_frame"
  case replies = "replies_frame"
  case pixmaps = "pixmaps"
  case window = "window_ms"
  case text = "text_ms"
  case memory = "pss_mb"
  case resident = "rss_mb"
  case speed = "speed_px_s"
  case rate = "positions_s"
  case onset = "onset_rms_px"
  case step = "step_sd_px"
  case still = "still_share"
  case freeze = "longest_freeze_ms"
  case gap = "capture_gap_max_ms"
  case bad = "bad_pictures"
  case frame = "frame_us"
  case frameRatio = "frame_to_smallest"
  case textRatio = "text_to_smallest"
  case size = "text_mb"
  case growth = "growth_to_text"
  case restSwitches = "switches"
  case restRequests = "requests"
  case restChanges = "changes"

  /// The head of its column.
  var title: String {
    switch self {
    case .client: "client ms/s"
    case .server: "server ms/s"
    case .clientRatio, .serverRatio: "× floor"
    case .switches: "switches/s"
    case .requests: "requests/frame"
    case .bytes: "bytes/frame"
    case .replies: "replies/frame"
    case .pixmaps: "new pixmaps"
    case .window: "window ms"
    case .text: "text ms"
    case .memory: "PSS MB"
    case .resident: "RSS MB"
    case .speed: "px/s"
    case .rate: "positions/s"
    case .onset: "onset rms px"
    case .step: "step sd px"
    case .still: "still at 60 Hz"
    case .freeze: "longest freeze ms"
    case .gap: "capture gap ms"
    case .bad: "bad pictures"
    case .frame: "µs/frame"
    case .frameRatio, .textRatio: "× smallest"
    case .size: "text MB"
    case .growth: "growth/text"
    case .restSwitches: "switches"
    case .restRequests: "requests"
    case .restChanges: "pictures"
    }
  }

  /// Digits behind the point.
  var digits: Int {
    switch self {
    case .pixmaps, .bad, .restSwitches, .restRequests, .restChanges, .bytes: 0
    case .switches, .window, .text, .memory, .resident, .rate, .freeze, .gap, .frame: 1
    case .onset, .step, .still: 3
    default: 2
    }
  }
}

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

  mutating func add(_ error: BenchError, _ program: String, _ situation: String) {
    rows[index(program, situation)].errors.append(error.description)
  }

  private mutating func index(_ program: String, _ situation: String) -> Int {
    if let index = rows.firstIndex(where: { $0.program == program && $0.situation == situation }) { return index }
    rows.append(Row(program, situation))
    return rows.count - 1
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
