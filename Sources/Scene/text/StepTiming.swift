internal import ScrollCore

/// How long a text stays without motion, to be read.
enum StepTiming {
  /// The duration of a fade, in seconds.
  static let fading = 0.12
  /// The minimum time for a text, and the time for each character, in seconds.
  private static let least = 3.0
  private static let perCharacter = 0.06

  /// Includes both fades, and a late frame.
  static func time(forCharacters count: Int) -> Seconds { max(least, Double(count) * perCharacter) + 3 * fading }

  /// The opacity at `t` of a text shown from one time to another, 0 to 1.
  static func opacity(from start: Seconds, until end: Seconds, at t: Seconds) -> Double {
    max(0, min(1, min(t - start, end - t) / fading))
  }

  /// How much longer a text shown since `start` stays after a pause, by `t`. Fading in continues during the pause.
  static func time(held since: Seconds?, of start: Seconds, at t: Seconds) -> Seconds {
    since.map { max(0, t - max($0, start + fading)) } ?? 0
  }
}
