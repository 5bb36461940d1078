import Testing

@testable import ScrollCore

struct BezierTests {
  @Test(arguments: [Bezier.easeOut, Bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1), Bezier(x1: 1, y1: 0, x2: 0, y2: 1)])
  func runsFromNothingToAllWithoutTurning(curve: Bezier) {
    #expect(curve.value(at: 0) == 0)
    #expect(curve.value(at: 1) == 1)
    #expect(curve.value(at: -3) == 0)
    #expect(curve.value(at: 7) == 1)
    var last = 0.0
    for i in 1...10_000 {
      let value = curve.value(at: Double(i) / 10_000)
      #expect(value >= last)
      last = value
    }
  }

  /// For (0, 0, 0.58, 1) the curve is x = 1.74u² - 0.74u³, y = 3u² - 2u³.
  @Test func isSolvedToTheLastBits() {
    for i in 1..<1000 {
      let u = Double(i) / 1000
      let x = (1.74 - 0.74 * u) * u * u
      let y = (3 - 2 * u) * u * u
      #expect(abs(Bezier.easeOut.value(at: x) - y) < 1e-14)
    }
  }

  @Test func straightLineIsItself() {
    let line = Bezier(x1: 1.0 / 3, y1: 1.0 / 3, x2: 2.0 / 3, y2: 2.0 / 3)
    for i in 0...100 { #expect(abs(line.value(at: Double(i) / 100) - Double(i) / 100) < 1e-15) }
  }

  @Test func slopeIsTheDerivative() {
    let h = 1e-6
    for i in 1..<100 {
      let x = Double(i) / 100
      let measured = (Bezier.easeOut.value(at: x + h) - Bezier.easeOut.value(at: x - h)) / (2 * h)
      #expect(abs(Bezier.easeOut.slope(at: x) - measured) < 1e-6)
    }
    #expect(abs(Bezier.easeOut.slope(at: 0) - 1 / 0.58) < 1e-9)
    #expect(Bezier.easeOut.slope(at: 1) == 0)
  }
}
