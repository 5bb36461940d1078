import Scene
import ScrollCore
import TestKit
import TestTags
import Testing

@testable import Render
@testable import X11

extension OnServer {
  /// What is left of a text's light where it fades.
  @Suite("The light of fades") struct FadeLightTests {
    /// What fades: a text that runs, a page, or digits that roll.
    enum Kind: CaseIterable { case crawl, page, digits }

    static let pairs =
      ColorPair.all + [
        ColorPair(name: "red theme", text: .white, ground: Color(rgb: 0xa30f17)),
        ColorPair(name: "white on blue", text: .white, ground: Color(rgb: 0x3c8dde)),
        ColorPair(name: "topic on light", text: Color(rgb: 0x3179b0), ground: Color(rgb: 0xfbfbfa)),
      ]

    fileprivate static let size = Size(width: 320, height: 40)
    private static let font = FontSpec(family: "Noto Sans, DejaVu Sans", size: 18)
    private static let speed = 61.3

    /// A server mixes all pixels of a column by the same share. For light text that is exact but for the rounding of code
    /// values; dark text's is exact where 0.95 of a pixel are covered.
    @Test("Of each pixel's light as much is left as its place says", arguments: Kind.allCases, pairs)
    func lightOfPixels(kind: Kind, pair: ColorPair) async throws {
      try await withStage(pair) { stage in
        let found = try stage.measure(kind)
        let isDark = pair.ground.luminance > pair.text.luminance
        #expect(found.count > 2000)
        #expect(found.meanError < (isDark ? 0.04 : 0.006), "\(found)")
        #expect(found.worstError < (isDark ? 0.11 : 0.025), "\(found)")
        #expect(found.worstEmission < (isDark ? 0.06 : 0.02), "\(found)")
      }
    }

    @Test("A ground that has nothing on it stays as it is, in all colours") func ground() async throws {
      var numbers = SeededRandom(seed: 7)
      try await withStage(Self.pairs[0]) { stage in
        for _ in 0..<64 {
          let ground = Color(rgb: UInt32(truncatingIfNeeded: numbers.next()) & 0xff_ffff)
          let shot = try stage.shot(Content(background: ground), .zero, Fade(28, of: .white, into: ground))
          let pixel = UInt32(ground.red) << 16 | UInt32(ground.green) << 8 | UInt32(ground.blue)
          #expect(shot.pixels.allSatisfy { $0 & 0xff_ffff == pixel }, "\(ground.text)")
        }
      }
    }

    @Test("A part that grows fades in all of its rows", arguments: [Axis.horizontal, .vertical])
    func growing(_ axis: Axis) async throws {
      try await withStage(Self.pairs[0]) { stage in
        for across in [20.0, 40, 24, 60, 61, 60] {
          let (width, height) = axis == .horizontal ? (200, across) : (across, 200.0)
          let content = Content(axis: axis, background: .white)
          let fade = Fade(28, of: .white, into: .black)
          let shot = try stage.shot(content, .zero, fade, size: Size(width: width, height: height))
          func pixel(_ along: Int, _ place: Int) -> UInt32 {
            let (x, y) = axis == .horizontal ? (along, place) : (place, along)
            return shot.pixels[y * shot.width + x] & 0xff_ffff
          }
          for along in [0, 5, 14, 100, 186, 195, 199] {
            let row = (0..<Int(across)).map { pixel(along, $0) }
            #expect(Set(row).count == 1, "\(along), \(across)")
            #expect((row[0] == 0xff_ffff) == (along == 100), "\(along), \(across)")
          }
        }
      }
    }

    @Test("With an exponent of 1 code values fade, as ever", arguments: pairs)
    func oldLook(pair: ColorPair) async throws {
      try await withStage(pair, LightCurve(exponent: 1)) { stage in
        let found = try stage.measure(.crawl) { Double($0) / 255 }
        #expect(found.worstError < 0.008, "\(found)")
      }
    }

    @Test("A channel in which text and ground are the same fades as what stands out from them does")
    func channelWithoutContrast() {
      let curve = LightCurve()
      // Red on black, and what is white on it.
      let mask = curve.mask(of: Color(rgb: 0xff0000), fadingInto: .black, cover: 0.5)
      #expect(mask == curve.mask(of: .white, fadingInto: .black, cover: 0.5))
      let onWhite = curve.mask(of: Color(rgb: 0xffff00), fadingInto: .white, cover: 0.5)
      #expect(onWhite == curve.mask(of: .black, fadingInto: .white, cover: 0.5))
    }

    private func withStage(
      _ pair: ColorPair, _ curve: LightCurve = LightCurve(), _ body: (Stage) throws -> Void
    ) async throws {
      let server = try await XServer()
      defer { server.end() }
      let display = try Display(name: server.display)
      try body(try Stage(display, pair, curve))
      #expect(display.takeErrors().isEmpty)
    }

    /// A window that is never shown, and its compositor.
    private final class Stage {
      private let typesetter: PangoTypesetter
      private let compositor: Compositor
      private let pair: ColorPair

      init(_ display: Display, _ pair: ColorPair, _ curve: LightCurve) throws {
        let window = XWindow(display, frame: Rect(origin: .zero, size: FadeLightTests.size), style: .init())
        typesetter = PangoTypesetter(display)
        typesetter.curve = curve
        compositor = Compositor(window, typesetter: typesetter)
        self.pair = pair
      }

