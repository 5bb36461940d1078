import Scene
import ScrollCore
import TestKit
import TestTags
import Testing

@testable import Render
@testable import X11

/// A text's colour and its ground, and a name.
struct ColorPair: CustomTestStringConvertible, Sendable {
  var name: String
  var text: Color
  var ground: Color
  var testDescription: String { name }

  static let all = [
    ColorPair(name: "white on black", text: .white, ground: .black),
    ColorPair(name: "black on white", text: .black, ground: .white),
    ColorPair(name: "dark theme", text: Color(rgb: 0xe8ecf1), ground: Color(rgb: 0x12161c)),
    ColorPair(name: "light theme", text: Color(rgb: 0x1b2026), ground: Color(rgb: 0xfbfbfa)),
    ColorPair(name: "amber theme", text: Color(rgb: 0xffb000), ground: Color(rgb: 0x0c0a06)),
    ColorPair(name: "label", text: .white, ground: Color(rgb: 0xe5484d)),
    ColorPair(name: "chip", text: Color(rgb: 0x7cc4ff), ground: Color(rgb: 0x232c37)),
  ]
}

extension OnServer {
  /// What stems emit, as it comes to the glass.
  @Suite("The light of stems") struct LightTests {
    /// What draws a stem: a content with a ground of its own, one that is seen through, or a sprite.
    enum Kind: CaseIterable { case opaque, seeThrough, sprite }

    private static let size = Size(width: 700, height: 40)
    /// Not a whole number of quarters a refresh, so that eighths are used.
    private static let speed = 61.3

    /// Each stem stands at another fraction of a pixel.
    @Test("It is that of their coverage at every phase", arguments: Kind.allCases, ColorPair.all)
    func lightIsThatOfCoverage(kind: Kind, pair: ColorPair) async throws {
      try await withDisplay { display in
        // Black on white in code values: they are the coverage, of outlines as heavy as this pair's.
        let weight = LightCurve().weight(of: pair.text, on: pair.ground)
        let plain = try Stage(display, LightCurve(exponent: 1, darkWeight: weight))
        let coverage = try plain.stems(.opaque, ColorPair.all[1], phase: 0) { 1 - Double($0 & 255) / 255 }
        let stage = try Stage(display)
        let (text, ground) = (pair.text.luminance, pair.ground.luminance)
        var mean = 0.0
        for phase in 0..<PixelGrid.phaseCount {
          let stems = try stage.stems(kind, pair, phase: phase) { (luminance($0) - ground) / (text - ground) }
          #expect(stems.count == coverage.count && stems.count > 20)
          for (stem, covered) in zip(stems, coverage) {
            #expect(abs(stem / covered - 1) < 0.02, "phase \(phase): \(stem) of \(covered)")
          }
          mean += stems.reduce(0, +) / coverage.reduce(0, +) / Double(PixelGrid.phaseCount)
        }
        #expect(abs(mean - 1) < 0.01, "\(mean) of the coverage in the mean")
      }
    }

    @Test("Dark text on a light ground is a little heavier, by its outline, and no other is") func weight() {
      let curve = LightCurve()
      #expect(curve.weight(of: .black, on: .white) == 12 && curve.weight(of: .white, on: .black) == 0)
      #expect(curve.weight(of: .black, on: nil) == 0 && LightCurve(exponent: 1).weight(of: .black, on: .white) == 0)
      #expect((1..<12).contains(curve.weight(of: Color(rgb: 0x606060), on: Color(rgb: 0xd0d0d0))))
    }

    @Test("Edges are as steep at every phase as at rest", arguments: ColorPair.all)
    func edgesAreAsSteep(pair: ColorPair) async throws {
      try await withDisplay { display in
        let stage = try Stage(display)
        let shots = try (0..<PixelGrid.phaseCount).map { try stage.text(pair, phase: $0).sharpness }
        for (phase, sharpness) in shots.enumerated() {
          #expect(sharpness > 0.97 * shots[0], "phase \(phase) has \(sharpness / shots[0]) of the contrast")
        }
      }
    }

