import Glibc

extension XServer {
  /// The window managers of Debian 12 that start without a desktop of their own.
  package enum WindowManager: String, Sendable, CaseIterable {
    case openbox, i3, xfwm4
    case dwm, spectrwm, awesome, twm
    case icewm, fluxbox, jwm, bspwm, herbstluftwm, fvwm3, wmaker, sawfish, metacity, mutter, marco
    case kwin = "kwin_x11"
    case ctwm, lwm

    /// Whether it says what it can do (EWMH).
    package var speaks: Bool { self != .twm && self != .lwm }

    /// Whether it arranges windows itself, so that none is where it was asked to be.
    package var arranges: Bool { [.i3, .dwm, .spectrwm, .bspwm, .herbstluftwm].contains(self) }

    /// Whether it is installed.
    package var isInstalled: Bool { (try? Spawning.path(of: rawValue)) != nil }

    /// Starts it in a home of its own, with as few settings as it can do with.
    func start(on display: String, in folder: TemporaryFolder, _ more: [String] = []) throws -> Child {
      let home: [String: String?] = [
        "DISPLAY": display, "HOME": folder.path, "XDG_CONFIG_HOME": folder.path, "NO_AT_BRIDGE": "1",
        "KWIN_COMPOSE": "N",
      ]
      func child(_ arguments: String...) throws -> Child { try Child(rawValue, arguments + more, environment: home) }
      // Their settings come by a bus.
      func onBus(_ arguments: String...) throws -> Child {
        try Child("dbus-run-session", ["--", rawValue] + arguments + more, environment: home)
      }
      func script(_ line: String) throws -> String {
        try folder.write("#!/bin/sh\n\(line)\n", to: "start")
        chmod(folder.path + "/start", 0o755)
        return folder.path + "/start"
      }
      switch self {
      case .openbox: return try child("--sm-disable")
      case .xfwm4: return try onBus("--compositor=off")
      case .metacity: return try onBus("--no-composite")
      case .marco: return try onBus("--no-composite")
      case .mutter: return try onBus("--x11")
      case .kwin: return try onBus()
      case .i3:
        try folder.write("# i3 config file (v4)\nfont pango:sans 8\n", to: "i3")
        return try child("-c", folder.path + "/i3")
      case .bspwm:
        return try child("-c", try script("bspc monitor -d 1 2 3"))
      case .herbstluftwm:
        return try child("-c", try script("herbstclient add two"))
      case .twm, .ctwm:
        // Servers without fonts of their own have only this one.
        let fonts = ["Title", "Menu", "Icon", "Resize", "IconManager"].map { "\($0)Font \"fixed\"\n" }.joined()
        try folder.write(fonts + "RandomPlacement\n", to: "twmrc")
        return try child("-f", folder.path + "/twmrc")
      // Without bars of their own.
      case .icewm:
        try folder.write("ShowTaskBar=0\n", to: "icewm")
        return try child("--config=" + folder.path + "/icewm")
      case .jwm:
        try folder.write("<JWM></JWM>\n", to: "jwm")
        return try child("-f", folder.path + "/jwm")
      case .fvwm3:
        try folder.write("Style * MWMDecor, MWMFunctions\n", to: "fvwm3")
        return try child("-f", folder.path + "/fvwm3")
      case .dwm, .spectrwm, .awesome, .fluxbox, .wmaker, .sawfish, .lwm: return try child()
      }
    }
  }
}
