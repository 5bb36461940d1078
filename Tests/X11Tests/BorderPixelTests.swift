import Scene
import ScrollCore
import TestSupport
import Testing

@testable import X11

extension OnServer {
  /// Borders and corners as they come to the glass, against their exact coverage.
  @Suite struct BorderPixelTests {
    private static let size = Size(width: 64, height: 48)
    private static let (ring, paper) = (Color(rgb: 0xff2000), Color(rgb: 0x1040c0))
    /// Trapezoids are sampled 15 times 17 a pixel; a phase's box adds a level of its own.
    private static let tolerance = 10

    @Test func everyPixelIsTheRightMixture() async throws {
      try await withStage { stage in
        for width in [0.0, 1, 1.5, 2, 3, 5, 8] {
          for radius in [0.0, 1, 4, 7.5, 12, 20] {
            for alpha in [255, 128] as [UInt8] {
              var color = Self.ring
              color.alpha = alpha
              try stage.check(Border(width: width, color: color, radius: radius))
            }
          }
        }
      }
    }

    /// 0 → 6 → 0 and another colour: the next frame shows it, and no pixel of the content changes its place.
    @Test func changesTouchNothingElse() async throws {
      try await withStage { stage in
        let text = try stage.bordered(stage.text("Nothing else moves", size: Size(width: 300, height: 40)))
        let before = try stage.shot(text, Border())
        let with = try stage.shot(text, Border(width: 6, color: Self.ring))
        let red = try stage.shot(text, Border(width: 6, color: Self.paper))
        let after = try stage.shot(text, Border())
        #expect(after == before)
        for y in 0..<40 {
          for x in 0..<300 {
            let isInside = 6..<294 ~= x && 6..<34 ~= y
            let at = y * 300 + x
            let expected = isInside ? before.pixels[at] : 0xffff_2000
            #expect(with.pixels[at] == expected && (!isInside || red.pixels[at] == expected), "(\(x), \(y))")
            if with.pixels[at] != expected { return }
          }
        }
        #expect(red.pixels[0] == 0xff10_40c0)
      }
    }

    @Test(arguments: [0.5, 1, 3, 8, 20, 100])
    func shapesFollowTheArc(radius: Double) {
      let size = Size(width: 61, height: 36)
      let rows = Window.roundedRows(radius: radius, size: size)
      var inside = Set<Int>()
      for row in rows {
        for y in Int(row.minY)..<Int(row.maxY) { for x in Int(row.minX)..<Int(row.maxX) { inside.insert(y * 61 + x) } }
      }
      let real = min(radius, 18)
      for y in 0..<36 {
        for x in 0..<61 {
          let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
          let dx = max(real - px, px - (61 - real), 0)
          let dy = max(real - py, py - (36 - real), 0)
          #expect(inside.contains(y * 61 + x) == (dx * dx + dy * dy <= real * real), "(\(x), \(y))")
        }
      }
      #expect(rows.allSatisfy { $0.minX + $0.maxX == 61 })
    }

    // MARK: - Help

    private func withStage(_ body: (Stage) throws -> Void) async throws {
      let server = try await XServer(width: 320, height: 200)
      defer { server.end() }
      let display = try Display(name: server.display)
      try body(try Stage(display))
      #expect(display.takeErrors().isEmpty)
    }

    private final class Stage {
      private let display: Display
      private let typesetter: PangoTypesetter
      private var ids = ContentIDs()
      private lazy var plain = bordered(Plain(ids.next()))
      private var compositors: [Size: Compositor] = [:]

      init(_ display: Display) throws {
        self.display = display
        typesetter = PangoTypesetter(display)
      }

      private func compositor(_ size: Size) throws -> Compositor {
        if let compositor = compositors[size] { return compositor }
        let window = try Window(
          display, frame: Rect(origin: .zero, size: size), style: .offScreen(BorderPixelTests.paper))
        let compositor = Compositor(window, typesetter: typesetter)
        compositors[size] = compositor
        return compositor
      }

