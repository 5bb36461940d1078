internal import Base
internal import Formats
internal import Scene
internal import ScrollCore
internal import Windows

/// Reads the rows of a theme: `[rows.NAME]` with a list of parts each. Errors have file, line and column.
struct RowReader: SettingsFile {
  let file: String

  func kinds(in item: TOML.Item) throws(Failure) -> [String: RowKind] {
    guard case .table(let table) = item.value else {
      throw wrong("rows are tables, as in [rows.weather]; not \(item.value.kind)", at: item.place)
    }
    guard table.entries.count <= RowKind.mostKinds else {
      throw wrong("a theme has more than \(RowKind.mostKinds) rows", at: item.place)
    }
    var kinds: [String: RowKind] = [:]
    for entry in table.entries {
      guard Row.isName(entry.key) else {
        throw wrong(
          "'\(entry.key)' is not a name of a row: it has letters, digits, '-' and '_', and at most \(Row.longestName) of "
            + "them", at: entry.place)
      }
      kinds[entry.key] = try kind(in: entry)
    }
    return kinds
  }

  private func kind(in entry: TOML.Entry) throws(Failure) -> RowKind {
    guard case .table(let table) = entry.item.value else {
      throw wrong("a row is a table with parts, not \(entry.item.value.kind)", at: entry.item.place)
    }
    if let other = table.entries.first(where: { $0.key != "parts" }) {
      throw wrong(
        "a row has no '\(other.key)'" + hint(for: other.key, in: ["parts"], else: "it has parts"), at: other.place)
    }
    guard let parts = table["parts"] else { throw wrong("the row '\(entry.key)' has no parts", at: entry.place) }
    guard case .array(let items) = parts.value else {
      throw wrong("parts are a list of tables, as in [{ text = \"home\" }]; not \(parts.value.kind)", at: parts.place)
    }
    guard 1...RowKind.mostParts ~= items.count else {
      throw wrong("a row has 1 to \(RowKind.mostParts) parts, not \(items.count)", at: parts.place)
    }
    return RowKind(try items.map { (item) throws(Failure) in try part(item) })
  }

  private func part(_ item: TOML.Item) throws(Failure) -> RowPart {
    guard case .table(let table) = item.value else {
      throw wrong("a part is a table, as in { text = \"home\" }; not \(item.value.kind)", at: item.place)
    }
    var settings = Settings<RowPart>()
    for entry in table.entries {
      guard RowPart.property(named: entry.key) != nil else {
        let names = RowPart.properties.map(\.flag)
        let remedy = hint(for: entry.key, in: names, else: "it has \(names.joined(separator: ", "))")
        throw wrong("a part has no '\(entry.key)'" + remedy, at: entry.place)
      }
      try set(entry, in: &settings)
    }
    let part = settings.value
    for (key, ink) in [("color", part.color), ("badge", part.badge)] {
      guard case .theme(let name) = ink, !StripTheme.colorNames.contains(name) else { continue }
      let remedy = hint(
        for: name, in: StripTheme.colorNames, else: "it has \(StripTheme.colorNames.joined(separator: ", "))")
      throw wrong(
        "\(key): '\(name)' is neither a colour nor one of the theme's" + remedy, at: table[key]?.place ?? item.place)
    }
    let contents = [part.text, part.number, part.picture].compactMap(\.self)
    guard contents.count == 1 else {
      throw wrong(
        contents.isEmpty
          ? "a part shows a field; give it text, number or picture"
          : "a part shows one field; give it one of text, number and picture", at: item.place)
    }
    return part
  }
}
