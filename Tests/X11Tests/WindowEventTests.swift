import ScrollCore
import TestKit
import Testing

@testable import X11

extension OnServer {
  @Suite("Events for programs that draw by themselves") struct WindowEventTests {
    @Test("A window that takes the keyboard is told text of any script, and what is held with a key") func text()
      async throws
    {
      let server = try await XServer(width: 300, height: 200)
      defer { server.end() }
      #expect(try await server.run("setxkbmap", ["ru"]).ending == .exited(0))
      let display = try Display(name: server.display)
      #expect(display.screenFrame == Rect(x: 0, y: 0, width: 300, height: 200))
      #expect(display.monitors().map(\.frame) == [display.screenFrame])
      var style = XWindow.Style()
      (style.name, style.className, style.takesFocus) = ("greeting", "Greeting", true)
      let window = XWindow(display, frame: Rect(x: 0, y: 0, width: 300, height: 200), style: style)
      window.show()
      var events: [WindowEvent] = []
      func reads(_ event: WindowEvent) -> Bool {
        while let event = window.nextEvent() { events.append(event) }
        return events.contains(event)
      }
      try await waitUntil("its place on the screen") { reads(.exposed) }
      window.input.takeFocus()
      try await waitUntil("the keyboard") { reads(.focused(true)) }
      try await server.key("Cyrillic_shorti", "shift+Cyrillic_shorti", "F5")
      try await server.click(x: 20, y: 30)
      try await waitUntil("the click's end") { reads(.released(Point(x: 20, y: 30), button: 1, [])) }
      let typed = events.filter { if case .keyPressed(_, let text, _) = $0 { !text.isEmpty } else { false } }
      let letters: [WindowEvent] = [.keyPressed(nil, text: "й", []), .keyPressed(nil, text: "Й", .shift)]
      #expect(typed == letters && events.contains(.keyPressed(.function(5), text: "", [])), "\(events)")
      let classes = try await server.run("xprop", ["-id", "\(window.id)", "WM_CLASS", "WM_WINDOW_ROLE"]).output
      #expect(classes.contains(#""greeting", "Greeting""#) && classes.contains("not found"))
    }
  }
}
