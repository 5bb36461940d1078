import Base
import TestKit
import TestTags
import Testing

@testable import App
@testable import Windows

extension OnScreen {
  /// The menu, and what keys and buttons are bound to, on a real server.
  @Suite("The menu on screen", .tags(.x11)) struct MenuOnScreenTests {
    private static let still = ["One", "Two", "--label", "", "--caption", "", "--delay-at-start", "10000"]

    private func open(_ shown: Shown, _ server: XServer) async throws -> String {
      try await server.click(x: 300, y: 380, button: 3)
      return try await server.window(named: "Newsreel menu")
    }

    private func chooseLightTheme(_ server: XServer) async throws {
      try await server.move(toX: 300, y: 380)
      try await server.key("shift+F10")
      let menu = try await server.menuWithKeyboard()
      try await server.key("t", "Right")
      // Pressed again while it opens they would choose in it.
      try await waitUntil("the list of themes") { try await server.place(of: menu).height < 250 }
      try await server.key("l", "Return")
    }

    @Test(
      "A right click opens it above the strip; arrows and Return choose",
      arguments: [nil, .openbox, .i3] as [XServer.WindowManager?])
    func keyboard(_ manager: XServer.WindowManager?) async throws {
      let server = try await XServer(width: 800, height: 400, manager: manager)
      let shown = try await Shown(Self.still, on: server)
      _ = try await shown.stillPicture()
      let place = try await server.place(of: try await open(shown, server))
      #expect(place.x == 300 && place.y >= 0 && place.y + place.height <= 400, "\(place)")
      // The last line.
      try await waitUntil("the menu to have the keyboard") {
        try await server.key("End", "Return")
        return !shown.child.isRunning
      }
    }

    @Test("A click elsewhere and Escape close it, and nothing else happens") func closing() async throws {
      let server = try await XServer(width: 800, height: 400)
      let shown = try await Shown(Self.still, on: server)
      let before = try await shown.stillPicture()
      let first = try await open(shown, server)
      _ = try await server.place(of: first)
      try await waitUntil("the menu to close") {
        try await server.click(x: 700, y: 20)
        return try await !server.hasMenu()
      }
      _ = try await open(shown, server)
      try await waitUntil("the menu to close by Escape") {
        try await server.key("Escape")
        return try await !server.hasMenu()
      }
      try await server.move(toX: 10, y: 10)
      #expect(shown.child.isRunning)
      _ = try await shown.picture("the strip as it was") { $0 == before }
    }

    @Test("The Menu key opens it, and a chosen theme shows, is reported, and stays") func theme() async throws {
      let server = try await XServer(width: 800, height: 400)
      let folder = try TemporaryFolder()
      let shown = try await Shown(Self.still, on: server, environment: ["XDG_RUNTIME_DIR": folder.path])
      _ = try await shown.stillPicture()
      try await chooseLightTheme(server)
      _ = try await shown.picture("the light strip") { $0[2, 10] == 0xFBFBFA }
      try await server.waitForNoMenu()
      let strip = try await ControlLine(to: "strip", in: folder.path)
      #expect(try await strip.ask("get", "theme")["data"]?["theme"]?.string == "light")
      // Another change leaves it.
      try await strip.ask("set", "caption", "Latest")
      #expect(try await shown.stillPicture()[2, 10] == 0xFBFBFA)
    }

    @Test("A chosen theme is kept for the next start, unless the start shows something else", arguments: [true, false])
    func keptTheme(isPlain: Bool) async throws {
      let home = try FeedHome()
      let server = try await XServer(width: 800, height: 400)
      let shown = try await Shown(isPlain ? [] : Self.still, on: server, environment: home.environment)
      try await chooseLightTheme(server)
      try await server.waitForNoMenu()
      let line = try await shown.control()
      try await waitUntil("the theme") { try await line.ask("get", "theme")["data"]?["theme"]?.string == "light" }
      let written = try? Project.text(of: home.folder.path + "/config/newsreel/newsreel.toml")
      #expect(written == (isPlain ? "theme = \"light\"\n" : nil))
      #expect(shown.child.errors.isEmpty)
    }

    @Test("A middle click hides the strip until a headline comes; SIGUSR1 brings it back, too") func hiding()
      async throws
    {
      let server = try await XServer(width: 800, height: 400)
      let shown = try await Shown(["-"] + Self.still.dropFirst(2), on: server, input: .pipe)
      try shown.child.send("First\n")
      _ = try await shown.stillPicture()
      func isVisible() async throws -> Bool {
        try await server.run("xwininfo", ["-id", shown.window]).output.contains("Map State: IsViewable")
      }
      for wake in [true, false] {
        try await server.click(x: 300, y: 380, button: 2)
        try await waitUntil("the strip to go") { try await !isVisible() }
        if wake { shown.child.signal(10) } else { try shown.child.send("Second\n") }
        try await waitUntil("the strip to come back") { try await isVisible() }
        _ = try await shown.stillPicture()
      }
    }

    @Test("Keys and buttons do what they are bound to") func bound() async throws {
      let server = try await XServer(width: 800, height: 400)
      let shown = try await Shown(
        Self.still + ["--bind", "button2=menu", "--bind", "x=quit, q=none", "--bind", "button3=none"], on: server)
      _ = try await shown.stillPicture()
      try await server.click(x: 300, y: 380, button: 3)
      try await server.click(x: 300, y: 380, button: 2)
      _ = try await server.window(named: "Newsreel menu")
      try await waitUntil("the menu to close") {
        try await server.key("Escape")
        return try await !server.hasMenu()
      }
      try await server.key("q")
      try await server.key("x")
      #expect(try await shown.child.ending() == .exited(0))
    }
  }
}
