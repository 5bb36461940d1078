import CX11
import ScrollCore
import TestKit
import Testing

@testable import X11

extension OnServer {
  @Suite("Windows that others resize") struct ResizedByOthersTests {
    @Test(
      "No more of a window is drawn than the screen holds, whoever made it larger",
      arguments: [(2, 30_000), (30_000, 2000)])
    func resized(_ width: Int, _ height: Int) async throws {
      let server = try await XServer(width: 320, height: 200)
      let display = try Display(name: server.display)
      let window = XWindow(display, frame: Rect(x: 0, y: 0, width: 100, height: 20), style: .init())
      window.show()
      display.flush()
      func resize(_ width: Int, _ height: Int) async throws -> Rect {
        try await server.xdotool("windowsize", "\(window.id)", "\(width)", "\(height)")
        return try await waitFor("the size") {
          while let event = window.nextEvent(reading: true) {
            if case .moved(let frame) = event, frame.width != 100 { return frame }
          }
          return nil
        }
      }
      let frame = try await resize(width, height)
      #expect(frame.size == Size(width: Double(min(width, 320)), height: Double(min(height, 200))))
      #expect(window.frame == frame)
      // The second time, too, and back.
      #expect(try await resize(31_000, height).width == 320)
      #expect(try await resize(90, 30).size == Size(width: 90, height: 30))
    }
  }
}
