internal import Base
internal import ScrollCore

/// One property as it is shown and asked for: a flag's help, a line of the manual and of `newsreel properties`.
package struct PropertyRow: Sendable {
  /// kebab-case: `scroll-time`.
  package let name: String
  let kind: PropertyKind
  /// "s", "px", … or empty.
  let unit: String
  /// What it is where nobody sets it.
  let initial: PropertyValue
  /// It may be set several times.
  let addsUp: Bool
  /// A sentence, without its full stop.
  let meaning: String

  init<Owner>(_ property: Property<Owner>, of owner: Owner) {
    (name, kind, unit, initial) = (property.flag, property.kind, property.unit, property.value(of: owner))
    addsUp = property.addsUp
    meaning = property.meaning.hasSuffix(".") ? String(property.meaning.dropLast()) : property.meaning
  }
}

extension PropertyRow {
  package var isFlag: Bool { kind == .flag }

  /// "number", "true or false", "left|right", …
  var type: String { kind.typeName }

  /// "from 0", "0 to 1" or empty.
  var range: String { kind.rangeText }

  /// As far as numbers go is no limit at all.
  var defaultText: String { initial == .integer(.max) ? "" : initial.text }

  /// The choices, where it takes one of a few.
  var choices: [String] { if case .choice(let choices) = kind { choices } else { [] } }

  /// Too many to stand in the place of the value.
  var hasManyChoices: Bool { choices.count > 4 }

  /// As a flag of its view's command. Its meaning says in brackets what values it takes and which one is the default.
  var option: OptionText {
    let values = hasManyChoices ? choices.joined(separator: ", ") : range
    let notes = [values, defaultText.isEmpty ? "" : "default: \(defaultText)"].filter { !$0.isEmpty }
    var option = OptionText(
      name, takes: isFlag ? "" : placeholder, notes.isEmpty ? meaning : "\(meaning) (\(notes.joined(separator: "; ")))")
    option.hasOpposite = isFlag
    option.isRepeated = addsUp
    option.choices = choices
    return option
  }

  /// What stands for the value in help: `s`, `colour`, `left|right`.
  private var placeholder: String {
    if hasManyChoices { return name }
    if !unit.isEmpty { return unit }
    return type.split(separator: " ").last.map(String.init) ?? "value"
  }

  var json: JSON {
    .object([
      ("name", .string(name)),
      ("type", .string(kind.jsonName)),
      ("unit", unit.isEmpty ? .null : .string(unit)),
      ("default", initial.json),
      ("minimum", kind.bounds.0),
      ("maximum", kind.bounds.1),
      ("choices", choices.isEmpty ? .null : .array(choices.map(JSON.string))),
      ("meaning", .string(meaning)),
    ])
  }

  /// The word as true or false, as a property reads it; nil where it is neither.
  package static func truth(_ word: String) -> Bool? {
    guard case .flag(let truth) = try? PropertyKind.flag.parse(word) else { return nil }
    return truth
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
