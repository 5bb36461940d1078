import TestKit
import Testing

/// The strip on one desktop, and what a user would look at there.
final class DesktopScenes {
  /// What is looked at, in the order of the table in doc/desktop.md.
  enum Scene: String, CaseIterable, Sendable {
    case docked = "at its edge"
    case above = "above windows"
    case keepsFree = "space kept free"
    case allDesktops = "on all desktops"
    case menu = "menu"
    case keyboard = "keyboard and back"
    case chips = "typing into chips"
    case feeds = "typing in Feeds"
    case fullScreen = "film over it"
    case hidden = "hidden and back"
    case panel = "beside a panel"
    case restart = "manager restarted"
    case bar = "on the manager's bar"
  }

  private static let (screenWidth, screenHeight, thickness) = (1000, 600, 36)
  private var width: Int { Self.screenWidth }
  private var height: Int { Self.screenHeight }
  /// In the strip's label, and all over the other program's window.
  private static let (red, white): (UInt32, UInt32) = (0xD4363C, 0xFFFFFF)
  let server: XServer
  private var strip: Child
  private let sender: EventSender
  /// Where the window manager's own bar begins, which is the end of the screen without one.
  private let bottom: Int
  private var manager: XServer.WindowManager? { server.manager }
  /// How long the answer to a question may take.
  private let limit: Duration

  init(_ manager: XServer.WindowManager?, showsBar: Bool = false, within limit: Duration = patience) async throws {
    self.limit = limit
    let (width, height) = (Self.screenWidth, Self.screenHeight)
    let server = try await XServer(width: width, height: height, manager: manager, showsBar: showsBar)
    self.server = server
    bottom = showsBar ? try await Self.top(ofBarOn: server) : height
    sender = try EventSender(to: server)
    strip = try Program.start(["--delay-at-start", "10000"], on: server)
  }

  /// Looks at a scene.
  ///
  /// - Throws: What is not as it should be.
  func look(at scene: Scene) async throws {
    switch scene {
    case .docked: try await docked()
    case .above: try await above()
    case .keepsFree: try await keepsFree()
    case .allDesktops: try await allDesktops()
    case .menu: try await menu()
    case .keyboard: try await keyboard()
    case .chips: try await chips()
    case .feeds: try await feeds()
    case .fullScreen: try await fullScreen()
    case .hidden: try await hidden()
    case .panel: try await panel()
    case .restart: try await restart()
    case .bar:
      for scene in [Scene.docked, .hidden, .restart, .hidden] { try await look(at: scene) }
    }
  }

  // MARK: - What is seen

  /// The strip's window: another one may have taken its place.
  private func window() async throws -> String { try await server.window(of: strip) }

  /// Whether the window manager has nothing to do with the strip.
  var isUnmanaged: Bool {
    get async throws {
      try await server.run("xwininfo", ["-id", try await window(), "-all"]).output
        .contains("Override Redirect State: yes")
    }
  }

  /// Waits until the window manager's bar stands at the lower edge.
  private static func top(ofBarOn server: XServer) async throws -> Int {
    try await waitFor("the bar of the window manager") { () -> Int? in
      let area = try await server.run("xprop", ["-root", "-notype", "_NET_WORKAREA"]).output
      let numbers = area.split(separator: "=").last?.split(separator: ",").prefix(4)
        .compactMap { Int($0.trimmingPrefix(while: \.isWhitespace)) }
      guard let numbers, numbers.count == 4 else { return nil }
      let bottom = numbers[1] + numbers[3]
      return bottom > screenHeight / 2 && bottom < screenHeight ? bottom : nil
    }
  }

