import Glibc

/// All measurements, in turns: each round visits every program once, so that a machine that slows down hits all alike.
struct Suite {
  private let options: Options
  private let bench: Workbench
  private(set) var report = Report()

  private var isQuick: Bool { options.isQuick }
  private var speeds: [Double] { isQuick ? [60] : [60, 47.3, 30, 88.8, 120] }
  private var settling: Double { isQuick ? 0.5 : 1.5 }

  static func run(_ options: Options, on bench: Workbench) throws(BenchError) -> Report {
    var suite = Suite(options: options, bench: bench)
    for round in 1...options.runs {
      note("round \(round) of \(options.runs)")
      if options.parts.contains(.frames) { try suite.measureFrames() }
      if options.parts.contains(.traffic) { try suite.measureTraffic() }
      if options.parts.contains(.length) { try suite.measureLength() }
    }
    if options.parts.contains(.rest) { try suite.measureRest() }
    return suite.report
  }

  private init(options: Options, bench: Workbench) { (self.options, self.bench) = (options, bench) }

  // MARK: - Programs

  private func variants(at speed: Double) -> [(name: String, words: [String])] {
    var result = [
      (Report.floor, [bench.program, "floor"] + common(speed)), (Report.subject, options.subject + common(speed)),
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

  private func text(size: Int, _ script: Headlines.Script = .latin) throws(BenchError) -> String {
    try bench.file("text-\(script)-\(size)", with: Headlines.line(size: size, script) + "\n")
  }

  /// Runs what may fail by the program's fault: that is an entry of the report. Only an interruption ends everything.
  private func attempt(_ what: String, _ body: () throws(BenchError) -> Void) throws(BenchError) -> BenchError? {
    do throws(BenchError) {
      try body()
      return nil
    } catch {
      if isInterrupted { throw error }
      note("  \(what): \(error)")
      return error
    }
  }

  // MARK: - Parts

  private mutating func measureFrames() throws(BenchError) {
    let file = try text(size: 2048)
    for speed in speeds {
      var floor: Sample?
      for (name, words) in variants(at: speed) {
        let sample = try measureFrames(words + ["--file", file], name, Report.situation(speed), floor: floor)
        if name == Report.floor { floor = sample }
      }
    }
    for script in Headlines.Script.allCases where script != .latin && !isQuick {
      let file = try text(size: 2048, script)
      let words = options.subject + common(47.3) + ["--file", file]
      _ = try measureFrames(words, Report.subject, Report.situation(47.3, script), floor: nil)
    }
  }

  /// Measures one run and notes it. Returns what it gave, if it did.
  private mutating func measureFrames(
    _ words: [String], _ name: String, _ situation: String, floor: Sample?
  ) throws(BenchError) -> Sample? {
    var sample: Sample?
    let error = try attempt("\(name), \(situation)") { () throws(BenchError) in sample = try measureOnce(words) }
    if let error { report.addFrames(error, name, situation) }
    if let sample { report.addFrames(sample, name, situation, floor: name == Report.floor ? sample : floor) }
    return sample
  }

  /// Start-up, cost, memory and motion of one run.
  private func measureOnce(_ words: [String]) throws(BenchError) -> Sample {
    let session = try Session(words, on: bench, calibration: isQuick ? 0.3 : 1.5)
    defer { session.end() }
    try rest(settling)
    var sample = try session.cost(seconds: isQuick ? 1 : 4)
    sample[.window] = session.windowDelay * 1000
    sample[.text] = session.textDelay * 1000
    sample.add(session.footprint)
    guard let motion = try session.motion(seconds: isQuick ? 1.5 : 4) else { throw BenchError("nothing moves") }
    sample.add(motion.sample)
    return sample
  }

  private mutating func measureTraffic() throws(BenchError) {
    let file = try text(size: 2048)
    for speed in speeds where Report.costSpeeds.contains(speed) {
      for (name, words) in variants(at: speed) {
        let situation = Report.situation(speed)
        let error = try attempt("\(name), \(situation), traffic") { () throws(BenchError) in
          let session = try Session(words + ["--file", file], on: bench, counting: true)
          defer { session.end() }
          try rest(settling)
          let traffic = try session.traffic(seconds: isQuick ? 1 : 4)
          let frames = traffic.time * Report.refreshRate
          let sample: Sample = [
            .requests: Double(traffic.requests) / frames, .bytes: Double(traffic.bytes) / frames,
            .replies: Double(traffic.replies) / frames,
            .pixmaps: Double(traffic.kinds[RequestName.createPixmap] ?? 0),
          ]
          let names = RequestName(extensions: session.probe.extensionNames())
          report.traffic.add(sample, name, situation, remark: names.summary(of: traffic.kinds, frames: frames))
        }
        if let error { report.traffic.add(error, name, situation) }
      }
    }
  }

  private mutating func measureLength() throws(BenchError) {
    let sizes = isQuick ? [1000, 100_000] : [1000, 100_000, 10_000_000]
    let counts = isQuick ? [10, 1000] : [10, 1000, 100_000]
    let words = options.subject + common(60)
    let floor = [bench.program, "floor"] + common(60)
    var first: Sample?
    report.addLength(try measureLong(floor, "1 KB", text: Headlines.line(size: 1000)), Report.floor, "1 KB", first: nil)
    for size in sizes {
      let name = Report.sizeName(size)
      let result = try measureLong(words, name, text: Headlines.line(size: size))
      report.addLength(result, Report.subject, name, first: first)
      if first == nil, case .success(let sample) = result { first = sample }
    }
    first = nil
    for count in counts {
      let name = "\(count) items"
      let result = try measureLong(words, name, text: Headlines.lines(count: count))
      report.addLength(result, Report.subject, name, first: first)
      if first == nil, case .success(let sample) = result { first = sample }
    }
  }

  /// The cost of a frame, the time to the first text, and memory; with the size of the text.
  private func measureLong(
    _ words: [String], _ name: String, text: String
  ) throws(BenchError) -> Result<Sample, BenchError> {
    let file = try bench.file("long", with: text + "\n")
    var sample: Sample = [:]
    let error = try attempt("\(name)") { () throws(BenchError) in
      let session = try Session(words + ["--file", file], on: bench, calibration: isQuick ? 0.3 : 1)
      defer { session.end() }
      try rest(settling)
      sample = try session.cost(seconds: isQuick ? 1 : 4)
      sample.add(session.footprint)
      sample[.text] = session.textDelay * 1000
      guard let motion = try session.motion(seconds: 1) else { throw BenchError("nothing moves") }
      let load = (sample[.client] ?? 0) + (sample[.server] ?? 0)
      sample[.rate] = motion.rate
      sample[.frame] = load * 1000 / motion.rate
      sample[.size] = Double(text.utf8.count) / 1e6
    }
    return error.map { .failure($0) } ?? .success(sample)
  }

  // MARK: - At rest

  /// All situations at the same time: nothing happens in any.
  private mutating func measureRest() throws(BenchError) {
    note("at rest")
    var sessions: [(name: String, session: Session, start: RestState?)] = []
    defer { for entry in sessions { entry.session.end() } }
    for situation in RestSituation.allCases {
      let error = try attempt(situation.rawValue) { () throws(BenchError) in
        let session = try Session(try restWords(situation), on: bench, counting: true)
        sessions.append((situation.rawValue, session, nil))
        try rest(settling)
        situation.bringAbout(session)
      }
      if let error { report.rest.add(error, Report.subject, situation.rawValue) }
    }
    try rest(isQuick ? 1 : 3)
    for index in sessions.indices { sessions[index].start = try? sessions[index].session.restState() }
    try rest(isQuick ? 2 : 10)
    for (name, session, start) in sessions {
      if let start, let end = try? session.restState() {
        report.rest.add(end.since(start), Report.subject, name)
      } else {
        report.rest.add(BenchError("it ended at rest"), Report.subject, name)
      }
    }
  }

  private func restWords(_ situation: RestSituation) throws(BenchError) -> [String] {
    let file = try text(size: situation == .finished ? 40 : 2048)
    return options.subject + common(situation.speed, delay: situation.delay) + situation.words + ["--file", file]
  }
}

/// A reason for nothing to happen.
private enum RestSituation: String, CaseIterable {
  case waiting = "before delayAtStart is over"
  case finished
  case hovered = "paused by the pointer"
  case unmapped
  case covered = "fully covered"

  var speed: Double { self == .finished ? 4000 : 60 }

  var delay: Int { self == .waiting ? 3600 : 0 }

  var words: [String] { self == .finished ? ["--scroll-repeat", "0"] : [] }

  func bringAbout(_ session: Session) {
    switch self {
    case .waiting, .finished: break
    case .hovered: session.probe.point(at: session.box)
    case .unmapped: session.probe.unmap(session.window)
    case .covered: session.probe.cover(session.box)
    }
  }
}
