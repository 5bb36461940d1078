import Base
import Glibc
import Scene
import TestKit
import TestTags
import Testing
import X11

@testable import App
@testable import Windows

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

    @Test("Nothing is waited for between the portal's word and the frame that shows it") func nextFrame() async throws {
      let bus = try await SessionBus()
      let portal = try StandInPortal(on: bus.address, ["color-scheme": 2])
      let server = try await XServer(width: 800, height: 200)
      try onServer(server, bus) {
        var request = ViewRequest<StripKind>()
        try request.own.set("label", to: "")
        try request.own.set("delay-at-start", to: "10000")
        try request.sources.set("arguments", to: "One")
        let session = try Session(WindowViews(try StripController(request)), request.window, name: "strip")
        let window = session.window
        window.appear()
        defer { session.close() }
        func isShown(_ color: UInt32) throws -> Bool { try server.screenshot()[2, 180] == color }
        var turns = 0
        /// Once round, when something has come or is due.
        func turn() throws {
          portal.serve()
          turns += 1
          guard turns < 5000 else { throw HarnessError("nothing is shown") }
          var ready = pollfd(fd: window.loop.descriptor, events: Int16(POLLIN), revents: 0)
          let isReady = poll(&ready, 1, 5) > 0
          if isReady || window.loop.deadline <= monotonicNow() { window.loop.serveWhatIsDue() }
        }
        while try !isShown(0xFBFBFA) { try turn() }
        // At rest nothing is due: it does not look by itself.
        while window.loop.deadline < monotonicNow() + 5 { try turn() }
        for (scheme, color) in [(1, 0x12161C), (2, 0xFBFBFA), (1, 0x12161C)] as [(UInt32, UInt32)] {
          portal.set("color-scheme", to: scheme)
          var waits = 0.0
          while try !isShown(color) {
            // What it waits for is the bus's word, or the next refresh.
            let due = window.loop.deadline
            let now = monotonicNow()
            if due < now + 5 { waits = max(waits, due - now) }
            try turn()
          }
          #expect(waits <= 1.0 / 60, "it waits for \(waits) s")
          while window.loop.deadline < monotonicNow() + 5 { try turn() }
        }
      }
    }

    private func onServer(_ server: XServer, _ bus: SessionBus, _ body: () throws -> Void) throws {
      let values = ["DISPLAY": server.display, "DBUS_SESSION_BUS_ADDRESS": bus.address]
      let former = values.map { name, _ in (name, getenv(name).map { String(cString: $0) }) }
      for (name, value) in values { setenv(name, value, 1) }
      defer { for (name, value) in former { if let value { setenv(name, value, 1) } else { unsetenv(name) } } }
      try body()
    }

    @Test("Without a bus the library for it is not even loaded", arguments: [nil, "", "bus"] as [String?])
    func unloaded(_ address: String?) async throws {
      let bus = try await SessionBus()
      let shown = try await Shown(
        Self.still, on: try await XServer(width: 800, height: 200),
        environment: ["DBUS_SESSION_BUS_ADDRESS": address == "bus" ? bus.address : address])
      _ = try await shown.stillPicture()
      let isLoaded = try Project.text(of: "/proc/\(shown.child.id)/maps").contains("libsystemd")
      #expect(isLoaded == (address == "bus") && shown.child.errors.isEmpty)
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
