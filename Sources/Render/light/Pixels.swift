internal import ScrollCore

/// The subpixel offset of a content's picture to the right and down, in eighths of a pixel.
struct Phase: Hashable {
  var x = 0
  var y = 0
}

/// The subpixel positions in use: all eighths, or quarters.
package enum PixelGrid: Int, Sendable {
  /// The raw value is the distance between positions in eighths.
  case eighths = 1
  case quarters = 2
  case whole = 8

  /// The smallest distance between two places, in pixels.
  package static let finest = 1 / Double(phaseCount)

  /// Phases per pixel along each axis.
  static let phaseCount = 8

  /// The coarsest grid on which all steps of a steady motion are equal, to a drift below a tenth of a pixel a second.
  /// Quarters if nothing moves steadily.
  ///
  /// - Parameters:
  ///   - speed: In pixels per second; 0 without steady motion.
  ///   - period: Seconds from refresh to refresh.
  package init(speed: Double, period: Double) {
    let quarters = abs(speed) * period * 4
    let steps = quarters.rounded()
    let drift = abs(quarters - steps) / (4 * period)
    self = speed == 0 || steps >= 1 && drift < 0.1 ? .quarters : .eighths
  }

  /// The pixel at or before a position, and the nearest phase beyond it.
  struct Place {
    let pixel: Int
    let phase: Int

    /// The nearest pixel; equal for all positions of one phase.
    var nearest: Int { 2 * phase < PixelGrid.phaseCount ? pixel : pixel + 1 }
  }

  /// Seconds until a steady motion reaches its next place on the grid.
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