    @Test("With an exponent of 1 code values are mixed, as ever") func oldLook() async throws {
      try await withDisplay { display in
        let stage = try Stage(display, LightCurve(exponent: 1))
        let coverage = try stage.text(ColorPair.all[0], phase: 3).pixels.map { Double($0 & 255) / 255 }
        for pair in ColorPair.all {
          let shot = try stage.text(pair, phase: 3)
          for (pixel, share) in zip(shot.pixels, coverage) {
            for (ground, text, shift) in [
              (pair.ground.red, pair.text.red, UInt32(16)), (pair.ground.green, pair.text.green, 8),
              (pair.ground.blue, pair.text.blue, 0),
            ] {
              let expected = Double(ground) + (Double(text) - Double(ground)) * share
              #expect(abs(Double(pixel >> shift & 255) - expected) <= 1)
            }
          }
        }
      }
    }

    /// Colours of an emoji are mixed as those of text are: at its edge half of it is half of its light.
    @Test("A picture that is scaled down keeps its light") func picturesKeepTheirLight() {
      let curve = LightCurve()
      let row: [UInt32] = (0..<64).map { $0 % 2 == 0 ? 0xffff_ffff : 0xff00_0000 }
      let picture = ImagePixels(width: 64, height: 1, straight: row, hasAlpha: true)
      for width in [7, 16, 31] {
        let scaled = picture.scaled(
          into: Rect(x: 0.375, y: 0, width: Double(width), height: 1), curve
        ).picture
        let sum = scaled.pixels.reduce(0.0) { $0 + light(code: $1 & 255) * Double($1 >> 24) / 255 }
        #expect(abs(sum / (Double(width) / 2) - 1) < 0.02, "\(width): \(sum)")
      }
    }

    private func withDisplay(_ body: (Display) throws -> Void) async throws {
      let server = try await XServer()
      defer { server.end() }
      let display = try Display(name: server.display)
      try body(display)
      #expect(display.takeErrors().isEmpty)
    }

    /// A window that is never shown, and its compositor.
    private final class Stage {
      private let typesetter: PangoTypesetter
      private let compositor: Compositor
      private let window: XWindow

      init(_ display: Display, _ curve: LightCurve = LightCurve()) throws {
        window = XWindow(display, frame: Rect(origin: .zero, size: LightTests.size), style: .init())
        typesetter = PangoTypesetter(display)
        typesetter.curve = curve
        compositor = Compositor(window, typesetter: typesetter)
      }

      func text(_ pair: ColorPair, phase: Int) throws -> Snapshot {
        let run = TextRun(
          "Harbour cities agree on a common night-ferry ticket, and trains wait for the late boats",
          font: LightTests.font, color: pair.text)
        let piece = Primitive(
          text: run, baseline: Point(x: 20, y: 25), width: typesetter.width(of: run),
          metrics: typesetter.metrics(of: run.font))
        let content = Content(background: pair.ground, primitives: [piece])
        var frame = Frame(size: LightTests.size, background: .black)
        frame.add(layer(content, phase: phase))
        let shot = compositor.snapshot(frame)
        return try #require(shot)
      }

      private func layer(_ content: Content, phase: Int) -> Layer {
        Layer(
          content, clip: Rect(origin: .zero, size: LightTests.size),
          origin: Point(x: Double(phase) / Double(PixelGrid.phaseCount), y: 0), speed: LightTests.speed)
      }

      /// The sum of what `measure` finds in the pixels of each of many stems.
      func stems(_ kind: Kind, _ pair: ColorPair, phase: Int, _ measure: (UInt32) -> Double) throws -> [Double] {
        var frame = Frame(size: LightTests.size, background: kind == .opaque ? .clear : pair.ground)
        let run = TextRun("l", font: LightTests.font, color: kind == .sprite ? .white : pair.text)
        let metrics = typesetter.metrics(of: run.font)
        let width = typesetter.width(of: run)
        func piece(_ x: Double) -> Primitive {
          Primitive(text: run, baseline: Point(x: x, y: 25), width: width, metrics: metrics)
        }
        let places = (0..<32).map { 20.0 + Double($0 * 20) + Double($0) / 8 }
        if kind == .sprite {
          var atlas = Atlas()
          atlas.content.primitives = [piece(6)]
          (atlas.grid.cells, atlas.grid.pitch, atlas.grid.height, atlas.grid.lead) = (1, 20, 40, 6)
          var group = SpriteGroup()
          let clip = Rect(origin: .zero, size: LightTests.size)
          group.windows = [Instance(clip: clip, origin: .zero)]
          group.sprites = places.map { Sprite(cell: 0, origin: Point(x: $0 + Double(phase) / 8, y: 0)) }
          frame.add(atlas, group, clip: clip, SpriteStyle(pair.text), speed: LightTests.speed)
        } else {
          let content = Content(background: kind == .opaque ? pair.ground : nil, primitives: places.map(piece))
          frame.add(layer(content, phase: phase))
        }
        let picture = compositor.snapshot(frame)
        let shot = try #require(picture)
        return places.map { place in
          let columns = Int(place) - 4..<Int(place) + 16
          return (0..<shot.height).reduce(0.0) { sum, y in
            columns.reduce(sum) { $0 + measure(shot.pixels[y * shot.width + $1]) }
          }
        }
      }
    }

