package import ScrollCore

/// A part of a row, as a theme declares it: which field it shows, and how.
package struct RowPart: HasProperties, Hashable, Sendable {
  /// The field that it shows: as text, as numbers that roll, or as a picture. One of the three is set.
  package var text: String?
  package var number: String?
  package var picture: String?
  package var color = RowInk.own
  /// The colour of a box around it; `own` for none.
  package var badge = RowInk.own
  package var isBold = false
  /// The space before it, in em.
  package var space = 0.5
  /// The height of a picture, in em.
  package var height = 1.2
  /// Whether the row may lack its field.
  package var isOptional = false
  /// The separator of a list's numbers.
  package var between = "–"
  /// The text after a number.
  package var suffix = ""
  package var trend = NumberTrend.none

  package init() {}

  /// The field that it shows.
  package var field: String { text ?? number ?? picture ?? "" }

  /// All properties, in the order of help.
  package static let properties: [Property<RowPart>] = [
    .optional("text", \.text, unit: "field", "Shows a field as it is written", fieldName),
    .optional(
      "number", \.number, unit: "field", "Shows the number of a field, or its list of numbers; they roll", fieldName),
    .optional(
      "picture", \.picture, unit: "field", "Shows the image file that a field names, or an http or https address",
      fieldName),
    ink("color", \.color, "Its colour, or the name of one of the theme's, such as caption-color"),
    ink("badge", \.badge, "The colour of a box around it, or the name of one of the theme's"),
    .flag("bold", \.isBold, "Whether it is bold"),
    .number("space", \.space, range: 0...10, unit: "em", "The space before it"),
    .number("height", \.height, range: 0.5...4, unit: "em", "The height of a picture, as far as the view has room"),
    .flag("optional", \.isOptional, "Whether a row may lack it"),
    .text("between", \.between, limit: 16, "What stands between the numbers of a list"),
    .text("suffix", \.suffix, limit: 16, "What stands after a number"),
    .choice(
      "trend", \.trend,
      "Colours a number, with ▲ or ▼: sign by its own sign, change by its last change, none not at all"),
  ]

  private static func fieldName(_ name: String) throws(ValueError) -> String {
    guard Row.isName(name) else {
      throw ValueError(
        "'\(name)' is not a name of a field: it has letters, digits, '-' and '_', and at most 64 of them")
    }
    return name
  }

  private static func ink(
    _ name: String, _ path: WritableKeyPath<RowPart, RowInk> & Sendable, _ meaning: String
  ) -> Property<RowPart> {
    .written(
      name, path, \.text, { (text) throws(ValueError) in try RowInk(parsing: text) }, unit: "color", meaning)
  }
}

/// A colour of a row's part.
package enum RowInk: Hashable, Sendable {
  /// The colour of the headlines; none for a box.
  case own
  case color(Color)
  /// A colour of the theme, by the name of its property: label-background.
  case theme(String)

  /// Reads a colour. Any other word is a name in the theme; the caller checks that it exists.
  package init(parsing text: String) throws(ValueError) {
    if text.isEmpty {
      self = .own
    } else if text.contains("-") || text == "background", Row.isName(text), Color(named: text) == nil {
      self = .theme(text)
    } else {
      self = .color(try Color(parsing: text))
    }
  }

  package var text: String {
    switch self {
    case .own: ""
    case .color(let color): color.text
    case .theme(let name): name
    }
  }

  var color: Color? { if case .color(let color) = self { color } else { nil } }
}
