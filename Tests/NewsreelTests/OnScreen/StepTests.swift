import TestKit
import TestTags
import Testing

@testable import App
@testable import Windows

extension OnScreen {
  /// Things that stand instead of moving.
  @Suite("Reduced motion on screen", .tags(.x11)) struct StepTests {
    private static let texts = [String(repeating: "long ", count: 120), String(repeating: "other ", count: 100)]

    /// What stands for 30 s or more: headlines as wide as a wall of screens, and pages of as many letters.
    private static let views: [[String]] = [
      ["crawl"] + texts + ["--geometry", "7200x40+0+0"], texts + ["--geometry", "7200x36+0+0"],
      ["credits", "{credits}", "--geometry", "1200x400+0+0"],
    ]

    @Test(
      "While a headline or a page stands the program sleeps",
      arguments: zip(views, [["--step"], ["--reduced-motion", "on"], ["--step"]]))
    func sleep(_ view: [String], _ flags: [String]) async throws {
      let folder = try TemporaryFolder()
      let credits = try folder.write(
        String(repeating: Self.texts.joined(separator: "\n") + "\n", count: 9), to: "credits")
      // Digits that roll are at rest before the pages are.
      let shown = try await Shown(
        view.map { $0 == "{credits}" ? credits : $0 } + flags, on: try await XServer(width: 7200, height: 400))
      _ = try await shown.stillPicture()
      try await shown.rest()
      let last = try shown.child.voluntarySwitches()
      try await Task.sleep(for: .seconds(2))
      #expect(try shown.child.voluntarySwitches() == last)
    }

    @Test("The portal's wish for less motion is followed, unless the user has another one") func portal() async throws {
      let bus = try await SessionBus()
      let portal = try StandInPortal(on: bus.address, ["reduced-motion": 1])
      let server = try await XServer(width: 1000, height: 300)
      func child(_ flags: [String]) async throws -> Child {
        let child = try Program.start(
          ["crawl"] + Self.texts + ["--delay-at-start", "0", "--geometry", "1000x40+0+0"] + flags, on: server,
          environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
        try await waitUntil("its window and its question") {
          portal.serve()
          return try server.screenshot().cropped(x: 0, y: 0, width: 1000, height: 40).count(of: 0xE8ECF1) > 50
        }
        return child
      }
      func isMoving() async throws -> Bool {
        let first = try server.screenshot()
        try await Task.sleep(for: .milliseconds(400))
        portal.serve()
        return try server.screenshot() != first
      }
      let asked = try await child([])
      try await waitUntil("rest") { try await !isMoving() }
      portal.set("reduced-motion", to: 0)
      try await waitUntil("motion") { try await isMoving() }
      asked.end()
      portal.set("reduced-motion", to: 1)
      let own = try await child(["--reduced-motion", "off"])
      try await waitUntil("motion that nobody but the user may end") { try await isMoving() }
      #expect(own.errors.isEmpty)
    }
  }
}
