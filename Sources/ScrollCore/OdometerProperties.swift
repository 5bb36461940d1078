/// How a counter's columns go to a new number.
public enum RollStyle: String, CaseIterable, Sendable {
  /// Only columns that change, from the old digit to the new one.
  case changed
  /// Every column, over several cells.
  case spin
}

/// Which way digits roll: the strip of digits moves up as they rise.
public enum RollTrend: String, CaseIterable, Sendable {
  /// Up where the number grows, sign aside; down where it shrinks.
  case auto
  case up, down, shortest
}

/// What can be set of an `Odometer`.
public struct OdometerProperties: Equatable, Sendable {
  public var duration: Seconds = 1.5
  public var durationOffset: Seconds = 0.2
  public var density = 5
  public var isAscending = false
  public var roll = RollStyle.changed
  public var trend = RollTrend.auto
  public var format = NumberFormat()

  public init() {}

  /// How long a column moves that has `columns` columns to its right, of `count` in all. The stagger shrinks where
  /// the leftmost would get less than a fifth of `duration`.
  public func duration(columnsToRight columns: Int, of count: Int) -> Seconds {
    guard count > 1 else { return duration }
    let offset = min(durationOffset, 0.8 * duration / Double(count - 1))
    return duration - Double(min(columns, count - 1)) * offset
  }
}

extension OdometerProperties: HasProperties {
  public static let properties: [Property<OdometerProperties>] =
    [
      .number("duration", \.duration, unit: "s", "Until the last column is at rest"),
      .number(
        "durationOffset", \.durationOffset, unit: "s",
        "How much earlier each column to the left ends; less where the first would get under a fifth of duration"),
      .integer("density", \.density, range: 0...1000, "Cells rolled before the digit arrives, in a spin"),
      .flag("isAscending", \.isAscending, "A spin moves the strip up instead of down"),
      .choice(
        "roll", \.roll, "changed: only the columns that change, from digit to digit; spin: every column spins"),
      .choice("trend", \.trend, "Which way digits roll; auto: up as the number grows, down as it shrinks"),
    ] + NumberFormat.properties.map { $0.lifted(\.format) }
}
