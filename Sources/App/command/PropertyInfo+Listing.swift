package import Base
package import ScrollCore
internal import Windows

/// The list of all properties for `newsreel properties`.
extension PropertyInfo {
  /// The properties of windows.
  package static let window = WindowOptions.properties.map { PropertyInfo($0, of: WindowOptions(), view: "window") }

  /// The properties of a view, with their defaults.
  package static func all<Kind: ViewKind>(of kind: Kind.Type) -> [PropertyInfo] {
    Kind.Style.properties.map { PropertyInfo($0, of: Kind.initial, view: Kind.name) }
  }

  /// The properties of all views, then those of windows.
  package static let all: [PropertyInfo] = Views.all.flatMap { all(of: $0) } + window

  /// The properties that people set in a window: those of windows, then those of strips.
  static let settings = (window + all(of: StripKind.self)).filter { $0.setting != nil }

  /// The owners of properties, in order.
  package static let views = Views.all.map { $0.name } + ["window"]

  /// The heading of a view's properties: "Crawl options".
  package static func title(of view: String) -> String { "\(view.prefix(1).uppercased())\(view.dropFirst()) options" }

  /// The properties of that view, or all.
  package static func all(of view: String?) throws(Failure) -> [PropertyInfo] {
    guard let view else { return all }
    guard views.contains(view) else {
      throw Failure.usage(
        "'\(view)' is not a view" + hint(for: view, in: views, else: "there are \(views.joined(separator: ", "))"))
    }
    return all.filter { $0.view == view }
  }

  private static let windowNames = Set(window.map(\.name))

  /// Whether windows have this property, too, such as a border: then the flag is the window's.
  package var isShared: Bool { view != "window" && Self.windowNames.contains(name) }

  /// The word as a Boolean, or nil.
  package static func truth(_ word: String) -> Bool? {
    // Another word is no truth.
    guard case .flag(let truth) = try? PropertyKind.flag.parse(word) else { return nil }
    return truth
  }
}

extension [PropertyInfo] {
  /// The properties that serve as flags of their view's command.
  package var flags: [PropertyInfo] { filter { !$0.isShared } }

  /// Aligned columns with headings.
  ///
  /// - Parameter columns: The width of the terminal, to wrap the meanings; nil for no wrapping.
  package func listing(columns: Int? = nil) -> String {
    let views: [String] = reduce(into: []) { views, info in if views.last != info.view { views.append(info.view) } }
    return views.map { view in
      let lines =
        [["property", "type", "unit", "default", "range", "meaning"]]
        + filter { $0.view == view }.map { $0.cells(isNarrow: columns != nil) }
      let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
      return "\(view)\n" + lines.map { Self.line($0, widths: widths, columns: columns) }.joined()
    }.joined(separator: "\n")
  }

  private static func line(_ cells: [String], widths: [Int], columns: Int?) -> String {
    var lead = ""
    for (cell, width) in zip(cells, widths).dropLast() {
      lead += "  " + cell + String(repeating: " ", count: width - cell.count)
    }
    lead += "  "
    let meaning = cells.last ?? ""
    guard let columns else {
      var line = lead + meaning
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }
    // Beside the other columns if a few words fit there, else below.
    if columns - lead.count >= 30 {
      return TextColumns.wrapped(meaning, columns: columns, first: lead, indent: lead.count) + "\n"
    }
    while lead.last == " " { lead.removeLast() }
    return lead + "\n" + TextColumns.wrapped(meaning, columns: columns, first: "      ", indent: 6) + "\n"
  }

  /// The properties of a running window, as `json` tells them.
  init(told data: JSON) { self = data.array?.compactMap(PropertyInfo.init(told:)) ?? [] }

