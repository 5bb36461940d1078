import Scene
import ScrollCore
import TestKit
import Testing

@testable import Render
@testable import X11

extension OnServer {
  /// Rows on the screen, in a time of their own.
  @Suite("Rows, on the screen") struct RowPixelTests {
    private static let size = Size(width: 640, height: 40)

    private static func row(_ score: String...) -> Row {
      Row("score", ["home": ["Ajax"], "away": ["PSV"], "score": score, "note": ["67′"]])
    }

    private static func crawl(_ row: Row, speed: Double, _ typesetter: PangoTypesetter) -> (view: CrawlScene, id: Int?)
    {
      var style = CrawlScene.Style()
      (style.crawl.scrollTime, style.crawl.scrollSpeed) = (0, speed)
      style.crawl.repeatSpacing = 1000
      (style.crawl.delayAtStart, style.crawl.repeatWhenOutOfBounds) = (speed > 0 ? 0 : 1000, false)
      let view = CrawlScene(style)
      var headline = Headline("text")
      headline.row = row
      let id = view.append(headline, at: 0)
      view.append(Headline("What follows is a text"), at: 0)
      view.layout(in: Rect(origin: .zero, size: size), with: typesetter)
      view.start(at: 0)
      return (view, id)
    }

    private struct Glass {
      let server: XServer
      let display: Display
      let window: XWindow
      let compositor: Compositor
      let other: Compositor

      func shot() throws -> Screenshot {
        display.sync()
        return try server.screenshot().cropped(x: 30, y: 20, width: 640, height: 40)
      }
    }

    private func glass() async throws -> (Glass, PangoTypesetter) {
      let server = try await XServer(width: 800, height: 100)
      let display = try Display(name: server.display)
      let window = XWindow(display, frame: Rect(origin: Point(x: 30, y: 20), size: Self.size), style: .init())
      let typesetter = PangoTypesetter(display)
      try await window.showAndWait()
      return (
        Glass(
          server: server, display: display, window: window,
          compositor: Compositor(window, typesetter: typesetter), other: Compositor(window, typesetter: typesetter)),
        typesetter
      )
    }

    /// The columns in which two pictures differ.
    private static func columns(_ a: Screenshot, _ b: Screenshot) -> [Int] {
      let differing = zip(a.pixels, b.pixels).enumerated().filter { $0.element.0 != $0.element.1 }
      return Set(differing.map { $0.offset % a.width }).sorted()
    }

    /// Whether they differ by more than rounding.
    private static func differ(_ a: UInt32, _ b: UInt32) -> Bool {
      [0, 8, 16].contains { (shift: UInt32) in abs(Int(a >> shift & 255) - Int(b >> shift & 255)) > 2 }
    }

    @Test("A score rolls within its digit's columns, and comes to rest as if it had always been so")
    func rolling() async throws {
      let (glass, typesetter) = try await glass()
      defer { glass.server.end() }
      let (view, id) = Self.crawl(Self.row("2", "1"), speed: 0, typesetter)
      var frame = Frame(size: Self.size, background: .black)
      func show(_ view: CrawlScene, at t: Seconds) throws -> Screenshot {
        frame.clear()
        view.draw(into: &frame, at: t)
        glass.compositor.show(frame, at: .now)
        return try glass.shot()
      }
      let before = try show(view, at: 0)
      view.roll(try #require(id), to: Self.row("3", "1"))
      var touched: Set<Int> = []
      for step in 0...50 { touched.formUnion(Self.columns(try show(view, at: 1 + Double(step) / 50), before)) }
      let after = try show(view, at: 3)
      let (first, last) = (try #require(touched.min()), try #require(touched.max()))
      #expect(last - first < 14, "\(first)...\(last)")
      #expect(Self.columns(after, before).allSatisfy { first...last ~= $0 } && after.pixels != before.pixels)
      let fresh = try show(Self.crawl(Self.row("3", "1"), speed: 0, typesetter).view, at: 0)
      #expect(fresh.pixels == after.pixels)
      #expect(glass.display.takeErrors().isEmpty)
    }

    @Test("A running score that gets wider is on the glass as it is composed") func widening() async throws {
      let (glass, typesetter) = try await glass()
      defer { glass.server.end() }
      let (view, id) = Self.crawl(Self.row("9", "1"), speed: 47.3, typesetter)
      var frame = Frame(size: Self.size, background: .black)
      for step in 0..<40 {
        if step == 5 { view.roll(try #require(id), to: Self.row("10", "1")) }
        if step == 25 { view.roll(try #require(id), to: Self.row("8", "1")) }
        frame.clear()
        view.draw(into: &frame, at: 0.4 + Double(step) * 0.0631)
        glass.compositor.show(frame, at: .now)
        let shot = try glass.shot()
        let composed = glass.other.snapshot(frame)
        let wanted = try #require(composed)
        let differing = zip(shot.pixels, wanted.pixels).count { Self.differ($0, $1) }
        #expect(differing < 40, "step \(step): \(differing)")
      }
      #expect(glass.display.takeErrors().isEmpty)
    }
  }
}
