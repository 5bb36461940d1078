import Base
import ScrollCore
import TestKit
import TestTags
import Testing

@testable import X11

/// The program of doc/x11.md, line for line. `RecipeTests` compares the two.
@Suite("The page on X11", .tags(.x11)) struct X11PageTests {
  @Test("The display of the page's program is the environment's, or none") func environment() {
    // Without a display the program ends with the reason, as any of the module's does.
    do throws(Failure) { try page() } catch { #expect(error.description.contains("display")) }
  }

  private func page() throws(Failure) {
    let display = try Display()
    let font = Font(display, named: "Sans-24:bold")
    let window = try Window(display, frame: Rect(x: 200, y: 150, width: 400, height: 80), style: Window.Style())
    let surface = Surface(display, width: 400, height: 80, format: window.format)
    font?.draw("Hello from Swift", on: surface, x: 20, baseline: 50, color: .white)
    window.show()
    // For each event `.exposed`:
    surface.copy(PixelRect(width: 400, height: 80), to: window.id, x: 0, y: 0)
  }
}
