import TestKit
import Testing

extension OnScreen {
  /// The strip among other windows, under each kind of window manager.
  @Suite("On the desktop") struct DesktopTests {
    private static let managers: [XServer.WindowManager] = [.openbox, .i3, .xfwm4]
    /// Those that let windows overlap.
    private static let floating: [XServer.WindowManager] = [.openbox, .xfwm4]
    private static let still = ["--delay-at-start", "10000"]
    private static let strip = WindowPlace(x: 0, y: 364, width: 800, height: 36)
    /// In the strip's label.
    private static let red: UInt32 = 0xD4363C

    private func server(_ manager: XServer.WindowManager?) async throws -> XServer {
      try await XServer(width: 800, height: 400, manager: manager)
    }

    /// A window of somebody else's, white and where it is asked to be.
    private func other(on server: XServer, _ geometry: String = "300x100+100+60") async throws -> (Child, String) {
      let other = try Child("xev", ["-geometry", geometry], environment: ["DISPLAY": server.display])
      return (other, try await server.window(named: "Event Tester"))
    }

    /// Makes it as large as the window manager lets it be, by a double click on its title; i3 does so by itself.
    private func maximise(_ window: String, on server: XServer) async throws {
      guard server.manager != .i3 else { return }
      try await waitUntil("the window to be maximised") {
        let place = try await server.place(of: window)
        if place.width > 700 { return true }
        try await server.xdotool(
          "mousemove", "\(place.x + 150)", "\(place.y - 10)", "click", "--repeat", "2", "--delay", "40", "1")
        // Another two clicks would make it small again.
        for _ in 0..<100 {
          if try await server.place(of: window).width > 700 { return true }
          try await Task.sleep(for: .milliseconds(30))
        }
        return false
      }
    }

    private func expect(_ shown: Shown, at place: WindowPlace) async throws {
      var last: WindowPlace?
      do {
        try await waitUntil("the window at \(place)") {
          last = try await shown.server.place(of: shown.window)
          return last == place
        }
      } catch {
        throw HarnessError("\(error); it is at \(String(describing: last))")
      }
    }

    /// Another program, whose window is maximised and ends at the strip.
    private func maximised(beside shown: Shown) async throws -> (child: Child, window: String) {
      let (other, window) = try await other(on: shown.server)
      try await maximise(window, on: shown.server)
      try await waitUntil("the other window to end at the strip") {
        let place = try await shown.server.place(of: window)
        return place.y + place.height <= Self.strip.y && place.y + place.height > Self.strip.y - 12
      }
      try await expect(shown, at: Self.strip)
      return (other, window)
    }

    @Test("A maximised window ends at the strip", arguments: managers)
    func strut(_ manager: XServer.WindowManager) async throws {
      let server = try await server(manager)
      let shown = try await Shown(Self.still, on: server)
      let (other, _) = try await maximised(beside: shown)
      #expect(other.isRunning && shown.child.errors.isEmpty)
    }

    @Test("A dock at the top does so there", arguments: managers) func top(_ manager: XServer.WindowManager)
      async throws
    {
      let server = try await server(manager)
      let shown = try await Shown(["crawl", "x", "--dock", "--place", "in-top"], on: server)
      let (other, window) = try await other(on: server)
      try await maximise(window, on: server)
      try await waitUntil("the other window below it") { try await server.place(of: window).y >= 36 }
      try await expect(shown, at: WindowPlace(x: 0, y: 0, width: 800, height: 36))
      #expect(other.isRunning)
    }

    @Test("One that reserves nothing lies above a maximised window", arguments: floating)
    func above(_ manager: XServer.WindowManager) async throws {
      let server = try await server(manager)
      let shown = try await Shown(Self.still + ["--no-reserve"], on: server)
      let (other, window) = try await other(on: server)
      try await maximise(window, on: server)
      try await waitUntil("the other window to be as high as the screen") {
        let place = try await server.place(of: window)
        return place.y + place.height > 388
      }
      try await server.click(x: 400, y: 200)
      _ = try await shown.picture("the strip above it") { $0[0, 18] == Self.red && $0[799, 35] != 0xFFFFFF }
      #expect(other.isRunning)
    }

    @Test("It is on all desktops", arguments: managers) func sticky(_ manager: XServer.WindowManager) async throws {
      let server = try await server(manager)
      let shown = try await Shown(Self.still, on: server)
      let board = try await Shown(["crawl", "x", "--above", "--geometry", "200x40+300+100"], on: server)
      _ = try await shown.stillPicture()
      for desktop in [1, 2, 0] {
        if manager == .i3 {
          _ = try await server.run("i3-msg", ["workspace \(desktop + 1)"])
        } else {
          try await server.xdotool("set_desktop", "\(desktop)")
        }
        try await waitUntil("both on desktop \(desktop)") {
          let (isThere, isBoardThere) = (try await isVisible(shown, server), try await isVisible(board, server))
          return isThere && isBoardThere
        }
        _ = try await shown.picture("the strip on desktop \(desktop)") { $0[0, 18] == Self.red }
      }
    }

