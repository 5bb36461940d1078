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
      let window = XWindow(display, frame: Rect(x: 0, y: 0, width: 50, height: 50), style: XWindow.Style())
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

    @Test("Where an input method has a connection of its own it is served, and holds nothing up") func innerConnection()
      async throws
    {
      typealias Served = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<CChar>?) -> Void
      typealias Register = @convention(c) (OpaquePointer, Int32, Served, UnsafeMutablePointer<CChar>?) -> Int32
      let server = try await XServer(width: 200, height: 100)
      defer { server.end() }
      let display = try Display(name: server.display)
      // As Xlib's own transports of input methods do (`_XRegisterInternalConnection`).
      let symbol = try #require(dlsym(nil, "_XRegisterInternalConnection"))
      let register = unsafeBitCast(symbol, to: Register.self)
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      defer { for end in ends { close(end) } }
      let served: Served = { _, descriptor, _ in
        var byte: UInt8 = 0
        read(descriptor, &byte, 1)
      }
      #expect(register(display.raw, ends[0], served, nil) != 0)
      for _ in 0..<3 {
        write(ends[1], "m", 1)
        XNoOp(display.raw)
        display.flush()
        display.sync()
        var waiting = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        #expect(poll(&waiting, 1, 0) == 0)
      }
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

extension XWindow {
  /// What has come from the server.
  fileprivate func drainEvents() -> [X11.Event] {
    var events: [X11.Event] = []
    while let event = nextEvent(reading: true) { events.append(event) }
    return events
  }
}
