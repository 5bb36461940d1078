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
    func edge() throws -> Int? {
      let screen = try server.screenshot().cropped(x: 0, y: 15, width: 900, height: 5)
      return screen.inkColumns(on: ground).first.map(\.lowerBound).flatMap { (1..<890).contains($0) ? $0 : nil }
    }
    let line = try await control()
    var pace = Pace(speed)
    try await waitUntil("text that has come 200 px far") {
      try await pace.look(at: self, line, place: edge)
      return pace.distance >= 200 && pace.places.count > 15
    }
  }
}
