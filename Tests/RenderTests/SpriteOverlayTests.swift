import Scene
import ScrollCore
import TestKit
import Testing

@testable import Render
@testable import X11

/// Which columns of a tile are drawn again where its numbers change.
@Suite("Changes of numbers in a tile") struct SpriteOverlayTests {
  /// Windows, each with a sprite of these glyphs, one beside the other.
  private static func overlay(_ windows: [(columns: Range<Int>, glyphs: [Int16])]) -> SpriteOverlay {
    var overlay = SpriteOverlay()
    for window in windows {
      let start = overlay.sprites.count
      for (number, glyph) in window.glyphs.enumerated() {
        let left = Int32(window.columns.lowerBound + number * 10)
        overlay.sprites.append(
          PlacedSprite(x: left, y: 20, nextY: 0, glyph: glyph, next: -1, left: left, right: left + 8))
      }
      overlay.windows.append(SpriteOverlay.Window(columns: window.columns, sprites: start..<overlay.sprites.count))
    }
    return overlay
  }

  private typealias Windows = [(columns: Range<Int>, glyphs: [Int16])]

  private static let former: Windows = [(10..<50, [1, 2]), (60..<80, [3])]
  private static let cases: [(String, Windows, stretches: [Range<Int>], sprites: [Int])] = [
    ("nothing", former, [], []),
    ("another digit", [(10..<50, [1, 7]), (60..<80, [3])], [20..<28], [1]),
    ("another count of digits", [(10..<50, [1]), (60..<80, [3])], [10..<50], [0]),
    ("a number has left", [(10..<50, [1, 2])], [60..<80], []),
    ("the first one has left", [(60..<80, [3])], [10..<50], []),
    ("a narrower one", [(10..<40, [1, 2]), (60..<80, [3])], [10..<40, 10..<50], [0, 1]),
    ("a narrower one alone", [(10..<40, [1, 2])], [10..<40, 10..<50, 60..<80], [0, 1]),
    ("one more", former + [(90..<120, [4, 5])], [90..<120], [3, 4]),
    ("none is left", [], [10..<50, 60..<80], []),
  ]

  @Test("What is drawn again covers whatever came, changed or left, and no more", arguments: cases.indices)
  func change(_ number: Int) {
    let (name, windows, stretches, sprites) = Self.cases[number]
    var change = SpriteOverlay.Change()
    // What was found before is forgotten.
    (change.stretches, change.sprites) = ([0..<1], [9])
    Self.overlay(windows).findChange(from: Self.overlay(Self.former), in: &change)
    #expect(change.stretches == stretches && change.sprites == sprites, "\(name): \(change)")
  }
}

extension OnServer {
  /// Numbers inlaid in a text's tiles come to the glass as if the frame had been put together, and leave no trace.
  @Suite("Numbers in a text, on the screen") struct InlayTests {
    // The last runs far enough for its tiles to move on along the text.
    @Test("The glass shows what would be composed", arguments: [(60, 0.0931), (47.3, 0.0931), (90, 0.731)])
    func theGlassShowsWhatWouldBeComposed(speed: Double, pause: Double) async throws {
      let server = try await XServer(width: 800, height: 100)
      defer { server.end() }
      let display = try Display(name: server.display)
      let window = XWindow(display, frame: Rect(x: 30, y: 20, width: 640, height: 40), style: .init())
      let typesetter = PangoTypesetter(display)
      let (compositor, other) = (
        Compositor(window, typesetter: typesetter), Compositor(window, typesetter: typesetter)
      )
      let crawl = Self.crawl(speed: speed, typesetter)
      try await window.showAndWait()
      var frame = Frame(size: Size(width: 640, height: 40), background: .black)
      var drawnIntoTiles = 0
      for step in 0..<60 {
        let t = Double(step) * pause
        // Another digit, and now and then another width.
        crawl.setValue("a", to: Array("\(step % 20 == 19 ? 98_765 : 1000 + step * 37).\(10 + step)".utf8).span)
        crawl.setValue("b", to: Array("\(20 + step % 70)".utf8).span)
        frame.clear()
        crawl.draw(into: &frame, at: t)
        drawnIntoTiles += frame.layers.contains(where: Self.isOverlay) ? 1 : 0
        compositor.show(frame, at: .now)
        display.sync()
        let glass = try server.screenshot().cropped(x: 30, y: 20, width: 640, height: 40)
        let shot = other.snapshot(frame)
        let wanted = try #require(shot)
        // A hole begins with a whole pixel; of what reaches out of it, less than half of one is cut.
        let differing = Self.differences(glass.pixels, wanted.pixels)
        #expect(differing.count < 40 && differing.allSatisfy { $0 < 96 }, "step \(step): \(differing)")
      }
      #expect(drawnIntoTiles > 10)
      #expect(display.takeErrors().isEmpty)
    }

