import Glibc
import Scene
import ScrollCore
import TestKit
import TestTags
import Testing

@testable import Render
@testable import X11

/// Tests that talk to an X server do so one at a time: the program has one thread, and neither Xft nor Pango
/// promises more.
@Suite("On an X server", .serialized, .tags(.x11)) struct OnServer {}

extension OnServer {
  /// A content at eighths of a pixel, as it comes to the glass.
  @Suite("Sub-pixel phases") struct PhaseTests {
    private static let size = Size(width: 1600, height: 200)
    private static let words = ["Harbour", "اقتصاد", "ספרייה", "हिन्दी", "ภาษาไทย", "東京天気", "🎉🚀"]

    /// A tile full of text in one script, its stems anywhere between pixels: exact coverage of a stem thinner than
    /// a pixel does not say where in its pixel it stands, that of many does.
    @Test("Phase k is k eighths of a pixel further", arguments: [Axis.horizontal, .vertical], words)
    func phaseKIsKEighthsOn(axis: Axis, word: String) async throws {
      try await withStage { stage in
        let content = stage.page(word, axis: axis)
        let still = try stage.shot(content, along: axis, by: 0).profile(axis)
        for phase in 1...15 {
          let moved = try stage.shot(content, along: axis, by: Double(phase) / 8).profile(axis)
          let error = shift(from: still, to: moved, near: Double(phase) / 8) - Double(phase) / 8
          #expect(abs(error) < 0.02, "phase \(phase) is off by \(error) px")
        }
      }
    }

    @Test("Every phase is as sharp as the first") func everyPhaseIsAsSharpAsTheFirst() async throws {
      try await withStage { stage in
        let text = "Harbour cities agree on a common night-ferry ticket, and trains wait for the late boats"
        let still = try stage.ink(text, axis: .horizontal, shift: 0)
        for phase in 1...7 {
          let moved = try stage.ink(text, axis: .horizontal, shift: Double(phase) / 8)
          let sharpness = moved.sharpness / still.sharpness
          #expect(abs(sharpness - 1) < 0.03, "phase \(phase) has \(sharpness) of the contrast")
        }
      }
    }

    @Test("Whole pixels show only those") func wholePixelsShowOnlyThose() async throws {
      try await withStage { stage in
        stage.compositor.hasWholePixels = true
        let a = try stage.ink("whole pixels", axis: .horizontal, shift: 0)
        let b = try stage.ink("whole pixels", axis: .horizontal, shift: 0.4)
        #expect(a == b)
      }
    }

    /// What is copied, shifted and drawn piece by piece is what would be drawn at once.
    @Test("A tile that has travelled looks like a fresh one") func aTravelledTileLooksLikeAFreshOne() async throws {
      try await withStage { stage in
        let texts = (0..<40).map { "Headline number \($0) of a long train" }
        var content = try stage.train(texts)
        for position in stride(from: 0.0, through: 9000, by: 611.25) {
          let travelled = try stage.shot(content, at: -position)
          content = Content(background: .black, primitives: content.primitives)
          let fresh = try stage.shot(content, at: -position)
          #expect(travelled == fresh, "after \(position) px")
        }
        let back = try stage.shot(content, at: -123.5)
        content = Content(background: .black, primitives: content.primitives)
        #expect(back == (try stage.shot(content, at: -123.5)))
      }
    }

    /// Taking a piece out of the middle leaves no trace of it, and the others as they were.
    @Test("What has changed is drawn again") func changedPiecesAreDrawnAgain() async throws {
      try await withStage { stage in
        var content = try stage.train(["first item", "second item", "third item", "fourth item"])
        _ = try stage.shot(content, at: 10.25)
        content.primitives.remove(at: 1)
        let changed = try stage.shot(content, at: 10.25)
        let fresh = Content(background: .black, primitives: content.primitives)
        #expect(changed == (try stage.shot(fresh, at: 10.25)))
      }
    }

    private func withStage(_ body: (Stage) throws -> Void) async throws {
      let server = try await XServer()
      defer { server.end() }
      let display = try Display(name: server.display)
      try body(Stage(display))
      #expect(display.takeErrors().isEmpty)
    }

    /// A window that is never shown, and its compositor.
    private final class Stage {
      let typesetter: PangoTypesetter
      let compositor: Compositor
      private let window: XWindow

      init(_ display: Display) throws {
        window = XWindow(display, frame: Rect(origin: .zero, size: PhaseTests.size), style: .init())
        typesetter = PangoTypesetter(display)
        compositor = Compositor(window, typesetter: typesetter)
      }

      func shot(_ content: Content, at x: Double, y: Double = 0) throws -> Snapshot {
        var frame = Frame(size: PhaseTests.size, background: .black)
        // At that speed eighths are needed.
        frame.add(
          Layer(content, clip: Rect(origin: .zero, size: PhaseTests.size), origin: Point(x: x, y: y), speed: 61.3))
        let shot = compositor.snapshot(frame)
        return try #require(shot)
      }

