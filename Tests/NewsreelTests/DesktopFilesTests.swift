import Render
import ScrollCore
import TestKit
import TestTags
import Testing

@testable import App
@testable import Base
@testable import Windows
@testable import X11

/// What the desktop finds of the program: its icon, its entries, its list of monitors.
@Suite("Desktop files") struct DesktopFilesTests {
  @Test("An autostart entry is written, reported and removed") func autostart() async throws {
    let folder = try TemporaryFolder()
    let environment = ["XDG_CONFIG_HOME": folder.path]
    let path = folder.path + "/autostart/newsreel.desktop"
    func run(_ arguments: String...) async throws -> ToolResult {
      try await TestKit.run(Program.path, ["autostart"] + arguments, environment: environment)
    }
    #expect(try await run().output == "off\n")
    let on = try await run("on", "--", "--label", "My news", "--place", "in-top", "50% \"off\" $5")
    #expect(on.ending == .exited(0) && on.output.isEmpty && on.errors.isEmpty)
    let entry = try Project.text(of: path)
    #expect(entry.contains(#"newsreel --label "My news" --place in-top "50%% \\"off\\" \\$5""#), "\(entry)")
    let validation = try await TestKit.run("desktop-file-validate", [path])
    #expect(validation.ending == .exited(0) && validation.output.isEmpty, "\(validation.output)")
    #expect(try await run().output.hasPrefix("on: /"))
    #expect(try await run("off").ending == .exited(0))
    #expect(try await run().output == "off\n")
    #expect(try await run("off").ending == .exited(0))
    let wrong = try await run("maybe")
    #expect(wrong.ending == .exited(2) && wrong.errors.hasPrefix("newsreel: 'maybe' is neither on nor off"))
  }

  @Test(
    "Arguments are quoted as the Exec key takes them",
    arguments: [
      ("--place", "--place"), ("", #""""#), ("a b", #""a b""#), (#"\"#, #""\\\\""#), ("100%", #""100%%""#),
      ("`x`", #""\\`x\\`""#), ("ü", #""ü""#),
    ])
  func quoting(_ argument: String, _ text: String) { #expect(Autostart.quoted(argument) == text) }

  @Test("The icon is drawn at each size: its corners are clear, its label is red") func icon() throws {
    for size in Icon.fileSizes {
      let icon = Icon.picture(size)
      #expect(icon.pixels.count == size * size)
      #expect(icon.pixels[0] >> 24 < 32 && icon.pixels[size / 2 * size + size / 4] >> 24 == 255)
      let red = icon.pixels[(size * 19 / 32) * size + size * 3 / 16]
      #expect(red >> 16 & 255 > 180 && red >> 8 & 255 < 110, "\(size): \(String(red, radix: 16))")
    }
    #expect(Icon.svg.hasPrefix("<svg ") && Icon.svg.contains("#e5484d"))
  }

  @Test("The shipped icon and entries are right, and name each other") func shipped() async throws {
    #expect(try Project.text(of: "data/newsreel.svg") == Icon.svg)
    let validation = try await TestKit.run("desktop-file-validate", [Project.folder + "/data/newsreel.desktop"])
    #expect(validation.ending == .exited(0) && validation.output.isEmpty, "\(validation.output)\(validation.errors)")
    let metadata = try await TestKit.run(
      "appstreamcli", ["validate", "--no-net", "--pedantic", Project.folder + "/data/newsreel.metainfo.xml"])
    #expect(metadata.ending == .exited(0) && metadata.output.contains("successful"), "\(metadata.output)")
    // What whatis and apropos read.
    #expect(Manual.page.contains(#"newsreel \- a news ticker"#))
    let entry = try Project.text(of: "data/newsreel.desktop")
    #expect(entry.contains("Icon=newsreel\n"))
    let text = try Project.text(of: "data/newsreel.metainfo.xml")
    #expect(
      text.contains(">newsreel.desktop<") && text.contains("version=\"\(Release.version)\" date=\"\(Release.date)\""))
  }

  @Test("The unit of systemd waits for a display as often as it takes, but not for right arguments") func unit() throws
  {
    let lines = try Project.text(of: "data/newsreel.service").split(separator: "\n").filter { !$0.hasPrefix("#") }
    func section(_ name: String) -> [Substring] {
      Array(lines.drop { $0 != "[\(name)]" }.dropFirst().prefix { !$0.hasPrefix("[") })
    }
    // It starts and ends with the user's session; the default gives up after five starts in ten seconds.
    let unit = ["PartOf=graphical-session.target", "After=graphical-session.target", "StartLimitIntervalSec=0"]
    for line in unit { #expect(section("Unit").contains { $0 == line }, "\(line)") }
    let usage = ExitStatus.usage
    let service = [
      "Restart=on-failure", "RestartSec=2", "RestartPreventExitStatus=\(usage)", "SuccessExitStatus=129 130 143",
      "TimeoutStopSec=5",
    ]
    for line in service { #expect(section("Service").contains { $0 == line }, "\(line)") }
    #expect(section("Install") == ["WantedBy=graphical-session.target"])
  }

  @Test("Monitors are listed with the speed that each shows without blur") func monitors() {
    let monitors = [
      Monitor(name: "DP-1", frame: Rect(x: 0, y: 0, width: 2560, height: 1440), isPrimary: true, refreshRate: 143.973),
      Monitor(name: "VNC", frame: Rect(x: 2560, y: -200, width: 1024, height: 768), isPrimary: false),
    ]
    #expect(
      MonitorList.text(of: monitors, scale: 1.5)
        == """
          number  name  place             refresh    fastest without blur  scale
          0       DP-1  2560x1440+0+0     143.97 Hz  143.97 px/s           1.5    primary
          1       VNC   1024x768+2560-200  not known  60 px/s               1.5

        """.replacing("place             refresh", with: "place              refresh")
        .replacing("0+0     143", with: "0+0      143"))
  }

  @Test("What newsreel monitors prints names what the server has") func listing() async throws {
    let server = try await XServer(width: 1000, height: 300)
    for (name, geometry, output) in [("L", "510/100x300/100+0+0", "screen"), ("R", "490/100x300/100+510+0", "none")] {
      #expect(try await server.run("xrandr", ["--setmonitor", name, geometry, output]).ending == .exited(0))
    }
    let text = try await Program.run(["monitors"], on: server).output
    #expect(text.contains("L") && text.contains("490x300+510+0"), "\(text)")
    let json = try await Program.run(["monitors", "--json"], on: server).output
    #expect(json.contains(#""name": "R""#) && json.contains(#""fastestSpeed": 60"#), "\(json)")
  }

  @Test("The last type of window that is asked for counts; one taken back leaves the view's own") func types() throws {
    func type(_ settings: [(String, String)]) throws -> XWindow.WindowType? {
      var window = Settings<WindowOptions>()
      for (name, text) in settings { try window.set(name, to: text) }
      return try window.options(border: Border()).type
    }
    #expect(try type([]) == nil)
    #expect(try type([("above", "true"), ("dock", "true")]) == .dock)
    #expect(try type([("dock", "true"), ("below", "true")]) == .below)
    #expect(try type([("dock", "false")]) == .above)
    #expect(try type([("dock", "false"), ("normal", "true")]) == .normal)
    #expect(try type([("normal", "true"), ("normal", "false")]) == nil)
    #expect(try type([("override-redirect", "true")]) == .unmanaged)
  }
}
