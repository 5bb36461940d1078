import Scene
import ScrollCore
import TestKit
import Testing

@testable import Render
@testable import X11

extension OnServer {
  /// Glyphs that reach far beyond the font's size or their advances: whatever part is drawn, nothing of them is cut.
  @Suite("Ink of glyphs") struct GlyphInkTests {
    private static let marks = "Z" + String(repeating: "\u{30f}\u{353}\u{303}\u{32d}", count: 6) + "a"
    private static let sizes = [13.0, 40.0]
    static let texts: [(text: String, isMarkup: Bool)] = [
      ("One ﷽ two ﷺ", false), ("⸻ ⸻ — ⸻", false), (marks + marks, false), ("jf Œ ffj Ǻ ½ W", false),
      ("👨‍👩‍👧‍👦🎉🏳️‍🌈", false), ("हिन्दी ภาษาไทย اقتصاد نستعلیق", false),
      ("<span size='300%'>﷽</span> x <span size='400%'>🎉</span>", true),
      ("<i>fjfj</i> <b>W</b> <span background='red' rise='9000' size='200%'>up</span> <u>under</u>", true),
    ]

    @Test("The parts of a picture are those of the whole", arguments: [Axis.horizontal, .vertical], texts.indices)
    func parts(axis: Axis, number: Int) async throws {
      try await withPainter { painter, typesetter in
        for size in Self.sizes {
          let primitive = Self.primitive(number, size: size, typesetter)
          let area = primitive.bounds.insetBy(dx: -3 * size, dy: -3 * size).pixels
          let whole = PixelRect(area)
          let reference = Self.pixels(painter, primitive, axis, whole)
          for (width, height) in [(29, whole.height), (whole.width, 11)] {
            for x in stride(from: whole.x, to: whole.columns.upperBound, by: width) {
              for y in stride(from: whole.y, to: whole.rows.upperBound, by: height) {
                let part = PixelRect(x: x, y: y, width: width, height: height).intersection(whole)
                let drawn = Self.pixels(painter, primitive, axis, part)
                for row in 0..<part.height {
                  let start = (part.y - whole.y + row) * whole.width + part.x - whole.x
                  let isSame = Self.isAlike(
                    reference[start..<start + part.width], drawn[row * part.width..<(row + 1) * part.width])
                  try #require(isSame, "\(number) at \(size) px: \(part), row \(row)")
                }
              }
            }
          }
        }
      }
    }

    @Test("All that is inked is within what is known of it", arguments: texts.indices)
    func extents(number: Int) async throws {
      try await withPainter { painter, typesetter in
        for size in Self.sizes {
          let primitive = Self.primitive(number, size: size, typesetter)
          let known = painter.ink(of: primitive)
          let area = PixelRect(known.insetBy(dx: -3 * size, dy: -3 * size).pixels)
          for (x, y) in [(0, 0), (3, 5), (7, 7)] {
            for weight in [0, 12] {
              let raster = painter.draw(
                [primitive], on: .black, ground: nil, axis: .both, area, Phase(x: x, y: y), weight: weight)
              let inked = raster.touched.movedBy(x: area.x, y: area.y)
              let place = Rect(
                x: Double(inked.x), y: Double(inked.y), width: Double(inked.width), height: Double(inked.height))
              #expect(known.pixels.union(place) == known.pixels, "\(number) at \(size) px")
              // No part is drawn for nothing.
              #expect(place.width + 8 + size / 2 >= min(known.width, primitive.bounds.width), "\(number) at \(size) px")
            }
          }
        }
      }
    }

    @Test("A tile that begins anywhere shows the same", arguments: [Axis.horizontal, .vertical], texts.indices)
    func tiles(axis: Axis, number: Int) async throws {
      let server = try await XServer()
      defer { server.end() }
      let display = try Display(name: server.display)
      let size = Size(width: 700, height: 300)
      let window = XWindow(display, frame: Rect(origin: .zero, size: size), style: .init())
      let typesetter = PangoTypesetter(display)
      let compositor = Compositor(window, typesetter: typesetter)
      func shot(at offset: Double) throws -> Snapshot {
        var content = Content(axis: axis, background: .black)
        for copy in 0..<2 {
          var primitive = Self.primitive(number, size: 34, typesetter)
          let (dx, dy) = (Double(copy) * 150, 100 + Double(copy) * 90)
          primitive.bounds = primitive.bounds.offsetBy(dx: dx, dy: dy)
          (primitive.anchor.x, primitive.anchor.y) = (primitive.anchor.x + dx, primitive.anchor.y + dy)
          content.primitives.append(primitive)
        }
        var frame = Frame(size: size, background: .black)
        let origin = axis == .horizontal ? Point(x: offset, y: 0) : Point(x: 0, y: offset)
        frame.add(Layer(content, clip: Rect(origin: .zero, size: size), origin: origin, speed: 61.3))
        let shot = compositor.snapshot(frame)
        return try #require(shot)
      }
      let still = try shot(at: 0)
      for shift in [37, 101, 233] {
        let moved = try shot(at: Double(-shift))
        let (dx, dy) = axis == .horizontal ? (shift, 0) : (0, shift)
        let isSame = (0..<still.height - dy).allSatisfy { y in
          let (a, b) = ((y + dy) * still.width + dx, y * still.width)
          return Self.isAlike(still.pixels[a..<a + still.width - dx], moved.pixels[b..<b + still.width - dx])
        }
        #expect(isSame, "\(number) by \(shift) px")
      }
      #expect(display.takeErrors().isEmpty)
    }

    /// FreeType simplifies curves that leave its clip, which shows in single pixels of large glyphs.
    private static func isAlike(_ a: ArraySlice<UInt32>, _ b: ArraySlice<UInt32>) -> Bool {
      func channel(_ pixel: UInt32, _ shift: UInt32) -> Int { Int(pixel >> shift & 255) }
      return a.elementsEqual(b) { a, b in
        a == b || ([0, 8, 16] as [UInt32]).allSatisfy { abs(channel(a, $0) - channel(b, $0)) <= 16 }
      }
    }

    private func withPainter(_ body: (Painter, PangoTypesetter) throws -> Void) async throws {
      let server = try await XServer(width: 100, height: 100)
      defer { server.end() }
      let display = try Display(name: server.display)
      let typesetter = PangoTypesetter(display)
      try body(Painter(display, typesetter: typesetter, images: ImageCache()), typesetter)
    }

    private static func primitive(_ number: Int, size: Double, _ typesetter: PangoTypesetter) -> Primitive {
      var run = TextRun(texts[number].text, font: FontSpec(size: size), color: .white)
      run.isMarkup = texts[number].isMarkup
      return Primitive(
        text: run, baseline: .zero, width: typesetter.width(of: run), metrics: typesetter.metrics(of: run.font))
    }

    private static func pixels(
      _ painter: Painter, _ primitive: Primitive, _ axis: Axis, _ area: PixelRect
    ) -> [UInt32] {
      let raster = painter.draw([primitive], on: .black, ground: nil, axis: axis, area, Phase(), rests: false)
      return Array(raster.pixels[..<(area.width * area.height)])
    }
  }
}
