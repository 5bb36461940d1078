import TestKit

// What a frame, the start and the memory are by the length of the text.

extension Suite {
  mutating func measureLength() async throws {
    let sizes = isQuick ? [1000, 100_000] : [1000, 100_000, 10_000_000]
    let counts = isQuick ? [10, 1000] : [10, 1000, 100_000]
    try await compareLengths(sizes.map { (Report.sizeName($0), SampleHeadlines.line(size: $0)) })
    try await compareLengths(counts.map { ("\($0) items", SampleHeadlines.lines(count: $0)) })
  }

  /// Measures each text, and compares it with the first.
  private mutating func compareLengths(_ texts: [(name: String, text: String)]) async throws {
    var first: Sample?
    for (name, text) in texts {
      let words = options.crawl + crawling(60)
      let sample = try await measureLong(words, Report.subject, name, text: text, first: first)
      first = first ?? sample
    }
  }

  /// Measures the cost of a frame, the time to the first text, and memory, with the size of the text, and notes them.
  private mutating func measureLong(
    _ words: [String], _ name: String, _ situation: String, text: String, first: Sample?
  ) async throws -> Sample? {
    let file = try folder.write(text + "\n", to: "long")
    let sample = try await attempt(name, situation, in: .length) { suite in
      let isQuick = suite.isQuick
      let session = try await suite.session(words + ["--file", file], calibration: isQuick ? 0.3 : 0.5)
      defer { session.end() }
      try rest(suite.settling)
      var sample = try session.cost(seconds: isQuick ? 1 : 2)
      sample.add(try session.footprint)
      sample[.text] = session.textDelay * 1000
      let (capture, sightings) = try session.capture(seconds: 1, settling: 0)
      guard let motion = MeasuredMotion(capture, sightings) else { throw HarnessError("nothing moves") }
      let load = (sample[.client] ?? 0) + (sample[.server] ?? 0)
      sample[.rate] = motion.rate
      sample[.frame] = load * 1000 / motion.rate
      sample[.size] = Double(text.utf8.count) / 1e6
      return sample
    }
    if let sample { report.addLength(sample, name, situation, first: first) }
    return sample
  }
}
