import Base
import TestKit
import Testing

extension OnScreen {
  /// What goes wrong around a window that runs.
  @Suite("Faults around a window") struct FaultTests {
    private static let moving = ["crawl", "--delay-at-start", "0", "--scroll-time", "0", "--scroll-speed", "60"]

    @Test("A program that was stopped goes on, and catches up with nothing") func stopped() async throws {
      let shown = try await Shown(Self.moving + [String(repeating: "Headline ", count: 40)])
      let line = try await shown.control()
      try await waitUntil("frames") { try await line.frame().shown > 30 }
      shown.child.signal(19)
      try await Task.sleep(for: .seconds(2))
      let before = try shown.server.screenshot()
      shown.child.signal(18)
      let after = try await line.frame()
      try await waitUntil("motion") { try await line.frame().shown > after.shown + 60 }
      #expect(try shown.server.screenshot() != before)
      // Missed frames are not drawn now.
      let later = try await line.frame()
      #expect(Double(later.shown - after.shown) <= (later.time - after.time) / later.period + 3)
      #expect(shown.child.isRunning && shown.child.errors.isEmpty)
    }

    @Test("Where a font's file goes, as in an upgrade, what is drawn stays, and new scripts have other fonts")
    func fonts() async throws {
      let folder = try TemporaryFolder()
      for font in ["dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf"] {
        _ = try await run("cp", ["/usr/share/fonts/truetype/" + font, folder.path])
      }
      let configuration = try folder.write(
        "<fontconfig><dir>\(folder.path)</dir><cachedir>\(folder.path)/cache</cachedir></fontconfig>", to: "fonts.conf")
      let shown = try await Shown(
        Self.moving + ["--font", "DejaVu Sans 20px", "--replace", "--file", "-"], input: .pipe,
        environment: ["FONTCONFIG_FILE": configuration])
      try shown.child.send("Headline\n")
      var last = try await shown.picture("text") { $0.inkSum(on: ground) > 1000 }
      _ = try await run("sh", ["-c", "rm '\(folder.path)'/*.ttf"])
      for text in ["Ωμέγα Жук", "漢字 हिन्दी", "مرحبا 🎉 0123456789", "\u{1F600}\u{0E01}\u{05D0}"] {
        try shown.child.send(text + "\n")
        let former = last
        last = try await shown.picture(text) { $0 != former && $0.inkSum(on: ground) > 500 }
      }
      #expect(shown.child.isRunning, "\(shown.child.errors)")
    }

    @Test("It runs in a home where nothing can be written, and reports what it cannot save") func noHome() async throws
    {
      let home = "/proc/newsreel"
      let environment: [String: String?] = [
        "HOME": home, "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home, "XDG_STATE_HOME": home,
      ]
      let server = try FaultServer { _ in [.answer(body: FeedHome.rss(["Headline"]))] }
      defer { server.stop() }
      let shown = try await Shown(["--feed", server.url("/")], environment: environment)
      _ = try await shown.picture("headlines") { $0.count(of: 0xE8ECF1) > 50 }
      try await waitUntil("what is told of the cache") { shown.child.errors.contains(home) }
      #expect(shown.child.isRunning)
      let added = try await Program.run(["feeds", "add", server.url("/")], environment: environment)
      #expect(added.ending == .exited(1) && added.errors.hasPrefix("newsreel: ") && added.errors.contains(home))
    }

    @Test("Noise in every file of its state and cache is reported, and the window shows the rest") func noise()
      async throws
    {
      let home = try FeedHome()
      let server = try FaultServer { _ in [.answer(body: FeedHome.rss(["One", "Two"]))] }
      defer { server.stop() }
      #expect(try await home.run("feeds", "add", server.url("/")).ending == .exited(0))
      #expect(try await home.run("feeds", "hide", server.url("/")).ending == .exited(0))
      #expect(try await home.run("feeds", "show", server.url("/")).ending == .exited(0))
      func show() async throws -> Shown {
        let shown = try await Shown([], environment: home.environment)
        _ = try await shown.picture("headlines") { $0.count(of: 0xE8ECF1) > 50 }
        try await waitUntil("the cache") { try home.cached == 1 }
        return shown
      }
      try await show().child.end()
      var random = SeededRandom(seed: 4)
      let files =
        try Project.files(below: home.folder.path + "/state") + Project.files(below: home.folder.path + "/cache")
      #expect(files.count >= 2)
      for path in files {
        let noise = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }
        try home.folder.write(noise, to: String(path.dropFirst(home.folder.path.count + 1)))
      }
      let shown = try await show()
      try await waitUntil("what is told of the cache") { shown.child.errors.contains("damaged") }
      #expect(shown.child.isRunning)
      #expect(!shown.child.errors.contains { $0.isASCII && $0 < " " && $0 != "\n" })
    }
  }
}
