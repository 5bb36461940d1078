import Testing

@testable import newsreel_bench

/// The estimator against known motion.
@Suite("The estimator of motion") struct MotionTests {
  private static let width = 480

  @Test("Even motion is found", arguments: [60, 47.3, 7.3, 120, -88.8])
  func findsEvenMotion(speed: Double) throws {
    let motion = try #require(Self.motion { $0 * speed })
    #expect(abs(motion.speed / speed - 1) < 0.000_5)
    #expect(abs(motion.rate - 60) < 1)
    #expect(motion.onsetError < 0.01)
    #expect(motion.stepDeviation < 0.015)
    #expect(motion.stillShare < 0.01)
    #expect(motion.badPictures == 0)
    #expect(motion.longestFreeze < 0.018)
  }

  @Test("Motion by whole pixels is seen as it is") func seesWholePixelsAsTheyAre() throws {
    let motion = try #require(Self.motion { ($0 * 47.3).rounded() })
    // Rounding errors are spread evenly over a pixel, less what repeats of a place take away.
    #expect(abs(motion.onsetError - 0.23) < 0.04)
    #expect(abs(motion.stepDeviation - 0.41) < 0.03)
    #expect(abs(motion.stillShare - 0.21) < 0.03)
  }

  @Test("A screen may see steps twice or not at all; pictures later than one refresh count")
  func phaseOfChange() throws {
    var pictures = Self.capture(frames: 90) { $0 * 60 }.pictures
    func motion() throws -> MeasuredMotion {
      let capture = Capture(pictures: pictures, width: Self.width, duration: 1.5)
      return try #require(MeasuredMotion(capture, Tracker.track(capture)))
    }
    for index in pictures.indices { pictures[index].time += 0.001 + (index % 3 == 1 ? 0.000_2 : -0.000_2) }
    let even = try motion()
    #expect(even.stepDeviation < 0.015)
    #expect(even.fullStepDeviation > 0.1)
    for index in pictures.indices where index % 10 == 5 { pictures[index].time += 0.004 }
    #expect(try motion().stepDeviation > 0.1)
  }

  @Test("A freeze is seen") func seesAFreeze() throws {
    let motion = try #require(Self.motion { (0.5...0.65).contains($0) ? 30 : $0 * 60 })
    #expect(abs(motion.longestFreeze - 0.167) < 0.02)
  }

  @Test("Bad pictures are found") func findsBadPictures() throws {
    var pictures = Self.capture(frames: 90) { $0 * 60 }.pictures
    pictures[40].profile = [Float](repeating: 16, count: pictures[40].profile.count)
    // The right half is 20 px late.
    for index in pictures[80].profile.indices where index % Self.width > Self.width / 2 {
      pictures[80].profile[index] = pictures[60].profile[index]
    }
    let capture = Capture(pictures: pictures, width: Self.width, duration: 1.5)
    let sightings = Tracker.track(capture)
    #expect(sightings[40] == .blank)
    #expect(sightings[80] == .torn)
    #expect(try #require(MeasuredMotion(capture, sightings)).badPictures == 2)
  }

  /// All others are compared with the first; that must not make them bad.
  @Test("A torn first picture does not spoil the rest") func survivesATornFirstPicture() throws {
    var pictures = Self.capture(frames: 90) { $0 * 60 }.pictures
    for index in pictures[0].profile.indices where index % Self.width > Self.width / 2 {
      pictures[0].profile[index] = pictures[20].profile[index]
    }
    let capture = Capture(pictures: pictures, width: Self.width, duration: 1.5)
    let motion = try #require(MeasuredMotion(capture, Tracker.track(capture)))
    #expect(motion.badPictures <= 1)
    #expect(abs(motion.speed / 60 - 1) < 0.001)
    #expect(motion.onsetError < 0.02)
  }

  @Test("In a still nothing moves") func nothingMovesInAStill() {
    #expect(Self.motion { _ in 3 } == nil)
    #expect(MeasuredMotion(Capture(pictures: [], width: 0, duration: 1), []) == nil)
  }

  private static func motion(position: (Double) -> Double) -> MeasuredMotion? {
    let capture = capture(frames: 90, position: position)
    return MeasuredMotion(capture, Tracker.track(capture))
  }

  private static func capture(frames: Int, position: (Double) -> Double) -> Capture {
    SyntheticText(width: width).capture(frames: frames, position)
  }
}