    @Test("What it keeps free, and that it is on all desktops, outlasts the window manager", arguments: managers)
    func restart(_ manager: XServer.WindowManager) async throws {
      let server = try await server(manager)
      let shown = try await Shown(Self.still, on: server)
      _ = try await shown.stillPicture()
      try await server.restartManager()
      let (other, window) = try await maximised(beside: shown)
      if manager == .i3 {
        _ = try await server.run("i3-msg", ["workspace 2"])
      } else {
        try await server.xdotool("set_desktop", "1")
      }
      try await waitUntil("the other window to be on the other desktop") {
        try await !server.run("xwininfo", ["-id", window]).output.contains("Map State: IsViewable")
      }
      _ = try await shown.picture("the strip on another desktop") { $0[0, 18] == Self.red }
      #expect(other.isRunning && shown.child.errors.isEmpty)
    }

    private func isVisible(_ shown: Shown, _ server: XServer) async throws -> Bool {
      try await server.run("xwininfo", ["-id", shown.window]).output.contains("Map State: IsViewable")
    }

    @Test("Docks stand on each other; where one goes the next takes its place", arguments: floating)
    func several(_ manager: XServer.WindowManager) async throws {
      let server = try await server(manager)
      let first = try await Shown(Self.still, on: server)
      try await expect(first, at: Self.strip)
      // Until the window manager lists it.
      try await first.rest()
      let second = try await Shown(["crawl", "x", "--dock"], on: server)
      var place = Self.strip
      place.y -= 36
      try await expect(second, at: place)
      // Neither runs away from the other.
      try await server.restartManager()
      let (other, window) = try await other(on: server)
      try await maximise(window, on: server)
      try await expect(first, at: Self.strip)
      try await expect(second, at: place)
      first.child.end()
      try await expect(second, at: Self.strip)
      #expect(other.isRunning)
    }

    @Test("A panel that is elsewhere for a moment, as while window managers restart, keeps its turn") func turn()
      async throws
    {
      let server = try await server(nil)
      let (panel, window) = try await other(on: server, "800x36+0+364")
      let strut = "_NET_WM_STRUT_PARTIAL"
      let values = "0, 0, 0, 36, 0, 0, 0, 0, 0, 0, 0, 799"
      _ = try await server.run("xprop", ["-id", window, "-f", strut, "32c", "-set", strut, values])
      let shown = try await Shown(["crawl", "x", "--dock", "--delay-at-start", "10000"], on: server)
      var place = Self.strip
      place.y -= 36
      for y in ["100", "0", "364"] {
        try await server.xdotool("windowmove", window, "0", y)
        try await lookAgain(shown)
        #expect(try await server.place(of: shown.window) == place, "with the panel at \(y)")
      }
      _ = try await server.run("xprop", ["-id", window, "-remove", strut])
      try await lookAgain(shown)
      try await expect(shown, at: Self.strip)
      #expect(panel.isRunning)
    }

    @Test("When a panel goes, the strip comes down, though nobody tells; a second time, too") func panelGoes()
      async throws
    {
      let server = try await server(nil)
      var shown: Shown?
      for _ in 0..<2 {
        let (panel, window) = try await other(on: server, "800x36+0+364")
        let strut = "_NET_WM_STRUT_PARTIAL"
        let values = "0, 0, 0, 36, 0, 0, 0, 0, 0, 0, 0, 799"
        _ = try await server.run("xprop", ["-id", window, "-f", strut, "32c", "-set", strut, values])
        let strip: Shown
        if let shown { strip = shown } else { strip = try await Shown(["crawl", "x", "--dock"], on: server) }
        shown = strip
        try await lookAgain(strip)
        var place = Self.strip
        place.y -= 36
        try await expect(strip, at: place)
        panel.end()
        try await expect(strip, at: Self.strip)
      }
    }

    @Test("It stays on the window manager's own bar, which is no window, once its own space counts, too") func bar()
      async throws
    {
      let server = try await server(nil)
      func report(_ height: Int) async throws {
        let area = "_NET_WORKAREA"
        _ = try await server.run("xprop", ["-root", "-f", area, "32c", "-set", area, "0, 0, 800, \(height)"])
      }
      try await report(322)
      let (bar, _) = try await other(on: server, "700x78+50+322")
      let shown = try await Shown(["crawl", "x", "--dock", "--delay-at-start", "10000"], on: server)
      var place = Self.strip
      place.y -= 78
      try await expect(shown, at: place)
      for height in [place.y, 322, place.y] {
        try await report(height)
        try await shown.rest()
        #expect(try await server.place(of: shown.window) == place, "with \(height) left")
      }
      try await report(400)
      try await expect(shown, at: Self.strip)
      #expect(bar.isRunning)
    }

