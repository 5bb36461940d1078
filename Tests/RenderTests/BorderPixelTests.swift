import Glibc
import Scene
import ScrollCore
import TestKit
import TestTags
import Testing

@testable import Render
@testable import X11

extension OnServer {
  /// Borders and corners as they come to the glass, against their exact coverage.
  @Suite("Pixels of borders", .tags(.slow)) struct BorderPixelTests {
    private static let size = Size(width: 64, height: 48)
    private static let (ring, paper) = (Color(rgb: 0xff2000), Color(rgb: 0x1040c0))
    /// See-through corners are of 255 levels.
    private static let tolerance = 10

    /// All whole widths from 0 to 8 and radii from 0 to 20, and some that are not whole, opaque and see-through.
    @Test("Every pixel is the right mixture", arguments: [255, 128] as [UInt8])
    func everyPixelIsTheRightMixture(_ alpha: UInt8) async throws {
      try await withStage { stage in
        var color = Self.ring
        color.alpha = alpha
        for width in (0...8).map(Double.init) {
          for radius in (0...20).map(Double.init) {
            try stage.check(Border(width: width, color: color, radius: radius))
          }
        }
        for (width, radius) in [(0.5, 0.5), (1.5, 7.5), (1.5, 0), (7.25, 20), (0.5, 12), (2, 7.5), (5, 100)] {
          try stage.check(Border(width: width, color: color, radius: radius))
        }
      }
    }

    /// Lines of two, with the background between them; solid below 3 px. Where both stand in a pixel they hide each other as
    /// if by chance.
    @Test("Double borders are two rings", arguments: [255, 128] as [UInt8])
    func doubleBordersAreTwoRings(_ alpha: UInt8) async throws {
      try await withStage { stage in
        for width in [1.0, 3, 4, 6, 7, 8] {
          for radius in [0.0, 1, 3, 8, 13, 20] {
            var color = Self.ring
            color.alpha = alpha
            try stage.check(Border(width: width, color: color, radius: radius, style: .double), tolerance: 20)
          }
        }
      }
    }

    /// Each side of its own width and colour: the straight parts are exactly theirs, and every other pixel is a mixture of one
    /// side's colour with the content's, and of nothing else.
    @Test("Sides may have widths of their own", arguments: [0.0, 1, 4, 7.5, 12, 20])
    func sidesOfTheirOwn(_ radius: Double) async throws {
      try await withStage { stage in
        for widths in [[0.0, 3, 6, 8], [8, 0, 1, 5], [2, 2, 0, 0], [0, 0, 0, 4], [1, 2.5, 3, 7]] {
          var border = Border(width: 0, radius: radius)
          (border.topWidth, border.rightWidth) = (widths[0], widths[1])
          (border.bottomWidth, border.leftWidth) = (widths[2], widths[3])
          (border.topColor, border.rightColor) = (Self.ring, Color(rgb: 0xf0c000))
          (border.bottomColor, border.leftColor) = (Color(rgb: 0xe00080), Color(rgb: 0xff8040))
          try stage.checkSides(border)
        }
      }
    }

    /// A gradient's pixels are those of a solid border of the colour that stands at their place.
    @Test("Gradients are rings of other colours", arguments: Border.Direction.allCases, [0.0, 6, 20])
    func gradientsAreRingsOfOtherColours(
      _ direction: Border.Direction, _ radius: Double
    ) async throws {
      try await withStage { stage in
        for width in [1.0, 2, 5, 8] {
          var border = Border(width: width, color: Self.ring, radius: radius, style: .gradient)
          border.endColor = Color(rgb: 0x00e0ff)
          border.gradient = direction
          try stage.check(border, tolerance: 24)
        }
      }
    }

    /// Every pixel of a dashed border is the border's or the content's as its place in the pattern says; corners are whole.
    @Test("Dashes are whole or not", arguments: [0.0, 3, 8, 20])
    func dashesAreWholeOrNot(_ radius: Double) async throws {
      try await withStage { stage in
        for width in [1.0, 2, 3, 6] {
          let dashed = try stage.plainShot(Border(width: width, color: Self.ring, radius: radius, style: .dashed))
          let solid = try stage.plainShot(Border(width: width, color: Self.ring, radius: radius))
          let corner = Int(max(radius, width))
          for y in 0..<dashed.height {
            for x in 0..<dashed.width {
              let shown = dashed.pixels[y * 64 + x]
              let isSide = corner..<64 - corner ~= x || corner..<48 - corner ~= y
              let isRight = shown == solid.pixels[y * 64 + x] || (isSide && shown == 0xff10_40c0)
              guard !isRight else { continue }
              Issue.record("(\(x), \(y)) shows \(shown): width \(width)")
              return
            }
          }
          let counts = [dashed, solid].map { $0.pixels.count { $0 == 0xffff_2000 } }
          #expect(counts[0] < counts[1] || radius == 20)
        }
      }
    }

    /// 0 → 6 → 0 and another colour: the next frame shows it, and no pixel of the content changes its place: of a text on
    /// its way, and of digits that roll and fade.
    @Test("Changes touch nothing else", arguments: [false, true])
    func changesTouchNothingElse(_ isCounter: Bool) async throws {
      try await withStage { stage in
        let text = stage.bordered(
          isCounter ? stage.counter : try stage.text("Nothing else moves", size: Size(width: 300, height: 40)))
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

    @Test("Shapes follow the arc, in bands from the top down", arguments: [0.5, 1, 3, 8, 20, 100], [36, 35, 2, 1])
    func shapesFollowTheArc(radius: Double, height: Int) {
      let size = Size(width: 61, height: Double(height))
      let rows = XWindow.roundedRows(radius: radius, size: size)
      var inside = Set<Int>()
      for row in rows {
        for y in Int(row.minY)..<Int(row.maxY) { for x in Int(row.minX)..<Int(row.maxX) { inside.insert(y * 61 + x) } }
      }
      let real = min(radius, Double(height) / 2)
      for y in 0..<height {
        for x in 0..<61 {
          let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
          let dx = max(real - px, px - (61 - real), 0)
          let dy = max(real - py, py - (Double(height) - real), 0)
          #expect(inside.contains(y * 61 + x) == (dx * dx + dy * dy <= real * real), "(\(x), \(y))")
        }
      }
      #expect(rows.allSatisfy { $0.minX + $0.maxX == 61 })
      // Otherwise the server takes none of them.
      #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.maxY <= $1.minY })
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
      private lazy var plain = bordered(Plain())
      private var compositors: [Size: Compositor] = [:]

      init(_ display: Display) throws {
        self.display = display
        typesetter = PangoTypesetter(display)
      }

      private func compositor(_ size: Size) throws -> Compositor {
        if let compositor = compositors[size] { return compositor }
        let window = XWindow(
          display, frame: Rect(origin: .zero, size: size), style: .offScreen(BorderPixelTests.paper))
        let compositor = Compositor(window, typesetter: typesetter)
        compositors[size] = compositor
        return compositor
      }

      func text(_ text: String, size: Size) throws -> CrawlScene {
        var style = CrawlScene.Style()
        style.font = "Noto Sans, DejaVu Sans"
        style.background = BorderPixelTests.paper
        let view = CrawlScene(style)
        view.append(contentsOf: [Headline(text)], at: 0)
        view.layout(in: Rect(origin: .zero, size: size), with: typesetter)
        view.start(at: 0)
        var frame = Frame(size: size, background: .black)
        view.draw(into: &frame, at: 0)
        return view
      }

      /// Mid-roll at 2.4.
      var counter: CounterScene {
        var properties = CounterProperties()
        properties.background = BorderPixelTests.paper
        let view = CounterScene(properties: properties)
        view.show(text: "1234", at: 0)
        view.show(text: "5678", at: 2)
        return view
      }

      func bordered(_ view: any SceneView) -> BorderView {
        let bordered = BorderView(view)
        bordered.cutsCorners = true
        return bordered
      }

      /// At a moment at which the text is on its way.
      func shot(_ view: BorderView, _ border: Border, size: Size = Size(width: 300, height: 40)) throws -> Snapshot {
        view.border = border
        view.layout(in: Rect(origin: .zero, size: size), with: typesetter, at: 2.4)
        var frame = Frame(size: size, background: BorderPixelTests.paper)
        view.draw(into: &frame, at: 2.4)
        return try #require(try compositor(size).snapshot(frame))
      }

      func plainShot(_ border: Border) throws -> Snapshot {
        try shot(plain, border, size: BorderPixelTests.size)
      }

      func check(_ border: Border, tolerance: Int = BorderPixelTests.tolerance) throws {
        let picture = try plainShot(border)
        let bounds = Rect(origin: .zero, size: BorderPixelTests.size)
        let geometry = BorderGeometry(border, in: bounds)
        let shares = self.shares(of: border, geometry)
        let outer = Coverage.of(bounds, geometry.radius)
        let (pixels, width) = (picture.pixels, Coverage.width)
        for at in pixels.indices {
          // Exact where nothing is mixed, and most of it is not.
          if outer[at] == 1, shares[at] == 0, pixels[at] == 0xff10_40c0 { continue }
          let color = color(of: border, at % width, at / width)
          let error = distance(pixels[at], from: color, shares[at], alpha: outer[at])
          guard error > Double(tolerance) else { continue }
          Issue.record(
            "(\(at % width), \(at / width)) is \(String(pixels[at], radix: 16)), off by \(error): \(border)")
          return
        }
      }

      /// How far a pixel is, in any channel and with alpha multiplied in, from so much of a colour's light on the paper: in
      /// levels of 255, of light, as coverage shows in it, or of code values, as colours do.
      private func distance(_ pixel: UInt32, from color: Color, _ share: Double, alpha: Double) -> Double {
        let shown = Double(pixel >> 24) / 255
        func apart(_ paper: UInt8, _ color: UInt8, _ shift: UInt32) -> Double {
          let expected = Self.light(paper) * (1 - share) + Self.light(color) * share
          let (shown, code) = (UInt8(pixel >> shift & 255), Self.code(expected))
          return alpha * min(255 * abs(expected - Self.light(shown)), abs(code - Double(shown)))
        }
        let paper = BorderPixelTests.paper
        let color = color.over(paper)
        return max(
          abs(shown - alpha) * 255, apart(paper.red, color.red, 16), apart(paper.green, color.green, 8),
          apart(paper.blue, color.blue, 0))
      }

      /// sRGB (IEC 61966-2-1).
      private static func light(_ code: UInt8) -> Double {
        let value = Double(code) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }

      private static func code(_ light: Double) -> Double {
        255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)
      }

      /// How much of each pixel the border's line covers. Beyond the outer arc nothing of it is seen.
      private func shares(of border: Border, _ geometry: BorderGeometry) -> [Double] {
        let inner = Coverage.of(geometry.inner, geometry.innerRadius(at: .topLeft))
        guard border.style == .double, border.width >= 3 else {
          return border.width > 0 ? inner.map { 1 - $0 } : inner.map { _ in 0 }
        }
        let line = (border.width / 3).rounded()
        let gap = Coverage.of(geometry.bounds.insetBy(dx: line, dy: line), max(0, geometry.radius - line))
        let far = Coverage.of(geometry.inner.insetBy(dx: -line, dy: -line), geometry.innerRadius(at: .topLeft) + line)
        return inner.indices.map { 1 - gap[$0] + far[$0] - inner[$0] }
      }

      private func color(of border: Border, _ x: Int, _ y: Int) -> Color {
        guard border.style == .gradient else { return border.color }
        let isHorizontal = border.gradient == .horizontal
        return border.gradientColor(
          at: isHorizontal ? (Double(x) + 0.5) / Double(Coverage.width) : (Double(y) + 0.5) / Double(Coverage.height))
      }

      func checkSides(_ border: Border) throws {
        let picture = try plainShot(border)
        let geometry = BorderGeometry(border, in: Rect(origin: .zero, size: BorderPixelTests.size))
        let outer = Coverage.of(geometry.bounds, geometry.radius)
        let inner = geometry.inner.insetBy(dx: geometry.radius, dy: geometry.radius)
        for at in 0..<Coverage.width * Coverage.height {
          let (x, y, pixel) = (at % Coverage.width, at / Coverage.width, picture.pixels[at])
          let isInside = inner.contains(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
          let isMixture = Border.Side.allCases.contains { side in
            let color = border.color(of: side)
            return (0...64).contains { distance(pixel, from: color, Double($0) / 64, alpha: outer[at]) <= 12 }
          }
          guard isInside ? pixel != 0xff10_40c0 : !isMixture else { continue }
          Issue.record("(\(x), \(y)) is \(String(pixel, radix: 16)): \(border)")
          return
        }
        let colors = [(32, 0, Border.Side.top), (63, 24, .right), (32, 47, .bottom), (0, 24, .left)]
        for (x, y, side) in colors where geometry.width(of: side) >= 1 {
          let color = border.color(of: side)
          let expected = UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue) | 0xff00_0000
          #expect(picture.pixels[y * Coverage.width + x] == expected, "\(side): \(border)")
        }
      }
    }

    /// How much of each pixel a box with round corners covers.
    private enum Coverage {
      static let (width, height) = (64, 48)
      nonisolated(unsafe) private static var known: [String: [Double]] = [:]

      static func of(_ rect: Rect, _ radius: Double) -> [Double] {
        let key = "\(rect) \(radius)"
        if let shares = known[key] { return shares }
        let shares = (0..<height).flatMap { row(rect, radius, Double($0)) }
        known[key] = shares
        return shares
      }

      /// A row of pixels: exact across, by 32 lines a pixel down.
      private static func row(_ rect: Rect, _ radius: Double, _ y: Double) -> [Double] {
        let lines = (0..<32).map { y + (Double($0) + 0.5) / 32 }.filter { rect.minY <= $0 && $0 < rect.maxY }
        let insets = lines.map { line in
          let beyond = max(rect.minY + radius - line, line - (rect.maxY - radius), 0)
          return radius - max(0, radius * radius - beyond * beyond).squareRoot()
        }
        let (middle, most) = (Double(lines.count) / 32, insets.max() ?? 0)
        return (0..<width).map { x in
          let (left, right) = (Double(x), Double(x + 1))
          if left >= rect.minX + most, right <= rect.maxX - most { return middle }
          var sum = 0.0
          for inset in insets { sum += max(0, min(right, rect.maxX - inset) - max(left, rect.minX + inset)) }
          return sum / 32
        }
      }
    }

    private final class Plain: SceneView {
      private let content: Content
      private var bounds = Rect.zero
      init() { content = Content(background: BorderPixelTests.paper) }
      func layout(in frame: VisibleFrame, _ pass: LayoutPass) { bounds = frame.inner }

      func draw(into frame: inout Frame, at t: Seconds) {
        frame.add(Layer(content, clip: bounds, origin: bounds.origin))
      }
    }
  }
}
