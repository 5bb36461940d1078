import Base
import TestKit
import TestTags
import Testing

extension OnScreen {
  /// A strip that hides itself, and the edge of the screen that brings it back.
  @Suite("A strip that hides itself", .tags(.x11)) struct AutoHideTests {
    private static let managers: [XServer.WindowManager?] = [nil, .openbox, .xfwm4]
    private static let hiding = ["--auto-hide", "--auto-hide-time", "1", "--delay-at-start", "10000"]

    private func isThere(_ shown: Shown) async throws -> Bool {
      try await shown.server.run("xwininfo", ["-id", shown.window]).output.contains("Map State: IsViewable")
    }

    private func waitUntilGone(_ shown: Shown) async throws {
      try await waitUntil("the strip to go") { try await !isThere(shown) }
    }

    /// Until it is wholly there.
    private func waitUntilThere(_ shown: Shown) async throws {
      try await waitUntil("the strip to come") {
        guard try await isThere(shown) else { return false }
        return try await shown.control().ask("state")["data"]?["hidden"]?.bool == false
      }
    }

    @Test("It goes by itself, comes for a headline, and goes again; it reserves nothing", arguments: managers)
    func headline(_ manager: XServer.WindowManager?) async throws {
      let server = try await XServer(width: 1000, height: 300, manager: manager)
      let shown = try await Shown(Self.hiding + ["An old headline", "-"], on: server, input: .pipe)
      #expect(try await !server.run("xprop", ["-id", shown.window]).output.contains("_NET_WM_STRUT"))
      try await waitUntilGone(shown)
      try await shown.rest()
      try shown.child.send("A headline\n")
      try await waitUntilThere(shown)
      let first = try await shown.control().ask("state")["data"]?["shown"]?.array?.first
      #expect(first?["text"]?.string == "A headline" && first?["x"]?.number ?? 1000 < 200)
      // From the edge on, wholly, with its label.
      try await waitUntil("the whole strip") { try server.screenshot()[0, 282] == 0xD4363C }
      try await waitUntilGone(shown)
      #expect(shown.child.errors.isEmpty)
    }

    @Test(
      "The pointer at its edge brings it, keeps it, and lets it go", arguments: managers,
      [("in-bottom", 500, 299, 500, 290), ("in-top", 500, 0, 500, 10)])
    func edge(_ manager: XServer.WindowManager?, _ case: (String, Int, Int, Int, Int)) async throws {
      let (place, x, y, insideX, insideY) = `case`
      let server = try await XServer(width: 1000, height: 300, manager: manager)
      try await server.move(toX: 500, y: 150)
      let shown = try await Shown(Self.hiding + ["One", "--place", place], on: server)
      try await waitUntilGone(shown)
      try await shown.rest()
      try await server.move(toX: x, y: y)
      try await waitUntilThere(shown)
      try await server.move(toX: insideX, y: insideY)
      // At rest with the pointer over it.
      try await shown.rest()
      #expect(try await isThere(shown))
      try await server.move(toX: 500, y: 150)
      try await waitUntilGone(shown)
      #expect(shown.child.errors.isEmpty)
    }

    @Test("A view along the left or the right edge does so, too", arguments: [("in-left", 0), ("in-right", 999)])
    func sides(_ place: String, _ x: Int) async throws {
      let server = try await XServer(width: 1000, height: 300)
      try await server.move(toX: 500, y: 150)
      let shown = try await Shown(
        ["badge", "Line", "--place", place, "--geometry", "80x300", "--auto-hide", "--auto-hide-time", "1"],
        on: server)
      try await waitUntilGone(shown)
      try await server.move(toX: x, y: 150)
      try await waitUntilThere(shown)
      try await server.move(toX: 500, y: 150)
      try await waitUntilGone(shown)
    }

    @Test("An open menu and the keyboard keep it") func holds() async throws {
      let server = try await XServer(width: 1000, height: 300)
      try await server.move(toX: 500, y: 150)
      let shown = try await Shown(Self.hiding + ["One"], on: server)
      try await waitUntilGone(shown)
      try await server.move(toX: 300, y: 299)
      try await waitUntilThere(shown)
      try await server.click(x: 300, y: 290, button: 3)
      _ = try await server.window(named: "Newsreel menu")
      try await server.move(toX: 500, y: 20)
      try await shown.rest()
      #expect(try await isThere(shown))
      try await waitUntil("the menu to close") {
        try await server.key("Escape")
        return try await !server.hasMenu()
      }
      try await waitUntilGone(shown)
      _ = try await server.run(Program.path, ["focus"])
      try await waitUntilThere(shown)
      try await shown.rest()
      #expect(try await isThere(shown))
      try await waitUntil("the keyboard to be left") {
        try await server.key("Escape")
        return try await !isThere(shown)
      }
    }

    @Test("On several monitors all come and go together, whichever edge is touched") func mirrors() async throws {
      let server = try await XServer(width: 1000, height: 400)
      for (name, geometry, output) in [("L", "500/100x400/100+0+0", "screen"), ("R", "500/100x300/100+500+0", "none")] {
        _ = try await server.run("xrandr", ["--setmonitor", name, geometry, output])
      }
      try await server.move(toX: 250, y: 100)
      let shown = try await Shown(Self.hiding + ["One", "--monitor", "all"], on: server)
      func strips() throws -> [Bool] {
        try [(1, 382), (501, 282)].map { try server.screenshot()[$0.0, $0.1] == 0xD4363C }
      }
      try await waitUntil("both to go") { try strips() == [false, false] }
      try await server.move(toX: 700, y: 299)
      try await waitUntil("both to come") { try strips() == [true, true] }
      try await server.move(toX: 250, y: 100)
      try await waitUntil("both to go") { try strips() == [false, false] }
      #expect(shown.child.errors.isEmpty)
    }

    @Test("It can be switched on and off while it runs, and gives its space back") func live() async throws {
      let server = try await XServer(width: 1000, height: 300, manager: .openbox)
      let shown = try await Shown(["One", "--delay-at-start", "10000"], on: server)
      func workArea() async throws -> String { try await server.run("xprop", ["-root", "_NET_WORKAREA"]).output }
      try await waitUntil("its space") { try await workArea().contains("1000, 264") }
      let line = try await shown.control()
      try await line.ask("set", "auto-hide", "true")
      try await waitUntil("the whole screen") { try await workArea().contains("1000, 300") }
      try await waitUntilGone(shown)
      try await line.ask("set", "auto-hide", "false")
      try await waitUntilThere(shown)
      try await waitUntil("its space again") { try await workArea().contains("1000, 264") }
      #expect(shown.child.errors.isEmpty)
    }
  }