    private static let font = FontSpec(family: "Noto Sans, DejaVu Sans", size: 18)
  }

  /// As fine as a speed needs, and no finer.
  @Suite("Phases and speeds") struct PhaseSpeedTests {
    /// Positions that frames show, at each refresh of ten seconds: as the tiles stand.
    private func shown(_ speed: Double, rate: Double = 60) -> (errors: [Double], steps: [Double]) {
      let grid = PixelGrid(speed: speed, period: 1 / rate)
      let exact = (0..<Int(10 * rate)).map { 1919.3 - speed * Double($0) / rate }
      let places = exact.map { position in
        let place = grid.place(position)
        return Double(place.pixel) + Double(place.phase) / Double(PixelGrid.phaseCount)
      }
      return (zip(places, exact).map { $0 - $1 }, zip(places.dropFirst(), places).map { $0 - $1 })
    }

    @Test("Steps are even at odd speeds", arguments: [23.7, 47.3, 61.3, 88.8, 97.1, 143.9])
    func stepsAreEven(speed: Double) {
      let (errors, steps) = shown(speed)
      let rms = (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
      let mean = steps.reduce(0, +) / Double(steps.count)
      let deviation = (steps.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(steps.count)).squareRoot()
      #expect(rms <= 0.045, "\(rms) px")
      #expect(deviation <= 0.08, "\(deviation) px")
    }

    @Test(
      "A speed of whole quarters a refresh makes do with quarters",
      arguments: [
        (60.0, 60.0, PixelGrid.quarters), (120, 60, .quarters), (45, 60, .quarters), (15, 60, .quarters),
        (60, 59.95, .quarters), (144, 144, .quarters), (180, 144, .quarters), (0, 60, .quarters), (61.3, 60, .eighths),
        (60, 75, .eighths), (3, 60, .eighths), (7.5, 60, .eighths), (60.5, 60, .eighths),
      ])
    func gridOfSpeed(speed: Double, rate: Double, grid: PixelGrid) {
      #expect(PixelGrid(speed: speed, period: 1 / rate) == grid)
    }

    @Test("Tiles are made for the phases that a speed meets", arguments: [(60.0, 1), (45, 4), (61.3, 8), (120, 1)])
    func tilesOfSpeed(speed: Double, count: Int) async throws {
      let server = try await XServer()
      defer { server.end() }
      let display = try Display(name: server.display)
      let painter = Painter(display, typesetter: PangoTypesetter(display), images: ImageCache())
      let format = display.pixels
      let content = Content(
        background: .black,
        primitives: (0..<40).map {
          Primitive(.diamond(fill: .white), in: Rect(x: Double($0 * 40), y: 9, width: 6, height: 6))
        })
      let set = TileSet(content, format: format, on: nil, painter)
      let grid = PixelGrid(speed: speed, period: 1 / 60.0)
      for frame in 0..<120 {
        let instance = Instance(
          clip: Rect(x: 0, y: 0, width: 400, height: 24), origin: Point(x: 5 - speed * Double(frame) / 60, y: 0))
        set.cover(CollectionOfOne(instance), grid)
        _ = set.source(for: instance, grid)
      }
      #expect(set.phaseCount == count)
    }
  }
}

private func light(code: UInt32) -> Double { Light.ofCode[Int(code)] }

private func luminance(_ pixel: UInt32) -> Double {
  let (red, green, blue) = Light.weights
  return red * light(code: pixel >> 16 & 255) + green * light(code: pixel >> 8 & 255) + blue * light(code: pixel & 255)
}

extension Snapshot {
  /// How steep edges are from left to right, in light.
  fileprivate var sharpness: Double {
    var sum = 0.0
    for y in 0..<height {
      for x in 1..<width {
        let (a, b) = (pixels[y * width + x], pixels[y * width + x - 1])
        for shift in [UInt32(16), 8, 0] {
          let step = light(code: a >> shift & 255) - light(code: b >> shift & 255)
          sum += step * step
        }
      }
    }
    return sum.squareRoot()
  }
}
