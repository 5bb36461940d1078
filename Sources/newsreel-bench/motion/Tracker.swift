import Glibc

/// Where the text of a picture is.
enum Sighting: Equatable {
  /// Pixels to the left of where it was in the first picture.
  case at(Double)
  /// Hardly any ink.
  case blank
  /// A part of the picture is elsewhere than the rest.
  case torn
  /// Nothing known is seen.
  case lost
}

/// Finds how far the text has moved from picture to picture, to a hundredth of a pixel.
///
/// Each picture is compared with a key picture: the whole shift by normalised cross-correlation, the rest by least
/// squares between the two after a low-pass filter (Lucas-Kanade in one dimension).
struct Tracker {
  private let width: Int
  private let filter = GaussianFilter(sigma: 1.5)
  private var key: [Float] = []
  private var keyPosition = 0.0
  /// A picture that the key says is torn, unless it is the key that was.
  private var suspect: (picture: [Float], position: Double)?
  private var last = 0.0
  private var velocity = 0.0

  private static let blank: Float = 0.25
  private static let sure: Float = 0.6
  private static let some: Float = 0.3
  private static let torn: Float = 0.5

  /// Where the text is in each of the capture's pictures: from where it was at rest, if that is known and the same text.
  static func track(_ capture: Capture) -> [Sighting] {
    guard let still = capture.still else { return track(capture.pictures.map(\.profile), width: capture.width) }
    let sightings = track([still] + capture.pictures.map(\.profile), width: capture.width)
    return Array(sightings.dropFirst())
  }

  private static func track(_ profiles: [[Float]], width: Int) -> [Sighting] {
    var tracker = Tracker(width: width)
    let pictures = profiles.map(tracker.centred)
    let inks = pictures.map { $0.reduce(0) { $0 + abs($1) } }
    let usual = Float(median(inks.map(Double.init)) ?? 0)
    return zip(pictures, inks).map { picture, ink in
      ink <= blank * usual || ink == 0 ? .blank : tracker.sight(picture)
    }
  }

  private init(width: Int) { self.width = width }

  /// Each group of rows without its mean.
  private func centred(_ profile: [Float]) -> [Float] {
    var result = profile
    for base in stride(from: 0, to: profile.count, by: width) {
      let mean = profile[base..<base + width].reduce(0, +) / Float(width)
      for index in base..<base + width { result[index] -= mean }
    }
    return result
  }

  private mutating func sight(_ picture: [Float]) -> Sighting {
    guard !key.isEmpty else {
      key = picture
      return .at(0)
    }
    let sighting = compare(picture)
    guard sighting == .torn else {
      suspect = nil
      return sighting
    }
    // Two in a row that look alike, and not like the key: they are right.
    if let (torn, position) = suspect {
      let former = (key, keyPosition)
      (key, keyPosition) = (torn, position)
      let second = compare(picture)
      if case .at = second {
        suspect = nil
        return second
      }
      (key, keyPosition) = former
    }
    suspect = (picture, last + velocity)
    return .torn
  }

  /// Where a picture is by the key; the key changes where they have little in common any more.
  private mutating func compare(_ picture: [Float]) -> Sighting {
    let expected = Int((last + velocity - keyPosition).rounded())
    var (shift, likeness) = bestShift(of: picture, within: expected - 24...expected + 24)
    if likeness < Self.sure { (shift, likeness) = bestShift(of: picture, within: -width...width) }
    guard likeness >= Self.some else {
      // Another text altogether: go on from it, as if it stood where the last one did.
      (key, keyPosition) = (picture, last)
      return .lost
    }
    let fraction = refine(picture, shift)
    if likeness < Self.sure || isTorn(picture, shift, fraction) { return .torn }
    let position = keyPosition + Double(shift) + fraction
    velocity = abs(position - last) < 24 ? position - last : 0
    last = position
    if abs(shift) > width / 4 { (key, keyPosition) = (picture, position) }
    return .at(position)
  }

