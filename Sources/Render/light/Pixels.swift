internal import ScrollCore

/// By how many eighths of a pixel a picture of a content stands further right and down.
struct Phase: Hashable {
  var x = 0
  var y = 0
}

/// Where positions may stand: at so many places within a pixel.
package enum PixelGrid: Int, Sendable {
  /// As many eighths from one place to the next.
  case eighths = 1
  case quarters = 2
  case whole = 8

  /// The smallest distance between two places, in pixels.
  package static let finest = 1 / Double(phaseCount)

  /// The phases of a pixel each way.
  static let phaseCount = 8

  /// The coarsest grid on which every step of a steady motion is the same, or as good as: it drifts by less than a tenth of a
  /// pixel a second. Where nothing moves steadily quarters do.
  ///
  /// - Parameters:
  ///   - speed: In pixels per second; 0 where it is none.
  ///   - period: Seconds from refresh to refresh.
  package init(speed: Double, period: Double) {
    let quarters = abs(speed) * period * 4
    let steps = quarters.rounded()
    let drift = abs(quarters - steps) / (4 * period)
    self = speed == 0 || steps >= 1 && drift < 0.1 ? .quarters : .eighths
  }

  /// The pixel at or before a position, and the phase nearest to what the position is beyond it.
  struct Place {
    let pixel: Int
    let phase: Int

    /// The nearest pixel: the same for all positions of a phase.
    var nearest: Int { 2 * phase < PixelGrid.phaseCount ? pixel : pixel + 1 }
  }

  /// Seconds until what moves steadily has another place.
  ///
  /// - Parameter velocity: In pixels per second, not 0.
  func timeToNextPlace(from position: Double, velocity: Double) -> Double {
    let places = position * Double(Self.phaseCount / rawValue)
    let beyond = places - places.rounded()
    return (0.5 - (velocity > 0 ? beyond : -beyond)) * Double(rawValue) / Double(Self.phaseCount) / abs(velocity)
  }

  func place(_ position: Double) -> Place {
    let count = Self.phaseCount
    let steps = Int(pixel: (position * Double(count / rawValue)).rounded()) * rawValue
    let phase = steps & (count - 1)
    return Place(pixel: (steps - phase) / count, phase: phase)
  }
}

extension RangeSet<Int> {
  func overlaps(_ range: Range<Int>) -> Bool { first(in: range) != nil }

  /// The first part of the set that lies in `bounds`.
  func first(in bounds: Range<Int>) -> Range<Int>? {
    ranges.lazy.map { $0.clamped(to: bounds) }.first { !$0.isEmpty }
  }
}
