import Base
import TestKit
import Testing

extension OnScreen {
  /// Events that other programs make up.
  @Suite("Forged events") struct ForgedEventTests {
    static let views = [
      ["One", "Two"], ["crawl", "--editable", "One"], ["tokens", "alpha", "beta"], ["counter", "5"],
    ]

    @Test("A key without a code, sent by another program, is none", arguments: views) func noCode(_ view: [String])
      async throws
    {
      try await survives(view) { sender, window in
        for type in [2, 3] as [UInt8] { sender.send([type] + [UInt8](repeating: 0, count: 31), to: window) }
      }
    }

    @Test("Events of every kind with anything in them leave a window as it is", arguments: views)
    func anything(_ view: [String]) async throws {
      try await survives(view) { sender, window in
        var random = SeededRandom(seed: 17)
        for round in 0..<40 {
          for type in 2...127 as ClosedRange<UInt8> {
            var event = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
            if round % 4 == 1 { event = [UInt8](repeating: 255, count: 32) }
            if round % 4 == 2 { event = [UInt8](repeating: 0, count: 32) }
            event[0] = type
            // The window where most events have it.
            if round % 2 == 0 { event.replaceSubrange(4..<8, with: EventSender.bytes(window)) }
            if round % 8 == 0 { event.replaceSubrange(12..<16, with: EventSender.bytes(window)) }
            sender.send(event, to: window)
          }
        }
      }
    }

    @Test("What only the server knows is not believed of others: a window that goes, hides or grows")
    func lies() async throws {
      let shown = try await Shown(["crawl", "--geometry", "300x40+0+0", "One"])
      let line = try await shown.control()
      let before = try await line.ask("state")
      let sender = try EventSender(to: shown.server)
      let window = try #require(UInt32(shown.window))
      let id = EventSender.bytes(window)
      let rest = [UInt8](repeating: 0, count: 20)
      for type in [15, 17, 18] as [UInt8] { sender.send([type, 0, 0, 0] + id + id + rest, to: window) }
      let size: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 255, 127, 255, 127, 0, 0, 0, 0, 0, 0, 0, 0]
      sender.send([22, 0, 0, 0] + id + id + size, to: window)
      let frames = try await line.frame().shown
      try await waitUntil("frames") { try await line.frame().shown > frames + 20 }
      let after = try await line.ask("state")
      #expect(after["data"]?["geometry"] == before["data"]?["geometry"])
      #expect(shown.child.isRunning && shown.child.errors.isEmpty)
    }

    /// Whatever is sent, the window takes the last event as the one that it is: a wish to close it.
    private func survives(_ view: [String], _ send: (EventSender, UInt32) throws -> Void) async throws {
      let shown = try await Shown(view)
      let window = try #require(UInt32(shown.window))
      let sender = try EventSender(to: shown.server)
      try send(sender, window)
      try sender.close(window)
      #expect(try await shown.child.ending() == .exited(0), "\(shown.child.errors)")
    }
  }
}
