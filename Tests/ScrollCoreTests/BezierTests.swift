import Testing

@testable import ScrollCore

struct BezierTests {
  @Test func runsFromNothingToAllWithoutTurning() {
    #expect(EaseOut.value(at: 0) == 0)
    #expect(EaseOut.value(at: 1) == 1)
    #expect(EaseOut.value(at: -3) == 0)
    #expect(EaseOut.value(at: 7) == 1)
    var last = 0.0
    for i in 1...10_000 {
      let value = EaseOut.value(at: Double(i) / 10_000)
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
      #expect(abs(EaseOut.value(at: x) - y) < 1e-14)
    }
  }

  @Test func slopeIsTheDerivative() {
    let h = 1e-6
    for i in 1..<100 {
      let x = Double(i) / 100
      let measured = (EaseOut.value(at: x + h) - EaseOut.value(at: x - h)) / (2 * h)
      #expect(abs(EaseOut.slope(at: x) - measured) < 1e-6)
    }
    #expect(abs(EaseOut.slope(at: 0) - 1 / 0.58) < 1e-9)
    #expect(EaseOut.slope(at: 1) == 0)
  }
}