  /// Waits until the whole strip stands at the lower edge, and can be seen.
  private func docked() async throws {
    let y = bottom - Self.thickness
    var (place, isSeen) = (WindowPlace(x: 0, y: 0, width: 0, height: 0), false)
    do {
      try await waitUntil("the strip at its place", within: limit) {
        // It may be replaced just now.
        guard let now = try? await server.place(of: try await window()) else { return false }
        place = now
        isSeen = try isStripSeen()
        return place == WindowPlace(x: 0, y: y, width: width, height: Self.thickness) && isSeen
      }
    } catch {
      throw HarnessError("it is at \(place.x), \(place.y), \(place.width) × \(place.height), seen: \(isSeen)")
    }
  }

  private func isStripSeen() throws -> Bool {
    let y = bottom - Self.thickness
    let picture = try server.screenshot()
    return picture[2, y + 18] == Self.red && picture[80, y + 34] == Self.red
      && picture[width - 2, y + 34] != Self.white
  }

  /// Another program's window, white.
  private func other(_ geometry: String) async throws -> (child: Child, window: String) {
    let name = "Other \(geometry)"
    let child = try Child(
      "xev", ["-geometry", geometry, "-name", name], environment: ["DISPLAY": server.display])
    let window = try await waitFor("another window", within: limit) {
      let found = try await server.run("xdotool", ["search", "--onlyvisible", "--pid", "\(child.id)"])
      if let id = found.output.split(separator: "\n").first { return String(id) }
      // xev says nothing of its process.
      let named = try await server.run("xdotool", ["search", "--onlyvisible", "--name", "^Other|^Event Tester$"])
      return named.output.split(separator: "\n").first.map(String.init)
    }
    return (child, window)
  }