      func text(_ text: String, size: Size) throws -> CrawlView {
        var style = CrawlView.Style()
        style.font = "Noto Sans, DejaVu Sans"
        style.background = BorderPixelTests.paper
        let view = CrawlView(style, ids: &ids)
        view.append(contentsOf: [Headline(text)], at: 0)
        view.layout(in: Rect(origin: .zero, size: size), with: typesetter)
        view.start(at: 0)
        var frame = Frame(size: size, background: .black)
        view.draw(into: &frame, at: 0)
        return view
      }

      func bordered(_ view: any View) -> BorderView {
        let bordered = BorderView(view, ids: &ids)
        bordered.cutsCorners = true
        return bordered
      }

      /// At a moment at which the text is on its way.
      func shot(_ view: BorderView, _ border: Border, size: Size = Size(width: 300, height: 40)) throws -> Snapshot {
        view.border = border
        view.layout(in: Rect(origin: .zero, size: size), with: typesetter)
        var frame = Frame(size: size, background: BorderPixelTests.paper)
        view.draw(into: &frame, at: 2.4)
        return try #require(try compositor(size).snapshot(frame))
      }

      func check(_ border: Border) throws {
        let size = BorderPixelTests.size
        let picture = try shot(plain, border, size: size)
        let bounds = Rect(origin: .zero, size: size)
        let geometry = BorderGeometry(border, in: bounds)
        for y in 0..<Int(size.height) {
          for x in 0..<Int(size.width) {
            let outer = coverage(bounds, geometry.radius, x, y)
            let inner = coverage(geometry.inner, geometry.innerRadius(at: .topLeft), x, y)
            let share = border.borderWidth > 0 ? (1 - inner) * Double(border.borderColor.alpha) / 255 : 0
            let expected = mixture(BorderPixelTests.paper, border.borderColor, share, alpha: outer)
            let shown = premultiplied(picture.pixels[y * picture.width + x])
            let error = zip(shown, expected).map { abs($0 - $1) }.max() ?? 0
            guard error > BorderPixelTests.tolerance else { continue }
            Issue.record("(\(x), \(y)) shows \(shown), not \(expected): \(border)")
            return
          }
        }
      }

      private func mixture(_ a: Color, _ b: Color, _ share: Double, alpha: Double) -> [Int] {
        func channel(_ a: UInt8, _ b: UInt8) -> Int {
          Int(((Double(a) + (Double(b) - Double(a)) * share) * alpha).rounded())
        }
        return [
          Int((255 * alpha).rounded()), channel(a.red, b.red), channel(a.green, b.green), channel(a.blue, b.blue),
        ]
      }

      private func premultiplied(_ pixel: UInt32) -> [Int] {
        let alpha = Int(pixel >> 24)
        return [alpha] + [16, 8, 0].map { Int(pixel >> $0 & 255) * alpha / 255 }
      }

      /// How much of a pixel a box with round corners covers, by 16 times 16 points.
      private func coverage(_ rect: Rect, _ radius: Double, _ x: Int, _ y: Int) -> Double {
        let pixel = Rect(x: Double(x), y: Double(y), width: 1, height: 1)
        if rect.insetBy(dx: radius + 1, dy: 0).intersection(pixel) == pixel { return 1 }
        var count = 0
        for i in 0..<256 {
          let point = Point(x: pixel.minX + (Double(i % 16) + 0.5) / 16, y: pixel.minY + (Double(i / 16) + 0.5) / 16)
          guard rect.contains(point) else { continue }
          let dx = max(rect.minX + radius - point.x, point.x - (rect.maxX - radius), 0)
          let dy = max(rect.minY + radius - point.y, point.y - (rect.maxY - radius), 0)
          if dx * dx + dy * dy <= radius * radius { count += 1 }
        }
        return Double(count) / 256
      }
    }

    private final class Plain: View {
      private let content: Content
      private var bounds = Rect.zero
      init(_ id: Int) { content = Content(id: id, background: BorderPixelTests.paper) }
      func layout(in bounds: Rect, with typesetter: any Typesetter) { self.bounds = bounds }
      func draw(into frame: inout Frame, at t: Seconds) {
        frame.add(Layer(content, clip: bounds, origin: bounds.origin))
      }
    }
  }
}
