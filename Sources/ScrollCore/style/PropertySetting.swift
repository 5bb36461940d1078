/// A property as a setting for people, in the Settings window. Its texts are English words of the table of words.
package struct PropertySetting: Equatable, Sendable {
  /// Settings that belong together, in the order of the window.
  package enum Group: Int, Sendable { case look, place, hands, when }

  /// What a setting shows and changes of its property's value.
  package enum Part: Equatable, Sendable {
    /// All of it: a switch, a choice, or a typed text.
    case value
    /// A theme, chosen by its picture.
    case theme
    /// A font, typed or chosen from the installed families.
    case font
    /// A monitor, chosen from those that are connected.
    case monitor
    /// The height of a geometry.
    case height
    /// The action of the first button, among bindings.
    case click
  }

  /// A value to choose, with its name.
  package struct Choice: Equatable, Sendable {
    package let value: String
    package let title: String
  }

  package let title: String
  package let group: Group
  package let part: Part
  /// The choices; empty if the value is typed or switched.
  package let choices: [Choice]
  /// How an empty value reads.
  package let empty: String

  /// A setting with its texts; `choices` are values with their names.
  package init(
    _ title: String, _ group: Group, as part: Part = .value, among choices: KeyValuePairs<String, String> = [:],
    ifEmpty empty: String = "default"
  ) {
    (self.title, self.group, self.part, self.empty) = (title, group, part, empty)
    self.choices = choices.map { Choice(value: $0.key, title: $0.value) }
  }
}

extension Property {
  /// The property as a setting for people.
  ///
  /// - Parameters:
  ///   - choices: Values, with their names.
  ///   - empty: How an empty value reads.
  package func setting(
    _ title: String, _ group: PropertySetting.Group, as part: PropertySetting.Part = .value,
    among choices: KeyValuePairs<String, String> = [:], ifEmpty empty: String = "default"
  ) -> Property {
    with(\.setting, PropertySetting(title, group, as: part, among: choices, ifEmpty: empty))
  }
}
