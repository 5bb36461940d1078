import Base
import TestKit
import TestTags
import Testing

extension OnScreen {
  /// The Settings… window beside a strip, by the keyboard: what it does stands in the file each time.
  @Suite("The Settings window on screen", .tags(.x11)) struct SettingsWindowTests {
    @Test("A theme, a row and the start with the desktop are changed at once, written, and taken back") func changes()
      async throws
    {
      let home = try FeedHome()
      let screen = try await XServer(width: 1000, height: 800, manager: .openbox)
      let file = home.folder.path + "/config/newsreel/newsreel.toml"
      try home.folder.write("# mine\ncaption = \"Mine\"\n", to: "config/newsreel/newsreel.toml")
      let strip = try await Shown([], on: screen, environment: home.environment)
      let line = try await strip.control()
      func value(_ name: String) async throws -> String? {
        try await line.ask("get", .string(name))["data"]?[name]?.string
      }
      let child = try Program.start(
        ["settings", "--theme", "dark"], on: screen,
        environment: home.environment.merging(["XDG_RUNTIME_DIR": strip.runtimeFolder]) { $1 })
      let window = try await screen.window(named: "Settings")
      try await waitUntil("the keyboard") { try await screen.hasFocus(window) }
      // The pictures have the keyboard first; behind the one that the desktop asks for stands the next theme.
      try await screen.key("Right")
      try await waitUntil("another theme in the file") { try Project.text(of: file).contains("theme = \"") }
      let theme = try await value("theme")
      #expect(try Project.text(of: file).contains("theme = \"\(theme ?? "")\"") && theme != "auto")
      // The second row is the font.
      try await screen.key("Tab", "Home", "Down", "F2")
      try await screen.type("Sans Bold")
      try await screen.key("Return")
      try await waitUntil("the font in the file") { try Project.text(of: file).contains("font = \"Sans Bold\"") }
      #expect(try await value("font") == "Sans Bold")
      // The last one is the start with the desktop.
      try await screen.key("End", "space")
      try await waitUntil("the entry") {
        (try? Project.text(of: home.folder.path + "/config/autostart/newsreel.desktop"))?.contains("Exec=") ?? false
      }
      for _ in 0..<3 { try await screen.key("ctrl+z") }
      try await waitUntil("the file as it was") {
        try Project.text(of: file) == "# mine\ncaption = \"Mine\"\n"
      }
      #expect((try? Project.text(of: home.folder.path + "/config/autostart/newsreel.desktop")) == nil)
      try await screen.key("Escape")
      #expect(try await child.ending() == .exited(0) && child.errors.isEmpty, "\(child.errors)")
      #expect(strip.child.isRunning && strip.child.errors.isEmpty, "\(strip.child.errors)")
    }

    @Test("Without a strip that runs it says so") func alone() async throws {
      let screen = try await XServer(width: 400, height: 300)
      let result = try await Program.run(["settings"], on: screen)
      #expect(result.ending == .exited(1) && result.errors.contains("no window of newsreel runs"))
    }
  }
}
