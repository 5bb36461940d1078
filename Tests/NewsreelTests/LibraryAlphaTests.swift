import Glibc
import Newsreel
import TestKit
import TestTags
import Testing

/// What lies behind a program's window.
@Suite("Windows with alpha", .serialized, .tags(.x11)) struct LibraryAlphaTests {
  @Test("An opaque window has no alpha without a compositor, and another one comes where it needs some")
  func alpha() async throws {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    func depth(_ window: Window) async throws -> Substring? {
      let lines = try await server.run("xwininfo", ["-id", "\(window.id)"]).output.split(separator: "\n")
      return lines.first { $0.contains("Depth:") }?.split(separator: " ").last
    }
    var closed = 0
    let window = try Window(CrawlView("first"), width: 200, height: 40, at: .inTopLeft, background: .black)
    window.onClose = { _ in closed += 1 }
    #expect(try await depth(window) == "24")
    window.border = Border(width: 1, radius: 8)
    _ = window.run(for: 0.05)
    #expect(try await depth(window) == "24")
    let compositor = try server.startCompositor()
    // It takes its time.
    for _ in 0..<200 where try await depth(window) != "32" {
      window.background = Color(red: 0, green: 0, blue: 0, alpha: 128)
      _ = window.run(for: 0.1)
    }
    #expect(try await depth(window) == "32" && window.isOpen && closed == 0)
    let later = try Window(CrawlView("second"), width: 200, height: 40, at: .inBottomLeft, background: .black)
    #expect(try await depth(later) == "32" && compositor.isRunning)
  }
}
