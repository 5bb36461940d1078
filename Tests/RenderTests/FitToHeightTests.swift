import Scene
import ScrollCore
import TestKit
import Testing

@testable import Render
@testable import X11

extension OnServer {
  /// A font that follows the height of the view, with the metrics of real fonts.
  @Suite("Text as high as its view") struct FitToHeightTests {
    @Test("A line is as high as the view", arguments: [12.0, 24, 36, 64, 120, 300])
    func lineIsAsHighAsTheView(height: Double) async throws {
      let server = try await XServer(width: 1000, height: 400)
      defer { server.end() }
      let display = try Display(name: server.display)
      let typesetter = PangoTypesetter(display)
      for family in ["Noto Sans", "DejaVu Sans Mono", "Noto Sans Devanagari", "No Such Family"] {
        var style = CrawlScene.Style()
        style.crawl.fontSizeAsView = true
        style.font = family
        let view = CrawlScene(style)
        view.append(Headline("Hxgjpqy"), at: 0)
        let bounds = Rect(x: 0, y: 0, width: 1000, height: height)
        view.layout(in: bounds, with: typesetter)
        var frame = Frame(size: bounds.size, background: .black)
        view.start(at: 0)
        view.draw(into: &frame, at: 0)
        let piece = try #require(frame.layers.first?.content.primitives.first)
        guard case .text(let run) = piece.element else { return #expect(Bool(false), "no text") }
        let lineHeight = typesetter.metrics(of: run.font).lineHeight
        #expect(lineHeight <= height && lineHeight > height - 1, "\(family) at \(run.font.size) px")
        // Nothing is cut off: with room to spare the ink is no higher.
        let ink = try inkRows(of: frame, on: display, typesetter)
        var free = Frame(size: Size(width: 1000, height: 2 * height), background: style.background)
        let layer = try #require(frame.layers.first)
        free.add(
          Layer(
            layer.content, clip: Rect(origin: .zero, size: free.size), origin: Point(x: 0, y: (height / 2).rounded())))
        let freeInk = try inkRows(of: free, on: display, typesetter)
        // A baseline on a whole pixel may cost a line of 12 px the faint last row of its descenders.
        #expect(ink.count == freeInk.count || (height == 12 && ink.count + 1 == freeInk.count))
        #expect(Double(ink.count) > 0.5 * height)
      }
    }

    private func inkRows(of frame: borrowing Frame, on display: Display, _ typesetter: PangoTypesetter) throws -> [Int]
    {
      let window = XWindow(display, frame: Rect(origin: .zero, size: frame.size), style: .init())
      let shot = Compositor(window, typesetter: typesetter).snapshot(frame)
      let picture = try #require(shot)
      return (0..<picture.height).filter { y in
        let row = picture.pixels[(y * picture.width)..<((y + 1) * picture.width)]
        return row.contains { $0 != picture.pixels[picture.width - 1] }
      }
    }
  }
}
