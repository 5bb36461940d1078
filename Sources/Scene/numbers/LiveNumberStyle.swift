public import ScrollCore

/// How the live numbers of headlines are written, and how they roll.
public struct LiveNumberStyle: HasProperties, Equatable, Sendable {
  /// How the digits before the point are grouped.
  public var grouping = NumberGrouping.none
  /// Which columns roll to a new number, and how.
  public var roll = RollStyle.changed
  /// Cells rolled before the digit arrives, in a spin.
  public var density = 5
  /// Whether a spin moves its digits up instead of down.
  public var isAscending = false

  /// All properties have their defaults.
  public init() {}

  /// All properties, in the order of help.
  public static let properties: [Property<LiveNumberStyle>] = [
    .choice("grouping", \.grouping, "Grouping of the integer digits of live numbers: none, by 3, or by 3 and then 2"),
    .choice(
      "roll", \.roll,
      "Live numbers: changed: only the columns that change, from digit to digit; spin: every column spins"),
    .integer(
      "density", \.density, range: 0...1000, "Cells rolled before the digit of a live number arrives, in a spin"),
    .flag("isAscending", \.isAscending, "A spin of a live number moves the strip up instead of down"),
  ]

  /// They come to rest sooner than in a counter, as the eye follows the text.
  var rolling: OdometerProperties {
    var properties = OdometerProperties.brief
    properties.durationOffset = 0.1
    (properties.roll, properties.density, properties.isAscending) = (roll, density, isAscending)
    properties.format.grouping = grouping
    return properties
  }
}
