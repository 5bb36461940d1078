import Base
import CX11
import Neighbours
import ScrollCore
import TestKit
import Testing

@testable import X11

extension OnServer {
  @Suite("Errors of the X server") struct ProtocolErrorTests {
    @Test("An error is reported once, with the request that caused it") func report() async throws {
      let server = try await XServer(width: 200, height: 100)
      defer { server.end() }
      let display = try Display(name: server.display)
      XMapWindow(display.raw, 0x1234)
      XRenderFreePicture(display.raw, 0x5678)
      display.sync()
      let errors = display.takeErrors()
      #expect(
        errors.map(\.description) == [
          "BadWindow (invalid Window parameter) in X_MapWindow, of 0x1234",
          "RenderBadPicture (invalid Picture parameter) in RenderFreePicture, of 0x5678",
        ])
      #expect(errors.first?.resource == 0x1234 && errors.first?.kind != errors.last?.kind)
      #expect(display.takeErrors().isEmpty)
    }

    @Test("Each connection has its own errors") func connections() async throws {
      let server = try await XServer(width: 200, height: 100)
      defer { server.end() }
      let (one, other) = (try Display(name: server.display), try Display(name: server.display))
      XMapWindow(one.raw, 0x1234)
      one.sync()
      #expect(other.takeErrors().isEmpty)
      #expect(one.takeErrors().count == 1)
    }

    @Test("Errors of requests that may fail are not reported, and those before and after are") func expected()
      async throws
    {
      let server = try await XServer(width: 200, height: 100)
      defer { server.end() }
      let display = try Display(name: server.display)
      XMapWindow(display.raw, 1)
      display.ignoringErrors { XMapWindow(display.raw, 2) }
      XMapWindow(display.raw, 3)
      display.ignoringErrors { XMapWindow(display.raw, 4) }
      display.sync()
      #expect(display.takeErrors().map(\.resource) == [1, 3])
    }

    @Test("Of a property that no request has room for the beginning is set") func longProperty() async throws {
      let server = try await XServer(width: 200, height: 100)
      defer { server.end() }
      let display = try Display(name: server.display)
      let window = XWindow(display, frame: Rect(x: 0, y: 0, width: 100, height: 20), style: .init())
      let (name, type) = (display.atom("NEWSREEL_TEST"), display.atom("STRING"))
      for count in [300_000, 20, 20_000_000] {
        display.setProperty(name, of: window.id, type: type, bytes: [UInt8](repeating: 65, count: count))
        #expect(display.bytes(of: name, of: window.id, atMost: 1 << 20).count == min(count, 262_000))
      }
      display.setProperty(name, of: window.id, type: type, values: [UInt](repeating: 65, count: 100_000))
      display.sync()
      #expect(display.takeErrors().isEmpty && !display.isLost)
    }

    @Test("A window at which another one stands may go") func anchor() async throws {
      let server = try await XServer(width: 200, height: 100)
      defer { server.end() }
      let display = try Display(name: server.display)
      let anchor = try #require(AnchorWindow("0x654321"))
      #expect(display.state(of: anchor) == .gone && display.frame(of: anchor) == nil)
      display.follow(anchor)
      display.sync()
      #expect(display.takeErrors().isEmpty)
    }

    @Test("A window that is not on the screen does not get the keyboard, and that is no error") func focus()
      async throws
    {
      let server = try await XServer(width: 200, height: 100)
      defer { server.end() }
      let display = try Display(name: server.display)
      let window = XWindow(display, frame: Rect(x: 0, y: 0, width: 50, height: 50), style: XWindow.Style())
      window.input.takeFocus()
      display.sync()
      #expect(display.takeErrors().isEmpty && display.focusedWindow != window.id)
    }

    @Test("However often a window takes the keyboard, the window that had it before gets it back", arguments: 1...3)
    func focusReturns(_ times: Int) async throws {
      let server = try await XServer(width: 200, height: 100)
      defer { server.end() }
      let display = try Display(name: server.display)
      let windows = (0..<2).map { number in
        XWindow(display, frame: Rect(x: 60 * Double(number), y: 0, width: 50, height: 50), style: XWindow.Style())
      }
      for window in windows { window.show() }
      display.sync()
      // Also the second time, and after it has been given away meanwhile.
      for _ in 0..<2 {
        windows[0].input.takeFocus()
        #expect(display.focusedWindow == windows[0].id)
        for _ in 0..<times { windows[1].input.takeFocus() }
        #expect(display.focusedWindow == windows[1].id)
        windows[1].input.returnFocus()
        #expect(display.focusedWindow == windows[0].id)
      }
      #expect(display.takeErrors().isEmpty)
    }

    @Test("No server, no display: the message says what to do") func noServer() {
      do throws(Failure) {
        _ = try Display(name: ":7654")
        Issue.record("there is a server")
      } catch {
        #expect(error.description == "cannot open display ':7654': is an X server running there?")
      }
    }
  }
}
