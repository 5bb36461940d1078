import Base
import Glibc
import TestKit
import Testing

extension OnScreen {
  /// The page's recipes for headlines in other bars, with the real ones: a click on the headline opens its link. xmobar, of 30 MB,
  /// and i3bar, whose clicks `BarTests` writes, are looked at by hand.
  @Suite("Recipes for headlines in bars") struct BarLineTests {
    private let folder = try! TemporaryFolder()
    private static let link = "https://example.org/1"

    /// The block with that text.
    private func block(with text: String) throws -> String {
      try #require(try Readme.blocks().first { $0.contains(text) }, "the pages have no \(text)")
    }

    /// The programs that the bars find: newsreel, with a headline that would be markup, and one that stands in for `xdg-open`.
    private func surroundings() async throws -> [String: String?] {
      let headline = ##"{"text":"%{F#f00}<b>&████████</b>#[fg=red]","link":"\##(Self.link)"}"## + "\n"
      let lines = try folder.write(headline, to: "lines")
      let newsreel = try folder.write(
        """
        #!/bin/sh
        [ "$1" = bar ] && exec '\(Program.path)' "$@" --json-lines --file '\(lines)'
        exec '\(Program.path)' "$@"

        """, to: "bin/newsreel")
      let opener = try folder.write("#!/bin/sh\necho \"$1\" > '\(folder.path)/opened'\n", to: "bin/xdg-open")
      _ = try await run("chmod", ["755", newsreel, opener])
      let path = try await run("sh", ["-c", "printf %s \"$PATH\""]).output
      return [
        "PATH": "\(folder.path)/bin:\(path)", "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path,
        "XDG_CONFIG_HOME": nil, "XDG_STATE_HOME": nil, "XDG_CACHE_HOME": nil, "DBUS_SESSION_BUS_ADDRESS": nil,
        "LC_ALL": "C.UTF-8", "WAYLAND_DISPLAY": nil, "TMUX": nil, "I3SOCK": nil,
      ]
    }

    /// Clicks there until the headline's link is opened.
    private func click(x: Int, y: Int, on server: XServer, _ bar: Child) async throws {
      try await waitUntil("the link; \(bar.errors)") {
        _ = try await server.run("xdotool", ["mousemove", "\(x)", "\(y)", "click", "1"])
        return (try? Project.text(of: folder.path + "/opened")) == Self.link + "\n"
      }
      #expect(bar.isRunning)
    }

    @Test("Polybar") func polybar() async throws {
      let server = try await XServer(width: 1000, height: 100)
      let bar = "[bar/main]\nwidth = 100%\nheight = 24\noverride-redirect = true\nmodules-left = news\n\n"
      try folder.write(bar + (try block(with: "[module/news]")), to: "config.ini")
      let environment = try await surroundings().merging(["DISPLAY": server.display]) { $1 }
      let child = try Child("polybar", ["-c", folder.path + "/config.ini", "main"], environment: environment)
      _ = try await server.window(of: child)
      try await click(x: 40, y: 12, on: server, child)
    }

    @Test("Lemonbar") func lemonbar() async throws {
      let server = try await XServer(width: 1000, height: 100)
      let environment = try await surroundings().merging(["DISPLAY": server.display]) { $1 }
      let child = try Child(
        "sh", ["-c", try block(with: "| lemonbar |")], environment: environment)
      try await click(x: 40, y: 8, on: server, child)
    }

    @Test("i3blocks") func i3blocks() async throws {
      let config = try folder.write(try block(with: "interval=persist"), to: "i3blocks")
      let bar = try Child("i3blocks", ["-c", config], environment: try await surroundings(), input: .pipe)
      try await waitUntil("the headline; \(bar.errors)") {
        try await bar.line().contains("%{F#f00}<b>&████████</b>#[fg=red]")
      }
    }

    @Test("tmux") func tmux() async throws {
      let config = try folder.write(try block(with: "status-right-length"), to: "tmux.conf")
      let pane = try await TerminalPane(
        "unset TMUX; tmux -L inner -f '\(config)' new-session cat", columns: 120, environment: try await surroundings())
      try await pane.screen("the headline") { $0.contains("%{F#f00}<b>&████████</b>#[fg=red]") }
      _ = try await run("tmux", ["-L", "inner", "kill-server"], environment: pane.environment)
    }

    @Test("Waybar, in a compositor of its own") func waybar() async throws {
      let server = try await XServer(width: 800, height: 100)
      try folder.write(
        "{ \"height\": 24, " + (try block(with: "custom/news")) + "\"modules-left\": [\"custom/news\"] }", to: "config")
      try folder.write("output * resolution 800x100\n", to: "sway")
      let environment = try await surroundings().merging([
        "DISPLAY": server.display, "WLR_BACKENDS": "x11", "WLR_RENDERER": "pixman",
      ]) { $1 }
      // Sway does not run as root.
      let isRoot = getuid() == 0
      let user = isRoot ? ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] : ["env"]
      if isRoot { _ = try await run("chown", ["-R", "65534:65534", folder.path]) }
      let sway = try Child(user[0], user.dropFirst() + ["sway", "-c", folder.path + "/sway"], environment: environment)
      try await waitUntil("Sway; \(sway.errors)") { access(folder.path + "/wayland-1", F_OK) == 0 }
      let bar = try Child(
        user[0], user.dropFirst() + ["waybar", "-c", folder.path + "/config", "-s", "/dev/null"],
        environment: environment.merging(["WAYLAND_DISPLAY": "wayland-1", "DISPLAY": nil]) { $1 })
      try await click(x: 60, y: 12, on: server, bar)
    }
  }
}
