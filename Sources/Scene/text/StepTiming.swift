internal import ScrollCore

/// How long what stands instead of moving stands, so that it can be read.
enum StepTiming {
  /// Seconds within which something comes or goes.
  static let fading = 0.12
  /// A text stands for at least so long, and for a character so much.
  private static let least = 3.0
  private static let perCharacter = 0.06

  /// With its coming and going, and a frame in which it may be late.
  static func time(forCharacters count: Int) -> Seconds { max(least, Double(count) * perCharacter) + 3 * fading }

  /// How much is seen at `t` of what stands from one time to another, 0 to 1.
  static func opacity(from start: Seconds, until end: Seconds, at t: Seconds) -> Double {
    max(0, min(1, min(t - start, end - t) / fading))
  }

  /// How much later what stands since `start` goes because it was held, until `t`. It comes in also while it is held.
  static func time(held since: Seconds?, of start: Seconds, at t: Seconds) -> Seconds {
    since.map { max(0, t - max($0, start + fading)) } ?? 0
  }
}
