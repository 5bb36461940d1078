import TestKit

/// Text as it would be captured, at places that are known: vertical strokes, as coverage, which is exact at every place.
struct SyntheticText {
  static let refreshRate = 60.0

  let width: Int
  /// For each group of rows, where strokes begin and how wide they are.
  private let strokes: [[(x: Double, thickness: Double)]]

  init(width: Int) {
    self.width = width
    var random = SeededRandom(seed: 7)
    strokes = (0..<Capture.groups).map { _ in
      // Some nine pixels apart; more than is seen at once.
      stride(from: -450, to: Double(width) + 450, by: 9).map { x in
        (x + .random(in: 0..<6, using: &random), .random(in: 1..<4, using: &random))
      }
    }
  }

  /// What a screen shows of text that is that far to the left.
  func profile(at position: Double) -> [Float] {
    strokes.flatMap { strokes in
      var columns = [Float](repeating: 16, count: width)
      for (x, thickness) in strokes {
        let (left, right) = (x - position, x - position + thickness)
        guard left > 0, right < Double(width) else { continue }
        for column in Int(left)...Int(right) {
          columns[column] += Float(max(0, min(right, Double(column + 1)) - max(left, Double(column)))) * 180
        }
      }
      return columns
    }
  }

  /// What is seen of text whose place is a function of time, with the text at rest.
  /// - Parameter profile: how the text is drawn at a place.
  func capture(frames: Int, drawn profile: ((Double) -> [Float])? = nil, _ position: (Double) -> Double) -> Capture {
    let pictures = (0..<frames).map { frame in
      let time = Double(frame) / Self.refreshRate
      let place = position(time)
      // Not at the very moment when a screen looks.
      return CapturedPicture(time: max(0, time - 0.001), profile: profile?(place) ?? self.profile(at: place))
    }
    // Refreshes that bring nothing new bring no picture.
    let changes = pictures.indices.filter { $0 == 0 || pictures[$0].profile != pictures[$0 - 1].profile }
    var capture = Capture(
      pictures: changes.map { pictures[$0] }, width: width, duration: Double(frames) / Self.refreshRate)
    capture.still = self.profile(at: 0)
    return capture
  }
}

/// A way to move that is not perfect, and what it costs.
struct FlawedMotion: Sendable {
  let name: String
  /// Where the text is shown that should be there in that refresh.
  let shown: @Sendable (_ speed: Double, _ refresh: Int) -> Double

  static let speeds = [60, 23.7, 47.3, 61.3, 88.8, 97.1, 143.9]

  static let all: [FlawedMotion] = [
    FlawedMotion(name: "perfect") { ideal($0, $1) },
    quantum("eighths of a pixel", 0.125), quantum("quarters of a pixel", 0.25), quantum("whole pixels", 1),
    FlawedMotion(name: "jitter of 0.05 px") { speed, refresh in
      // The sum of twelve numbers is as good as normal.
      var random = SeededRandom(seed: UInt64(refresh))
      let error = (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
      return ideal(speed, refresh) + 0.05 * error
    },
    FlawedMotion(name: "every second refresh left out") { ideal($0, $1 / 2 * 2) },
    FlawedMotion(name: "a refresh left out five times a second") { ideal($0, $1 % 12 == 11 ? $1 - 1 : $1) },
  ]

  private static func quantum(_ name: String, _ size: Double) -> FlawedMotion {
    FlawedMotion(name: name) { (ideal($0, $1) / size).rounded() * size }
  }

  private static func ideal(_ speed: Double, _ refresh: Int) -> Double {
    0.4 + speed * Double(refresh) / SyntheticText.refreshRate
  }

  func capture(of text: SyntheticText, speed: Double, frames: Int) -> Capture {
    text.capture(frames: frames) { shown(speed, Int(($0 * SyntheticText.refreshRate).rounded())) }
  }

  /// The contrast that such errors leave: they turn each wave by so much. The eye follows the mean of them.
  func knownContrast(at frequency: Double, speed: Double, frames: Int) -> Double {
    let errors = (1..<frames - 1).map { shown(speed, $0) - Self.ideal(speed, $0) }
    let mean = errors.reduce(0, +) / Double(errors.count)
    // Over a band, as it is measured.
    var (sum, weight) = (Complex(), 0.0)
    for frequency in stride(from: frequency - 0.02, through: frequency + 0.02, by: 0.002) {
      let limit = sinc(frequency * speed / SyntheticText.refreshRate)
      for error in errors { sum += Complex(turns: frequency * (error - mean)) * (limit * limit) }
      weight += limit * limit * Double(errors.count)
    }
    return sum.length / weight
  }
}