      func shot(_ content: Content, along axis: Axis, by shift: Double) throws -> Snapshot {
        try shot(content, at: axis == .horizontal ? shift : 0, y: axis == .vertical ? shift : 0)
      }

      /// The word all over the window, at steps that meet every part of a pixel alike.
      func page(_ word: String, axis: Axis) -> Content {
        let run = TextRun(word, font: FontSpec(family: "Noto Sans, DejaVu Sans", size: 18), color: .white)
        let (width, metrics) = (typesetter.width(of: run), typesetter.metrics(of: run.font))
        let golden = 0.618
        var content = Content(axis: axis, background: .black)
        let (columns, rows) = axis == .horizontal ? (11, 1) : (4, 5)
        for row in 0..<rows {
          for column in 0..<columns {
            let x = 40 + Double(column) * ((width + 20).rounded() + golden)
            let y = 25 + Double(row) * (32 + golden) + Double(column) * golden
            content.primitives.append(
              Primitive(
                text: run, baseline: Point(x: x, y: axis == .horizontal ? 25 : y), width: width, metrics: metrics))
          }
        }
        return content
      }

      func ink(_ text: String, axis: Axis, shift: Double) throws -> Snapshot {
        let run = TextRun(text, font: FontSpec(family: "Noto Sans, DejaVu Sans", size: 18), color: .white)
        let piece = Primitive(
          text: run, baseline: Point(x: 100, y: 25), width: typesetter.width(of: run),
          metrics: typesetter.metrics(of: run.font))
        let content = Content(axis: axis, background: .black, primitives: [piece])
        return try shot(content, at: axis == .horizontal ? shift : 0, y: axis == .vertical ? shift : 0)
      }

      func train(_ texts: [String]) throws -> Content {
        let font = FontSpec(family: "Noto Sans, DejaVu Sans", size: 18)
        let metrics = typesetter.metrics(of: font)
        var x = 3.3
        var pieces: [Primitive] = []
        for text in texts {
          let run = TextRun(text, font: font, color: .white)
          let width = typesetter.width(of: run)
          pieces.append(Primitive(text: run, baseline: Point(x: x, y: 25), width: width, metrics: metrics))
          pieces.append(Primitive(.diamond(fill: .white), in: Rect(x: x + width + 22, y: 16, width: 6, height: 6)))
          x += width + 50
        }
        return Content(background: .black, primitives: pieces)
      }
    }
  }

}

/// How much further on `moved` stands than `still`, in samples: the slope of the phases of the cross spectrum over
/// the frequencies at which text has strength and pixels do not alias, 0.005 to 0.2 cycles a sample.
private func shift(from still: [Double], to moved: [Double], near guess: Double) -> Double {
  var (numerator, denominator) = (0.0, 0.0)
  for step in 1...40 {
    let frequency = Double(step) * 0.005 * 2 * .pi
    var (a, b) = ((re: 0.0, im: 0.0), (re: 0.0, im: 0.0))
    for i in still.indices {
      let (c, s) = (cos(frequency * Double(i)), sin(frequency * Double(i)))
      a.re += still[i] * c
      a.im -= still[i] * s
      b.re += moved[i] * c
      b.im -= moved[i] * s
    }
    let cross = (re: b.re * a.re + b.im * a.im, im: b.im * a.re - b.re * a.im)
    let (c, s) = (cos(frequency * guess), sin(frequency * guess))
    let rest = (re: cross.re * c - cross.im * s, im: cross.im * c + cross.re * s)
    let weight = hypot(rest.re, rest.im)
    numerator -= weight * frequency * atan2(rest.im, rest.re)
    denominator += weight * frequency * frequency
  }
  return guess + numerator / denominator
}

extension Snapshot {
  /// The light of each code, by sRGB's curve (IEC 61966-2-1).
  private static let light = (0...255).map { code in
    let code = Double(code) / 255
    return code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4)
  }

  private func luminance(_ x: Int, _ y: Int) -> Double {
    let pixel = pixels[y * width + x]
    return Self.light[Int(pixel >> 16 & 255)] + Self.light[Int(pixel >> 8 & 255)] + Self.light[Int(pixel & 255)]
  }

  /// The ink of each column, or of each row.
  fileprivate func profile(_ axis: Axis) -> [Double] {
    var profile = [Double](repeating: 0, count: axis == .horizontal ? width : height)
    for y in 0..<height {
      for x in 0..<width { profile[axis == .horizontal ? x : y] += luminance(x, y) }
    }
    return profile
  }

  /// How steep edges are from left to right: the root of the sum of the squares of differences between neighbours.
  fileprivate var sharpness: Double {
    var sum = 0.0
    for y in 0..<height {
      for x in 1..<width {
        let step = luminance(x, y) - luminance(x - 1, y)
        sum += step * step
      }
    }
    return sum.squareRoot()
  }
}
