import TestKit
import Testing

@testable import Base

@Suite("The settings portal") struct SettingsPortalTests {
  @Test("Its answer is read, and changes are reported") func following() async throws {
    let bus = try await SessionBus()
    let standIn = try StandInPortal(on: bus.address, ["color-scheme": 2, "contrast": 0, "reduced-motion": 1])
    let portal = try #require(SettingsPortal(address: bus.address))
    let changes = Counter()
    portal.onChange = { changes.count += 1 }
    func serve(until isDone: () -> Bool) async throws {
      try await waitUntil("the portal's word") {
        standIn.serve()
        _ = portal.service(now: monotonicNow())
        return isDone()
      }
    }
    try await serve { portal.wishes != nil }
    #expect(portal.wishes?.colorScheme == .light && portal.wishes?.wantsHighContrast == false)
    #expect(portal.wishes?.wantsReducedMotion == true && changes.count == 1)
    standIn.set("color-scheme", to: 1)
    try await serve { portal.wishes?.colorScheme == .dark }
    standIn.set("contrast", to: 1)
    try await serve { portal.wishes?.wantsHighContrast == true }
    standIn.set("reduced-motion", to: 0)
    try await serve { portal.wishes?.wantsReducedMotion == false }
    #expect(changes.count == 4 && standIn.readCount == 1)
  }

  @Test("Without a bus there is none; without a portal on it nothing comes, and nothing is waited for")
  func missing() async throws {
    #expect(SettingsPortal(address: nil) == nil && SettingsPortal(address: "") == nil)
    let nobody = SettingsPortal(address: "unix:path=/nonexistent/bus")
    nobody?.wait(atMost: 5)
    #expect(nobody?.wishes == nil)
    let bus = try await SessionBus()
    let portal = try #require(SettingsPortal(address: bus.address))
    portal.wait(atMost: 60)
    #expect(portal.wishes == nil && portal.service(now: 0) == .idle)
  }

  private final class Counter { var count = 0 }
}