  /// A strip, and windows that fill the screen.
  @Suite("Under full-screen windows", .tags(.x11)) struct FullScreenTests {
    private static let managers: [XServer.WindowManager?] = [nil, .openbox, .xfwm4, .i3]

    /// A window that fills the screen, and can do so no longer.
    private final class Film {
      let child: Child
      let window: String
      private let server: XServer

      init(on server: XServer, isFull: Bool = true) async throws {
        self.server = server
        let geometry = server.manager == nil ? "1000x300+0+0" : "300x100+50+20"
        child = try Child("xev", ["-geometry", geometry, "-bw", "0"], environment: ["DISPLAY": server.display])
        window = try await server.window(named: "Event Tester")
        if server.manager == nil { return }
        try await server.xdotool("windowactivate", window)
        if isFull { try set(true) }
      }

      /// The window goes, where there is no manager that would make it smaller.
      func end() throws {
        if server.manager != nil { try set(false) }
        child.end()
      }

      func set(_ isFull: Bool) throws {
        try EventSender(to: server).setFullScreen(UInt32(window) ?? 0, isFull)
      }

      deinit { child.end() }
    }

    private func isThere(_ shown: Shown) async throws -> Bool {
      try await shown.server.run("xwininfo", ["-id", shown.window]).output.contains("Map State: IsViewable")
    }

    @Test("With hide it goes, and comes back when the window has gone", arguments: managers)
    func hide(_ manager: XServer.WindowManager?) async throws {
      let server = try await XServer(width: 1000, height: 300, manager: manager)
      let shown = try await Shown(["One", "--delay-at-start", "10000", "--full-screen", "hide"], on: server)
      _ = try await shown.stillPicture()
      for _ in 0..<2 {
        let film = try await Film(on: server)
        try await waitUntil("the strip to go") { try await !isThere(shown) }
        try await shown.rest()
        try film.end()
        try await waitUntil("the strip to come back") { try await isThere(shown) }
        _ = try await shown.picture("the strip") { $0[0, 18] == 0xD4363C }
      }
      #expect(shown.child.errors.isEmpty)
    }

    /// Waits until the strip's label is seen, or not at all.
    private func waitForStrip(_ isSeen: Bool, on server: XServer) async throws {
      try await waitUntil("the strip to be seen: \(isSeen)") {
        let screen = try server.screenshot()
        return [282, 295].allSatisfy { (screen[0, $0] == 0xD4363C) == isSeen }
      }
    }

    @Test(
      "By default it is under the window, and above others again afterwards; without a window manager by option",
      arguments: managers)
    func below(_ manager: XServer.WindowManager?) async throws {
      let server = try await XServer(width: 1000, height: 300, manager: manager)
      let option = manager == nil ? ["--full-screen", "below"] : []
      let shown = try await Shown(["One", "--delay-at-start", "10000"] + option, on: server)
      _ = try await shown.stillPicture()
      for _ in 0..<2 {
        let film = try await Film(on: server)
        try await waitForStrip(false, on: server)
        try await shown.rest()
        try film.end()
        try await waitForStrip(true, on: server)
      }
      #expect(shown.child.errors.isEmpty)
    }

    @Test(
      "Where another program has taken it from above others, it gives way, and is above others after that",
      arguments: [.openbox, .xfwm4] as [XServer.WindowManager])
    func lowered(_ manager: XServer.WindowManager) async throws {
      let server = try await XServer(width: 1000, height: 300, manager: manager)
      let shown = try await Shown(["One", "--delay-at-start", "10000"], on: server)
      _ = try await shown.stillPicture()
      func isAbove() async throws -> Bool {
        try await server.run("xprop", ["-id", shown.window, "_NET_WM_STATE"]).output.contains("_NET_WM_STATE_ABOVE")
      }
      let film = try await Film(on: server, isFull: false)
      for _ in 0..<2 {
        try await waitUntil("it to be above others") { try await isAbove() }
        try EventSender(to: server).setAbove(try #require(UInt32(shown.window)), false)
        try await waitUntil("it to be so no longer") { try await !isAbove() }
        try film.set(true)
        try await waitForStrip(false, on: server)
        try await shown.rest()
        try film.set(false)
        try await waitForStrip(true, on: server)
      }
      try await waitUntil("it to be above others") { try await isAbove() }
      #expect(shown.child.errors.isEmpty)
    }

    @Test("The setting is followed while it runs") func live() async throws {
      let server = try await XServer(width: 1000, height: 300)
      let shown = try await Shown(["One", "--delay-at-start", "10000", "--full-screen", "stay"], on: server)
      _ = try await shown.stillPicture()
      let film = try await Film(on: server)
      let line = try await shown.control()
      try await line.ask("set", "full-screen", "hide")
      try await waitUntil("the strip to go") { try await !isThere(shown) }
      try await line.ask("set", "full-screen", "stay")
      try await waitUntil("the strip to come back") { try await isThere(shown) }
      #expect(film.child.isRunning && shown.child.errors.isEmpty)
    }

    @Test("A window on another monitor is none of its business") func elsewhere() async throws {
      let server = try await XServer(width: 1000, height: 400)
      for (name, geometry, output) in [("L", "500/100x400/100+0+0", "screen"), ("R", "500/100x400/100+500+0", "none")] {
        _ = try await server.run("xrandr", ["--setmonitor", name, geometry, output])
      }
      let shown = try await Shown(
        ["One", "--delay-at-start", "10000", "--full-screen", "hide", "--monitor", "L"], on: server)
      _ = try await shown.stillPicture()
      let other = try Child(
        "xev", ["-geometry", "500x400+500+0", "-bw", "0"], environment: ["DISPLAY": server.display])
      _ = try await server.window(named: "Event Tester")
      try await shown.rest()
      #expect(try await isThere(shown) && other.isRunning)
      let film = try Child("xev", ["-geometry", "500x400+0+0", "-bw", "0"], environment: ["DISPLAY": server.display])
      try await waitUntil("the strip to go") { try await !isThere(shown) }
      film.end()
      try await waitUntil("the strip to come back") { try await isThere(shown) }
    }
  }
}
