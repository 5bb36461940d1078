internal import ScrollCore

/// One property as it is shown and asked for: a flag's help, a line of the manual and of `newsreel properties`.
package struct PropertyRow: Equatable, Sendable {
  /// kebab-case: `scroll-time`.
  package let name: String
  /// "number", "true or false", "left|right", …
  package let type: String
  /// "s", "px", … or empty.
  package let unit: String
  package let defaultText: String
  /// "from 0", "0 to 1" or empty.
  package let range: String
  /// A sentence, without its full stop.
  package let meaning: String
  /// The choices, where it takes one of a few.
  package let choices: [String]
  /// True for properties that are true or false.
  package let isFlag: Bool
  let json: JSON
}

extension PropertyRow {
  /// What stands for the value in help: `s`, `colour`, `left|right`.
  package var placeholder: String {
    if hasManyChoices { return name }
    if !unit.isEmpty { return unit }
    return type.split(separator: " ").last.map(String.init) ?? "value"
  }

  /// The meaning, and in brackets what values it takes and which one is the default.
  package var help: String {
    let values = hasManyChoices ? choices.joined(separator: ", ") : range
    let initial = defaultText.isEmpty ? "" : "default: \(defaultText)"
    let notes = [values, initial].filter { !$0.isEmpty }.joined(separator: "; ")
    return notes.isEmpty ? meaning : "\(meaning) (\(notes))"
  }

  /// Too many to stand in the place of the value.
  var hasManyChoices: Bool { choices.count > 4 }

  /// The word as true or false, as a property reads it; nil where it is neither.
  package static func truth(_ word: String) -> Bool? {
    guard case .flag(let truth) = try? PropertyKind.flag.parse(word) else { return nil }
    return truth
  }
}

/// A property and the text it was given, on the command line or in a file.
package struct Assignment: Equatable, Sendable {
  /// In Swift or kebab spelling.
  package var name: String
  package var text: String

  package init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}

/// The properties of one view, or of the window, without the type that holds them.
package struct PropertyTable: Sendable {
  /// "crawl", as the view's command is called.
  package let view: String
  /// The heading over them: "Crawl options".
  package let title: String
  package let rows: [PropertyRow]
  /// The rows that are flags of the view's command: those whose name the window does not have too.
  package let flags: [PropertyRow]
  private let checker: @Sendable ([Assignment]) throws(UsageError) -> Void

  /// Refuses values that a property does not take; the error names the flag and the remedy.
  package func check(_ assignments: [Assignment]) throws(UsageError) { try checker(assignments) }
}

/// A type that stands for one table, so that generic code can find it.
package protocol PropertyGroup {
  static var table: PropertyTable { get }
}

// MARK: - Making

extension PropertyTable {
  /// The table of `Owner`, with the defaults of `initial`. `shared` are names that another table on the same command line has; `check` looks at
  /// values together, as a smallest and a largest one.
  init<Owner: HasProperties & SendableMetatype>(
    _ owner: Owner.Type, initial: Owner = Owner(), view: String, title: String, sharing shared: Set<String> = [],
    check: (@Sendable (Owner) throws(ValueError) -> Void)? = nil
  ) {
    self.view = view
    self.title = title
    rows = Owner.properties.map { PropertyRow($0, of: initial) }
    flags = rows.filter { !shared.contains($0.name) }
    checker = { (assignments: [Assignment]) throws(UsageError) in
      do throws(ValueError) {
        var owner = Owner()
        try owner.assign(assignments)
        try check?(owner)
      } catch {
        throw UsageError("--\(error.description)")
      }
    }
  }
}

extension HasProperties {
  /// Sets the properties in order. A name that there is not is an error with the nearest right one.
  mutating func assign(_ assignments: [Assignment]) throws(ValueError) {
    for assignment in assignments {
      guard let property = Self.property(named: assignment.name) else {
        let hint = nearest(to: kebabCase(assignment.name), in: Self.properties.map(\.flag))
        throw ValueError(
          name: assignment.name, reason: "no such property" + (hint.map { "; did you mean '\($0)'?" } ?? ""))
      }
      try property.set(text: assignment.text, of: &self)
    }
  }
}

extension PropertyRow {
  init<Owner>(_ property: Property<Owner>, of initial: Owner) {
    let value = property.value(of: initial)
    name = property.flag
    type = property.kind.typeName
    unit = property.unit
    // As far as numbers go is no limit at all.
    defaultText = value == .integer(.max) ? "" : value.text
    range = property.kind.rangeText
    meaning = property.meaning.hasSuffix(".") ? String(property.meaning.dropLast()) : property.meaning
    if case .choice(let choices) = property.kind { self.choices = choices } else { choices = [] }
    isFlag = property.kind == .flag
    json = .object([
      ("name", .string(name)),
      ("type", .string(property.kind.jsonName)),
      ("unit", unit.isEmpty ? .null : .string(unit)),
      ("default", value.json),
      ("minimum", property.kind.bounds.0),
      ("maximum", property.kind.bounds.1),
      ("choices", choices.isEmpty ? .null : .array(choices.map(JSON.string))),
      ("meaning", .string(meaning)),
    ])
  }
}

extension PropertyKind {
  fileprivate var jsonName: String {
    switch self {
    case .flag: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .text: "text"
    case .font: "font"
    case .color: "color"
    case .choice: "choice"
    }
  }

  /// The smallest and the largest value, null where there is no bound.
  fileprivate var bounds: (JSON, JSON) {
    switch self {
    case .integer(let range):
      return (
        range.lowerBound == .min ? .null : .integer(range.lowerBound),
        range.upperBound == .max ? .null : .integer(range.upperBound)
      )
    case .number(let range):
      let limit = Double.greatestFiniteMagnitude
      return (
        range.lowerBound == -limit ? .null : .number(range.lowerBound),
        range.upperBound == limit ? .null : .number(range.upperBound)
      )
    default: return (.null, .null)
    }
  }
}

extension PropertyValue {
  /// As a JSON value of its own type.
  var json: JSON {
    switch self {
    case .flag(let flag): .bool(flag)
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .text, .color: .string(text)
    }
  }
}
