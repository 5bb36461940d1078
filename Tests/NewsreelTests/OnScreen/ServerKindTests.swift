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

    @Test("Whichever request the server refuses, the window goes on, or the program says what is wrong and ends")
    func refusals() async throws {
      let server = try await XServer(width: 700, height: 60)
      let (proxy, child) = try start(on: server, refusing: nil)
      try await waitUntil("text") { Set(try server.screenshot().pixels).count > 12 }
      try await server.rest(with: child, behind: proxy)
      child.end()
      // A server that has an extension and refuses to tell its version: these libraries themselves trip (libXext 1.3.4,
      // libXrender 0.9.10).
      let versions = try await opcodes(of: ["SYNC", "RENDER", "Generic Event Extension"], on: server).map { 256 * $0 }
      let kinds = proxy.traffic.kinds.keys.filter { !versions.contains($0) }
      #expect(kinds.count > 30 && versions.count == 3)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for part in [kinds.prefix(kinds.count / 2), kinds.suffix(from: kinds.count / 2)] {
          group.addTask { for kind in part { try await expectEnd(on: server, refusing: kind) } }
        }
        try await group.waitForAll()
      }
    }

    private func expectEnd(on server: XServer, refusing kind: Int) async throws {
      let (proxy, child) = try start(on: server, refusing: kind)
      // Until it has come to that, which it may not every time, or has ended.
      for _ in 0..<500 where child.isRunning && proxy.traffic.kinds[kind] == nil {
        try await Task.sleep(for: .milliseconds(10))
      }
      // What follows from it comes with a few more requests.
      try await Task.sleep(for: .milliseconds(200))
      child.signal(15)
      let (ending, errors) = (try await child.ending(), child.errors)
      // The signal may have come before anything else.
      let isRight =
        ending == .exited(143) || ending == .killed(signal: 15) || ending == .exited(1) && errors.contains("newsreel: ")
      #expect(isRight, "\(kind / 256) \(kind % 256): \(ending) \(errors)")
    }

    private func start(on server: XServer, refusing kind: Int?) throws -> (CountingProxy, Child) {
      let proxy = try CountingProxy(for: server, refusing: kind)
      let child = try Program.start(
        "--label", "LABEL", "--delay-at-start", "0", "--json-lines", "-", on: server,
        environment: ["DISPLAY": proxy.display], input: .pipe)
      try child.send(#"{"text":"Headline","topic":"Topic"}"# + "\n")
      return (proxy, child)
    }

    /// As the server numbers them, in the order in which it has them.
    private func opcodes(of extensions: [String], on server: XServer) async throws -> [Int] {
      let lines = try await server.run("xdpyinfo", ["-queryExtensions"]).output.split(separator: "\n")
      return lines.filter { line in extensions.contains { line.contains("  \($0)  (opcode: ") } }
        .compactMap { $0.split { !$0.isNumber }.first.flatMap { Int($0) } }
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
