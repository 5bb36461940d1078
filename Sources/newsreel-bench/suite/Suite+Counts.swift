import Base
import TestKit

// What can be counted while several programs run at the same time.

extension Suite {
  /// As `Traffic.kinds` counts it: the major opcode times 256.
  private static let createPixmap = 53 * 256
  private static let slowSpeeds = [3, 7.5, 15.0]

  private struct Entry {
    let name: String
    let situation: String
    let words: [String]
  }

  // MARK: - Wake-ups

  mutating func measureWakeUps() async throws {
    let entries = try Self.slowSpeeds.map { speed in
      Entry(name: Report.subject, situation: Report.situation(speed), words: try crawl(speed))
    }
    try await watch(entries, in: .wake, counting: false) { session, seconds in
      let rates = try session.map { try $0.wakeUps() }
      let start = monotonicNow()
      try rest(seconds)
      let time = monotonicNow() - start
      return try zip(session, rates).map { session, count in
        ([.wakeUps: Double(try session.wakeUps() - count) / time], "")
      }
    }
  }

  // MARK: - Requests

  mutating func measureTraffic() async throws {
    let file = try text(size: 2048)
    var entries = try Self.costSpeeds.map { speed in
      Entry(name: Report.subject, situation: Report.situation(speed), words: try crawl(speed))
    }
    entries.insert(
      Entry(name: Report.floor, situation: Report.situation(60), words: floor + crawling(60) + ["--file", file]), at: 0)
    entries.append(Entry(name: Report.subject, situation: Report.strip, words: options.strip))
    try await watch(entries, in: .traffic, counting: true) { sessions, seconds in
      let before = try sessions.map { try $0.traffic }
      let start = monotonicNow()
      try rest(seconds)
      let frames = (monotonicNow() - start) * Report.refreshRate
      return try zip(sessions, before).map { session, before in
        let traffic = try session.traffic - before
        let sample: Sample = [
          .requests: Double(traffic.requests) / frames, .bytes: Double(traffic.bytes) / frames,
          .replies: Double(traffic.replies) / frames, .pixmaps: Double(traffic.kinds[Self.createPixmap] ?? 0),
        ]
        return (sample, session.probe.summary(of: traffic.kinds, frames: frames))
      }
    }
  }

  /// Starts programs, watches them together, and notes what each gave, with a remark.
  private mutating func watch(
    _ entries: [Entry], in part: Part, counting: Bool, _ look: ([BenchSession], Double) throws -> [(Sample, String)]
  ) async throws {
    var started: [(entry: Entry, session: BenchSession)] = []
    defer { for (_, session) in started { session.end() } }
    for entry in entries {
      let session = try await attempt(entry.name, entry.situation, in: part) {
        try await $0.session(entry.words, counting: counting)
      }
      if let session { started.append((entry, session)) }
    }
    try rest(entries.map { costSettling($0.situation) }.max() ?? settling)
    let results = try look(started.map(\.session), isQuick ? 1 : 4)
    for ((entry, _), (sample, remark)) in zip(started, results) {
      report[part].add(sample, entry.name, entry.situation, remark: remark)
    }
  }
}
