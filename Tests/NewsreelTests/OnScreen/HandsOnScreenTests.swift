import TestKit
import TestTags
import Testing

extension OnScreen {
  /// What the pointer's hand, the wheel and keys do to headlines that run, on a real server.
  @Suite("Hands on screen", .tags(.x11)) struct HandsOnScreenTests {
    /// One block of 9 cells at a time; one that comes is 400 px behind it.
    private static let running = [
      "crawl", block(9), "--font", "DejaVu Sans Mono 20px", "--delay-at-start", "0", "--scroll-time", "0",
      "--scroll-speed", "60", "--repeat-spacing", "900", "--inset", "600", "--separator-size", "0", "--geometry",
      "1000x40+0+50",
    ]

    /// Where the ink of the block has its middle, to a small part of a pixel: at the edges it is as light as covered.
    private static func middle(_ server: XServer) throws -> Double { try middle(of: row(server)) }

    private static func row(_ server: XServer) throws -> Screenshot {
      try server.screenshot().cropped(x: 0, y: 60, width: 1000, height: 1)
    }

    private static func middle(of row: Screenshot) throws -> Double {
      var (sum, weight) = (0.0, 0.0)
      for x in 0..<row.width {
        let light = Double(row[x, 0] >> 8 & 255) - Double(ground >> 8 & 255)
        (sum, weight) = (sum + light * (Double(x) + 0.5), weight + light)
      }
      guard weight > 0 else { throw HarnessError("there is no block") }
      return sum / weight
    }

    /// The same once it is where it is expected, within half a pixel; what is seen last where it never is.
    private static func expect(_ place: Double, _ server: XServer, _ what: String) async throws {
      var last = 0.0
      do {
        try await waitUntil(what) {
          last = try middle(server)
          return abs(last - place) <= 0.5
        }
      } catch { throw HarnessError("\(what): \(last) instead of \(place)") }
    }

    /// Held by the pointer at the right end of the window.
    private func held() async throws -> (Shown, Double) {
      let server = try await XServer(width: 1000, height: 300)
      // There before the window, so that it is held where it begins.
      try await server.move(toX: 970, y: 70)
      let shown = try await Shown(Self.running, on: server)
      _ = try await shown.picture("the block") { $0.blocks == [9] }
      try await shown.rest()
      return (shown, try Self.middle(shown.server))
    }

    @Test(
      "The picture follows the pointer to half a pixel, and stays where it is let go")
    func drag() async throws {
      let (shown, start) = try await held()
      try await shown.server.xdotool("mousedown", "1")
      for x in [940, 700, 701, 702, 709, 655, 880, 600, 940] {
        try await shown.server.move(toX: x, y: 70)
        try await Self.expect(start + Double(x - 970), shown.server, "the block with the pointer at \(x)")
      }
      // A hand that rests before it lets go throws nothing.
      try await Task.sleep(for: .milliseconds(200))
      let clock = ContinuousClock()
      let release = clock.now
      try await shown.server.xdotool("mouseup", "1")
      var last = start - 29.5
      while last > start - 60 {
        let next = try Self.middle(shown.server)
        // Not back, and no further than it can have run since.
        let elapsed = (clock.now - release) / .seconds(1)
        #expect(next <= last + 0.1 && next >= start - 30.5 - 60 * elapsed)
        last = next
        try await Task.sleep(for: .milliseconds(4))
      }
      #expect(shown.child.isRunning && shown.child.errors.isEmpty)
    }

    @Test("Thrown it goes on the way of the hand, comes to rest, and runs on, never back") func thrown() async throws {
      let (shown, start) = try await held()
      try await shown.server.xdotool(
        ["mousedown", "1"] + (1...12).flatMap { ["mousemove", "\(970 - 10 * $0)", "70", "sleep", "0.01"] } + [
          "mouseup", "1",
        ])
      // Moves that were held up, and come at once, are a throw that may take it out of sight between two looks.
      func whole() throws -> Double? {
        let row = try Self.row(shown.server)
        return row.blocks == [9] ? try Self.middle(of: row) : nil
      }
      try await waitUntil("the block where the hand was") { try whole().map { $0 <= start - 119.5 } ?? true }
      var last = start
      while last > 300, let next = try whole() {
        #expect(next <= last + 0.1)
        last = next
        try await Task.sleep(for: .milliseconds(4))
      }
      // Further than the hand went.
      #expect(shown.child.isRunning && shown.child.errors.isEmpty)
    }

    @Test("A notch of the wheel and an arrow key move it by 80 px; held, it stays there")
    func wheel() async throws {
      let (shown, start) = try await held()
      for (keys, place) in [
        (["click", "5"], -80.0), (["click", "4"], 0), (["click", "7"], -80), (["click", "5", "click", "5"], -240),
        (["click", "6"], -160), (["key", "Right"], -80), (["key", "Left"], -160),
        (["key", "Right", "key", "Right"], 0),
      ] {
        try await shown.server.xdotool(keys)
        try await Self.expect(start + place, shown.server, "the block after \(keys)")
        try await shown.rest()
        try await Self.expect(start + place, shown.server, "the block at rest after \(keys)")
      }
      #expect(shown.child.isRunning && shown.child.errors.isEmpty)
    }
  }
}
