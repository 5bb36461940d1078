import ScrollCore
import TestKit
import TestTags
import Testing

@testable import Scene

/// What breaks in, on a real X server, in virtual time.
@Suite("Break-ins on the glass", .tags(.x11)) struct BreakInOnGlassTests {
  @Test("It is seen within two frames of its line, whatever the strip does") func frames() async throws {
    let server = try await XServer(width: 1920, height: 64)
    defer { server.end() }
    var counts: [Int] = []
    for seed in 0..<24 as Range<UInt64> {
      let soak = try GlassSoak(seed: seed, on: server)
      while soak.t < 60 || !soak.isPlain || soak.crawl.bounds.width < 200 {
        soak.happen()
        soak.look(after: soak.t > 900 ? 30 : soak.randomPause())
        if soak.t > 100_000 { break }
      }
      guard soak.isPlain, soak.crawl.bounds.width >= 200, try !soak.showsBreakIn() else { continue }
      soak.urgent()
      let start = soak.frameCount
      for _ in 0..<10 where try !soak.showsBreakIn() { soak.refresh() }
      #expect(try soak.showsBreakIn(), "seed \(seed)")
      counts.append(soak.frameCount - start)
    }
    #expect(counts.count > 16 && counts.allSatisfy { $0 <= 2 }, "\(counts)")
  }
}
