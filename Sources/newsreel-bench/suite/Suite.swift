import TestKit

/// All measurements, in turns: each round visits every program once, so that a machine that slows down hits all alike.
struct Suite {
  private let options: Options
  private let folder: TemporaryFolder
  private(set) var report = Report()

  /// As `Traffic.kinds` counts it: the major opcode times 256.
  private static let createPixmap = 53 * 256
  private var isQuick: Bool { options.isQuick }
  private var speeds: [Double] { isQuick ? [60] : [60, 47.3, 30, 88.8, 120] }
  private var settling: Double { isQuick ? 0.5 : 1.5 }

  static func run(_ options: Options) async throws -> Report {
    var suite = Suite(options, in: try TemporaryFolder())
    for round in 1...options.runs {
      note("round \(round) of \(options.runs)")
      if options.parts.contains(.frames) { try await suite.measureFrames() }
      if options.parts.contains(.traffic) { try await suite.measureTraffic() }
      if options.parts.contains(.length) { try await suite.measureLength() }
    }
    if options.parts.contains(.rest) { try await suite.measureRest() }
    return suite.report
  }

  private init(_ options: Options, in folder: TemporaryFolder) { (self.options, self.folder) = (options, folder) }

  // MARK: - Programs

  private func variants(at speed: Double) -> [(name: String, words: [String])] {
    var result = [
      (Report.floor, [Project.executable, "floor"] + common(speed)), (Report.subject, options.subject + common(speed)),
    ]
    if Report.costSpeeds.contains(speed) {
      result.append((Report.present, options.subject + common(speed) + ["--clock", "present"]))
    }
    return result
  }

  private func common(_ speed: Double, delay: Int = 0) -> [String] {
    [
      "--geometry", "1920x40+0+0", "--scroll-time", "0", "--scroll-speed", "\(speed)", "--delay-at-start", "\(delay)",
    ]
  }

  private func text(size: Int, _ script: Headlines.Script = .latin) throws -> String {
    try folder.write(Headlines.line(size: size, script) + "\n", to: "text-\(script)-\(size)")
  }

  private func session(_ words: [String], calibration: Double = 0, counting: Bool = false) async throws -> Session {
    try await Session(words, in: folder, calibration: calibration, counting: counting)
  }

  /// Runs what may fail by the program's fault: that is an entry in a section of the report, and nil comes back. Only an
  /// interruption ends everything.
  private mutating func attempt<Value>(
    _ name: String, _ situation: String, in section: WritableKeyPath<Report, Section>,
    _ body: (Suite) async throws -> Value
  ) async throws -> Value? {
    do {
      return try await body(self)
    } catch {
      if isInterrupted { throw error }
      note("  \(name), \(situation): \(error)")
      report[keyPath: section].add(error, name, situation)
      return nil
    }
  }

  // MARK: - Parts

  private mutating func measureFrames() async throws {
    let file = try text(size: 2048)
    for speed in speeds {
      var floor: Sample?
      for (name, words) in variants(at: speed) {
        let sample = try await measureFrames(words + ["--file", file], name, Report.situation(speed), floor: floor)
        if name == Report.floor { floor = sample }
      }
    }
    for script in Headlines.Script.allCases where script != .latin && !isQuick {
      let file = try text(size: 2048, script)
      let words = options.subject + common(47.3) + ["--file", file]
      _ = try await measureFrames(words, Report.subject, Report.situation(47.3, script), floor: nil)
    }
  }

  /// Measures one run and notes it. Returns what it gave, if it did.
  private mutating func measureFrames(
    _ words: [String], _ name: String, _ situation: String, floor: Sample?
  ) async throws -> Sample? {
    let sample = try await attempt(name, situation, in: \.motion) { try await $0.measureOnce(words) }
    if let sample { report.addFrames(sample, name, situation, floor: name == Report.floor ? sample : floor) }
    return sample
  }

  /// Start-up, cost, memory and motion of one run.
  private func measureOnce(_ words: [String]) async throws -> Sample {
    let session = try await session(words, calibration: isQuick ? 0.3 : 1.5)
    defer { session.end() }
    try rest(settling)
    var sample = try session.cost(seconds: isQuick ? 1 : 4)
    sample[.window] = session.windowDelay * 1000
    sample[.text] = session.textDelay * 1000
    sample.add(try session.footprint)
    guard let motion = try session.motion(seconds: isQuick ? 1.5 : 4) else { throw HarnessError("nothing moves") }
    sample.add(motion.sample)
    return sample
  }

  private mutating func measureTraffic() async throws {
    let file = try text(size: 2048)
    for speed in speeds where Report.costSpeeds.contains(speed) {
      for (name, words) in variants(at: speed) {
        let situation = Report.situation(speed)
        let result = try await attempt(name, situation, in: \.traffic) {
          try await $0.measureTraffic(words + ["--file", file])
        }
        if let (sample, kinds) = result { report.traffic.add(sample, name, situation, remark: kinds) }
      }
    }
  }