  /// Aligned columns with the values: what is set has a mark.
  var table: String {
    let rows = map { info in
      let (value, initial, range) = (info.value.text, info.defaultText, info.kind.rangeText)
      return [
        info.isSet ? "*" : "", info.name, value.isEmpty ? "-" : value, initial.isEmpty ? "-" : initial,
        range.isEmpty ? info.kind.typeName : range,
      ].map { TextCleaner.line($0, limit: 60) }
    }
    return App.columns([["", "property", "value", "default", "takes"]] + rows)
  }

  /// A page of JSON: an array of objects.
  package var jsonPage: String { json.page + "\n" }

  var json: JSON { .array(map { .object([("view", .string($0.view)), ("name", .string($0.name))] + $0.facts) }) }
}

extension PropertyInfo {
  /// In a terminal a long default follows the meaning, so that it does not widen the column.
  fileprivate func cells(isNarrow: Bool) -> [String] {
    let isLong = isNarrow && defaultText.count > Self.longestDefault
    var meaning = meaning + (hasManyChoices ? ": \(choices.joined(separator: ", "))" : "")
    if isLong { meaning += " (default: \(defaultText))" }
    return [
      name, hasManyChoices ? "choice" : kind.typeName, unit, isLong ? "…" : defaultText.isEmpty ? "-" : defaultText,
      kind.rangeText, meaning,
    ]
  }

  /// In characters.
  private static let longestDefault = 24

  /// The fields that every list has.
  fileprivate var facts: [(String, JSON)] {
    [
      ("type", .string(kind.jsonName)), ("unit", unit.isEmpty ? .null : .string(unit)),
      ("default", initial?.json ?? .null), ("minimum", kind.bounds.0), ("maximum", kind.bounds.1),
      ("choices", choices.isEmpty ? .null : .array(choices.map(JSON.string))), ("meaning", .string(meaning)),
    ]
  }

  /// All fields of a view's property.
  var json: JSON {
    .object(
      [("view", .string(view)), ("name", .string(name))] + facts + [
        ("value", value.json), ("set", .bool(isSet)), ("joins", .bool(addsUp)), ("new-window", .bool(needsNewWindow)),
      ])
  }

  /// Reads the fields of `json`.
  init?(told object: JSON) {
    guard let view = object["view"]?.string, let name = object["name"]?.string else { return nil }
    let kind = PropertyKind(told: object)
    // JSON has one kind of numbers: a whole one is an integer only where the property says so.
    func value(_ member: String) -> PropertyValue? {
      // A value of another version's kind is shown as it is.
      object[member].flatMap(PropertyValue.init).map { value in (try? kind.read(value)) ?? value }
    }
    self.init(
      name: name, kind: kind, unit: object["unit"]?.string ?? "",
      meaning: object["meaning"]?.string ?? "", initial: value("default") ?? .text(""), value: value("value"))
    (self.view, isSet) = (view, object["set"]?.bool ?? false)
    (needsNewWindow, addsUp) = (object["new-window"]?.bool ?? false, object["joins"]?.bool ?? false)
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

  /// The minimum and the maximum; null for an open end.
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

  fileprivate init(told object: JSON) {
    let (low, high) = (object["minimum"]?.number, object["maximum"]?.number)
    switch object["type"]?.string {
    case "boolean": self = .flag
    case "integer":
      let least = low.flatMap(Int.init(exactly:)) ?? .min
      self = .integer(least...max(least, high.flatMap(Int.init(exactly:)) ?? .max))
    case "number":
      let least = low ?? -.greatestFiniteMagnitude
      self = .number(least...max(least, high ?? .greatestFiniteMagnitude))
    case "color": self = .color
    case "font": self = .font
    case "choice": self = .choice(object["choices"]?.array?.compactMap(\.string) ?? [])
    default: self = .text
    }
  }
}

extension PropertyValue {
  /// The value as JSON of the same type.
  var json: JSON {
    switch self {
    case .flag(let flag): .bool(flag)
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .text, .color: .string(text)
    case .list(let values): .array(values.map(\.json))
    case .table(let members): .object(members.map { ($0.name, $0.value?.json ?? .null) })
    }
  }
}
