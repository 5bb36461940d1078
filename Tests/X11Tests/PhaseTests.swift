import Scene
import ScrollCore
import TestSupport
import Testing

@testable import X11

/// Tests that talk to an X server do so one at a time: the program has one thread, and neither Xft nor Pango
/// promises more.
@Suite(.serialized) struct OnServer {}

extension OnServer {
  /// A content at quarters of a pixel, as it comes to the glass.
  @Suite struct PhaseTests {
    private static let size = Size(width: 1600, height: 40)
    private static let words = ["Harbour", "اقتصاد", "ספרייה", "हिन्दी", "ภาษาไทย", "東京天気", "🎉🚀"]

    @Test(arguments: [Axis.horizontal, .vertical])
    func phaseKIsKQuartersOn(axis: Axis) async throws {
      try await withStage { stage in
        for phase in 1...7 {
          let errors = try Self.words.map { word in
            let still = try stage.ink(word, axis: axis, shift: 0)
            let moved = try stage.ink(word, axis: axis, shift: Double(phase) / 4)
            return moved.centroid(axis) - still.centroid(axis) - Double(phase) / 4
          }
          // Averages are rounded to whole levels, alike all along a straight stem: a word's centre may be off by
          // that, but not the centres of many.
          let mean = errors.reduce(0, +) / Double(errors.count)
          #expect(abs(mean) < 0.02, "phase \(phase) is off by \(mean) px")
          #expect(errors.allSatisfy { abs($0) < 0.04 }, "phase \(phase) is off by \(errors) px")
        }
      }
    }

    @Test func everyPhaseIsAsSharpAsTheFirst() async throws {
      try await withStage { stage in
        let text = "Harbour cities agree on a common night-ferry ticket, and trains wait for the late boats"
        let still = try stage.ink(text, axis: .horizontal, shift: 0)
        for phase in 1...3 {
          let moved = try stage.ink(text, axis: .horizontal, shift: Double(phase) / 4)
          let sharpness = moved.sharpness / still.sharpness
          #expect(abs(sharpness - 1) < 0.03, "phase \(phase) has \(sharpness) of the contrast")
        }
      }
    }

    @Test func wholePixelsShowOnlyThose() async throws {
      try await withStage { stage in
        stage.compositor.wholePixels = true
        let a = try stage.ink("whole pixels", axis: .horizontal, shift: 0)
        let b = try stage.ink("whole pixels", axis: .horizontal, shift: 0.4)
        #expect(a == b)
      }
    }

    /// What is copied, shifted and drawn piece by piece is what would be drawn at once.
    @Test func aTravelledTileLooksLikeAFreshOne() async throws {
      try await withStage { stage in
        let texts = (0..<40).map { "Headline number \($0) of a long train" }
        var content = try stage.train(texts)
        for position in stride(from: 0.0, through: 9000, by: 611.25) {
          let travelled = try stage.shot(content, at: -position)
          content = Content(id: stage.nextID(), background: .black, pieces: content.pieces)
          let fresh = try stage.shot(content, at: -position)
          #expect(travelled == fresh, "after \(position) px")
        }
        let back = try stage.shot(content, at: -123.5)
        content = Content(id: stage.nextID(), background: .black, pieces: content.pieces)
        #expect(back == (try stage.shot(content, at: -123.5)))
      }
    }

    /// Taking a piece out of the middle leaves no trace of it, and the others as they were.
    @Test func changedPiecesAreDrawnAgain() async throws {
      try await withStage { stage in
        var content = try stage.train(["first item", "second item", "third item", "fourth item"])
        _ = try stage.shot(content, at: 10.25)
        content.pieces.remove(at: 1)
        let changed = try stage.shot(content, at: 10.25)
        let fresh = Content(id: stage.nextID(), background: .black, pieces: content.pieces)
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
      private let window: Window
      private var ids = ContentIDs()

      init(_ display: Display) throws {
        window = try Window(display, frame: Rect(origin: .zero, size: PhaseTests.size), style: .init())
        typesetter = PangoTypesetter(display)
        compositor = Compositor(window, typesetter: typesetter)
      }

      func nextID() -> Int { ids.next() }

      func shot(_ content: Content, at x: Double, y: Double = 0) throws -> Snapshot {
        var frame = Frame(size: PhaseTests.size, background: .black)
        frame.add(
          Layer(content, clip: Rect(origin: .zero, size: PhaseTests.size), origin: Point(x: x, y: y)))
        return try #require(compositor.snapshot(frame))
      }

      func ink(_ text: String, axis: Axis, shift: Double) throws -> Snapshot {
        let run = TextRun(text, font: FontSpec(family: "Noto Sans, DejaVu Sans", size: 18), color: .white)
        let piece = Piece(
          text: run, baseline: Point(x: 100, y: 25), width: typesetter.width(of: run),
          metrics: typesetter.metrics(of: run.font))
        let content = Content(id: nextID(), axis: axis, background: .black, pieces: [piece])
        return try shot(content, at: axis == .horizontal ? shift : 0, y: axis == .vertical ? shift : 0)
      }

      func train(_ texts: [String]) throws -> Content {
        let font = FontSpec(family: "Noto Sans, DejaVu Sans", size: 18)
        let metrics = typesetter.metrics(of: font)
        var x = 3.3
        var pieces: [Piece] = []
        for text in texts {
          let run = TextRun(text, font: font, color: .white)
          let width = typesetter.width(of: run)
          pieces.append(Piece(text: run, baseline: Point(x: x, y: 25), width: width, metrics: metrics))
          pieces.append(Piece(.diamond(fill: .white), in: Rect(x: x + width + 22, y: 16, width: 6, height: 6)))
          x += width + 50
        }
        return Content(id: nextID(), background: .black, pieces: pieces)
      }
    }
  }

}

extension Snapshot {
  private func luminance(_ x: Int, _ y: Int) -> Double {
    let pixel = pixels[y * width + x]
    return Double((pixel >> 16) & 255) + Double((pixel >> 8) & 255) + Double(pixel & 255)
  }

  /// The centre of all that is brighter than black.
  fileprivate func centroid(_ axis: Axis) -> Double {
    var (sum, moment) = (0.0, 0.0)
    for y in 0..<height {
      for x in 0..<width {
        let ink = luminance(x, y)
        sum += ink
        moment += ink * Double(axis == .horizontal ? x : y)
      }
    }
    return moment / sum
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
