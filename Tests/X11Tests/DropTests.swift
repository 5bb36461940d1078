import CX11
import ScrollCore
import TestKit
import Testing

@testable import Base
@testable import X11

extension OnServer {
  /// What another program drops in parts, in virtual time.
  @Suite("Drops in parts") struct DropTests {
    /// The source, its window, and what it drops on.
    private struct Drag {
      let display: Display
      let source: UInt
      let target: XWindow

      init(on server: XServer) throws {
        display = try Display(name: server.display)
        source = XCreateSimpleWindow(display.raw, display.root, 0, 0, 10, 10, 0, 0, 0)
        display.sync()
        target = try XWindow(
          Display(name: server.display), frame: Rect(x: 0, y: 0, width: 50, height: 50), style: XWindow.Style())
      }

      private var drops: DropTarget { target.input.drops }
      private func atom(_ name: String) -> UInt { display.atom(name) }

      private func send(_ name: String, _ words: [UInt]) {
        var message = XClientMessageEvent()
        (message.format, message.message_type) = (32, atom(name))
        let data = ([source] + words + [0, 0, 0, 0]).map { Int($0) }
        message.data.l = (data[0], data[1], data[2], data[3], data[4])
        _ = drops.handle(message, frame: target.frame)
      }

      private func put(_ bytes: [UInt8], as type: String) {
        display.setProperty(atom("NEWSREEL_DROP"), of: target.id, type: atom(type), bytes: bytes)
        display.sync()
      }

      /// Drops a text, whose parts are to follow.
      func drop() -> Event? {
        send("XdndEnter", [5 << 24, atom("text/plain")])
        send("XdndDrop", [])
        // The source begins when it is asked.
        target.display.sync()
        put([1, 0, 0, 0], as: "INCR")
        var answer = XSelectionEvent()
        (answer.selection, answer.property) = (atom("XdndSelection"), atom("NEWSREEL_DROP"))
        defer { target.display.sync() }
        return drops.receive(answer)
      }

      func part(_ bytes: [UInt8]) -> Event? {
        put(bytes, as: "text/plain")
        var change = XPropertyEvent()
        change.atom = atom("NEWSREEL_DROP")
        // The next part comes when this one has been taken.
        defer { target.display.sync() }
        return drops.receivePart(change)
      }

      func expire(now: Seconds) -> Event? { now < drops.deadline ? nil : drops.expire(now: now) }
    }

    @Test(
      "It goes on while parts come, and is given up where none comes for five seconds",
      arguments: [
        ([], true), ([0, 0], true), ([2, 2, 2, 2], true), ([4.9, 4.9, 4.9], true), ([0.1, 0.1, 6], false),
        ([6], false), ([4, 4, 4, 4], false),
      ] as [([Seconds], Bool)])
    func pauses(_ pauses: [Seconds], _ isTaken: Bool) async throws {
      let server = try await XServer(width: 200, height: 100)
      defer { server.end() }
      let drag = try Drag(on: server)
      let system = VirtualSystem(wallTime: 0)
      try system.run {
        // Also the second time.
        for _ in 0..<2 {
          system.now += 100
          var (result, bytes) = (drag.drop(), [UInt8]())
          #expect(result == nil)
          for (number, pause) in pauses.enumerated() {
            system.now += pause
            result = drag.expire(now: system.now)
            if result != nil { break }
            let part = [UInt8](repeating: 65 + UInt8(number), count: 1000)
            #expect(drag.part(part) == nil)
            bytes += part
          }
          if result == nil, pauses.isEmpty {
            bytes = [65]
            #expect(drag.part(bytes) == nil)
          }
          result = result ?? drag.part([])
          if isTaken {
            #expect(result == .drag(.dropped(DroppedContent(type: "text/plain", bytes: bytes))))
          } else {
            guard case .drag(.refused(let reason))? = result else { throw HarnessError("it was not refused") }
            #expect(reason.contains("does not answer"))
          }
        }
      }
      #expect(drag.target.display.takeErrors().isEmpty)
    }
  }
}
