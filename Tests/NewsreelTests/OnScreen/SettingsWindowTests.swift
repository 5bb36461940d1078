import Base
import Formats
import Glibc
import Synchronization
import TestKit
import TestTags
import Testing

extension OnScreen {
  /// The Settings… window beside a strip, by the keyboard: what it does stands in the file each time.
  @Suite("The Settings window on screen", .tags(.x11)) struct SettingsWindowTests {
    /// A strip with its configuration, and the window.
    private struct Desk {
      let screen: XServer
      let home: FeedHome
      let strip: Shown
      /// The configuration.
      let file: String

      init(_ configuration: String, width: Int = 1000, height: Int = 800) async throws {
        (home, screen) = (try FeedHome(), try await XServer(width: width, height: height, manager: .openbox))
        file = try home.folder.write(configuration, to: "config/newsreel/newsreel.toml")
        strip = try await Shown([], on: screen, environment: home.environment)
      }

      /// Opens the window, and waits for its keyboard.
      ///
      /// - Parameter folder: Its XDG_RUNTIME_DIR; nil for the strip's.
      func open(in folder: String? = nil) async throws -> Child {
        let child = try Program.start(
          ["settings", "--theme", "dark"], on: screen,
          environment: home.environment.merging(["XDG_RUNTIME_DIR": folder ?? strip.runtimeFolder]) { $1 })
        let (screen, window) = (screen, try await screen.window(named: "Settings"))
        try await waitUntil("the keyboard") { try await screen.hasFocus(window) }
        return child
      }
    }

    @Test("A theme, a row and the start with the desktop are changed at once, written, and taken back") func changes()
      async throws
    {
      let desk = try await Desk("# mine\ncaption = \"Mine\"\n")
      let (screen, strip, file) = (desk.screen, desk.strip, desk.file)
      let line = try await strip.control()
      func value(_ name: String) async throws -> String? {
        try await line.ask("get", .string(name))["data"]?[name]?.string
      }
      let child = try await desk.open()
      // The pictures have the keyboard first; behind the one that the desktop asks for stands the next theme.
      try await screen.key("Right")
      try await waitUntil("another theme in the file") { try Project.text(of: file).contains("theme = \"") }
      let theme = try await value("theme")
      #expect(try Project.text(of: file).contains("theme = \"\(theme ?? "")\"") && theme != "auto")
      // The first row is the font.
      try await screen.key("Tab", "Home", "F2")
      try await screen.type("Sans Bold")
      try await screen.key("Return")
      try await waitUntil("the font in the file") { try Project.text(of: file).contains("font = \"Sans Bold\"") }
      #expect(try await value("font") == "Sans Bold")
      // The last one is the start with the desktop.
      try await screen.key("End", "space")
      try await waitUntil("the entry") {
        (try? Project.text(of: desk.home.folder.path + "/config/autostart/newsreel.desktop"))?.contains("Exec=")
          ?? false
      }
      for _ in 0..<3 { try await screen.key("ctrl+z") }
      try await waitUntil("the file as it was") {
        try Project.text(of: file) == "# mine\ncaption = \"Mine\"\n"
      }
      #expect((try? Project.text(of: desk.home.folder.path + "/config/autostart/newsreel.desktop")) == nil)
      try await screen.key("Escape")
      #expect(try await child.ending() == .exited(0) && child.errors.isEmpty, "\(child.errors)")
      #expect(strip.child.isRunning && strip.child.errors.isEmpty, "\(strip.child.errors)")
    }

    @Test("On a screen of 1024×600 all of it is in view above the strip, with its frame and its button")
    func smallScreen() async throws {
      // A strip that runs never rests.
      let start = "# mine\ndelay-at-start = 10000\n"
      let desk = try await Desk(start, width: 1024, height: 600)
      let (screen, file) = (desk.screen, desk.file)
      let child = try await desk.open()
      let window = try await screen.window(named: "Settings")
      let output = try await screen.run("xprop", ["-notype", "-id", window, "_NET_FRAME_EXTENTS"]).output
      let rims = output.split { !$0.isNumber }.compactMap { Int($0) }
      try #require(rims.count == 4 && rims[2] > 0, "\(output)")
      let place = try await screen.place(of: window)
      #expect(place.x >= rims[0] && place.y >= rims[2], "\(place), \(rims)")
      #expect(place.x + place.width + rims[1] <= 1024 && place.y + place.height + rims[3] <= 564, "\(place), \(rims)")
      try await screen.key("Right")
      try await waitUntil("a theme in the file") { try Project.text(of: file).contains("theme = \"") }
      try await screen.rest(with: child)
      try await screen.click(x: place.x + place.width - 40, y: place.y + place.height - 28)
      try await waitUntil("the file as it was") { try Project.text(of: file) == start }
      try await screen.key("Escape")
      #expect(try await child.ending() == .exited(0) && child.errors.isEmpty, "\(child.errors)")
    }

    @Test("By keyboard alone, rows are chosen from menus, a font is chosen or typed, and all is undone")
    func menus() async throws {
      let start = "# mine\ndelay-at-start = 10000\n"
      let desk = try await Desk(start)
      let (screen, file) = (desk.screen, desk.file)
      let child = try await desk.open()
      func waitForFile(_ text: String) async throws {
        try await waitUntil("\(text) in the file; \(child.errors)") { try Project.text(of: file) == start + text }
      }
      try await screen.key("Tab", "Home", "Return")
      try await screen.menu(of: child)
      try await screen.type("dejavu")
      try await screen.key("Return")
      try await waitUntil("a family in the file") { try Project.text(of: file).hasPrefix(start + "font = \"DejaVu ") }
      try await screen.key("Return")
      try await screen.menu(of: child)
      try await screen.type("other")
      try await screen.key("Return")
      try await screen.rest(with: child)
      try await screen.type("Serif Bold")
      try await screen.key("Return")
      try await waitForFile("font = \"Serif Bold\"\n")
      // Above the monitor is the place, below the height.
      try await screen.key("Down", "Down", "Down", "Down", "Return")
      try await screen.menu(of: child)
      try await screen.key("End", "Return")
      try await waitForFile("font = \"Serif Bold\"\nplace = \"in-top\"\n")
      // The button for that is behind the list.
      try await screen.key("Tab", "Return")
      try await waitForFile("font = \"Serif Bold\"\n")
      try await screen.key("Return", "Return")
      try await waitForFile("")
      try await screen.key("ctrl+q")
      #expect(try await child.ending() == .exited(0) && child.errors.isEmpty, "\(child.errors)")
    }

    @Test("Faster and Slower are the strip's speed, which is kept, and changed and taken back in Settings")
    func speed() async throws {
      let bound = "bind = \"wheel-down=faster,wheel-up=slower\"\n"
      let desk = try await Desk(bound)
      let (screen, strip, file) = (desk.screen, desk.strip, desk.file)
      let line = try await strip.control()
      func waitForSpeed(_ speed: Double, inFile text: String) async throws {
        try await waitUntil("\(speed) px/s in file and strip") {
          let now = try await line.ask("get", "scroll-speed")["data"]?["scroll-speed"]?.number
          return try Project.text(of: file) == bound + text && now == speed
        }
      }
      for (button, speed) in [(5, 75.0), (5, 94), (4, 75)] {
        try await screen.click(x: 400, y: 782, button: button)
        try await waitForSpeed(speed, inFile: "scroll-speed = \(Int(speed))\n")
      }
      let child = try await desk.open()
      // Below font and motion.
      try await screen.key("Tab", "Home")
      for _ in 0..<2 { try await screen.key("Down") }
      try await screen.key("F2", "ctrl+a")
      try await screen.type("90")
      try await screen.key("Return")
      try await waitForSpeed(90, inFile: "scroll-speed = 90\n")
      try await screen.key("ctrl+z")
      try await waitForSpeed(75, inFile: "scroll-speed = 75\n")
      try await screen.key("Escape")
      #expect(try await child.ending() == .exited(0) && child.errors.isEmpty, "\(child.errors)")
      #expect(strip.child.errors.isEmpty, "\(strip.child.errors)")
    }

    @Test("A strip that reads its file again between a change and the answer does not undo the change") func late()
      async throws
    {
      let desk = try await Desk("# mine\ncaption = \"Mine\"\n")
      let (screen, strip, file) = (desk.screen, desk.strip, desk.file)
      let line = try await strip.control()
      let between = try LateReload(of: strip, in: desk.home.folder.path + "/late")
      defer { between.end() }
      let child = try await desk.open(in: desk.home.folder.path + "/late")
      func waitForFont(_ font: String) async throws {
        let wanted = "# mine\ncaption = \"Mine\"\n" + (font.isEmpty ? "" : "font = \"\(font)\"\n")
        try await waitUntil("the font \(font) in file and strip; \(child.errors)") {
          let now = try await line.ask("get", "font")["data"]?["font"]
          return try Project.text(of: file) == wanted && now == .string(font)
        }
      }
      // The first row is the font.
      try await screen.key("Tab", "Home", "F2")
      try await screen.type("Sans Bold")
      try await screen.key("Return")
      try await waitForFont("Sans Bold")
      try await screen.key("ctrl+z")
      try await waitForFont("")
      #expect(between.reloads == 2)
      try await screen.key("Escape")
      #expect(try await child.ending() == .exited(0) && child.errors.isEmpty, "\(child.errors)")
    }

    @Test("What is set elsewhere is shown and not taken back, and a strip that is started again is changed")
    func elsewhere() async throws {
      let desk = try await Desk("theme = \"dark\"\n")
      let (screen, strip, file) = (desk.screen, desk.strip, desk.file)
      let line = try await strip.control()
      let child = try await desk.open()
      let window = try await screen.window(named: "Settings")
      func waitForGround(_ color: UInt32) async throws {
        try await waitUntil("the ground \(String(color, radix: 16))") {
          try await screen.screenshot(of: window)[2, 2] == color
        }
      }
      let dark = try await screen.screenshot(of: window)[2, 2]
      try await line.ask("set", "theme", "light")
      try await waitForGround(0xFBFBFA)
      // The next theme, in the file, too; then another one from elsewhere, which stays.
      try await screen.key("Right")
      try await waitUntil("a theme in the file") { try !Project.text(of: file).contains("dark") }
      let chosen = try Project.text(of: file)
      try await waitUntil("the dark ground") {
        // The strip may read its file again first.
        try await line.ask("set", "theme", "dark")
        return try await screen.screenshot(of: window)[2, 2] == dark
      }
      try await screen.key("ctrl+z", "Tab", "End", "space")
      try await waitUntil("the entry, which is changed after that") {
        (try? Project.text(of: desk.home.folder.path + "/config/autostart/newsreel.desktop")) != nil
      }
      #expect(try await line.ask("get", "theme")["data"]?["theme"]?.string == "dark")
      #expect(try Project.text(of: file) == chosen)

      strip.child.signal(SIGTERM)
      _ = try await strip.child.ending()
      let next = try await Shown(
        [], on: screen,
        environment: desk.home.environment.merging(["XDG_RUNTIME_DIR": strip.runtimeFolder]) { $1 })
      try await screen.key("Home", "F2")
      try await screen.type("Sans Bold")
      try await screen.key("Return")
      try await waitUntil("the font in the file") { try Project.text(of: file).contains("font = \"Sans Bold\"") }
      let after = try await next.control()
      #expect(try await after.ask("get", "font")["data"]?["font"]?.string == "Sans Bold")
      try await screen.key("Escape")
      #expect(try await child.ending() == .exited(0) && child.errors.isEmpty, "\(child.errors)")
    }

    @Test("Each strip has a window of its own") func several() async throws {
      let desk = try await Desk("")
      let screen = desk.screen
      let environment = desk.home.environment.merging(["XDG_RUNTIME_DIR": desk.strip.runtimeFolder]) { $1 }
      let first = try await desk.open()
      let other = try await Shown(["--name", "two", "--place", "in-top"], on: screen, environment: environment)
      let second = try Program.start(["settings", "two", "--theme", "dark"], on: screen, environment: environment)
      _ = try await screen.window(named: "Settings .+ two")
      #expect(first.isRunning && second.isRunning && other.child.isRunning)
      // One that is there is raised.
      let again = try await Program.run(["settings", "two"], on: screen, environment: environment)
      #expect(again.ending == .exited(0))
    }

    @Test("Without a strip that runs it says so") func alone() async throws {
      let screen = try await XServer(width: 400, height: 300)
      let result = try await Program.run(["settings"], on: screen)
      #expect(result.ending == .exited(1) && result.errors.contains("no window of newsreel runs"))
    }
  }
}