      /// Compares faded pictures, at many places, with those that do not fade.
      func measure(_ kind: Kind, _ light: (UInt32) -> Double = { Light.ofCode[Int($0)] }) throws -> FadeFigures {
        let length = kind == .crawl ? 28 : 10
        var figures = FadeFigures(length)
        for step in 0..<32 {
          let whole = try shot(kind, step, Fade(0, of: pair.text, into: pair.ground))
          let faded = try shot(kind, step, Fade(Double(length), of: pair.text, into: pair.ground))
          for y in 0..<whole.height {
            for x in 0..<whole.width {
              let place = kind == .crawl ? min(x, whole.width - 1 - x) : min(y, whole.height - 1 - y)
              // Of the outermost row of digits nothing is shown.
              guard place < length, kind != .digits || place > 0 else { continue }
              figures.add(
                whole.pixels[y * whole.width + x], faded.pixels[y * whole.width + x], on: pair.ground, place, light)
            }
          }
        }
        return figures
      }

      private func shot(_ kind: Kind, _ step: Int, _ fade: Fade) throws -> Snapshot {
        let shift = Double(step) * 5.125
        switch kind {
        case .crawl: return try shot(text(.horizontal, lines: 1), Point(x: -shift, y: 0), fade)
        case .page: return try shot(text(.vertical, lines: 12), Point(x: 0, y: -shift), fade)
        case .digits: return try digits(fraction: Double(step + 1) / 34, fade)
        }
      }

      func shot(
        _ content: Content, _ origin: Point, _ fade: Fade, size: Size = FadeLightTests.size
      ) throws -> Snapshot {
        var frame = Frame(size: size, background: .black)
        let clip = Rect(origin: .zero, size: size)
        frame.add(Layer(content, clip: clip, origin: origin, fade: fade, speed: FadeLightTests.speed))
        let shot = compositor.snapshot(frame)
        return try #require(shot)
      }

      private lazy var texts: [Axis: Content] = [:]

      private func text(_ axis: Axis, lines: Int) -> Content {
        if let text = texts[axis] { return text }
        let run = TextRun(
          "Harbour cities agree on a common night-ferry ticket, and trains wait for the late boats",
          font: FadeLightTests.font, color: pair.text)
        let pieces = (0..<lines).map {
          Primitive(
            text: run, baseline: Point(x: -20, y: 25 + 20 * Double($0)), width: typesetter.width(of: run),
            metrics: typesetter.metrics(of: run.font))
        }
        let content = Content(axis: axis, background: pair.ground, primitives: pieces)
        texts[axis] = content
        return content
      }

      private lazy var atlas: Atlas = {
        var atlas = Atlas()
        atlas.content.primitives = (0..<10).map { digit in
          let run = TextRun("\(digit)", font: FadeLightTests.font, color: .white)
          return Primitive(
            text: run, baseline: Point(x: 6 + 20 * Double(digit), y: 18), width: typesetter.width(of: run),
            metrics: typesetter.metrics(of: run.font))
        }
        (atlas.grid.cells, atlas.grid.pitch, atlas.grid.height, atlas.grid.lead) = (10, 20, 24, 6)
        return atlas
      }()

      private func digits(fraction: Double, _ fade: Fade) throws -> Snapshot {
        let size = Size(width: FadeLightTests.size.width, height: 24)
        let clip = Rect(origin: .zero, size: size)
        var frame = Frame(size: size, background: pair.ground)
        var group = SpriteGroup()
        group.windows = [Instance(clip: clip, origin: .zero)]
        group.sprites = (0..<14).map { number in
          Sprite(
            cell: number % 10, next: (number + 1) % 10, fraction: fraction,
            origin: Point(x: 10 + 20.25 * Double(number), y: 0))
        }
        frame.add(atlas, group, clip: clip, SpriteStyle(pair.text, fade: fade), speed: FadeLightTests.speed)
        let shot = compositor.snapshot(frame)
        return try #require(shot)
      }
    }
  }
}

/// How the light of pixels that fade differs from what should be left of it, from 0 to 1.
private struct FadeFigures: CustomStringConvertible {
  private let length: Int
  private(set) var count = 0
  private var sum = 0.0
  private(set) var worstError = 0.0
  /// By the place in the fade: what the text emits in all, what it does there, and what it should.
  private var emitted: [(whole: Double, faded: Double, wanted: Double)]

  init(_ length: Int) {
    self.length = length
    emitted = Array(repeating: (0, 0, 0), count: length)
  }

  var meanError: Double { sum / Double(count) }

  /// By how much all pixels of a column, or of a row, together emit too much or too little, of what they would emit
  /// without the fade.
  var worstEmission: Double {
    emitted.reduce(0) { max($0, $1.whole == 0 ? 0 : abs($1.faded - $1.wanted) / abs($1.whole)) }
  }

  var description: String {
    "\(count) channels, mean \(meanError), worst \(worstError), emission \(worstEmission)"
  }

  mutating func add(
    _ whole: UInt32, _ faded: UInt32, on ground: Color, _ place: Int, _ light: (UInt32) -> Double
  ) {
    let (red, green, blue) = Light.weights
    for (shift, ground, weight) in [
      (UInt32(16), ground.red, red), (8, ground.green, green), (0, ground.blue, blue),
    ] {
      let (below, full) = (light(UInt32(ground)), light(whole >> shift & 255))
      if full == below { continue }
      let left = 1 - FadeCache.cover(place, of: length)
      let (wanted, found) = (left * (full - below), light(faded >> shift & 255) - below)
      count += 1
      sum += abs(found - wanted)
      worstError = max(worstError, abs(found - wanted))
      emitted[place].whole += (full - below) * weight
      emitted[place].faded += found * weight
      emitted[place].wanted += wanted * weight
    }
  }
}
