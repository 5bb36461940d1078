import Glibc
import TestKit
import TestTags
import Testing

extension OnScreen {
  /// The strip under window managers of every kind: those that know panels, those that do not, and one that says nothing.
  @Suite("Every desktop", .tags(.x11)) struct DesktopMatrixTests {
    typealias Scene = DesktopScenes.Scene

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
      let names = Set(String(cString: getenv("NEWSREEL_DESKTOPS")).split(separator: " ").map(String.init))
      var table = DesktopTable()
      for manager in XServer.WindowManager.allCases
      where manager.isInstalled && (names.contains("all") || names.contains(manager.rawValue)) {
        var failed: Set<Scene> = []
        for scene in Scene.allCases where scene != .bar || manager.hasBar {
          let known = DesktopTable.exceptions[manager]?[scene]
          let failure = await Self.failure(of: scene, under: manager)
          if failure != nil { failed.insert(scene) }
          switch (failure, known) {
          case (let failure?, nil): Issue.record("\(manager.rawValue), \(scene.rawValue): \(failure)")
          case (nil, let known?): Issue.record("\(manager.rawValue), \(scene.rawValue): works, against '\(known)'")
          default: break
          }
        }
        table.add(manager, failed: failed)
      }
      print(table.text)
      if let path = getenv("NEWSREEL_DESKTOP_TABLE") { try Files.write(table.text, to: String(cString: path)) }
    }

    /// Why a scene is not as it should be; nil if it is. Each has a desktop of its own, so that one failure is not another's.
    private static func failure(of scene: Scene, under manager: XServer.WindowManager) async -> String? {
      do {
        // Blackbox without its bar moves panels away from the edge.
        let showsBar = scene == .bar || manager == .blackbox
        let desk = try await DesktopScenes(manager, showsBar: showsBar, within: .seconds(6))
        if scene != .docked { try await desk.look(at: .docked) }
        try await desk.look(at: scene)
        return nil
      } catch {
        return "\(error)"
      }
    }
  }
}
