import TestKit
import Testing

@testable import Base

@Suite("A desktop that asks not to disturb") struct QuietDesktopTests {
  @Test("What shows its notifications is asked and followed", arguments: StandInService.Kind.allCases)
  func following(_ kind: StandInService.Kind) async throws {
    let bus = try await SessionBus()
    var service: StandInService? = try StandInService(kind, true, on: bus.address)
    let connection = try #require(Bus(address: bus.address))
    let desktop = QuietDesktop(on: connection)
    #expect(!desktop.isQuiet)
    func serve(until isDone: () -> Bool) async throws {
      try await waitUntil("the word of \(kind)") {
        service?.serve()
        _ = connection.service(now: monotonicNow())
        return isDone()
      }
    }
    try await serve { desktop.isQuiet }
    service?.set(false)
    try await serve { !desktop.isQuiet }
    service?.set(true)
    try await serve { desktop.isQuiet }
    // It ends, and another one takes its place.
    service = nil
    try await serve { !desktop.isQuiet }
    service = try StandInService(kind, true, on: bus.address)
    try await serve { desktop.isQuiet }
  }

  @Test("Two that ask are one more than one") func two() async throws {
    let bus = try await SessionBus()
    let services = try [StandInService(.dunst, true, on: bus.address), StandInService(.xfce, true, on: bus.address)]
    let connection = try #require(Bus(address: bus.address))
    let desktop = QuietDesktop(on: connection)
    let changes = Counter()
    desktop.onChange = { changes.count += 1 }
    func serve(until isDone: () -> Bool) async throws {
      try await waitUntil("an answer") {
        for service in services { service.serve() }
        _ = connection.service(now: monotonicNow())
        return isDone()
      }
    }
    try await serve { desktop.isQuiet }
    services[0].set(false)
    services[1].set(false)
    try await serve { !desktop.isQuiet }
    #expect(changes.count == 2)
  }

  @Test("Without any of them nothing is waited for, and none is started") func missing() async throws {
    let bus = try await SessionBus()
    let connection = try #require(Bus(address: bus.address))
    let desktop = QuietDesktop(on: connection)
    for _ in 0..<50 {
      _ = connection.service(now: monotonicNow())
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(!desktop.isQuiet && connection.service(now: monotonicNow()) == .idle)
  }

  private final class Counter { var count = 0 }
}
