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
      let arguments = ["--label", "LABEL", "--delay-at-start", "0", "--json-lines", "-"]
      let server = try await XServer(width: 700, height: 60)
      func start(refusing kind: Int?) throws -> (CountingProxy, Child) {
        let proxy = try CountingProxy(for: server, refusing: kind)
        let child = try Program.start(arguments, on: server, environment: ["DISPLAY": proxy.display], input: .pipe)
        try child.send(#"{"text":"Headline","topic":"Topic"}"# + "\n")
        return (proxy, child)
      }
      let (proxy, first) = try start(refusing: nil)
      try await waitUntil("text") { Set(try server.screenshot().pixels).count > 12 }
      try await server.rest(with: first)
      first.end()
      let kinds = proxy.traffic.kinds.keys.sorted()
      #expect(kinds.count > 30)
      // A server that has an extension and refuses to tell its version: these libraries themselves trip (libXext 1.3.4,
      // libXrender 0.9.10).
      let opcodes = try await server.run("xdpyinfo", ["-queryExtensions"]).output.split(separator: "\n")
      let versions = ["SYNC", "RENDER", "Generic Event Extension"].compactMap { name in
        opcodes.first { $0.contains("\(name)  (opcode: ") }?.split { !$0.isNumber }.first.flatMap { Int($0) }
      }
      #expect(versions.count == 3)
      for kind in kinds where kind % 256 != 0 || !versions.contains(kind / 256) {
        let (refusing, child) = try start(refusing: kind)
        // Until it has come to that, or has ended; what follows from it comes within a few requests.
        try await waitUntil("request \(kind)") { !child.isRunning || refusing.traffic.kinds[kind] ?? 0 > 0 }
        try await Task.sleep(for: .milliseconds(200))
        child.signal(15)
        let (ending, errors) = (try await child.ending(), child.errors)
        #expect(
          ending == .exited(143) || ending == .exited(1) && errors.contains("newsreel: "),
          "\(kind / 256) \(kind % 256): \(ending) \(errors)")
      }
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