  /// What goes to the server for each frame, and the kinds of requests in words.
  private func measureTraffic(_ words: [String]) async throws -> (Sample, kinds: String) {
    let session = try await session(words, counting: true)
    defer { session.end() }
    try rest(settling)
    let (traffic, seconds) = try session.traffic(seconds: isQuick ? 1 : 4)
    let frames = seconds * Report.refreshRate
    let sample: Sample = [
      .requests: Double(traffic.requests) / frames, .bytes: Double(traffic.bytes) / frames,
      .replies: Double(traffic.replies) / frames,
      .pixmaps: Double(traffic.kinds[Self.createPixmap] ?? 0),
    ]
    return (sample, session.probe.summary(of: traffic.kinds, frames: frames))
  }

  private mutating func measureLength() async throws {
    let sizes = isQuick ? [1000, 100_000] : [1000, 100_000, 10_000_000]
    let counts = isQuick ? [10, 1000] : [10, 1000, 100_000]
    let floor = [Project.executable, "floor"] + common(60)
    _ = try await measureLong(floor, Report.floor, "1 KB", text: Headlines.line(size: 1000), first: nil)
    try await compareLengths(sizes.map { (Report.sizeName($0), Headlines.line(size: $0)) })
    try await compareLengths(counts.map { ("\($0) items", Headlines.lines(count: $0)) })
  }

  /// Measures each text, and compares it with the first.
  private mutating func compareLengths(_ texts: [(name: String, text: String)]) async throws {
    var first: Sample?
    for (name, text) in texts {
      let words = options.subject + common(60)
      let sample = try await measureLong(words, Report.subject, name, text: text, first: first)
      first = first ?? sample
    }
  }

  /// Measures the cost of a frame, the time to the first text, and memory, with the size of the text, and notes them.
  private mutating func measureLong(
    _ words: [String], _ name: String, _ situation: String, text: String, first: Sample?
  ) async throws -> Sample? {
    let file = try folder.write(text + "\n", to: "long")
    let sample = try await attempt(name, situation, in: \.length) { suite in
      let isQuick = suite.isQuick
      let session = try await suite.session(words + ["--file", file], calibration: isQuick ? 0.3 : 1)
      defer { session.end() }
      try rest(suite.settling)
      var sample = try session.cost(seconds: isQuick ? 1 : 4)
      sample.add(try session.footprint)
      sample[.text] = session.textDelay * 1000
      guard let motion = try session.motion(seconds: 1) else { throw HarnessError("nothing moves") }
      let load = (sample[.client] ?? 0) + (sample[.server] ?? 0)
      sample[.rate] = motion.rate
      sample[.frame] = load * 1000 / motion.rate
      sample[.size] = Double(text.utf8.count) / 1e6
      return sample
    }
    if let sample { report.addLength(sample, name, situation, first: first) }
    return sample
  }

  // MARK: - At rest

  /// All situations at the same time: nothing happens in any.
  private mutating func measureRest() async throws {
    note("at rest")
    var sessions: [(name: String, session: Session, start: RestState?)] = []
    defer { for entry in sessions { entry.session.end() } }
    for situation in RestSituation.allCases {
      let session = try await attempt(Report.subject, situation.rawValue, in: \.rest) { suite in
        let session = try await suite.session(try suite.restWords(situation), counting: true)
        do {
          try rest(suite.settling)
        } catch {
          session.end()
          throw error
        }
        return session
      }
      guard let session else { continue }
      situation.bringAbout(session)
      sessions.append((situation.rawValue, session, nil))
    }
    try rest(isQuick ? 1 : 3)
    for index in sessions.indices { sessions[index].start = try? sessions[index].session.restState() }
    try rest(isQuick ? 2 : 10)
    for (name, session, start) in sessions {
      if let start, let end = try? session.restState() {
        report.rest.add(end.since(start), Report.subject, name)
      } else {
        report.rest.add(HarnessError("it ended at rest"), Report.subject, name)
      }
    }
  }

  private func restWords(_ situation: RestSituation) throws -> [String] {
    let file = try text(size: situation == .finished ? 40 : 2048)
    let common = common(situation == .finished ? 4000 : 60, delay: situation == .waiting ? 3600 : 0)
    return options.subject + common + (situation == .finished ? ["--scroll-repeat", "0"] : []) + ["--file", file]
  }
}

/// A reason for nothing to happen.
private enum RestSituation: String, CaseIterable {
  case waiting = "before delayAtStart is over"
  case finished
  case hovered = "paused by the pointer"
  case unmapped
  case covered = "fully covered"

  func bringAbout(_ session: Session) {
    switch self {
    case .waiting, .finished: break
    case .hovered: session.probe.point(at: session.box)
    case .unmapped: session.probe.unmap(session.window)
    case .covered: session.probe.cover(session.box)
    }
  }
}
