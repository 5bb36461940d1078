import TestKit
import TestTags
import Testing

extension OnScreen {
  /// Popups and windows of controls for those who cannot see them, with Debian's python3-pyatspi.
  @Suite("Accessible popups and windows on screen", .tags(.x11)) struct AccessiblePopupTests {
    private final class Desk {
      let bus: SessionBus
      let server: XServer
      let technology: AssistiveTechnology
      var environment: [String: String?] { ["DBUS_SESSION_BUS_ADDRESS": bus.address] }

      init() async throws {
        let bus = try await SessionBus()
        let server = try await XServer(width: 1000, height: 600, manager: .openbox)
        (self.bus, self.server) = (bus, server)
        technology = try await AssistiveTechnology(on: bus, server)
      }

      func waitFor(_ node: String, _ isThere: Bool = true) async throws {
        let technology = technology
        try await waitUntil(isThere ? node : "no \(node)") {
          try await technology.ask("tree").contains { $0.hasPrefix(node) } == isThere
        }
      }

      func waitToHear(_ kind: String, _ name: String) async throws {
        let technology = technology
        try await waitUntil("\(kind) of \(name), not \(technology.heard)") {
          try await technology.listen()
          return technology.heard.contains { $0[0] == kind && $0[1] == name }
        }
      }

      deinit { technology.end() }
    }

    @Test("Suggestions are listed in a window of their own, and one that is pressed becomes a chip") func suggestions()
      async throws
    {
      let desk = try await Desk()
      let folder = try TemporaryFolder()
      let list = try folder.write("apple\napricot\nbanana\n", to: "list")
      let shown = try await Shown(
        ["tokens", "one", "--suggest-file", list, "--geometry", "400x46+100+50", "--placeholder", "Topics"],
        on: desk.server, environment: desk.environment)
      try await desk.waitFor("entry:Topics")
      _ = try await desk.technology.ask("focus", "entry", "Topics")
      try await desk.server.waitForFocus(of: shown.window)
      #expect(try await desk.technology.ask("write", "entry", "Topics", "ap") == ["true"])
      #expect(try await desk.technology.ask("text", "entry", "Topics") == ["ap"])
      try await desk.waitFor("frame:Suggestions")
      try await desk.waitFor("menu item:apricot")
      #expect(try await desk.technology.ask("press", "menu item", "apricot") == ["true"])
      // What was typed has become the chip: it is not there to be written behind.
      #expect(try await desk.technology.ask("insert", "entry", "Topics", "2", "new") == ["true"])
      #expect(try await shown.child.line() == #"{"event":"added","token":"apricot","index":1}"#)
      // The chip has come between, and the entry is still there.
      try await desk.waitFor("list item:apricot")
      #expect(try await desk.technology.ask("text", "entry", "Topics") == ["new"])
      try await desk.waitFor("frame:Suggestions", false)
      #expect(shown.child.isRunning && shown.child.errors.isEmpty)
    }

    @Test("The card of a headline is a tool tip with what it tells") func card() async throws {
      let desk = try await Desk()
      let shown = try await Shown(
        ["--delay-at-start", "10000", "--json-lines", "-"], on: desk.server, input: .pipe, environment: desk.environment
      )
      let headline = "A headline that is long enough to rest upon"
      try shown.child.send(#"{"text":"\#(headline)","link":"https://example.org/a","topic":"World"}"# + "\n")
      try await desk.waitFor("link:\(headline)")
      _ = try await shown.stillPicture()
      try await desk.server.move(toX: 300, y: 582)
      try await desk.server.move(toX: 302, y: 582)
      try await desk.waitFor("tool tip:\(headline)")
      #expect(try await desk.technology.ask("find", "tool tip", headline)[2].contains("example.org"))
      try await desk.server.move(toX: 500, y: 20)
      try await desk.waitFor("tool tip:\(headline)", false)
      #expect(shown.child.isRunning && shown.child.errors.isEmpty)
    }

    @Test("What is written into the search of the Headlines window narrows it down, and what it says is announced")
    func headlines() async throws {
      let desk = try await Desk()
      let home = try FeedHome()
      try home.folder.write(FeedHome.rss(["Comet", "Markets calm"]), to: "feed.xml")
      let environment = desk.environment.merging(home.environment) { $1 }
      let strip = try await Shown(
        ["--feed", home.folder.path + "/feed.xml", "--delay-at-start", "10000"], on: desk.server,
        environment: environment)
      let history = home.folder.path + "/state/newsreel/headlines"
      try await waitUntil("the history") { (try? Project.text(of: history))?.contains("Comet") ?? false }
      strip.child.end()
      // The program learns of listeners with a delay, so requests come before the signals awaited.
      try await desk.technology.ask(
        "listen", "window:activate", "object:state-changed:focused", "object:announcement")
      let child = try Program.start(["headlines", "--theme", "dark"], on: desk.server, environment: environment)
      // It has the focus before it is known.
      try await desk.waitToHear("window:activate", "Headlines")
      try await desk.waitToHear("object:state-changed:focused", "Search")
      try await desk.waitFor("list item:Markets calm, ")
      #expect(try await desk.technology.ask("write", "entry", "Search", "met not") == ["true"])
      #expect(try await desk.technology.ask("insert", "entry", "Search", "0", "co") == ["true"])
      #expect(try await desk.technology.ask("delete", "entry", "Search", "5", "9") == ["true"])
      #expect(try await desk.technology.ask("text", "entry", "Search") == ["comet"])
      try await desk.waitFor("list item:Markets calm, ", false)
      try await desk.server.key("ctrl+c")
      try await desk.waitToHear("object:announcement", "Copied")
      try await desk.server.key("Escape", "Escape")
      #expect(try await child.ending() == .exited(0) && child.errors.isEmpty, "\(child.errors)")
    }
  }
}
