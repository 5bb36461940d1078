internal import Base
package import ScrollCore

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

/// The properties of one view, or of the window, without the type that holds them.
package struct PropertyTable: Sendable {
  /// "crawl", as the view's command is called.
  package let view: String
  /// The heading over them: "Crawl options".
  package let title: String
  package let rows: [PropertyRow]
  /// The rows that are flags of the view's command: those whose name the window does not have too.
  package let flags: [PropertyRow]

  /// The table of `Owner`, with the defaults of `initial`. What the window has too, as its border, is the window's on the
  /// view's command line.
  private init<Owner: HasProperties>(_ initial: Owner, view: String, sharing shared: Set<String>) {
    self.view = view
    title = "\(view.prefix(1).uppercased())\(view.dropFirst()) options"
    rows = Owner.properties.map { PropertyRow($0, of: initial) }
    flags = rows.filter { !shared.contains($0.name) }
  }

  package static let window = PropertyTable(WindowOptions(), view: "window", sharing: [])

  package init<Kind: ViewKind>(of kind: Kind.Type) {
    self.init(Kind.initial, view: Kind.name, sharing: Set(Self.window.rows.map(\.name)))
  }

  /// Every table, in the order in which they are listed.
  package static let all: [PropertyTable] = Views.all.map(table) + [window]

  private static func table(of kind: any ViewKind.Type) -> PropertyTable { PropertyTable(of: kind) }
}

/// A type that stands for the flags of one table, so that generic code can find them.
package protocol PropertyGroup {
  associatedtype Owner: HasProperties & Equatable & Sendable
  static var table: PropertyTable { get }
  static var initial: Owner { get }
  static func validate(_ value: Owner) throws(ValueError)
}

package enum WindowGroup: PropertyGroup {
  package static let table = PropertyTable.window
  package static var initial: WindowOptions { WindowOptions() }
  package static func validate(_ value: WindowOptions) {}
}

package enum ViewGroup<Kind: ViewKind>: PropertyGroup {
  package static var table: PropertyTable { PropertyTable(of: Kind.self) }
  package static var initial: Kind.Style { Kind.initial }
  package static func validate(_ value: Kind.Style) throws(ValueError) { try Kind.validate(value) }
}

extension PropertyGroup {
  /// Reads the values of flags, in order.
  ///
  /// - Throws: for a value that a property does not take; the error names the flag and the remedy.
  package static func read(_ values: [(name: String, text: String)]) throws(UsageError) -> Settings<Owner> {
    var settings = Settings(initial)
    do throws(ValueError) {
      for (name, text) in values { try settings.set(name, to: text) }
      try validate(settings.value)
    } catch {
      throw UsageError("--\(error.description)")
    }
    return settings
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
