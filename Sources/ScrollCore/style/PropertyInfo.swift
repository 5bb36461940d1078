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
    (joins, isFile, self.view) = (property.addsUp, property.isFile, view)
  }

  /// An option of a command.
  ///
  /// - Parameter placeholder: What stands for its value; empty for a flag.
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
public struct PropertyChange: Equatable, Sendable {
  /// The property's name, in any spelling.
  public let name: String
  /// What it is set to.
  public let value: PropertyValue?

  /// Sets a property, or takes back what it was set to.
  public init(_ name: String, to value: PropertyValue?) { (self.name, self.value) = (name, value) }
}

extension PropertyKind {
  /// A value as it came, of a type of its own or as a user writes it, as one of this kind where it can be one.
  package func read(_ value: PropertyValue) throws(ValueError) -> PropertyValue {
    switch (self, value) {
    case (.flag, .flag), (.integer, .integer), (.number, .number), (.number, .integer), (.color, .color): value
    case (.choice(let words), .flag(let flag)) where words.contains("on") && words.contains("off"):
      .text(flag ? "on" : "off")
    case (.color, .integer), (.color, .number), (.color, .flag), (_, .list), (_, .table):
      throw ValueError("takes \(noun), not \(value.noun)")
    default: try parse(value.text)
    }
  }
}

extension PropertyKind {
  /// What it takes, with an article.
  private var noun: String {
    switch self {
    case .color: "a colour in quotes"
    case .flag, .choice: typeName
    case .integer, .number, .text, .font: "a \(typeName)"
    }
  }
}

extension PropertyValue {
  /// What it is, where it is not what it should be.
  fileprivate var noun: String {
    switch self {
    case .table: return "a table"
    case .list(let items):
      let other = items.first { $0.asText == nil }
      let word: String? = if case .integer? = other { "a number" } else if case .number? = other { "a number" } else { other?.noun }
      return "a list" + (word.map { " with \($0)" } ?? "")
    case .flag, .integer, .number, .text, .color: return text
    }
  }
}
