import TestKit
import Testing

extension OnScreen {
  /// Servers that are not as most are.
  @Suite("Kinds of servers") struct ServerKindTests {
    private static let strip = ["--label", "LABEL", "--delay-at-start", "10000", "Headline"]

    /// Text stands within 8 in 255 as on a screen of 24 bits, as far as the screen's own steps go.
    @Test("A screen of another depth shows the same, in its own colours", arguments: [8, 15, 16, 30])
    func depths(_ depth: Int) async throws {
      let plain = try await picture(on: try await XServer(width: 700, height: 60))
      let other = try await picture(on: try await XServer(width: 700, height: 60, depth: depth))
      // A channel of a screen of 8 bits has two or three of them.
      let step = depth == 8 ? 255.0 / 3 : depth == 30 ? 1 : 255.0 / 31
      func worst(_ a: UInt32, _ b: UInt32) -> Double {
        let channels: [UInt32] = [16, 8, 0]
        return channels.reduce(0.0) { max($0, abs(Double(a >> $1 & 255) - Double(b >> $1 & 255))) }
      }
      let differences = zip(plain.pixels, other.pixels).map { worst($0, $1) }
      let far = differences.count { $0 > 8 + step }
      #expect(far <= differences.count / 500, "\(far) of \(differences.count), at most \(differences.max() ?? 0)")
    }

    @Test(
      "Without an extension that it can do without it shows the same",
      arguments: ["MIT-SHM", "Present", "RANDR", "SHAPE", "XFIXES", "MIT-SCREEN-SAVER", "SYNC", "XINERAMA"])
    func extensions(_ name: String) async throws {
      let server = try await XServer(width: 700, height: 60)
      let plain = try await picture(on: server)
      let proxy = try CountingProxy(for: server, hiding: name)
      #expect(try await picture(on: server, proxy: proxy) == plain)
    }

    @Test("Without Render nothing can be drawn: it says so and ends") func noRender() async throws {
      let server = try await XServer(width: 700, height: 60, arguments: ["-extension", "RENDER"])
      let result = try await Program.run(Self.strip, on: server)
      #expect(result.ending == .exited(1) && result.errors.hasPrefix("newsreel: the X server has no"), "\(result)")
    }

    private func picture(on server: XServer, proxy: CountingProxy? = nil) async throws -> Screenshot {
      let shown = try await Shown(Self.strip, on: server, proxy: proxy)
      try await waitUntil("text") { Set(try server.screenshot().pixels).count > 12 }
      try await shown.rest()
      #expect(shown.child.isRunning && shown.child.errors.isEmpty, "\(shown.child.errors)")
      return try server.screenshot()
    }
  }
}
