import Base
import Glibc
import TestKit
import Testing

extension OnScreen {
  /// The page's recipes for bars beside Newsreel, with the real bars.
  @Suite("Recipes for bars") struct BarRecipeTests {
    private let folder = try! TemporaryFolder()
    private var environment: [String: String?] {
      ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "XDG_CONFIG_HOME": nil]
    }

    /// The block with that text, for this folder.
    private func block(with text: String) throws -> String {
      let block = try #require(try Readme.blocks().first { $0.contains(text) }, "the pages have no \(text)")
      return block.replacing("/run/user/1000/bar", with: folder.path)
    }

    /// Starts what the page has a user type, in the folder of the FIFOs.
    private func start(_ commands: String, on display: String) throws -> Child {
      let script = "cd '\(folder.path)' || exit 9; newsreel() { '\(Program.path)' \"$@\"; }; \(commands)"
      return try Child(
        "sh", ["-c", script],
        environment: environment.merging(["DISPLAY": display, "DBUS_SESSION_BUS_ADDRESS": nil]) { $1 })
    }

    private func shows(_ text: String, _ line: ControlLine) async throws -> Bool {
      try await line.ask("state")["data"]?["items"]?.array?.contains { $0.string?.contains(text) == true } == true
    }

    @Test(
      "Polybar: a click in the bar shows a text, and a click on that shows in the bar",
      arguments: [nil, .openbox, .i3, .xfwm4] as [XServer.WindowManager?])
    func polybar(_ manager: XServer.WindowManager?) async throws {
      let server = try await XServer(width: 1000, height: 200, manager: manager)
      try folder.write(try block(with: "[bar/main]"), to: "config.ini")
      let newsreel = try start(try block(with: "mkfifo headline clicked"), on: server.display)
      let bar = try Child(
        "polybar", ["-c", folder.path + "/config.ini", "main"],
        environment: environment.merging(["DISPLAY": server.display]) { $1 })
      _ = try await server.window(of: bar)
      let line = try await ControlLine(to: "crawl", in: folder.path)
      try await waitUntil("the text from the bar") {
        _ = try await server.run("xdotool", ["mousemove", "20", "12", "click", "1"])
        return try await shows("from Polybar", line)
      }
      func told() throws -> Screenshot { try server.screenshot().cropped(x: 450, y: 0, width: 150, height: 24) }
      let before = try told()
      try await waitUntil("the command in the bar; \(bar.errors)") {
        _ = try await server.run("xdotool", ["mousemove", "800", "12", "click", "1"])
        return try told() != before
      }
      #expect(newsreel.isRunning && bar.isRunning)
    }

    @Test("Waybar, in a compositor of its own: the same by way of Xwayland") func waybar() async throws {
      let server = try await XServer(width: 800, height: 200)
      let modules = try block(with: "custom/hello")
      try folder.write(
        #"{ "height": 24, "modules-left": ["custom/hello"], "modules-right": ["custom/clicked"], "# + modules + "}",
        to: "config")
      try folder.write(
        "xwayland enable\noutput * resolution 800x200\nexec xhost +local: && echo $DISPLAY > '\(folder.path)/display'\n",
        to: "sway")
      // Sway does not run as root.
      let user = getuid() == 0 ? ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] : ["env"]
      if getuid() == 0 { _ = chown(folder.path, 65534, 65534) }
      let surroundings = environment.merging([
        "DISPLAY": server.display, "WLR_BACKENDS": "x11", "WLR_RENDERER": "pixman", "WAYLAND_DISPLAY": nil,
      ]) { $1 }
      let sway = try Child(
        user[0], user.dropFirst() + ["sway", "-c", folder.path + "/sway"], environment: surroundings)
      let display = try await waitFor("Xwayland; \(sway.errors)") {
        (try? Project.text(of: self.folder.path + "/display"))?.split(separator: "\n").first.map(String.init)
      }
      let commands = try block(with: "mkfifo headline clicked").replacing(
        "--geometry 40%x24-0+0", with: "--geometry 100%x24+0+24")
      let newsreel = try start("umask 0; " + commands, on: display)
      try await waitUntil("the FIFO") { access(self.folder.path + "/clicked", F_OK) == 0 }
      let bar = try Child(
        user[0], user.dropFirst() + ["waybar", "-c", folder.path + "/config", "-s", "/dev/null"],
        environment: surroundings.merging(["WAYLAND_DISPLAY": "wayland-1"]) { $1 })
      try await waitUntil("Newsreel; \(newsreel.errors) \(bar.errors) \(sway.errors)") {
        access(self.folder.path + "/newsreel/crawl.sock", F_OK) == 0
      }
      let line = try await ControlLine(to: "crawl", in: folder.path)
      try await waitUntil("the text from the bar; \(bar.errors)") {
        _ = try await server.run("xdotool", ["mousemove", "15", "12", "click", "1"])
        return try await shows("from Waybar", line)
      }
      func part(y: Int, x: Int) throws -> Screenshot {
        try server.screenshot().cropped(x: x, y: y, width: 200, height: 24)
      }
      try await waitUntil("Newsreel below the bar") { try Set(part(y: 24, x: 300).pixels).count > 2 }
      let before = try part(y: 0, x: 600)
      _ = try await run("sh", ["-c", "echo '%{c}%{A:mpc toggle:}██████%{A}' > '\(folder.path)/headline'"])
      try await waitUntil("the command in the bar; \(bar.errors)") {
        _ = try await server.run("xdotool", ["mousemove", "400", "36", "click", "1"])
        return try part(y: 0, x: 600) != before
      }
      #expect(newsreel.isRunning && bar.isRunning && sway.isRunning)
    }
  }
}
