import Scene
import ScrollCore
import TestKit
import Testing

@testable import Render
@testable import X11

extension OnServer {
  /// An image and a label on a real window, measured as they are seen.
  @Suite("Pixels of badges") struct BadgePixelTests {
    private static let size = Size(width: 640, height: 80)
    private static let paper: UInt32 = 0x1040C0

    /// Labels of other lengths, a hundred of them: image, gap, label and gap stay in the middle each time, and the
    /// distance between image and label is always the same.
    @Test("A hundred labels stay centred", arguments: [13.0, 20, 27.5])
    func aHundredLabelsStayCentred(_ fontSize: Double) async throws {
      let server = try await XServer(width: 800, height: 200)
      defer { server.end() }
      let display = try Display(name: server.display)
      let typesetter = PangoTypesetter(display)
      let frame = Rect(origin: Point(x: 20, y: 30), size: Self.size)
      var style = XWindow.Style()
      style.background = Color(rgb: Self.paper)
      let window = XWindow(display, frame: frame, style: style)
      let compositor = Compositor(window, typesetter: typesetter)
      window.show()
      display.sync()
      let badge = LabelView(
        "",
        style: LabelStyle(
          font: FontSpec(family: "DejaVu Sans Mono", size: fontSize), color: .white, background: Color(rgb: Self.paper)),
        image: SizedImage(
          path: Project.folder + "/Tests/RenderTests/Pictures/square.jpg", size: Size(width: 40, height: 40)))
      var gaps: Set<Int> = []
      for step in 0..<100 {
        let count = step * 7 % 31 + 1
        badge.text = String(repeating: "█", count: count)
        badge.layout(in: Rect(origin: .zero, size: Self.size), with: typesetter)
        var picture = Frame(size: Self.size, background: Color(rgb: Self.paper))
        badge.draw(into: &picture, at: 0)
        compositor.showAll(picture)
        display.sync()
        let shown = try server.screenshot().cropped(x: 20, y: 30, width: 640, height: 80)
        let image = try columns(of: shown) { $0 >> 16 > 200 && $0 & 0xff < 100 }
        let text = try columns(of: shown) { $0 == 0xFFFFFF }
        let width = typesetter.width(of: TextRun(badge.text, font: badge.style.font, color: .white))
        // The group ends a gap after the label; a block's ink is its advance, to the pixel that it ends in.
        let middle = (Double(image.lowerBound) + Double(text.lowerBound) + width + 5) / 2
        #expect(image.count == 40 && abs(middle - 320) <= 0.5, "\(count): \(middle)")
        #expect(abs(Double(text.count) - width) <= 1.5)
        gaps.insert(text.lowerBound - image.upperBound)
      }
      #expect(gaps == [5])
      #expect(display.takeErrors().isEmpty)
    }

    private func columns(of picture: Screenshot, where isInk: (UInt32) -> Bool) throws -> Range<Int> {
      let found = (0..<picture.width).filter { x in (0..<picture.height).contains { isInk(picture[x, $0]) } }
      return try #require(found.first)..<(try #require(found.last)) + 1
    }
  }
}