  /// The whole shift s for which the picture at x is likest to the key at x + s, and how alike they are, up to 1.
  private func bestShift(of picture: [Float], within range: ClosedRange<Int>) -> (Int, Float) {
    let limit = width - max(32, width / 5)
    var best: (shift: Int, likeness: Float) = (0, -1)
    for shift in range.clamped(to: -limit...limit) {
      var (product, keyPower, power): (Float, Float, Float) = (0, 0, 0)
      forEachOverlap(shift, margin: 0) { index, keyIndex in
        product += picture[index] * key[keyIndex]
        keyPower += key[keyIndex] * key[keyIndex]
        power += picture[index] * picture[index]
      }
      let likeness = product / max(1e-6, (keyPower * power).squareRoot())
      if likeness > best.likeness { best = (shift, likeness) }
    }
    return best
  }

  /// The part of a pixel that is left once the whole shift is taken off.
  private func refine(_ picture: [Float], _ shift: Int) -> Double {
    let still = filter.smooth(picture, width: width)
    var fraction = 0.0
    for _ in 0..<8 {
      let (moved, slope) = filter.smoothAndSlope(key, width: width, at: fraction)
      var (error, power) = (0.0, 1e-9)
      forEachOverlap(shift, margin: 2 * filter.radius) { index, keyIndex in
        error += Double((still[index] - moved[keyIndex]) * slope[keyIndex])
        power += Double(slope[keyIndex] * slope[keyIndex])
      }
      let step = error / power
      fraction = min(2, max(-2, fraction + step))
      if abs(step) < 0.000_5 { break }
    }
    return fraction
  }

  /// Whether some stretch of columns is not where the rest is.
  private func isTorn(_ picture: [Float], _ shift: Int, _ fraction: Double) -> Bool {
    let stretches = 12
    let still = filter.smooth(picture, width: width)
    let moved = filter.smoothAndSlope(key, width: width, at: fraction).0
    var power = [Float](repeating: 0, count: Capture.groups * stretches)
    var error = power
    forEachOverlap(shift, margin: 2 * filter.radius) { index, keyIndex in
      let place = index / width * stretches + index % width * stretches / width
      power[place] += still[index] * still[index] + moved[keyIndex] * moved[keyIndex]
      error[place] += (still[index] - moved[keyIndex]) * (still[index] - moved[keyIndex])
    }
    let mean = power.reduce(0, +) / Float(power.count)
    return zip(power, error).contains { $0 > 0.1 * mean && $1 > Self.torn * $0 }
  }

  /// Pairs of places in a picture and in the key, `shift` columns apart, in every group of rows.
  private func forEachOverlap(_ shift: Int, margin: Int, _ body: (Int, Int) -> Void) {
    let columns = max(0, -shift) + margin..<max(max(0, -shift) + margin, min(width, width - shift) - margin)
    for base in stride(from: 0, to: key.count, by: width) {
      for column in columns { body(base + column, base + column + shift) }
    }
  }
}

/// A low-pass filter whose centre may lie between two samples.
struct GaussianFilter {
  let radius: Int
  private let sigma: Double

  init(sigma: Double) {
    self.sigma = sigma
    radius = Int((sigma * 4).rounded(.up)) + 2
  }

  func smooth(_ rows: [Float], width: Int) -> [Float] { convolve(rows, width, kernel(at: 0)) }

  /// The smoothed value at x + `offset` for every x, and its slope there.
  func smoothAndSlope(_ rows: [Float], width: Int, at offset: Double) -> ([Float], [Float]) {
    let kernel = kernel(at: offset)
    let slopes = kernel.enumerated().map { index, value in
      Float((Double(index - radius) - offset) / (sigma * sigma)) * value
    }
    return (convolve(rows, width, kernel), convolve(rows, width, slopes))
  }

  private func kernel(at offset: Double) -> [Float] {
    let values = (-radius...radius).map { exp(-((Double($0) - offset) * (Double($0) - offset)) / (2 * sigma * sigma)) }
    let sum = values.reduce(0, +)
    return values.map { Float($0 / sum) }
  }

  /// Columns nearer to an edge than `radius` stay 0.
  private func convolve(_ rows: [Float], _ width: Int, _ kernel: [Float]) -> [Float] {
    var result = [Float](repeating: 0, count: rows.count)
    guard width > 2 * radius else { return result }
    for base in stride(from: 0, to: rows.count, by: width) {
      for column in base + radius..<base + width - radius {
        var sum: Float = 0
        for tap in 0..<kernel.count { sum += kernel[tap] * rows[column - radius + tap] }
        result[column] = sum
      }
    }
    return result
  }
}
