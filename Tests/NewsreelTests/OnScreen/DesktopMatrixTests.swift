import Glibc
import TestKit
import TestTags
import Testing

extension OnScreen {
  /// The strip under window managers of every kind: those that know panels, those that do not, and one that says nothing.
  @Suite("Every desktop", .tags(.x11)) struct DesktopMatrixTests {
    typealias Scene = DesktopScenes.Scene

    /// What a window manager leaves to be desired, and what the user sees instead.
    private static let exceptions: [XServer.WindowManager: [Scene: String]] = [
      .dwm: [
        .keepsFree: "nothing is reserved: the strip lies over the lower edge of windows",
        .panel: "tint2 needs a window manager that knows panels",
      ],
      .spectrwm: [.keepsFree: "nothing is reserved: the strip lies over the lower edge of windows"],
      .awesome: [.panel: "tint2 stands elsewhere than it asks"],
      .fluxbox: [
        .hidden: "it comes back on the toolbar, which it covered", .panel: "it stands on tint2 and the toolbar",
      ],
      .fvwm3: [.above: "the default settings give the strip a title, and raise windows over it"],
      .kwin: [.keyboard: "the keyboard is not left to a panel"],
      .wmaker: [.keyboard: "the keyboard is not left to a panel"],
      .twm: [
        .keepsFree: "windows are not maximised by request", .fullScreen: "there is no full screen",
        .allDesktops: "there is one desktop", .panel: "tint2 needs a window manager that knows panels",
      ],
    ]

    @Test(
      "Where panels are unknown or misplaced the strip takes its place itself, and takes part in all",
      arguments: [.dwm, .spectrwm, .awesome, .twm] as [XServer.WindowManager])
    func daily(_ manager: XServer.WindowManager) async throws {
      let desk = try await DesktopScenes(manager)
      for scene in [Scene.docked, .above, .keyboard, .menu, .docked] { try await desk.look(at: scene) }
      if manager != .twm { try await desk.look(at: .fullScreen) }
    }

    @Test("A window manager that is replaced by one of another kind changes how the strip stands") func replaced()
      async throws
    {
      let desk = try await DesktopScenes(.openbox)
      try await desk.look(at: .docked)
      for manager in [XServer.WindowManager.dwm, .openbox] {
        try await desk.server.changeManager(to: manager)
        try await desk.look(at: .docked)
        #expect(try await desk.isUnmanaged == (manager == .dwm))
      }
      try await desk.look(at: .keepsFree)
    }

    @Test(
      "A window manager that comes later finds the strip as it needs it",
      arguments: [.dwm, .twm, .openbox] as [XServer.WindowManager])
    func later(_ manager: XServer.WindowManager) async throws {
      let desk = try await DesktopScenes(nil)
      try await desk.look(at: .docked)
      try await desk.server.changeManager(to: manager)
      try await waitUntil("the strip to stand as it should") {
        try await desk.isUnmanaged == (manager != .openbox)
      }
      try await desk.look(at: .docked)
    }

    /// NEWSREEL_DESKTOPS=all looks at all scenes under all window managers that are installed, and leaves the table in
    /// the file that NEWSREEL_DESKTOP_TABLE names.
    @Test("The whole table", .enabled(if: getenv("NEWSREEL_DESKTOPS") != nil), .tags(.slow))
    func table() async throws {
      var rows: [String] = []
      let names = String(cString: getenv("NEWSREEL_DESKTOPS"))
      for manager in XServer.WindowManager.allCases
      where manager.isInstalled && (names == "all" || names.contains(manager.rawValue)) {
        var cells: [String] = []
        for scene in Scene.allCases {
          let known = Self.exceptions[manager]?[scene]
          let failure = await Self.failure(of: scene, under: manager)
          if failure != nil, known == nil { Issue.record("\(manager.rawValue), \(scene.rawValue): \(failure ?? "")") }
          if failure == nil, known != nil {
            Issue.record("\(manager.rawValue), \(scene.rawValue): works, against '\(known ?? "")'")
          }
          cells.append(failure == nil ? "yes" : known == nil ? "**no**" : "–")
        }
        rows.append("| \(manager.rawValue) | " + cells.joined(separator: " | ") + " |")
        print(rows.last ?? "")
      }
      let head = "| | " + Scene.allCases.map(\.rawValue).joined(separator: " | ") + " |"
      let notes = Self.exceptions.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { manager, scenes in
        scenes.sorted { $0.key.rawValue < $1.key.rawValue }.map {
          "- \(manager.rawValue), \($0.key.rawValue): \($0.value)."
        }
      }
      let line = "|" + String(repeating: " --- |", count: Scene.allCases.count + 1)
      let text = ([head, line] + rows + [""] + notes).joined(separator: "\n") + "\n"
      if let path = getenv("NEWSREEL_DESKTOP_TABLE") { try Files.write(text, to: String(cString: path)) }
    }

    /// Why a scene is not as it should be; nil if it is. Each has a desktop of its own, so that one failure is not another's.
    private static func failure(of scene: Scene, under manager: XServer.WindowManager) async -> String? {
      do {
        let desk = try await DesktopScenes(manager, within: .seconds(6))
        if scene != .docked { try await desk.look(at: .docked) }
        try await desk.look(at: scene)
        return nil
      } catch {
        return "\(error)"
      }
    }
  }
}
