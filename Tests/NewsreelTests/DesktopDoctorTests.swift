import ScrollCore
import TestKit
import TestTags
import Testing

@testable import App
@testable import X11

/// What `newsreel doctor` says of a desktop.
@Suite("The desktop's doctor") struct DesktopDoctorTests {
  private func facts(_ change: (inout DesktopFacts.Server) -> Void = { _ in }) -> DesktopFacts {
    var server = DesktopFacts.Server()
    server.vendor = "The X.Org Foundation 21.1.7"
    server.monitors = [
      Monitor(name: "DP-1", frame: Rect(x: 0, y: 0, width: 1920, height: 1080), isPrimary: true, refreshRate: 59.951)
    ]
    server.manager = WindowManager(
      window: 7, abilities: [.docks, .struts, .above, .below, .allDesktops, .fullScreen])
    (server.managerName, server.compositor) = ("Openbox", "picom")
    change(&server)
    var facts = DesktopFacts()
    (facts.session.desktop, facts.session.display) = ("LXDE", ":0")
    (facts.server, facts.hasBus, facts.isRead) = (server, true, false)
    return facts
  }

  private func row(_ name: String, of facts: DesktopFacts) throws -> DesktopFacts.Row {
    try #require(facts.rows.first { $0.name == name })
  }

  @Test("A usual desktop is one screen") func usual() {
    #expect(
      facts().text(columns: 80) == """
        desktop         LXDE, on The X.Org Foundation 21.1.7, :0
        window manager  Openbox: knows panels, reserved space, layers, desktops, full
                        screen
                        → it keeps the strip in place, and windows are maximised beside
                        it
        monitor 0       DP-1 1920x1080+0+0, 59.95 Hz, primary
        scale           1 (96 dots per inch)
        compositor      picom
        input method    none runs
        screen reader   not in use
        D-Bus           a session bus
        fonts           have all characters of the last headlines

        """)
  }

  @Test(
    "What the window manager does not know is named, with what Newsreel does instead",
    arguments: [
      (
        WindowManager(window: 7, abilities: [.fullScreen]), "dwm", "knows full screen; says nothing of panels",
        "takes its place"
      ),
      (
        WindowManager(window: 7, abilities: [.docks, .above]), "spectrwm", "says nothing of reserved space",
        "if it lays windows"
      ),
      (.silent, nil, "speaks no EWMH", "takes its place"),
      (WindowManager(window: 7, abilities: nil), nil, "starting", "keeps the strip in place"),
      (nil, nil, "none", "stays above by itself"),
    ] as [(WindowManager?, String?, String, String)])
  func managers(_ manager: WindowManager?, _ name: String?, _ finding: String, _ remark: String) throws {
    let row = try row("window manager", of: facts { ($0.manager, $0.managerName) = (manager, name) })
    #expect(row.finding.contains(finding) && row.remark.contains(remark), "\(row)")
    #expect(name.map(row.finding.hasPrefix) ?? true)
  }

  @Test("Wayland is named: with Xwayland, and without") func wayland() throws {
    let with = try row("desktop", of: facts { $0.isXwayland = true })
    #expect(with.finding.contains("on Wayland, by Xwayland") && !with.remark.isEmpty)
    let sway = facts { ($0.isXwayland, $0.manager) = (true, WindowManager(window: 7, abilities: [.fullScreen])) }
    #expect(try row("keyboard", of: sway).remark.hasPrefix("newsreel focus has no effect"))
    var without = facts()
    (without.server, without.refusal, without.session.isWayland) = (nil, "no display: set DISPLAY", true)
    let row = try row("desktop", of: without)
    #expect(row.finding == "LXDE; no display: set DISPLAY" && row.remark.contains("Xwayland, which is not running"))
    #expect(without.isHopeless && without.json.contains(#""server": null"#))
  }

  @Test("An input method that is asked for and not there is named") func inputMethod() throws {
    var facts = facts { $0.inputMethods = ["ibus"] }
    for (wanted, isMissing) in [("ibus", false), ("", false), ("none", false), ("fcitx", true)] {
      facts.session.inputMethod = wanted
      #expect(try row("input method", of: facts).remark.isEmpty != isMissing)
    }
  }

  @Test("Characters without a font are named by their script, with a package") func fonts() throws {
    var facts = facts()
    facts.fonts = Scripts.grouped(Array("กขक漢😀⁂".unicodeScalars))
    #expect(facts.fonts.map(\.script) == ["Devanagari", "Thai", "Chinese", "emoji", "signs"])
    #expect(facts.rows.suffix(5).map(\.finding).prefix(2) == ["none for Devanagari: क", "none for Thai: ก ข"])
    #expect(facts.rows.suffix(5).last?.remark == "" && facts.rows.suffix(2).first?.remark.contains("emoji") == true)
    #expect(facts.json.contains(#""characters": "กข""#))
  }

  @Test("Its text fits the terminal") func widths() {
    for columns in [60, 80, 100] {
      for line in facts().text(columns: columns).split(separator: "\n") { #expect(line.count <= columns, "\(line)") }
    }
  }

  @Test("It reads the desktop that runs", .tags(.x11), arguments: [nil, .openbox, .dwm] as [XServer.WindowManager?])
  func here(_ manager: XServer.WindowManager?) async throws {
    let server = try await XServer(width: 1000, height: 300, manager: manager)
    let text = try await Program.run(["doctor"], on: server)
    #expect(text.ending == .exited(0) && text.errors.isEmpty, "\(text.errors)")
    let name = manager == .openbox ? "Openbox: knows panels" : manager == .dwm ? "dwm: knows full screen" : "none\n"
    #expect(text.output.contains("window manager  \(name)"), "\(text.output)")
    let json = try await Program.run(["doctor", "--json"], on: server).output
    let standing = manager == .openbox ? "managed" : manager == .dwm ? "alone" : "free"
    #expect(json.contains("\"standing\": \"\(standing)\"") && json.contains("1000x300+0+0"), "\(json)")
  }

  @Test("Without a server it says so, and fails") func none() async throws {
    let result = try await Program.run(["doctor"], environment: ["DISPLAY": nil])
    #expect(result.ending == .exited(1) && result.output.contains("no display"), "\(result)")
  }
}
