internal import Base
internal import ScrollCore
internal import X11

/// What `newsreel doctor` finds out about a desktop.
struct DesktopFacts: Equatable {
  /// What an X server has told.
  struct Server: Equatable {
    var vendor = ""
    var isXwayland = false
    var depth = 24
    /// Extensions that it lacks.
    var missing: [String] = []
    var monitors: [Monitor] = []
    /// 1 at 96 dots per inch.
    var scale = 1.0
    /// Nil without one.
    var manager: WindowManager?
    /// What that calls itself.
    var managerName: String?
    /// Empty for one without a name, nil without one.
    var compositor: String?
    var inputMethods: [String] = []
  }

  /// The user's session, as the environment names it.
  struct UserSession: Equatable {
    /// `XDG_CURRENT_DESKTOP`
    var desktop = ""
    /// `WAYLAND_DISPLAY`
    var isWayland = false
    /// `DISPLAY`
    var display = ""
    /// The input method that `XMODIFIERS` asks for.
    var inputMethod = ""
  }

  /// Characters of headlines that no font has, by their script.
  struct MissingFont: Equatable {
    let script: String
    let characters: [Unicode.Scalar]
    /// The Debian package with a font for it.
    let package: String
  }

  var session = UserSession()
  /// Why there is no server.
  var refusal = ""
  var server: Server?
  /// Whether there is a session bus.
  var hasBus = false
  /// Whether a screen reader or the like is in use; nil if nobody says so.
  var isRead: Bool?
  var fonts: [MissingFont] = []

  /// A subject with what has been found, and what follows from it.
  struct Row: Equatable {
    let name: String
    let finding: String
    var remark = ""
  }

  var rows: [Row] {
    [desktop] + (server.map { rows(of: $0) } ?? []) + [
      Row(
        name: "screen reader",
        finding: isRead.map { $0 ? "in use" : "not in use" } ?? "not known",
        remark: isRead == true ? "it reads the strip, by AT-SPI" : ""),
      Row(
        name: "D-Bus", finding: hasBus ? "a session bus" : "no session bus",
        remark: hasBus
          ? "" : "the desktop's colours, its wish for less motion and do-not-disturb, and screen readers are not known"),
    ] + fontRows
  }

  private var desktop: Row {
    let name = session.desktop.isEmpty ? "not named" : session.desktop
    guard let server else {
      let remark =
        session.isWayland
        ? "Newsreel needs an X server: a Wayland desktop shows X programs by Xwayland, which is not running" : ""
      return Row(name: "desktop", finding: "\(name); \(refusal)", remark: remark)
    }
    if !server.isXwayland { return Row(name: "desktop", finding: "\(name), on \(server.vendor), \(session.display)") }
    return Row(
      name: "desktop", finding: "\(name), on Wayland, by Xwayland (\(server.vendor)), \(session.display)",
      remark: "it does not see windows of Wayland programs, and does not give way to their films")
  }

  private func rows(of server: Server) -> [Row] {
    var rows = [
      Row(name: "window manager", finding: Self.finding(of: server), remark: Self.remark(on: server))
    ]
    if server.isXwayland, WindowStanding(.dock, under: server.manager) == .alone {
      rows.append(
        Row(
          name: "keyboard", finding: "not given to unmanaged windows by this compositor",
          remark: "newsreel focus has no effect, and chips take no typing; the pointer reaches all"))
    }
    rows += server.monitors.enumerated().map { number, monitor in
      Row(
        name: "monitor \(number)",
        finding: "\(monitor.name) \(monitor.geometry)" + (monitor.refreshRate.map { ", \(rounded($0)) Hz" } ?? "")
          + (monitor.isPrimary ? ", primary" : ""))
    }
    rows.append(
      Row(
        name: "scale", finding: "\(rounded(server.scale)) (\(rounded(server.scale * 96)) dots per inch)",
        remark: server.isXwayland && server.scale == 1
          ? "a desktop that scales X programs itself enlarges their pictures, which blurs them" : ""))
    rows.append(
      Row(
        name: "compositor",
        finding: server.compositor.map { $0.isEmpty ? "one without a name" : $0 } ?? "none",
        remark: server.compositor == nil ? "opacity and round corners with smooth edges have no effect" : ""))
    rows.append(inputMethod(server))
    if server.depth < 24 {
      rows.append(Row(name: "colours", finding: "\(server.depth) bits", remark: "colours are coarser"))
    }
    if !server.missing.isEmpty {
      rows.append(Row(name: "extensions", finding: "without " + server.missing.joined(separator: ", "), remark: ""))
    }
    return rows
  }

  private func inputMethod(_ server: Server) -> Row {
    let wanted = session.inputMethod
    let running = server.inputMethods.isEmpty ? "none runs" : server.inputMethods.joined(separator: ", ")
    let isMissing = !wanted.isEmpty && wanted != "none" && !server.inputMethods.contains(wanted)
    return Row(
      name: "input method", finding: running,
      remark: isMissing ? "XMODIFIERS asks for \(wanted), which is not there" : "")
  }

  private static func finding(of server: Server) -> String {
    guard let manager = server.manager else { return "none" }
    guard let abilities = manager.abilities, manager.speaks else {
      return manager.speaks ? "\(server.managerName ?? "one without a name"), starting" : "one that speaks no EWMH"
    }
    let all: [(WindowManager.Abilities, String)] = [
      (.docks, "panels"), (.struts, "reserved space"), (.above, "layers"), (.allDesktops, "desktops"),
      (.fullScreen, "full screen"),
    ]
    let (known, unknown) = (all.filter { abilities.contains($0.0) }, all.filter { !abilities.contains($0.0) })
    func list(_ parts: [(WindowManager.Abilities, String)]) -> String { parts.map(\.1).joined(separator: ", ") }
    return "\(server.managerName ?? "one without a name"): "
      + (known.isEmpty ? "" : "knows \(list(known))") + (known.isEmpty || unknown.isEmpty ? "" : "; ")
      + (unknown.isEmpty ? "" : "says nothing of \(list(unknown))")
  }

  private static func remark(on server: Server) -> String {
    switch WindowStanding(.dock, under: server.manager) {
    case .managed: "it keeps the strip in place, and windows are maximised beside it"
    case .trusted: "it keeps the strip in place; if it lays windows over it, the strip stays above by itself"
    case .free: "the strip stays above by itself; nothing keeps its space free"
    case .alone: "the strip takes its place and stays above by itself; nothing keeps its space free"
    }
  }

  private var fontRows: [Row] {
    if fonts.isEmpty { return [Row(name: "fonts", finding: "have all characters of the last headlines")] }
    return fonts.map { font in
      let some = font.characters.prefix(6).map { String(Character($0)) }.joined(separator: " ")
      return Row(
        name: "fonts", finding: "none for \(font.script): \(some)",
        remark: font.package.isEmpty ? "" : "on Debian: apt install \(font.package)")
    }
  }

  /// Whether something keeps Newsreel from being shown.
  var isHopeless: Bool { server == nil }
}

extension Monitor {
  /// In xrandr's notation.
  var geometry: String {
    [frame.width, frame.height].map(shortest).joined(separator: "x")
      + [frame.minX, frame.minY].map { ($0 < 0 ? "" : "+") + shortest($0) }.joined()
  }
}

/// To hundredths.
func rounded(_ value: Double) -> String { shortest((value * 100).rounded() / 100) }
