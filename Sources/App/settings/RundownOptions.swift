internal import Base
package import ScrollCore

/// The options of `newsreel rundown`, besides those of the strip.
package struct RundownOptions: HasProperties, Equatable, Sendable {
  /// How far to look ahead, in seconds.
  var length = usualLength
  var isJSON = false

  package init() {}

  static let usualLength = 3600.0
  static let lengths = 1.0...86_400

  package static let properties: [Property<RundownOptions>] = [
    .number("for", \.length, range: lengths, unit: "s", "How far to look ahead"),
    .flag(
      "json", \.isJSON,
      "Prints a list of objects with start and end, in seconds since 1970, text, topic, link, placing, priority and cycle"
    ),
  ]
}

extension PropertyInfo {
  /// The options of rundowns.
  package static let rundown = RundownOptions.properties.map { PropertyInfo($0, of: RundownOptions()) }
}
