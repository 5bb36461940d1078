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
