import ScrollCore
import Testing

@testable import Scene

@Suite("A mirror of a view") struct MirrorViewTests {
  private static let source = Rect(x: 0, y: 0, width: 1000, height: 40)

  private func squeeze(to width: Double, stretch: ClosedRange<Double>? = 100...700) -> Squeeze {
    Squeeze(from: Self.source, to: width, stretch: stretch)
  }

  private func columns(_ squeeze: Squeeze, _ from: Double, _ to: Double) -> [Double]? {
    squeeze.place(Rect(x: from, y: 0, width: to - from, height: 40)).map { [$0.clip.minX, $0.clip.maxX, $0.dx] }
  }

  @Test("As wide as the view nothing moves") func same() {
    let squeeze = squeeze(to: 1000)
    for (from, to) in [(0.0, 100.0), (100, 700), (700, 1000), (0, 1000)] {
      #expect(columns(squeeze, from, to) == [from, to, 0])
    }
  }

  @Test("Narrower, what can be shorter ends sooner, and the rest follows it") func narrower() {
    let squeeze = squeeze(to: 800)
    #expect(columns(squeeze, 0, 100) == [0, 100, 0])
    #expect(columns(squeeze, 100, 700) == [100, 500, 0])
    #expect(columns(squeeze, 700, 1000) == [500, 800, -200])
    #expect(columns(squeeze, 0, 1000) == [0, 800, 0])
    // What lies wholly beyond what is left of it goes.
    #expect(columns(squeeze, 600, 700) == nil)
  }

  @Test("Where there is no room for the rest it is left out") func tooNarrow() {
    let squeeze = squeeze(to: 300)
    #expect(columns(squeeze, 0, 100) == [0, 100, 0])
    #expect(columns(squeeze, 100, 700) == [100, 300, 0])
  }

  @Test("A view that says nothing is cut at the right") func plain() {
    let squeeze = squeeze(to: 800, stretch: nil)
    #expect(columns(squeeze, 0, 1000) == [0, 800, 0])
    #expect(columns(squeeze, 900, 1000) == nil)
  }

  @Test("A point is that of the view which is seen there") func points() {
    let squeeze = squeeze(to: 800)
    for (x, source) in [(50.0, 50.0), (499, 499), (500, 700), (799, 999)] {
      #expect(squeeze.source(of: Point(x: x, y: 5)) == Point(x: source, y: 5))
    }
  }
}
