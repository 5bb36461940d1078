import TestKit

// What happens while nothing does.

extension Suite {
  /// All situations at the same time: nothing happens in any.
  mutating func measureRest() async throws {
    var sessions: [(name: String, session: BenchSession, start: RestState?)] = []
    defer { for entry in sessions { entry.session.end() } }
    for situation in RestSituation.allCases {
      let session = try await attempt(Report.subject, situation.rawValue, in: .rest) { suite in
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
        report[.rest].add(end.since(start), Report.subject, name)
      } else {
        report[.rest].add(HarnessError("it ended at rest"), Report.subject, name)
      }
    }
  }

  private func restWords(_ situation: RestSituation) throws -> [String] {
    let file = try text(size: situation == .finished ? 40 : 2048)
    let crawling = crawling(situation == .finished ? 4000 : 60, delay: situation == .waiting ? 3600 : 0)
    let more: [String] =
      switch situation {
      case .finished: ["--scroll-repeat", "0"]
      // Others come up by themselves where there is no window manager.
      case .covered where !options.measuresFloor: ["--below"]
      default: []
      }
    return options.crawl + crawling + more + ["--file", file]
  }
}

/// A reason for nothing to happen.
private enum RestSituation: String, CaseIterable {
  case waiting = "before delayAtStart is over"
  case finished
  case hovered = "paused by the pointer"
  case unmapped
  case covered = "fully covered"

  func bringAbout(_ session: BenchSession) {
    switch self {
    case .waiting, .finished: break
    case .hovered: session.probe.point(at: session.box)
    case .unmapped: session.probe.unmap(session.window)
    case .covered: session.probe.cover(session.box)
    }
  }
}
