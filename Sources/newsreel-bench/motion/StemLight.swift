/// What single stems emit while they move: each the same in every picture, wherever it stands between pixels.
struct StemLight {
  /// By how much of its mean a stem's light is off that at most, in any picture.
  let deviation: Double
  let stemCount: Int

  /// Columns to either side of a stem's middle that are its own.
  private static let reach = 7
  private static let margin = 48
  /// Of the brightest column: what is less is ground.
  private static let faint: Float = 0.05

  /// For text whose stems stand far apart. Nil where there are none.
  init?(_ capture: Capture, _ sightings: [Sighting]) {
    let pictures = zip(capture.pictures, sightings).compactMap {
      picture, sighting -> (ink: [Float], position: Double)? in
      guard case .at(let position) = sighting else { return nil }
      return (Self.ink(picture.profile, width: capture.width), position)
    }
    guard let first = pictures.first else { return nil }
    let deviations = Self.stems(first.ink).compactMap { middle -> Double? in
      let sums = pictures.compactMap { Self.light($0.ink, at: middle + first.position - $0.position) }
      let mean = sums.reduce(0, +) / Double(max(1, sums.count))
      guard sums.count > 8 else { return nil }
      return sums.map { abs($0 / mean - 1) }.max()
    }
    guard let largest = deviations.max() else { return nil }
    (deviation, stemCount) = (largest, deviations.count)
  }

  /// How far each column is off the ground, over all rows.
  private static func ink(_ profile: [Float], width: Int) -> [Float] {
    let columns = (0..<width).map { x in
      stride(from: x, to: profile.count, by: width).reduce(Float(0)) { $0 + profile[$1] }
    }
    let ground = columns.sorted()[width / 2]
    return columns.map { abs($0 - ground) }
  }

  /// The middles of the stems.
  private static func stems(_ ink: [Float]) -> [Double] {
    let threshold = (ink.max() ?? 0) * faint
    var middles: [Double] = []
    var start: Int?
    for x in ink.indices {
      if ink[x] > threshold, start == nil { start = x }
      if ink[x] <= threshold, let left = start {
        middles.append(Double(left + x - 1) / 2)
        start = nil
      }
    }
    return middles
  }

  /// Nil where a stem is not wholly in the picture, away from fades.
  private static func light(_ ink: [Float], at middle: Double) -> Double? {
    let centre = Int(middle.rounded())
    guard centre - reach >= margin, centre + reach < ink.count - margin else { return nil }
    return (centre - reach...centre + reach).reduce(0) { $0 + Double(ink[$1]) }
  }
}
