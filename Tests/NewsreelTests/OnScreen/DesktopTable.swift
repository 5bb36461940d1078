import TestKit

/// The table of window managers in doc/desktop.md: what holds under each, and what the user sees where it does not.
struct DesktopTable {
  typealias Scene = DesktopScenes.Scene

  /// What a window manager leaves to be desired, and what the user sees instead.
  static let exceptions: [XServer.WindowManager: [Scene: String]] = [
    .cwm: [.keepsFree: nothingReserved, .panel: stays],
    .evilwm: [.keepsFree: nothingReserved, .panel: elsewhere],
    .notion: [
      .keepsFree: nothingReserved, .panel: noPanels,
      .allDesktops: "not tried: the desktops are switched by keys only; the strip, which it does not manage, is on all",
    ],
    .mwm: silent, .ratpoison: silent, .wm2: silent, .nineWM: silent,
    .dwm: [.keepsFree: nothingReserved, .panel: noPanels],
    .spectrwm: [.keepsFree: nothingReserved, .panel: stays],
    .herbstluftwm: [.panel: stays],
    .bspwm: [.panel: "the strip and tint2 lie over each other"],
    .icewm: [
      .hidden: "by hand it goes and comes back; the test's click does not reach it",
      .panel: formerSpace,
    ],
    .blackbox: [.panel: elsewhere],
    .jwm: [.panel: elsewhere],
    .ctwm: [.panel: elsewhere],
    .lwm: [.keepsFree: "windows are not maximised by request"],
    .sawfish: [.above: "a window that asks to be raised lies over the strip"],
    .awesome: [.panel: elsewhere],
    .fvwm3: [.above: "the default settings give the strip a title, and raise windows over it"],
    .kwin: [.keyboard: noKeyboard],
    .wmaker: [.keyboard: noKeyboard],
    .twm: silent,
  ]

  private static let nothingReserved = "nothing is reserved: the strip lies over the lower edge of windows"
  private static let stays = "when tint2 goes, the strip stays where it stood on it"
  private static let formerSpace =
    "a strip that is started just after another one has gone leaves the space of that one free below it"
  private static let elsewhere = "tint2 stands elsewhere than it asks"
  private static let noPanels = "tint2 needs a window manager that knows panels"
  private static let noKeyboard = "the keyboard is not left to a panel"
  /// Those that know nothing of EWMH.
  private static let silent: [Scene: String] = [
    .keepsFree: "windows are not maximised by request", .fullScreen: "there is no full screen",
    .allDesktops: "there is one desktop, or no way to another one by request", .panel: noPanels,
  ]

  private var rows: [String] = []
  private var notes: [String] = []

  /// Adds a row.
  ///
  /// - Parameter failed: The scenes that are not as they should be.
  mutating func add(_ manager: XServer.WindowManager, failed: Set<Scene>) {
    let cells = Scene.allCases.map { scene -> String in
      if scene == .bar, !manager.hasBar { return "none" }
      guard failed.contains(scene) else { return "yes" }
      guard let reason = Self.exceptions[manager]?[scene] else { return "**no**" }
      return "note \(number(of: reason))"
    }
    rows.append("| \(manager.rawValue) | " + cells.joined(separator: " | ") + " |")
  }

  private mutating func number(of reason: String) -> Int {
    if let known = notes.firstIndex(of: reason) { return known + 1 }
    notes.append(reason)
    return notes.count
  }

  /// As Markdown.
  var text: String {
    let head = "| | " + Scene.allCases.map(\.rawValue).joined(separator: " | ") + " |"
    let line = "|" + String(repeating: " --- |", count: Scene.allCases.count + 1)
    let list = notes.enumerated().map { "\($0 + 1). \($1.prefix(1).uppercased() + $1.dropFirst())." }
    return ([head, line] + rows + [""] + list).joined(separator: "\n") + "\n"
  }
}