    @Test(
      "A number of more digits than a request can carry is shown, and rolls, at any font size", arguments: [9.0, 60])
    func longNumber(_ size: Double) async throws {
      let server = try await XServer(width: 400, height: 100)
      defer { server.end() }
      let display = try Display(name: server.display)
      let window = XWindow(display, frame: Rect(x: 0, y: 0, width: 400, height: 40), style: .init())
      let typesetter = PangoTypesetter(display)
      let compositor = Compositor(window, typesetter: typesetter)
      let crawl = Self.crawl(speed: 40, font: size, typesetter)
      try await window.showAndWait()
      var frame = Frame(size: Size(width: 400, height: 40), background: .black)
      for (number, count) in [25_000, 24_000, 3, 25_000].enumerated() {
        let digits = [UInt8](repeating: UInt8(ascii: "1") + UInt8(number), count: count)
        crawl.setValue("a", to: digits.span)
        for step in 0..<4 {
          frame.clear()
          crawl.draw(into: &frame, at: Double(number) + Double(step) * 0.2)
          compositor.show(frame, at: .now)
        }
      }
      display.sync()
      let errors = display.takeErrors()
      #expect(errors.isEmpty && !display.isLost, "\(errors)")
      #expect(try server.screenshot().cropped(x: 0, y: 0, width: 400, height: 40).inkSum(on: 0) > 1000)
    }

    @Test("Of forty thousand windows onto an atlas each is drawn") func manyWindows() async throws {
      let server = try await XServer(width: 400, height: 100)
      defer { server.end() }
      let display = try Display(name: server.display)
      let size = Size(width: 400, height: 100)
      let window = XWindow(display, frame: Rect(origin: .zero, size: size), style: .init())
      let compositor = Compositor(window, typesetter: PangoTypesetter(display))
      try await window.showAndWait()
      var atlas = Atlas()
      atlas.content.primitives = [
        Primitive(.box(radius: 0, fill: .white), in: Rect(x: 0, y: 0, width: 4, height: 4))
      ]
      (atlas.grid.cells, atlas.grid.pitch, atlas.grid.height) = (1, 4, 4)
      var group = SpriteGroup()
      for number in 0..<40_000 {
        let origin = Point(x: Double(number % 400), y: Double(number / 400))
        group.windows.append(Instance(clip: Rect(origin: origin, size: Size(width: 1, height: 1)), origin: origin))
        group.sprites.append(Sprite(cell: 0, origin: origin, window: number))
      }
      var frame = Frame(size: size, background: .black)
      frame.add(atlas, group, clip: Rect(origin: .zero, size: size), SpriteStyle(.white))
      for _ in 0..<2 { compositor.show(frame, at: .now) }
      display.sync()
      let errors = display.takeErrors()
      #expect(errors.isEmpty && !display.isLost, "\(errors)")
      let glass = try server.screenshot()
      #expect(glass.pixels.count { $0 & 0xFFFFFF == 0xFFFFFF } == 40_000)
    }

    private static func isOverlay(_ layer: Layer) -> Bool {
      if case .sprites(let batch) = layer.kind { batch.style.isOverlay } else { false }
    }

    /// By how much pixels differ that do so by more than rounding.
    private static func differences(_ a: [UInt32], _ b: [UInt32]) -> [Int] {
      zip(a, b).map { a, b in [0, 8, 16].reduce(0) { max($0, abs(Int(a >> $1 & 255) - Int(b >> $1 & 255))) } }
        .filter { $0 > 2 }
    }

    private static func crawl(speed: Double, font: Double? = nil, _ typesetter: PangoTypesetter) -> CrawlScene {
      var style = CrawlScene.Style()
      if let font { style.font = "Sans \(Int(font))px" }
      (style.crawl.scrollTime, style.crawl.scrollSpeed, style.crawl.delayAtStart) = (0, speed, 0)
      style.crawl.repeatWhenOutOfBounds = false
      style.background = .black
      let crawl = CrawlScene(style)
      crawl.enableValues()
      crawl.append(contentsOf: ["First {a} up {b}%", "Second: {b}", "no number", "x{a}x"].map { Headline($0) }, at: 0)
      crawl.layout(in: Rect(x: 0, y: 0, width: 640, height: 40), with: typesetter)
      crawl.start(at: 0)
      return crawl
    }
  }
}
