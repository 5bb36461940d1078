import CX11
import Glibc
import ScrollCore
import TestKit
import Testing

@testable import X11

extension OnServer {
  @Suite("Sending") struct FlushTests {
    /// Whether something can be read from a connection within that many milliseconds.
    private func isReadable(_ display: Display, within milliseconds: Int32) -> Bool {
      var descriptor = pollfd(fd: display.fileDescriptor, events: Int16(POLLIN), revents: 0)
      return poll(&descriptor, 1, milliseconds) == 1
    }

    @Test("What comes while something is sent is known of: the socket does not tell of it any more", arguments: 1...3)
    func readWhileSending(events: Int) async throws {
      let server = try await XServer(width: 200, height: 100)
      defer { server.end() }
      let (display, other) = (try Display(name: server.display), try Display(name: server.display))
      let window = try Window(display, frame: Rect(x: 0, y: 0, width: 50, height: 50), style: Window.Style())
      display.sync()
      _ = window.drainEvents()
      display.flush()
      for number in 1...events {
        XResizeWindow(other.raw, window.id, UInt32(50 + number), 50)
        other.sync()
        try #require(isReadable(display, within: 60_000))
        XNoOp(display.raw)
        display.flush()
        #expect(!isReadable(display, within: 0))
        #expect(window.hasQueuedEvent)
      }
      var sizes: [Double] = []
      for case .moved(let frame) in window.drainEvents() { sizes.append(frame.width) }
      #expect(sizes == (1...events).map { 50 + Double($0) })
    }

    @Test("A server that goes while something is sent is missed") func lost() async throws {
      let server = try await XServer(width: 200, height: 100)
      let display = try Display(name: server.display)
      display.sync()
      server.end()
      try await waitUntil("the end of the connection") {
        XNoOp(display.raw)
        display.flush()
        return display.isLost
      }
    }
  }
}
