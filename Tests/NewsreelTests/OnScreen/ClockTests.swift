import TestKit
import Testing

extension OnScreen {
  @Suite("The frame clock") struct ClockTests {
    private static let moving = [
      "crawl", block(30), "--font", "DejaVu Sans Mono 20px", "--delay-at-start", "0", "--scroll-time", "0",
      "--scroll-speed", "100", "--start-out-of-bounds", "--geometry", "900x40+0+0",
    ]

    @Test(
      "Each clock moves the text, and so does a timer where the server has no Present",
      arguments: [
        ("auto", true), ("present", true), ("timer", true), ("auto", false), ("present", false), ("timer", false),
      ])
    func clocks(_ clock: String, _ hasPresent: Bool) async throws {
      let server = try await XServer(width: 900, height: 100)
      let proxy = try CountingProxy(for: server, hiding: hasPresent ? nil : "Present")
      let shown = try await Shown(Self.moving + ["--clock", clock], on: server, proxy: proxy)
      try await shown.expectSpeed(100)
    }

    @Test(
      "Each cadence keeps the speed, or the nearest even one",
      arguments: [("subpixel", 100), ("pixel", 100), ("snap", 120)])
    func cadences(_ cadence: String, _ speed: Double) async throws {
      let server = try await XServer(width: 900, height: 100)
      let shown = try await Shown(Self.moving + ["--cadence", cadence], on: server)
      try await shown.expectSpeed(speed)
    }
  }
}

extension Shown {
  /// Follows the left edge of what comes in from the right.
  fileprivate func expectSpeed(_ speed: Double) async throws {
    func edge() async throws -> (x: Int, time: ContinuousClock.Instant)? {
      let screen = try server.screenshot()
      let time = ContinuousClock.now
      let left = screen.cropped(x: 0, y: 15, width: 900, height: 5).inkColumns(on: ground).first?.lowerBound
      return left.flatMap { $0 > 0 ? ($0, time) : nil }
    }
    let first = try await waitFor("text from the right") { try await edge().flatMap { $0.x < 890 ? $0 : nil } }
    var (last, places) = (first, Set([first.x]))
    try await waitUntil("text that has come 150 px far") {
      if let now = try await edge() {
        #expect(now.x <= last.x, "it leaps back")
        last = now
        places.insert(now.x)
      }
      return last.x <= first.x - 150
    }
    let seconds = (last.time - first.time) / .seconds(1)
    let measured = Double(first.x - last.x) / seconds
    #expect(abs(measured - speed) < 0.1 * speed, "\(measured) px/s")
    #expect(places.count > 15, "few steps: \(places.count)")
  }
}
