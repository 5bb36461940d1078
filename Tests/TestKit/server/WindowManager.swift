import Glibc

extension XServer {
  /// The window managers of Debian 12 that start without a desktop of their own.
  package enum WindowManager: String, Sendable, CaseIterable {
    case openbox, i3, xfwm4
    case dwm, spectrwm, awesome, twm
    case icewm, fluxbox, jwm, bspwm, herbstluftwm, fvwm3, wmaker, sawfish, metacity, mutter, marco
    case kwin = "kwin_x11"
    case ctwm, lwm, muffin, blackbox, cwm, evilwm, mwm, notion, ratpoison, wm2
    case matchbox = "matchbox-window-manager"
    case nineWM = "9wm"

    /// Whether it says what it can do (EWMH).
    package var speaks: Bool { ![.twm, .lwm, .mwm, .ratpoison, .wm2, .nineWM, .evilwm].contains(self) }

    /// Whether it has a bar of its own at the lower edge, which is no window that says what it reserves.
    package var hasBar: Bool { [.fluxbox, .icewm, .jwm, .blackbox].contains(self) }

    /// Whether it arranges windows itself, so that none is where it was asked to be.
    package var arranges: Bool {
      [.i3, .dwm, .spectrwm, .bspwm, .herbstluftwm, .notion, .ratpoison, .matchbox].contains(self)
    }

    /// Whether it is installed.
    package var isInstalled: Bool { (try? Spawning.path(of: rawValue)) != nil }

    /// Starts it in a home of its own, with as few settings as it can do with.
    ///
    /// - Parameter showsBar: Whether to show the bar that it has, if it has one.
    func start(on display: String, in folder: TemporaryFolder, showsBar: Bool, _ more: [String] = []) throws -> Child {
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
      case .icewm:
        try folder.write("ShowTaskBar=\(showsBar ? 1 : 0)\n", to: "icewm")
        return try child("--config=" + folder.path + "/icewm")
      case .jwm:
        let bar = showsBar ? #"<Tray x="0" y="-1" height="30" autohide="off"><TaskList/></Tray>"# : ""
        try folder.write("<JWM>\(bar)</JWM>\n", to: "jwm")
        return try child("-f", folder.path + "/jwm")
      case .fvwm3:
        try folder.write("Style * MWMDecor, MWMFunctions\n", to: "fvwm3")
        return try child("-f", folder.path + "/fvwm3")
      case .fluxbox:
        // It replaces settings elsewhere by its own ones.
        mkdir(folder.path + "/.fluxbox", 0o700)
        try folder.write("session.screen0.toolbar.visible: \(showsBar)\n", to: ".fluxbox/init")
        return try child()
      case .blackbox:
        try folder.write("session.screen0.enableToolbar: \(showsBar ? "True" : "False")\n", to: "blackbox")
        return try child("-rc", folder.path + "/blackbox")
      case .evilwm: return try child("-fn", "fixed")
      case .muffin: return try onBus("--x11")
      case .dwm, .spectrwm, .awesome, .wmaker, .sawfish, .lwm, .cwm, .mwm, .notion, .ratpoison, .wm2, .matchbox,
        .nineWM:
        return try child()
      }
    }
  }
}
