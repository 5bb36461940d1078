import TestKit
import TestTags
import Testing

@testable import App
@testable import Windows

/// The window on a real server: its border, its corners, and the window that it follows.
@Suite("Window placement", .tags(.x11)) struct WindowPlacementTests {
  @Test("It stands on another window and follows it", arguments: [nil, XServer.WindowManager.openbox, .i3])
  func follows(_ manager: XServer.WindowManager?) async throws {
    let server = try await XServer(manager: manager)
    let (other, neighbour) = try await self.other(on: server)
    let program = try Program.start(Self.arguments(neighbour), on: server)
    let window = try await server.window(named: "Newsreel")
    try await expect(window, on: neighbour, server)
    for change in [["windowmove", neighbour, "600", "500"], ["windowsize", neighbour, "640", "220"]] {
      let result = try await server.run("xdotool", change)
      #expect(result.ending == .exited(0))
      try await expect(window, on: neighbour, server)
    }
    #expect(program.isRunning && other.isRunning)
  }

  @Test("It hides with the other window and comes back with it", arguments: [nil, XServer.WindowManager.openbox, .i3])
  func hides(_ manager: XServer.WindowManager?) async throws {
    let server = try await XServer(manager: manager)
    let (other, neighbour) = try await self.other(on: server)
    let program = try Program.start(Self.arguments(neighbour), on: server)
    let window = try await server.window(named: "Newsreel")
    try await expect(window, on: neighbour, server)
    let ways: [(String, hide: [String], show: [String])] =
      switch manager {
      case .i3:
        [
          ("i3-msg", ["workspace 2"], ["workspace 1"]),
          ("i3-msg", ["[id=\(neighbour)] move scratchpad"], ["[id=\(neighbour)] scratchpad show"]),
        ]
      case nil: [("xdotool", ["windowunmap", neighbour], ["windowmap", neighbour])]
      default:
        [
          ("xdotool", ["windowminimize", neighbour], ["windowactivate", neighbour]),
          ("xdotool", ["set_desktop", "1"], ["set_desktop", "0"]),
        ]
      }
    for (tool, hide, show) in ways {
      _ = try await server.run(tool, hide)
      try await waitUntil("it to hide by \(hide)") { try await !isVisible(window, server) }
      _ = try await server.run(tool, show)
      try await waitUntil("it to come back by \(show)") { try await isVisible(window, server) }
      try await expect(window, on: neighbour, server)
    }
    let hints = try await server.run("xprop", ["-id", window, "_NET_WM_STATE", "WM_TRANSIENT_FOR"]).output
    #expect(!hints.contains("_NET_WM_STATE_ABOVE") && hints.contains("window id # 0x"))
    #expect(program.isRunning && program.errors.isEmpty && other.isRunning)
  }

  @Test("It ends with the other window, and says so", arguments: [nil, XServer.WindowManager.openbox, .i3])
  func ends(_ manager: XServer.WindowManager?) async throws {
    let server = try await XServer(manager: manager)
    let (other, neighbour) = try await self.other(on: server)
    let program = try Program.start(Self.arguments(neighbour), on: server)
    _ = try await server.window(named: "Newsreel")
    other.end()
    #expect(try await program.ending() == .exited(1))
    #expect(program.errors == "newsreel: the window \(neighbour), to which this one was attached, has gone\n")
  }

  @Test("Over a window that is not on the screen yet it waits") func waits() async throws {
    let server = try await XServer(width: 800, height: 600)
    let (other, neighbour) = try await self.other(on: server)
    _ = try await server.run("xdotool", ["windowunmap", neighbour])
    let program = try Program.start(Self.arguments(neighbour), on: server)
    try await Task.sleep(for: .seconds(1))
    #expect(try await server.run("xdotool", ["search", "--onlyvisible", "--name", "^Newsreel$"]).output.isEmpty)
    _ = try await server.run("xdotool", ["windowmap", neighbour])
    try await expect(try await server.window(named: "Newsreel"), on: neighbour, server)
    #expect(program.isRunning && other.isRunning)
  }

  @Test(
    "It is above that window only: what covers that covers both",
    arguments: [nil, XServer.WindowManager.openbox, .xfwm4])
  func stacking(_ manager: XServer.WindowManager?) async throws {
    let server = try await XServer(manager: manager)
    let (other, neighbour) = try await self.other(on: server)
    let third = try Child(
      "xev", ["-name", "third", "-geometry", "500x400+250+250"], environment: ["DISPLAY": server.display])
    let cover = try await server.window(named: "third")
    let program = try Program.start(
      ["crawl", "x", "--place", "in-bottom", "--of", neighbour, "--geometry", "100%x30", "--background", "#00ff00"],
      on: server)
    let window = try await server.window(named: "Newsreel")
    for (top, isSeen) in [(neighbour, true), (cover, false), (neighbour, true), (cover, false)] {
      try await server.xdotool("windowraise", top)
      try await waitUntil("the strip to be \(isSeen ? "seen" : "covered")") {
        let place = try await server.place(of: window)
        let green = try server.screenshot().cropped(x: place.x, y: place.y, width: 60, height: 30).count(of: 0x00ff00)
        return isSeen ? green > 900 : green == 0
      }
    }
    #expect(program.isRunning && other.isRunning && third.isRunning)
  }

  @Test(
    "In a window is inside its frame, on it outside of the frame",
    arguments: [nil, XServer.WindowManager.openbox, .xfwm4])
  func inside(_ manager: XServer.WindowManager?) async throws {
    let server = try await XServer(manager: manager)
    let (other, neighbour) = try await self.other(on: server)
    let program = try Program.start(
      ["crawl", "x", "--place", "in-top", "--of", neighbour, "--geometry", "100%x30"], on: server)
    let window = try await server.window(named: "Newsreel")
    try await waitUntil("it at the top of the window, below the frame") {
      let (own, other) = (try await server.place(of: window), try await server.place(of: neighbour))
      return own == WindowPlace(x: other.x, y: other.y, width: other.width, height: 30)
    }
    #expect(program.isRunning && other.isRunning)
  }

  // MARK: - Help

  private static func arguments(_ neighbour: String) -> [String] {
    ["crawl", "beside", "--place", "on-top", "--of", neighbour, "--geometry", "100%x30"]
  }

  /// A window in the middle of the screen, that i3 lets float.
  private func other(on server: XServer) async throws -> (Child, String) {
    let other = try Child("xev", ["-geometry", "400x200+300+300"], environment: ["DISPLAY": server.display])
    let neighbour = try await server.window(named: "Event Tester")
    _ = try? await server.run("i3-msg", ["[id=\(neighbour)] floating enable, move position 300 300"])
    return (other, neighbour)
  }

  private func isVisible(_ window: String, _ server: XServer) async throws -> Bool {
    try await server.run("xwininfo", ["-id", window]).output.contains("Map State: IsViewable")
  }

  /// Directly above the other one, or above the frame that it is in, which is at least as wide.
  private func expect(_ window: String, on neighbour: String, _ server: XServer) async throws {
    var seen: (WindowPlace, WindowPlace)?
    try await waitUntil("the window on top of the other: \(String(describing: seen))") {
      let (own, other) = (try await server.place(of: window), try await server.place(of: neighbour))
      seen = (own, other)
      let gap = other.y - (own.y + own.height)
      return own.height == 30 && 0...40 ~= gap && 0...10 ~= other.x - own.x && 0...20 ~= own.width - other.width
    }
  }

  // MARK: - Others

  @Test(
    "A window that is not there, and what is no window, are said",
    arguments: [("0x123", "there is no window 0x123"), ("abc", "'abc' is not a window ID; xwininfo shows it")])
  func missing(_ window: String, _ message: String) async throws {
    let server = try await XServer(width: 320, height: 200)
    let result = try await Program.run(["crawl", "x", "--of", window], on: server)
    #expect(result.ending == .exited(2) && result.errors.hasPrefix("newsreel: --of: \(message)"))
  }

  @Test("Round corners are cut out of the window, and the border follows them")
  func corners() async throws {
    let server = try await XServer(width: 320, height: 200)
    let program = try Program.start(
      "crawl", "x", "--geometry", "200x60+50+50", "--corner-radius", "16", "--border-width", "4", "--border-color",
      "#ff0000", "--background", "#00ff00", "--foreground", "#00ff00", on: server)
    let window = try await server.window(named: "Newsreel")
    try await waitUntil("the border") { try await server.screenshot(of: window)[100, 0] == 0xff0000 }
    let picture = try await server.screenshot(of: window)
    for (x, y) in [(0, 0), (199, 0), (0, 59), (199, 59), (3, 2)] { #expect(picture[x, y] == 0, "(\(x), \(y))") }
    for (x, y) in [(16, 0), (0, 30), (199, 30), (100, 59), (6, 6), (193, 53)] {
      #expect(picture[x, y] == 0xff0000, "(\(x), \(y))")
    }
    #expect(picture[100, 4] == 0x00ff00 && picture[4, 30] == 0x00ff00)
    #expect(program.isRunning)
  }
}
