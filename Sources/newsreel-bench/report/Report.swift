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

  mutating func addFrames(_ error: any Error, _ name: String, _ situation: String) {
    motion.add(error, name, situation)
  }

  /// - Parameter first: the run with the smallest text of the same round.
  mutating func addLength(
    _ result: Result<Sample, any Error>, _ name: String, _ situation: String, first: Sample?
  ) {
    switch result {
    case .failure(let error): length.add(error, name, situation)
    case .success(var sample):
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
      ("quick", .bool(options.isQuick)), ("load", .string((try? Project.string(of: "/proc/loadavg")) ?? "")),
      ("sections", .array(sections.filter { !$0.rows.isEmpty }.map(\.json))),
      ("checks", .array(checks.map(\.json))),
    ])
  }
}