  private func number(_ window: String) throws -> UInt32 { try #require(UInt32(window)) }

  // MARK: - Scenes

  private func above() async throws {
    let (child, window) = try await other("300x200+100+390")
    for _ in 0..<3 {
      try await server.xdotool("windowraise", window)
      if manager?.arranges != true { try await server.xdotool("windowmove", window, "100", "390") }
      try await waitUntil("the strip above", within: limit) {
        try isStripSeen() && server.screenshot()[300, bottom - 8] != Self.white
      }
    }
    child.end()
  }

  private func keepsFree() async throws {
    let (child, window) = try await other("300x200+100+100")
    defer { child.end() }
    try sender.setMaximised(try number(window), true)
    var (end, width) = (0, 0)
    do {
      try await waitUntil("the window to end at the strip", within: limit) {
        let place = try await server.place(of: window)
        (end, width) = (place.y + place.height, place.width)
        return width > Self.screenWidth / 2 && end > height / 2 && end <= bottom - Self.thickness
      }
    } catch { throw HarnessError("a maximised window is \(width) wide and ends at \(end)") }
  }

  private func allDesktops() async throws {
    for desktop in [1, 0] {
      switch manager {
      case .i3: _ = try await server.run("i3-msg", ["workspace \(desktop + 1)"])
      case .dwm: try await server.key("alt+\(desktop + 1)")
      case .bspwm: _ = try await server.run("bspc", ["desktop", "-f", "^\(desktop + 1)"])
      default: try await server.xdotool("set_desktop", "\(desktop)")
      }
      try await server.rest(with: strip)
      try await docked()
    }
  }

  private func menu() async throws {
    try await server.click(x: width - 3, y: bottom - 10, button: 3)
    let menu = try await server.window(named: "Newsreel menu", within: limit)
    let place = try await server.place(of: menu)
    guard place == place.clipped(width: width, height: height) else {
      throw HarnessError("the menu is at \(place)")
    }
    try await server.rest(with: strip)
    try await waitUntil("the menu to close", within: limit) {
      try await server.key("Escape")
      return try await !server.hasMenu()
    }
  }

  private func keyboard() async throws {
    let (child, window) = try await other("300x100+100+100")
    defer { child.end() }
    let place = try await server.place(of: window)
    try await server.click(x: place.x + 50, y: place.y + 50)
    try await server.rest(with: strip)
    // Some managers leave it to the pointer.
    let former = try await focus
    _ = try await Program.run(["focus"], on: server)
    try await waitUntil("the keyboard at the strip", within: limit) {
      let strip = try await self.window()
      return try await focus == strip
    }
    try await server.rest(with: strip)
    try await server.key("Escape")
    try await waitUntil("the keyboard back", within: limit) { try await focus == former }
  }

  private var focus: String {
    get async throws {
      try await server.run("xdotool", ["getwindowfocus", "-f"]).output.replacing("\n", with: "")
    }
  }

  private func chips() async throws {
    let field = try Program.start(["tokens", "alpha", "--geometry", "400x46+300+200"], on: server)
    defer { field.end() }
    let place = try await server.place(of: try await server.window(of: field))
    try await server.rest(with: field)
    try await server.click(x: place.x + place.width * 3 / 4, y: place.y + place.height / 2)
    try await waitUntil("the keyboard at the chips", within: limit) {
      try await server.hasFocus(try await server.window(of: field))
    }
    try await server.type("beta")
    try await server.key("Return")
    try await waitUntil("the chip that was typed", within: limit) { field.output.contains("beta") }
  }

  private func feeds() async throws {
    let home = try FeedHome()
    let feeds = try Program.start(["feeds", "window"], on: server, environment: home.environment)
    defer { feeds.end() }
    let window = try await server.window(named: "Feeds", within: limit)
    try await waitUntil("the keyboard at the window", within: limit) {
      // One that asks where to put a window waits for the pointer.
      if try await server.hasFocus(window) { return true }
      let place = try await server.place(of: window)
      try await server.click(x: place.x + place.width / 2, y: place.y + place.height / 2)
      return try await server.hasFocus(window)
    }
    try await server.rest(with: feeds)
    let (place, before) = (try await server.place(of: window), try await server.screenshot(of: window))
    guard place.clipped(width: width, height: height) == place else {
      throw HarnessError("the window is at \(place)")
    }
    try await server.type("xyz")
    try await waitUntil("what was typed", within: limit) { try await server.screenshot(of: window) != before }
  }

  private func fullScreen() async throws {
    let (child, window) = try await other("300x100+100+100")
    for isFull in [true, false] {
      try sender.setFullScreen(try number(window), isFull)
      do {
        try await waitUntil("the strip", within: limit) { try isStripSeen() != isFull }
      } catch { throw HarnessError(isFull ? "the strip is above the film" : "the strip does not come back") }
    }
    child.end()
    try await docked()
  }

  private func hidden() async throws {
    try await server.click(x: 500, y: bottom - 18, button: 2)
    try await waitUntil("the strip to go", within: limit) { try !isStripSeen() }
    // A bar has a clock.
    if bottom == height { try await server.rest(with: strip) }
    strip.signal(10)
    try await docked()
  }

  private func restart() async throws {
    try await server.restartManager()
    try await docked()
  }

  private func panel() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "panel_items = C\npanel_size = 100% 30\npanel_position = bottom center horizontal\nstrut_policy = follow_size\n"
        + "panel_dock = 0\ntime1_format = %H\n", to: "tint2rc")
    let panel = try Child("tint2", ["-c", folder.path + "/tint2rc"], environment: ["DISPLAY": server.display])
    _ = try await server.window(named: "tint2", within: limit)
    strip.end()
    strip = try Program.start(["--delay-at-start", "10000"], on: server)
    var places: [WindowPlace] = []
    do {
      try await waitUntil("both panels whole", within: limit) {
        places = [
          try await server.place(of: try await window()),
          try await server.place(of: try await server.window(named: "tint2")),
        ]
        let (low, high) = (places[0].y + places[0].height, places[1].y + places[1].height)
        return places.allSatisfy { $0 == $0.clipped(width: width, height: height) }
          && (low <= places[1].y || high <= places[0].y) && max(low, high) == height
      }
    } catch { throw HarnessError("they overlap: \(places)") }
    panel.end()
    try await docked()
  }
}
