import Glibc

/// How evenly text moved, as a screen would have shown it. Pixels and pixels per second; positions grow leftwards.
struct MeasuredMotion {
  var speed = 0.0
  /// New positions per second.
  var rate = 0.0
  /// Deviation from the fitted line at the moments when a new position first shows: the jitter proper.
  var onsetError = 0.0
  /// Spread of the steps that a 60 Hz screen would show, at whichever phase of its refresh but the one that falls into the
  /// moments of change: there chance says which picture is seen, and no program can help it.
  var stepDeviation = 0.0
  /// The same at all phases.
  var fullStepDeviation = 0.0
  /// The share of that screen's refreshes that show no step.
  var stillShare = 0.0
  /// The longest time without a new position, in seconds.
  var longestFreeze = 0.0
  var badPictures = 0
  /// Between two looks at the screen, in seconds: a freeze of no more than that may be the benchmark's own.
  var longestGap = 0.0

  /// Nil where hardly anything moved.
  /// - Parameter sightings: where its text is in each picture.
  init?(_ capture: Capture, _ sightings: [Sighting]) {
    let seen = zip(capture.pictures, sightings).compactMap { picture, sighting -> Place? in
      if case .at(let x) = sighting {
        Place(time: picture.time, x: x, isSure: picture.uncertainty < 0.000_5)
      } else {
        nil
      }
    }
    badPictures = sightings.count - seen.count
    longestGap = capture.longestGap
    var onsets: [Place] = []
    for (before, place) in zip(seen, seen.dropFirst()) where abs(place.x - (onsets.last ?? before).x) > 0.02 {
      onsets.append(place)
    }
    guard onsets.count(where: \.isSure) > 3, let line = Line(through: onsets.filter(\.isSure)),
      abs(onsets[0].x - onsets[onsets.count - 1].x) >= 1
    else { return nil }
    speed = line.slope
    rate = Double(onsets.count) / capture.duration
    onsetError = rootMeanSquare(onsets.filter(\.isSure).map { $0.x - line.value(at: $0.time) })
    let times = [0] + onsets.map(\.time) + [capture.duration]
    longestFreeze = zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0
    let phases = Self.steps(of: seen, duration: capture.duration, rate: Self.refreshRate)
    let steps = Array(phases.joined())
    fullStepDeviation = deviation(steps)
    let changing = Self.phase(of: onsets)
    stepDeviation = deviation(phases.indices.filter { $0 != changing }.flatMap { phases[$0] })
    stillShare = Double(steps.count { abs($0) < 0.02 }) / Double(max(1, steps.count))
  }

  var sample: Sample {
    [
      .speed: speed, .rate: rate, .onset: onsetError, .step: stepDeviation, .fullStep: fullStepDeviation,
      .still: stillShare, .freeze: longestFreeze * 1000, .gap: longestGap * 1000, .bad: Double(badPictures),
    ]
  }

  private static let refreshRate = 60.0
  /// Of a refresh.
  private static let phaseCount = 8

  /// The steps that a screen of that rate shows, at each phase of its refresh.
  private static func steps(of places: [Place], duration: Double, rate: Double) -> [[Double]] {
    (0..<phaseCount).map { phase in
      var (index, last, result): (Int, Double?, [Double]) = (0, nil, [])
      for refresh in 0..<max(0, Int(duration * rate) - 1) {
        let time = (Double(refresh) + Double(phase) / Double(phaseCount)) / rate
        while index + 1 < places.count && places[index + 1].time <= time { index += 1 }
        if let last { result.append(places[index].x - last) }
        last = places[index].x
      }
      return result
    }
  }

  /// The phase that is nearest to the moments of change.
  private static func phase(of onsets: [Place]) -> Int {
    let turns = onsets.reduce(Complex()) { $0 + Complex(turns: $1.time * refreshRate) }
    let phase = (atan2(turns.imaginary, turns.real) / (2 * .pi) * Double(phaseCount)).rounded()
    return (Int(phase) + phaseCount) % phaseCount
  }
}

private struct Place {
  var time: Double
  var x: Double
  /// Whether the time is known well enough for the error of the place to be the program's.
  var isSure: Bool
}

/// A straight line, by least squares.
private struct Line {
  let slope: Double
  private let offset: Double

  init?(through places: [Place]) {
    let count = Double(places.count)
    let time = places.reduce(0) { $0 + $1.time } / count
    let x = places.reduce(0) { $0 + $1.x } / count
    let power = places.reduce(0) { $0 + ($1.time - time) * ($1.time - time) }
    guard power > 0 else { return nil }
    slope = places.reduce(0) { $0 + ($1.time - time) * ($1.x - x) } / power
    offset = x - slope * time
  }

  func value(at time: Double) -> Double { offset + slope * time }
}

func rootMeanSquare(_ values: [Double]) -> Double {
  (values.reduce(0) { $0 + $1 * $1 } / Double(max(1, values.count))).squareRoot()
}

/// How much values differ from their mean.
private func deviation(_ values: [Double]) -> Double {
  let mean = values.reduce(0, +) / Double(max(1, values.count))
  return rootMeanSquare(values.map { $0 - mean })
}

/// The middle one, or the mean of the two in the middle; nil of none.
func median(_ values: [Double]) -> Double? {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return nil }
  return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}
