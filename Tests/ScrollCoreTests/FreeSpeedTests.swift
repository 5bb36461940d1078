import ScrollCore
import Testing

@Suite("A speed that nobody has set") struct FreeSpeedTests {
  @Test(
    "It shows as few fractions of a pixel as it can at the refresh rate",
    arguments: [
      (60.0, 60.0, 60.0), (60, 60.006, 60.006), (66.7, 60, 60), (66.667, 59.94, 59.94), (120, 60, 120), (167, 60, 180),
      (92, 60, 90), (73, 60, 75), (40, 60, 37.5), (60, 144, 54), (60, 240, 60), (60, 0, 60), (0, 60, 0),
    ])
  func even(speed: Double, rate: Double, shown: Double) {
    #expect(abs(freeSpeed(near: speed, rate: rate) - shown) < 1e-9)
  }

  @Test("It is never more than about a tenth off, however fast", arguments: [24.0, 50, 59.951, 60, 75, 143.98, 240])
  func near(rate: Double) {
    for speed in stride(from: 1.0, to: 2000, by: 0.7) {
      let even = freeSpeed(near: speed, rate: rate)
      #expect(abs(even - speed) <= 0.1051 * speed, "\(speed) px/s becomes \(even)")
    }
  }
}
