import ScrollCore
import TestKit
import Testing

@testable import X11

extension OnServer {
  @Suite("Pictures of one colour") struct SolidFillTests {
    @Test("However many colours fade, the server keeps few, and those in use stay as they are") func fading()
      async throws
    {
      let server = try await XServer(width: 100, height: 100)
      defer { server.end() }
      let display = try Display(name: server.display)
      let resources = try ServerResources(display: server.display)
      let format = display.pixels
      let surface = Surface(display, width: 4, height: 4, format: format)
      for alpha in 0...255 {
        let used = display.fill(Color(rgb: 0x102030))
        for step in 0..<31 { _ = display.fill(Color(red: UInt8(step), green: 0, blue: 0, alpha: UInt8(alpha))) }
        surface.composite(used, x: 0, y: 0, in: PixelRect(width: 4, height: 4))
        display.sync()
        #expect(try resources.sums().kinds["PICTURE", default: 0] <= 66)
      }
      #expect(display.takeErrors().isEmpty)
    }
  }
}
