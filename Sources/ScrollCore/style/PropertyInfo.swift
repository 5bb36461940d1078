/// What is known of a property without the type that holds it, or of another option of a command: what help, manual and completions
/// say of it, and what the socket and the inspector show.
package struct PropertyInfo: Equatable, Sendable {
  /// kebab-case: `scroll-time`; of a window of several views with its view, `news.scroll-time`.
  package var name: String
  package let kind: PropertyKind
  /// "s", "px", … or what stands for the value of an option, as `file`.
  package let unit: String
  /// A sentence, without its full stop.
  package let meaning: String
  /// What it is where nobody sets it; nil for an option of a command.
  package let initial: PropertyValue?
  /// What it is set to joins what it was set to before: its flag may be given several times.
  package var joins = false
  /// It is a flag that has no opposite, `--no-name`.
  package var isSwitch = false
  /// Its value is a path.
  package var isFile = false

  // Of something that is shown:

  /// What it belongs to: "crawl", "window", or what a view is called in a window of several.
  package var view = ""
  /// What it is now.
  package var value: PropertyValue
  /// Somebody has set it; otherwise it is what suits the rest.
  package var isSet = false
  /// Another window is opened for another value, around the same view.
  package var needsNewWindow = false

  package init(
    name: String, kind: PropertyKind, unit: String = "", meaning: String, initial: PropertyValue?,
    value: PropertyValue? = nil
  ) {
    (self.name, self.kind, self.unit, self.initial) = (name, kind, unit, initial)
    self.meaning = meaning.hasSuffix(".") ? String(meaning.dropLast()) : meaning
    self.value = value ?? initial ?? .text("")
  }

  /// A property of something, with what it is where nobody sets it.
  ///
  /// - Parameter view: What it belongs to.
  package init<Owner>(_ property: Property<Owner>, of owner: Owner, initial: Owner? = nil, view: String = "") {
    self.init(
      name: property.flag, kind: property.kind, unit: property.unit, meaning: property.meaning,
      initial: property.value(of: initial ?? owner), value: property.value(of: owner))
    (joins, self.view) = (property.addsUp, view)
  }

  /// An option of a command.
  ///
  /// - Parameter placeholder: What stands for its value; empty for a flag.
  package init(_ name: String, takes placeholder: String = "", among choices: [String] = [], _ meaning: String) {
    let kind = placeholder.isEmpty ? PropertyKind.flag : choices.isEmpty ? .text : .choice(choices)
    self.init(name: name, kind: kind, unit: placeholder, meaning: meaning, initial: nil)
    isSwitch = placeholder.isEmpty
  }

  package func with<Value>(_ path: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var info = self
    info[keyPath: path] = value
    return info
  }

  // MARK: - As a flag

  package var isFlag: Bool { kind == .flag }

  /// It is a flag that has an opposite, `--no-name`.
  package var hasOpposite: Bool { isFlag && !isSwitch }

  /// The words that it takes, where these are a few.
  package var choices: [String] { if case .choice(let choices) = kind { choices } else { [] } }

  /// Too many to stand in the place of the value.
  package var hasManyChoices: Bool { choices.count > 4 }

  /// What it is where nobody sets it, as it is written; as far as numbers go is no limit at all.
  package var defaultText: String { initial == .integer(.max) ? "" : initial?.text ?? "" }

  /// What stands for the value in help: `s`, `colour`, `left|right`; empty for a flag.
  package var placeholder: String {
    if isFlag { return "" }
    if hasManyChoices { return name }
    if !unit.isEmpty { return unit }
    return kind.typeName.split(separator: " ").last.map(String.init) ?? "value"
  }

  /// Its meaning, which says in brackets what values it takes and which one is the default.
  package var help: String {
    if initial == nil { return meaning }
    let values = hasManyChoices ? choices.joined(separator: ", ") : kind.rangeText
    let notes = [values, defaultText.isEmpty ? "" : "default: \(defaultText)"].filter { !$0.isEmpty }
    return notes.isEmpty ? meaning : "\(meaning) (\(notes.joined(separator: "; ")))"
  }
}

/// A property's name and its new value; nil: what it is where nobody sets it.
package struct PropertyChange: Equatable, Sendable {
  package let name: String
  package let value: PropertyValue?

  package init(_ name: String, to value: PropertyValue?) { (self.name, self.value) = (name, value) }
}

extension PropertyKind {
  /// A value as it came, of a type of its own or as a user writes it, as one of this kind where it can be one.
  package func read(_ value: PropertyValue) throws(ValueError) -> PropertyValue {
    switch (self, value) {
    case (.flag, .flag), (.integer, .integer), (.number, .number), (.number, .integer), (.color, .color): value
    default: try parse(value.text)
    }
  }
}
