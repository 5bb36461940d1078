import TestKit
import TestTags
import Testing
import ViewKit

/// Histories of a strip in virtual time: at every look there is a headline drawn where one is, and none where none is.
@Suite("A strip over its history", .tags(.slow)) struct StripSoakTests {
  /// Those that have found defects: a release that was lost (952), a gap as long as the time without headlines (1022, 2981),
  /// a headline that had left and grew into the view (2406).
  private static let known: [UInt64] = [952, 1022, 2406, 2981]
  private static let seeds: [UInt64] = Array(0..<(Program.isSweepFull ? 1000 : 40)) + known

  /// Ten minutes of one history; returns what was wrong.
  private func run(_ soak: StripSoak, plant: (StripSoak) -> Void = { _ in }) -> String? {
    while soak.t < 600 {
      soak.happen()
      plant(soak)
      soak.look(after: soak.randomPause())
      if let problem = soak.problem {
        return "at \(soak.t): \(problem)\n\(soak.history.suffix(12).joined(separator: "\n"))"
      }
    }
    let lost = soak.lost()
    return lost.isEmpty ? nil : "\(lost) never come"
  }

  @Test("What is drawn is what is there, whatever has happened", arguments: seeds)
  func drawn(seed: UInt64) throws {
    let problem = run(try StripSoak(seed: seed, typesetter: FixedTypesetter()))
    #expect(problem == nil, "seed \(seed)")
  }

  @Test("There is ink where a headline is, and none where none is") func onGlass() async throws {
    let server = try await XServer(width: 1920, height: 64)
    defer { server.end() }
    for seed in 0..<UInt64(Program.isSweepFull ? 1000 : 4) {
      let problem = run(try GlassSoak(seed: seed, on: server))
      #expect(problem == nil, "seed \(seed)")
    }
  }

  @Test("A headline that is not drawn, or elsewhere than it is, is found", arguments: [true, false])
  func planted(isDropped: Bool) throws {
    let found = try (0..<20 as Range<UInt64>).filter { seed in
      let soak = try StripSoak(seed: seed, typesetter: FixedTypesetter())
      return run(soak) { soak in
        guard soak.t > 300, Int.random(in: 0..<20, using: &soak.random) == 0 else { return }
        if isDropped { soak.dropDrawing() } else { soak.shiftDrawing() }
      } != nil
    }
    #expect(found.count > 2)
  }
}
