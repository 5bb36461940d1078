import TestKit

// One program at a time: what it costs, how it moves, when its text is there.

extension Suite {
  /// Where jitter shows: no whole number of quarters a refresh.
  static let oddSpeeds = [23.7, 47.3, 61.3, 88.8, 97.1, 143.9]
  /// The speeds at which cost is compared with the floor, in px/s.
  static let costSpeeds = [60, 47.3]

  // MARK: - Cost

  mutating func measureCost() async throws {
    let file = try text(size: 2048)
    for speed in isQuick ? [60] : Self.costSpeeds {
      let (situation, crawl) = (Report.situation(speed), try crawl(speed))
      let floor = (words: floor + crawling(speed) + ["--file", file], situation: situation)
      try await measureCost(crawl, Report.subject, situation, beside: floor)
      guard speed == 60 else { continue }
      // The strip moves at that speed, too.
      let strip = options.strip + (options.measuresFloor ? crawling(speed) : [])
      try await measureCost(strip, Report.subject, Report.strip, beside: floor)
      guard !isQuick else { continue }
      try await measureCost(crawl + ["--clock", "present"], Report.present, situation, beside: floor)
    }
  }

  /// Measures a program and the floor by turns, and notes both.
  private mutating func measureCost(
    _ words: [String], _ name: String, _ situation: String, beside floor: (words: [String], situation: String)
  ) async throws {
    let samples = try await attempt(name, situation, in: .cost) { suite in
      let calibration = suite.isQuick ? 0.3 : 0.5
      let floor = try await suite.session(floor.words, calibration: calibration)
      defer { floor.end() }
      let subject = try await suite.session(words, calibration: calibration)
      defer { subject.end() }
      try rest(suite.costSettling(situation))
      var (floorSample, sample) = try suite.costByTurns(floor, subject)
      floorSample.add(try floor.footprint)
      // What both use counts in full where only one is there.
      floor.end()
      sample.add(try subject.footprint)
      return (floorSample, sample)
    }
    guard let (floorSample, sample) = samples else { return }
    report.addCost(floorSample, Report.floor, floor.situation, floor: floorSample)
    report.addCost(sample, name, situation, floor: floorSample)
  }

  /// What two programs cost while only one of them runs, for half a second each in turn: what a processor does in a
  /// millisecond changes by a half from one second to the next on a virtual machine, and both are to meet the same.
  ///
  /// Text goes on by the clock while its program stands still: what is drawn ahead for that counts as well.
  private func costByTurns(_ first: BenchSession, _ second: BenchSession) throws -> (Sample, Sample) {
    let sessions = [first, second]
    var samples: [[Sample]] = [[], []]
    for session in sessions { session.pause() }
    for turn in 0..<(isQuick ? 2 : 8) {
      // A b, b a, a b: what goes up or down evenly does not count.
      for index in turn.isMultiple(of: 2) ? [0, 1] : [1, 0] {
        sessions[index].resume()
        // The frame that was to come in the meantime.
        try rest(0.15)
        samples[index].append(try sessions[index].cost(seconds: 0.5))
        sessions[index].pause()
      }
    }
    for session in sessions { session.resume() }
    return (samples[0].mean, samples[1].mean)
  }

  // MARK: - Motion

  mutating func measureMotion() async throws {
    let file = try text(size: 2048)
    for speed in isQuick ? [47.3] : [60] + Self.oddSpeeds {
      let (situation, crawl) = (Report.situation(speed), try crawl(speed))
      try await measureMotion(crawl, Report.subject, situation, speed)
      if Self.oddSpeeds.contains(speed) {
        try await measureMotion(crawl + ["--cadence", "lock"], Report.locked, situation, speed)
      }
      if speed == 47.3 {
        try await measureMotion(floor + crawling(speed) + ["--file", file], Report.floor, situation, speed)
      }
    }
  }

  private mutating func measureMotion(
    _ words: [String], _ name: String, _ situation: String, _ speed: Double
  ) async throws {
    let isOurs = name != Report.floor && !options.measuresFloor
    let sample = try await attempt(name, situation, in: .motion) { suite in
      let session = try await suite.session(words)
      defer { session.end() }
      let (capture, sightings) = try session.capture(
        seconds: suite.isQuick ? 1.5 : 3, settling: suite.settling)
      guard let motion = MeasuredMotion(capture, sightings) else { throw HarnessError("nothing moves") }
      var sample = motion.sample
      if let sharpness = Sharpness(capture, sightings, refreshRate: Report.refreshRate) {
        sample.add(sharpness.sample)
      }
      if isOurs { sample.add(try await session.ownReport(of: suite.options.program)) }
      return sample
    }
    if let sample { report.addMotion(sample, name, situation, speed: speed) }
  }

  // MARK: - Light

  /// Stems alone, far from each other, at each eighth of a pixel.
  mutating func measureLight() async throws {
    let pairs = [("white on black", "white", "black"), ("black on white", "black", "white")]
    let file = try folder.write(String(repeating: "l     ", count: 200) + "l\n", to: "stems")
    for (name, text, ground) in pairs {
      let words =
        options.crawl + crawling(61.3) + ["--file", file, "--foreground", text, "--background", ground]
      let sample: Sample? = try await attempt(Report.subject, name, in: .light) { suite in
        let session = try await suite.session(words)
        defer { session.end() }
        let (capture, sightings) = try session.capture(seconds: 1.5, settling: suite.settling)
        guard let light = StemLight(capture, sightings) else { throw HarnessError("no stems are seen") }
        return [.stemDeviation: light.deviation, .stemCount: Double(light.stemCount)]
      }
      if let sample { report[.light].add(sample, Report.subject, name) }
    }
  }

  // MARK: - Start

  /// Several times a round: it takes little time, and varies much.
  mutating func measureStart() async throws {
    let file = try text(size: 2048)
    let floor = floor + crawling(60) + ["--file", file]
    for _ in 0..<(isQuick ? 1 : 6) {
      try await measureStart(floor, Report.floor, "2 KB")
      try await measureStart(try crawl(60), Report.subject, "2 KB")
      try await measureStart(options.strip, Report.subject, Report.strip)
    }
    for script in SampleHeadlines.Script.allCases where script != .latin && !isQuick {
      try await measureStart(try crawl(60, script), Report.subject, "2 KB, \(script.rawValue)")
    }
  }

  private mutating func measureStart(_ words: [String], _ name: String, _ situation: String) async throws {
    let sample: Sample? = try await attempt(name, situation, in: .start) { suite in
      let session = try await suite.session(words)
      defer { session.end() }
      return [.window: session.windowDelay * 1000, .text: session.textDelay * 1000]
    }
    if let sample { report[.start].add(sample, name, situation) }
  }
}