    /// Has it look at its place, as where the work area has changed.
    private func lookAgain(_ shown: Shown) async throws {
      let area = "_NET_WORKAREA"
      _ = try await shown.server.run("xprop", ["-root", "-f", area, "32c", "-set", area, "0, 0, 800, 400"])
      try await shown.rest()
    }

    @Test("A normal window has a frame, can be moved and resized, and stays where it was put", arguments: floating)
    func normal(_ manager: XServer.WindowManager) async throws {
      let server = try await server(manager)
      let shown = try await Shown(
        ["crawl", block(10)] + blockArguments + ["--normal", "--geometry", "300x40"], on: server)
      try await waitUntil("a frame") {
        let extents = try await server.run("xprop", ["-id", shown.window, "_NET_FRAME_EXTENTS"]).output
        return extents.contains("=") && !extents.contains("= 0, 0, 0, 0")
      }
      try await server.xdotool(
        "windowsize", "--sync", shown.window, "360", "60", "windowmove", shown.window, "50", "80")
      _ = try await shown.picture("the larger window") { $0.width == 360 && $0.height == 60 && $0[359, 59] == ground }
      // What panels do moves it no more than others.
      let dock = try await Shown(["crawl", "x", "--dock", "--delay-at-start", "10000"], on: server)
      _ = try await dock.stillPicture()
      let place = try await server.place(of: shown.window)
      #expect(abs(place.x - 50) < 20 && abs(place.y - 80) < 40, "\(place)")
      let properties = try await server.run("xprop", ["-id", shown.window]).output
      #expect(properties.contains("_NET_WM_WINDOW_TYPE_NORMAL") && !properties.contains("_NET_WM_STATE_ABOVE"))
      #expect(properties.contains("Client accepts input or input focus: True"))
    }

    @Test("One below stays below", arguments: floating) func below(_ manager: XServer.WindowManager) async throws {
      let server = try await server(manager)
      let (other, _) = try await other(on: server, "300x200+100+60")
      let shown = try await Shown(["crawl", " ", "--below", "--geometry", "300x300+100+60"], on: server)
      try await waitUntil("its lower part") { try server.screenshot()[200, 340] == ground }
      try await server.click(x: 200, y: 340)
      _ = try await shown.picture("the other one above it") { $0[150, 100] == 0xFFFFFF && $0[150, 290] == ground }
      #expect(other.isRunning)
    }

    @Test(
      "Unmanaged it belongs to no manager, and stays above raised windows",
      arguments: [nil] + managers.map(Optional.some))
    func unmanaged(_ manager: XServer.WindowManager?) async throws {
      let server = try await server(manager)
      let shown = try await Shown(Self.still + ["--override-redirect"], on: server)
      try await expect(shown, at: Self.strip)
      let properties = try await server.run("xwininfo", ["-id", shown.window, "-all"]).output
      #expect(properties.contains("Override Redirect State: yes"))
      let (other, window) = try await other(on: server, "800x400+0+0")
      for _ in 0..<3 {
        try await server.xdotool("windowraise", window)
        _ = try await shown.picture("the strip above it") { $0[0, 18] == Self.red && $0[0, 35] == Self.red }
      }
      #expect(other.isRunning)
    }

    @Test("Without a window manager the strip stays above what is raised")
    func unmanagedScreen() async throws {
      let server = try await server(nil)
      let shown = try await Shown(Self.still, on: server)
      let (other, window) = try await other(on: server, "800x400+0+0")
      try await server.xdotool("windowraise", window)
      _ = try await shown.picture("the strip above it") { $0[0, 18] == Self.red && $0[0, 35] == Self.red }
      #expect(other.isRunning)
    }

    @Test("A click is a time that window managers know") func userTime() async throws {
      let server = try await server(.openbox)
      let shown = try await Shown(Self.still, on: server)
      _ = try await shown.stillPicture()
      try await server.click(x: 20, y: 380)
      try await waitUntil("the time") {
        let time = try await server.run("xprop", ["-id", shown.window, "_NET_WM_USER_TIME"]).output
        return !time.contains("= 0\n") && time.contains("=")
      }
    }

    @Test("Clicks go through where that is asked for", arguments: [true, false]) func clickThrough(_ isAsked: Bool)
      async throws
    {
      let server = try await server(nil)
      let back = try await Shown(["crawl", " ", "--geometry", "400x200+0+0", "--name", "back"], on: server)
      let shown = try await Shown(
        ["crawl", "x", "--geometry", "200x60+50+50"] + (isAsked ? ["--click-through"] : []), on: server)
      _ = try await shown.stillPicture()
      try await server.xdotool("mousemove", "100", "80")
      let place = try await server.run("xdotool", ["getmouselocation"]).output
      #expect(place.contains("window:\((isAsked ? back : shown).window)"), "\(place)")
    }
  }
}
