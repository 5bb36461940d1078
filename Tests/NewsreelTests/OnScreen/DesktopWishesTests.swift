import Base
import TestKit
import TestTags
import Testing
import X11

@testable import App

extension OnScreen {
  /// The theme that the desktop asks for.
  @Suite("The desktop's wishes on screen", .tags(.x11)) struct DesktopWishesTests {
    private static let still = ["One", "--label", "", "--delay-at-start", "10000"]

    @Test("The strip takes the colours that the portal asks for, from its first frame on, and follows")
    func portal() async throws {
      let bus = try await SessionBus()
      let portal = try StandInPortal(on: bus.address, ["color-scheme": 2])
      let server = try await XServer(width: 800, height: 200)
      let child = try Program.start(
        Self.still, on: server, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
      func expect(_ color: UInt32) async throws {
        try await waitUntil("a strip of \(color)") {
          portal.serve()
          return try server.screenshot()[2, 180] == color
        }
      }
      try await expect(0xFBFBFA)
      portal.set("color-scheme", to: 1)
      try await expect(0x12161C)
      portal.set("contrast", to: 1)
      try await expect(0x000000)
      portal.set("contrast", to: 0)
      portal.set("color-scheme", to: 2)
      try await expect(0xFBFBFA)
      #expect(child.isRunning && child.errors.isEmpty && portal.readCount == 1)
    }

    @Test("A theme that was asked for stays, and without a bus nothing is said") func own() async throws {
      let bus = try await SessionBus()
      let portal = try StandInPortal(on: bus.address, ["color-scheme": 2])
      let server = try await XServer(width: 800, height: 200)
      let first = try Program.start(
        Self.still + ["--theme", "amber"], on: server, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
      try await waitUntil("the amber strip") {
        portal.serve()
        return try server.screenshot()[2, 180] == 0x0C0A06 && portal.readCount == 1
      }
      first.end()
      for address in ["", "unix:path=/nonexistent/bus", "nonsense"] {
        let shown = try await Shown(Self.still, on: server, environment: ["DBUS_SESSION_BUS_ADDRESS": address])
        _ = try await shown.picture("the dark strip") { $0[2, 10] == 0x12161C }
        #expect(shown.child.errors.isEmpty)
      }
    }
  }
}

@Suite("The desktop's wishes") struct DesktopWishesTests {
  @Test(
    "Contrast goes before light, and light before dark",
    arguments: [
      (DesktopWishes.ColorScheme.none, false, "dark"), (.dark, false, "dark"), (.light, false, "light"),
      (.light, true, "high-contrast"),
    ])
  func theme(_ scheme: DesktopWishes.ColorScheme, _ contrast: Bool, _ name: String) {
    var wishes = DesktopWishes()
    (wishes.colorScheme, wishes.wantsHighContrast) = (scheme, contrast)
    #expect(wishes.theme == name)
  }
}