/// Stands between clients and a strip: after each change of a property, and before it is answered, the strip reads its file
/// again and returns to what that says.
private final class LateReload: Sendable {
  private final class Count: Sendable { let value = Atomic(0) }

  private let passing: Task<Void, any Error>
  private let count = Count()

  /// - Parameter folder: The clients' XDG_RUNTIME_DIR.
  init(of strip: Shown, in folder: String) throws {
    let file = try #require(Files.names(in: strip.runtimeFolder + "/newsreel").first { $0.hasSuffix(".sock") })
    guard let server = try UnixSocket.listen(at: "\(folder)/newsreel/\(file)") else {
      throw HarnessError("the name is taken")
    }
    let (raw, count) = (dup(server.raw), count)
    passing = Task { try await Self.pass(from: Descriptor(raw), to: String(file.dropLast(5)), of: strip, count) }
  }

  /// How often the strip has read its file.
  var reloads: Int { count.value.load(ordering: .relaxed) }

  func end() { passing.cancel() }

  private static func pass(
    from server: consuming Descriptor, to name: String, of strip: Shown, _ count: Count
  ) async throws {
    let line = try await ControlLine(to: name, in: strip.runtimeFolder)
    while !Task.isCancelled {
      guard let raw = UnixSocket.accept(from: server) else {
        try await Task.sleep(for: .milliseconds(2))
        continue
      }
      let client = LineSocket(raw, longestLine: 1 << 20)
      while !client.hasEnded, client.failure == nil {
        guard let request = client.nextLine() else {
          if !client.receive() { try await Task.sleep(for: .milliseconds(2)) }
          continue
        }
        let text = String(decoding: request, as: UTF8.self)
        let property = try changed(by: JSON(parsing: text))
        let before = if let property { try await line.ask("get", property).line } else { "" }
        line.send(text + "\n")
        let answer = try await line.line()
        if let property {
          strip.child.signal(SIGUSR2)
          try await waitUntil("the file's value") { try await line.ask("get", property).line == before }
          count.value.add(1, ordering: .relaxed)
        }
        client.send(answer.line)
        client.flush()
      }
    }
  }

  /// The property that a request changes, or nil.
  private static func changed(by request: JSON) -> JSON? {
    guard let words = request["command"]?.array, words.count > 1 else { return nil }
    switch (words[0], words[1]) {
    case ("reset", let name): return name
    case ("set", .object(let members)): return members.first.map { .string($0.0) }
    default: return nil
    }
  }
}
