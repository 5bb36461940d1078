import Base
import Glibc
import Scene
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Windows

extension OnScreen {
  /// What is refused changes nothing, in none of a window's views and in none of a configuration's windows.
  @Suite("Whole changes") struct WholeChangeTests {
    private let folder = try! TemporaryFolder()
    private var conf: String { folder.path + "/conf" }
    private var path: String { conf + "/newsreel.toml" }
    private var environment: [String: String?] { ["XDG_RUNTIME_DIR": folder.path] }

    private static let desk = """
      [[window]]
      name = "desk"
      geometry = "400x80"
      [[window.column]]
      view = "crawl"
      id = "a"
      arguments = ["Above"]
      scroll-speed = 40
      [[window.column]]
      view = "crawl"
      id = "b"
      arguments = ["Below"]
      scroll-speed = 50

      [[window]]
      name = "other"
      geometry = "400x30"
      view = "crawl"
      arguments = ["Beside"]
      monitor = "0"

      """

    private func write(_ text: String) throws { try AtomicFile.write(Array(text.utf8), to: path) }

    private func value(_ name: String, of line: ControlLine) async throws -> JSON? {
      try await line.ask("get", .string(name))["data"]?[name]
    }

    @Test("A set with one refused value changes no view and not the window, and names the view")
    func refused() async throws {
      try write(Self.desk)
      let shown = try await Shown(["--config", path], environment: environment)
      let desk = try await ControlLine(to: "desk", in: folder.path)
      for (names, said) in [
        ([("a.scroll-speed", "111"), ("b.scroll-speed", "-5")], "b.scroll-speed: -5 is out of range"),
        ([("border-width", "3"), ("a.scroll-speed", "111"), ("b.foreground", "grean")], "b.foreground: "),
        ([("a.scroll-speed", "111"), ("theme", "darkk")], "theme: "),
        ([("a.scroll-speed", "111"), ("b.max-font-size", "5"), ("b.min-font-size", "9")], "b.max-font-size: 5"),
        ([("a.scroll-speed", "111"), ("monitor", "moon")], "monitor: "),
      ] {
        let answer = try await desk.ask("set", .object(names.map { ($0.0, .string($0.1)) }))
        #expect(answer["error"]?.string?.hasPrefix(said) == true, "\(answer.line)")
        #expect(try await value("a.scroll-speed", of: desk) == 40, "\(names)")
        #expect(try await value("border-width", of: desk) == 0, "\(names)")
      }
      let taken = try await desk.ask(
        "set", .object([("a.scroll-speed", 111), ("b.scroll-speed", 5), ("border-width", 3)]))
      #expect(taken["ok"]?.bool == true, "\(taken.line)")
      #expect(try await value("a.scroll-speed", of: desk) == 111)
      #expect(try await value("b.scroll-speed", of: desk) == 5)
      #expect(shown.child.isRunning)
    }

    @Test("A file whose last window cannot be as it says changes none of the windows before it") func file()
      async throws
    {
      try write(Self.desk)
      let shown = try await Shown(["--config", path], environment: environment)
      let desk = try await ControlLine(to: "desk", in: folder.path)
      let property = try await ControlLine(to: "desk", in: folder.path)
      try await property.ask("subscribe", "property")
      let window = try await shown.server.window(named: "desk")
      // A view that would come with it has started its command; another gamma needs another window.
      let running = folder.path + "/running"
      let view = """
        [[window.column]]
        view = "crawl"
        id = "c"
        command = "echo $$ > \(running); exec sleep 4000"

        [[window]]
        name = "other"
        """
      for round in 1...2 {
        var text = Self.desk
        for (old, new) in [
          ("scroll-speed = 40", "scroll-speed = 7\(round)"), ("\"0\"", "\"moon\""),
          ("[[window]]\nname = \"other\"", view), ("\"400x80\"", "\"400x80\"\ntext-gamma = 1.\(round)"),
        ] { text = text.replacing(old, with: new) }
        try write(text)
        try await waitUntil("a refusal") {
          shown.child.errors.split(separator: "monitor: 'moon'", omittingEmptySubsequences: false).count == round + 1
        }
        #expect(shown.child.errors.contains("the previous one stays"))
        #expect(try await value("a.scroll-speed", of: desk) == 40)
        #expect(try await desk.ask("state")["data"]?["views"]?.array?.count == 2)
        #expect(try await shown.server.window(named: "desk") == window)
        if let id = try? Project.text(of: running), let number = Int32(id.prefix { $0 != "\n" }) {
          try await waitUntil("the end of the command") { kill(number, 0) != 0 }
        }
      }
      try write(Self.desk.replacing("scroll-speed = 40", with: "scroll-speed = 78"))
      try await waitUntil("the next one") { try await value("a.scroll-speed", of: desk) == 78 }
    }

    @Test("Where the window that it is attached to goes meanwhile, a change is whole, and then the window ends")
    func attached() async throws {
      let server = try await XServer(width: 800, height: 600)
      setenv("DISPLAY", server.display, 1)
      let other = try Child("xev", ["-geometry", "400x200+300+300"], environment: ["DISPLAY": server.display])
      let neighbour = try await server.window(named: "Event Tester")
      var plan = WindowPlan(settings: Settings(), views: [], layout: Self.column(spacing: 0))
      try plan.settings.set("of", to: neighbour)
      plan.views = try ["a", "b"].map { try Self.crawl($0, speed: "40") }
      let views = try WindowViews(plan)
      let session = try Session(views, plan.settings, name: "newsreel")
      session.window.appear()
      defer { session.close() }
      var new = plan
      new.views = try ["a", "b"].map { try Self.crawl($0, speed: "77") }
      new.layout = Self.column(spacing: 20)
      let change = try session.prepare(new)
      other.end()
      try await waitUntil("no window") { try await server.run("xwininfo", ["-id", neighbour]).ending != .exited(0) }
      change.commit()
      #expect(views.headlines.map(\.crawl.style.crawl.scrollSpeed) == [77, 77])
      session.window.loop.run(until: monotonicNow() + 20)
      guard case .failed = session.ending else { throw HarnessError("the window stays") }
    }

    private static func column(spacing: Double) -> StackLayout {
      .stack(.init(isRow: false, spacing: spacing, [.init(.view(0), .natural), .init(.view(1), .natural)]))
    }

    private static func crawl(_ id: String, speed: String) throws -> ViewPlan<CrawlKind> {
      var request = ViewRequest<CrawlKind>()
      try request.sources.set("arguments", to: id)
      try request.own.set("scrollSpeed", to: speed)
      return ViewPlan(request: request, id: id)
    }

    @Test("A configuration whose folder is removed and made again is followed") func folder() async throws {
      try write(Self.desk)
      let shown = try await Shown(["--config", path], environment: environment)
      let desk = try await ControlLine(to: "desk", in: self.folder.path)
      for speed in [71.0, 72] {
        _ = try await run("rm", ["-r", conf])
        try await waitUntil("a word") { shown.child.errors.contains("the previous one stays") }
        #expect(try await desk.ask("state")["ok"]?.bool == true)
        try write(Self.desk.replacing("scroll-speed = 40", with: "scroll-speed = \(Int(speed))"))
        try await waitUntil("the new one") { try await value("a.scroll-speed", of: desk)?.number == speed }
      }
    }
  }
}
