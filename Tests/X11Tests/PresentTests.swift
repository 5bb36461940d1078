import Scene
import ScrollCore
import TestKit
import Testing

@testable import X11

extension OnServer {
  /// What Present brings to the glass is what the frame says.
  @Suite("Direct copies") struct PresentTests {
    /// A crawl that fills the window, and one that leaves room for another layer beside it.
    @Test("The glass shows the frame", arguments: [0.0, 120])
    func theGlassShowsTheFrame(margin: Double) async throws {
      let server = try await XServer(width: 800, height: 100)
      defer { server.end() }
      let display = try Display(name: server.display)
      let size = Size(width: 640, height: 40)
      let window = try Window(display, frame: Rect(x: 30, y: 20, width: 640, height: 40), style: .init())
      let typesetter = PangoTypesetter(display)
      let compositor = Compositor(window, typesetter: typesetter)
      let crawl = Self.crawl(typesetter)
      let side = Content(id: 2, background: Color(rgb: 0x204060))
      window.show()
      display.flush()
      try await waitUntil("the window to be mapped") { Self.drain(window).contains(.mapped) }
      for step in 0..<12 {
        var frame = Frame(size: size, background: .black)
        frame.add(
          Layer(
            crawl, clip: Rect(x: margin, y: 0, width: 640 - margin, height: 40),
            origin: Point(x: margin - Double(step) * 97.25, y: 0)))
        if margin > 0 { frame.add(Layer(side, clip: Rect(x: 0, y: 0, width: margin, height: 40), origin: .zero)) }
        compositor.show(frame, at: .refresh(count: 0))
        display.flush()
        try await waitUntil("a refresh") { Self.drain(window).contains(where: Self.isRefresh) }
        display.sync()
        let glass = try server.screenshot().cropped(x: 30, y: 20, width: 640, height: 40)
        let shot = compositor.snapshot(frame)
        let wanted = try #require(shot)
        #expect(glass.pixels == wanted.pixels.map { $0 & 0xff_ffff }, "step \(step)")
      }
      #expect(display.takeErrors().isEmpty)
    }

    private static func crawl(_ typesetter: PangoTypesetter) -> Content {
      let font = FontSpec(size: 18)
      let metrics = typesetter.metrics(of: font)
      let pieces = (0..<20).map { number in
        let run = TextRun("Headline number \(number)", font: font, color: .white)
        return Piece(
          text: run, baseline: Point(x: Double(number) * 240, y: 25), width: typesetter.width(of: run),
          metrics: metrics)
      }
      return Content(id: 1, background: .black, pieces: pieces)
    }

    private static func drain(_ window: Window) -> [Event] {
      var events: [Event] = []
      while let event = window.nextEvent(reading: true) { events.append(event) }
      return events
    }

    private static func isRefresh(_ event: Event) -> Bool {
      if case .refreshed = event { true } else { false }
    }
  }
}
