import TestKit
import Testing

extension OnScreen {
  @Suite("Window managers") struct WindowManagerTests {
    private static let managers: [XServer.WindowManager?] = [nil, .openbox, .i3, .xfwm4]

    @Test("The strip docks at the bottom, over the full width, undecorated", arguments: managers)
    func docked(_ manager: XServer.WindowManager?) async throws {
      let server = try await XServer(width: 1000, height: 300, manager: manager)
      let shown = try await Shown(["--delay-at-start", "10000"], on: server)
      try await waitUntil("the strip at the bottom") {
        try await server.place(of: shown.window) == WindowPlace(x: 0, y: 264, width: 1000, height: 36)
      }
      let picture = try await shown.stillPicture()
      #expect(picture[0, 18] == 0xD4363C && picture[0, 35] == 0xD4363C)
      let extents = try await server.run("xprop", ["-id", shown.window, "_NET_FRAME_EXTENTS"]).output
      #expect(!extents.contains("=") || extents.contains("= 0, 0, 0, 0"))
    }

    @Test("In the top it docks at the top", arguments: managers) func top(_ manager: XServer.WindowManager?)
      async throws
    {
      let server = try await XServer(width: 1000, height: 300, manager: manager)
      let shown = try await Shown(["--place", "in-top", "--delay-at-start", "10000"], on: server)
      try await waitUntil("the strip at the top") {
        try await server.place(of: shown.window) == WindowPlace(x: 0, y: 0, width: 1000, height: 36)
      }
    }

    @Test("It says what it is", arguments: managers) func hints(_ manager: XServer.WindowManager?) async throws {
      let server = try await XServer(width: 1000, height: 300, manager: manager)
      let shown = try await Shown(["crawl", "x", "--name", "board"], on: server)
      let properties = try await server.run("xprop", ["-id", shown.window]).output
      for part in [
        #"WM_CLASS(STRING) = "board", "Newsreel""#, #"_NET_WM_NAME(UTF8_STRING) = "board""#,
        #"WM_NAME(STRING) = "board""#, #"WM_WINDOW_ROLE(STRING) = "crawl""#,
        "WM_PROTOCOLS(ATOM): protocols  WM_DELETE_WINDOW, _NET_WM_PING, _NET_WM_SYNC_REQUEST",
        "_NET_WM_PID(CARDINAL) = \(shown.child.id)", "_NET_WM_WINDOW_TYPE(ATOM) = _NET_WM_WINDOW_TYPE_DOCK",
        "_NET_WM_STATE_ABOVE", "_NET_WM_STATE_SKIP_TASKBAR", "_NET_WM_STATE_SKIP_PAGER",
        "Icon (16 x 16)", "Icon (48 x 48)", "_NET_WM_USER_TIME(CARDINAL) = 0", "_NET_WM_SYNC_REQUEST_COUNTER(CARDINAL)",
        "_NET_WM_DESKTOP(CARDINAL) = 4294967295", "WM_CLIENT_MACHINE",
        "Client accepts input or input focus: False",
      ] { #expect(properties.contains(part), "\(part)") }
      // Openbox knows no other way to be on all desktops than to be on desktop -1.
      #expect(manager == .openbox || properties.contains("_NET_WM_STATE_STICKY"))
    }

    @Test("It takes no focus, when it comes, when it is clicked and when it comes back", arguments: managers)
    func focus(_ manager: XServer.WindowManager?) async throws {
      let server = try await XServer(width: 1000, height: 300, manager: manager)
      let other = try Child("xev", ["-geometry", "300x100+50+20"], environment: ["DISPLAY": server.display])
      let window = try await server.window(named: "Event Tester")
      try await waitUntil("the focus at xev") {
        if manager != .i3 { try await server.xdotool(manager == nil ? "windowfocus" : "windowactivate", window) }
        return try await server.hasFocus(window)
      }
      let shown = try await Shown([], on: server)
      _ = try await shown.picture("text") { $0.inkSum(on: ground) > 1000 }
      try await server.click(x: 300, y: 285)
      let chips = try await Shown(["tokens", "alpha", "--no-can-edit", "--geometry", "200x46+500+100"], on: server)
      _ = try await chips.stillPicture()
      #expect(try await server.hasFocus(window))
      // Put away by the middle button, and back.
      try await server.click(x: 300, y: 285, button: 2)
      try await waitUntil("the strip to go") {
        try await !server.run("xwininfo", ["-id", shown.window]).output.contains("Map State: IsViewable")
      }
      shown.child.signal(10)
      _ = try await shown.picture("the strip") { $0.inkSum(on: ground) > 1000 }
      #expect(try await server.hasFocus(window))
      #expect(other.isRunning)
    }

    @Test(
      "Where the window manager restarts it stays and goes on", arguments: [XServer.WindowManager.openbox, .i3, .xfwm4])
    func restart(_ manager: XServer.WindowManager) async throws {
      let server = try await XServer(width: 1000, height: 300, manager: manager)
      let shown = try await Shown(["--delay-at-start", "0"], on: server)
      _ = try await shown.picture("text") { $0.inkSum(on: ground) > 1000 }
      try await server.restartManager()
      var last = try server.screenshot()
      for _ in 0..<20 {
        last = try await waitFor("the strip at the bottom, in motion") { () -> Screenshot? in
          let next = try server.screenshot()
          return next != last && next[0, 282] == 0xD4363C ? next : nil
        }
      }
      #expect(shown.child.isRunning && shown.child.errors.isEmpty)
    }
  }
}
