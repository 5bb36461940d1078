/// The type-erased description of a property, or of another option of a command, for help, manual, completions, the socket
/// and the inspector.
package struct PropertyInfo: Equatable, Sendable {
  /// In kebab case: `scroll-time`; prefixed by its view in a window of several, `news.scroll-time`.
  package var name: String
  package let kind: PropertyKind
  /// "s", "px", … or the placeholder for an option's value, such as `file`.
  package let unit: String
  /// A sentence, without its full stop.
  package let meaning: String
  /// Whether a new value adds to the old one, so that its flag may be repeated.
  package var addsUp = false
  /// Its value is a path.
  package var isFile = false
  /// How people set it in a window; nil if only commands and files do.
  package var setting: Setting?

  // Of an owner:

  /// The default; nil for an option of a command.
  package private(set) var initial: PropertyValue?
  /// Its owner: "crawl", "window", or the name of a view in a window of several.
  package var view = ""
  /// The current value.
  package var value: PropertyValue
  /// Whether it is set; otherwise it follows from the rest.
  package var isSet = false
  /// Whether a change needs a new window around the same view.
  package var needsNewWindow = false

  package init(
    name: String, kind: PropertyKind, unit: String = "", meaning: String, initial: PropertyValue?,
    value: PropertyValue? = nil
  ) {
    (self.name, self.kind, self.unit, self.initial) = (name, kind, unit, initial)
    self.meaning = meaning.hasSuffix(".") ? String(meaning.dropLast()) : meaning
    self.value = value ?? initial ?? .text("")
  }

  /// Describes a property with its default.
  ///
  /// - Parameter view: Its owner.
  package init<Owner>(_ property: Property<Owner>, of owner: Owner, initial: Owner? = nil, view: String = "") {
    self = property.info
    (self.initial, value) = (property.value(of: initial ?? owner), property.value(of: owner))
    self.view = view
  }

  /// Describes an option of a command.
  ///
  /// - Parameter placeholder: Stands for its value in help; empty for a flag.
  package init(_ name: String, takes placeholder: String = "", among choices: [String] = [], _ meaning: String) {
    let kind = placeholder.isEmpty ? PropertyKind.flag : choices.isEmpty ? .text : .choice(choices)
    self.init(name: name, kind: kind, unit: placeholder, meaning: meaning, initial: nil)
  }

  package func with<Value>(_ path: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var info = self
    info[keyPath: path] = value
    return info
  }

  // MARK: - As a flag

  package var isFlag: Bool { kind == .flag }

  /// The words that it takes, where these are a few.
  package var choices: [String] { if case .choice(let choices) = kind { choices } else { [] } }

  /// Too many for a placeholder.
  package var hasManyChoices: Bool { choices.count > 4 }

  /// The default as text. The largest number means no limit.
  package var defaultText: String { initial == .integer(.max) ? "" : initial?.text ?? "" }

  /// The placeholder for the value in help: `s`, `colour`, `left|right`; empty for a flag.
  package var placeholder: String {
    if isFlag { return "" }
    if hasManyChoices { return name }
    if !unit.isEmpty { return unit }
    return kind.typeName.split(separator: " ").last.map(String.init) ?? "value"
  }

  /// Its meaning, with its values and default in brackets.
  package var help: String {
    if initial == nil { return meaning }
    let values = hasManyChoices ? choices.joined(separator: ", ") : kind.rangeText
    let notes = [values, defaultText.isEmpty ? "" : "default: \(defaultText)"].filter { !$0.isEmpty }
    return notes.isEmpty ? meaning : "\(meaning) (\(notes.joined(separator: "; ")))"
  }
}

extension PropertyInfo {
  /// A property as a setting for people, in the Settings window. Its texts are English words of the table of words.
  package struct Setting: Equatable, Sendable {
    /// Settings that belong together, in the order of the window.
    package enum Group: Int, Sendable { case look, place, hands, when }

    /// How a setting shows and changes its property's value.
    package enum Part: Equatable, Sendable {
      /// All of it: a switch, a choice, or a typed text.
      case value
      /// A theme, chosen by its picture.
      case theme
      /// A font, typed or chosen from the installed families.
      case font
      /// A monitor, chosen from the connected ones.
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
}

extension Property {
  /// The property as a setting for people.
  ///
  /// - Parameters:
  ///   - choices: Values, with their names.
  ///   - empty: How an empty value reads.
  package func setting(
    _ title: String, _ group: PropertyInfo.Setting.Group, as part: PropertyInfo.Setting.Part = .value,
    among choices: KeyValuePairs<String, String> = [:], ifEmpty empty: String = "default"
  ) -> Property {
    with(\.info.setting, PropertyInfo.Setting(title, group, as: part, among: choices, ifEmpty: empty))
  }
}

/// A property's name and its new value; nil unsets it.
public struct PropertyChange: Equatable, Sendable {
  /// The property's name, in any spelling.
  public let name: String
  /// The current value.
  public let value: PropertyValue?

  /// Sets a property, or unsets it.
  public init(_ name: String, to value: PropertyValue?) { (self.name, self.value) = (name, value) }
}

extension PropertyKind {
  /// Converts a typed value or a text to this kind, if possible.
  package func read(_ value: PropertyValue) throws(ValueError) -> PropertyValue {
    switch (self, value) {
    case (.flag, .flag), (.integer, .integer), (.number, .number), (.color, .color): value
    case (.number, .integer(let integer)): .number(Double(integer))
    case (.choice(let words), .flag(let flag)) where words.contains("on") && words.contains("off"):
      .text(flag ? "on" : "off")
    case (.color, .integer), (.color, .number), (.color, .flag), (_, .list), (_, .table):
      throw ValueError("takes \(noun), not \(value.noun)")
    default: try parse(value.text)
    }
  }
}

extension PropertyKind {
  /// The accepted type, with an article.
  private var noun: String {
    switch self {
    case .color: "a colour in quotes"
    case .flag, .choice: typeName
    case .integer, .number, .text, .font: "a \(typeName)"
    }
  }
}

extension PropertyValue {
  /// The value's type, for a message about a wrong type.
  fileprivate var noun: String {
    switch self {
    case .table: return "a table"
    case .list(let items):
      let other = items.first { $0.asText == nil }
      let word: String? =
        if case .integer? = other { "a number" } else if case .number? = other { "a number" } else { other?.noun }
      return "a list" + (word.map { " with \($0)" } ?? "")
    case .flag, .integer, .number, .text, .color: return text
    }
  }
}
