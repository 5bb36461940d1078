import Scene
import ScrollCore
import TestKit
import Testing

@testable import Render
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
      let window = XWindow(display, frame: Rect(x: 30, y: 20, width: 640, height: 40), style: .init())
      let typesetter = PangoTypesetter(display)
      let compositor = Compositor(window, typesetter: typesetter)
      let crawl = Content.headlines(20, every: 240, on: .black, typesetter)
      let side = Content(background: Color(rgb: 0x204060))
      try await window.showAndWait()
      for step in 0..<12 {
        var frame = Frame(size: size, background: .black)
        frame.add(
          Layer(
            crawl, clip: Rect(x: margin, y: 0, width: 640 - margin, height: 40),
            origin: Point(x: margin - Double(step) * 97.25, y: 0)))
        if margin > 0 { frame.add(Layer(side, clip: Rect(x: 0, y: 0, width: margin, height: 40), origin: .zero)) }
        compositor.show(frame, at: .refresh(count: 0))
        display.flush()
        try await waitUntil("a refresh") { window.drainEvents().contains(where: Self.isRefresh) }
        display.sync()
        let glass = try server.screenshot().cropped(x: 30, y: 20, width: 640, height: 40)
        let shot = compositor.snapshot(frame)
        let wanted = try #require(shot)
        #expect(glass.pixels == wanted.pixels.map { $0 & 0xff_ffff }, "step \(step)")
      }
      #expect(display.takeErrors().isEmpty)
    }

    private static func isRefresh(_ event: Event) -> Bool {
      if case .refreshed = event { true } else { false }
    }
  }
}

extension OnServer {
  /// Parts of the window that change at the same time come to it as they would be composed.
  @Suite("Scattered damage") struct ScatteredDamageTests {
    @Test("Layers that come, go and move all over the window leave no trace", arguments: [true, false])
    func traces(withPresent: Bool) async throws {
      let server = try await XServer(width: 800, height: 300)
      defer { server.end() }
      let display = try Display(name: server.display)
      let place = Rect(x: 30, y: 20, width: 700, height: 250)
      let window = XWindow(display, frame: place, style: .init())
      let typesetter = PangoTypesetter(display)
      let (compositor, other) = (
        Compositor(window, typesetter: typesetter), Compositor(window, typesetter: typesetter)
      )
      try await window.showAndWait()
      var frame = Frame(size: place.size, background: Color(rgb: 0x102030))
      for step in 0..<40 {
        frame.clear()
        for (i, layer) in Self.layers.enumerated() where (step * 7 + i * 5) % 11 > 3 {
          var layer = layer
          if step % 3 == 0, i % 4 == 1 { layer.clip.origin.x += Double(step % 5) }
          frame.add(layer)
        }
        let isShown = compositor.show(frame, at: withPresent ? .refresh(count: 0) : .now)
        display.flush()
        if withPresent, isShown {
          try await waitUntil("a refresh") {
            window.drainEvents().contains { if case .refreshed = $0 { true } else { false } }
          }
        }
        display.sync()
        let glass = try server.screenshot().cropped(x: 30, y: 20, width: 700, height: 250)
        let shot = other.snapshot(frame)
        let wanted = try #require(shot)
        #expect(glass.pixels == wanted.pixels.map { $0 & 0xff_ffff }, "step \(step)")
      }
      #expect(display.takeErrors().isEmpty)
    }

    /// Opaque ones, see-through ones, and some that overlap.
    private static let layers: [Layer] = (0..<14).map { i in
      let clip = Rect(
        x: Double(i % 5) * 140, y: Double(i / 5) * 80, width: i % 3 == 0 ? 150 : 60, height: i % 4 == 0 ? 90 : 24)
      let color = Color(rgb: 0x3355_ff &* UInt32(i + 3) & 0xff_ffff)
      let box = Primitive(.box(radius: 6, fill: color), in: Rect(origin: .zero, size: clip.size))
      let content = Content(
        axis: i % 2 == 0 ? .horizontal : .vertical, background: i % 3 == 2 ? nil : .white, primitives: [box])
      return Layer(content, clip: clip, origin: clip.origin, opacity: i % 5 == 4 ? 0.5 : 1)
    }
  }
}
