import Testing

@testable import newsreel_bench

/// The measurement of sharpness against motion that is known.
@Suite("Sharpness for an eye that follows") struct SharpnessTests {
  private static let text = SyntheticText(width: 640)

  /// `newsreel-bench --check` has more speeds, and more text.
  @Test("Known flaws cost what they have to") func findsWhatIsKnown() {
    let check = SelfCheck(width: 640, frames: 90, speeds: [61.3])
    #expect(check.results.count == FlawedMotion.all.count)
    for result in check.results {
      #expect(result.passes, "\(result.flaw.name): \(result.found), known \(result.known)")
    }
  }

  /// Errors that are spread evenly over a quantum blur as a shutter of its width does.
  @Test(
    "What a quantum costs follows from its size",
    arguments: [("eighths of a pixel", 0.125), ("quarters of a pixel", 0.25)])
  func quanta(name: String, size: Double) throws {
    let flaw = try #require(FlawedMotion.all.first { $0.name == name })
    for frequency in Sharpness.frequencies {
      let known = flaw.knownContrast(at: frequency, speed: 61.3, frames: 2000)
      #expect(abs(known - sinc(frequency * size)) < 0.001)
    }
  }

  @Test("Perfect motion has all the contrast, also where the picture is lost now and then") func perfect() throws {
    let capture = Self.text.capture(frames: 90) { 0.3 + $0 * 47.3 }
    var sightings = Tracker.track(capture)
    sightings[40] = .lost
    let sharpness = try #require(Sharpness(capture, sightings, refreshRate: 60))
    for contrast in sharpness.contrasts { #expect(abs((contrast ?? 0) - 1) < 0.01) }
  }

  /// As an interpolation between two whole pixels draws it.
  @Test("Text that is blurred between pixels is seen to be, against the same text at rest") func blurred() throws {
    func blurred(_ position: Double) -> [Float] {
      let (whole, part) = (position.rounded(.down), Float(position - position.rounded(.down)))
      return zip(Self.text.profile(at: whole), Self.text.profile(at: whole + 1)).map { $0 * (1 - part) + $1 * part }
    }
    let capture = Self.text.capture(frames: 90, drawn: blurred) { $0 * 47.3 }
    let sharpness = try #require(Sharpness(capture, Tracker.track(capture), refreshRate: 60))
    #expect(try #require(sharpness.drawn) < 0.95)
    // That is no fault of its motion.
    #expect(try #require(sharpness.contrasts[1]) > 0.97)
  }

  @Test("Where a screen shows no contrast at all there is none to lose") func noLimit() throws {
    let capture = Self.text.capture(frames: 60) { $0 * 120 }
    let sharpness = try #require(Sharpness(capture, Tracker.track(capture), refreshRate: 60))
    #expect(sharpness.contrasts[1] == nil)
    #expect(abs((sharpness.contrasts[0] ?? 0) - 1) < 0.01)
    #expect(sharpness.sample[.sharpHalf] == nil)
  }

  @Test("Of text that hardly moves, or hardly is there, nothing is said") func tooLittle() {
    let still = Self.text.capture(frames: 60) { _ in 3 }
    #expect(Sharpness(still, Tracker.track(still), refreshRate: 60) == nil)
    let fast = Self.text.capture(frames: 60) { $0 * 500 }
    #expect(Sharpness(fast, Tracker.track(fast), refreshRate: 60) == nil)
    #expect(Sharpness(Capture(pictures: [], width: 0, duration: 1), [], refreshRate: 60) == nil)
  }

  @Test("Few equations are solved") func equations() {
    let matrix = [[Complex(4), Complex(1, -2)], [Complex(1, 2), Complex(5)]]
    let wanted = [Complex(2, 1), Complex(-1, 3)]
    let right = matrix.map { row in zip(row, wanted).reduce(Complex()) { $0 + $1.0 * $1.1 } }
    for (found, wanted) in zip(Complex.solve(matrix, right), wanted) { #expect((found - wanted).length < 1e-12) }
  }

  // MARK: - Stems

  @Test("The light of stems that keep it is even, and a stem that loses some is found", arguments: [0, 0.06])
  func stems(loss: Double) throws {
    let width = 400
    let capture = Capture(
      pictures: (0..<40).map { frame in
        let position = Double(frame) * 1.021
        // One of them is dimmer while it stands between pixels.
        let columns = (0..<width).map { x -> Float in
          let distance = (Double(x) + position).truncatingRemainder(dividingBy: 20)
          let covered = max(0, min(distance + 1, 12) - max(distance, 9.5))
          let isDim = (140..<160).contains(Double(x) + position) && frame % 3 == 1
          return Float(8 + 200 * covered * (isDim ? 1 - loss : 1))
        }
        return CapturedPicture(
          time: Double(frame) / 60, profile: [[Float]](repeating: columns, count: Capture.groups).flatMap { $0 })
      }, width: width, duration: 40 / 60)
    let sightings = (0..<40).map { Sighting.at(Double($0) * 1.021) }
    let light = try #require(StemLight(capture, sightings))
    #expect(light.stemCount > 10)
    // It is dim in a third of its pictures, and so is a third of the mean.
    let mean = 1 - loss / 3
    #expect(abs(light.deviation - (mean - (1 - loss)) / mean) < 0.001)
  }
}
