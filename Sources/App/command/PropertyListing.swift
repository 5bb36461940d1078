package import Base
internal import ScrollCore

/// What `newsreel properties` prints.
package enum PropertyListing {
  /// The table of that view, or all.
  package static func tables(of view: String?) throws(Failure) -> [PropertyTable] {
    guard let view else { return PropertyTable.all }
    let views = PropertyTable.all.map(\.view)
    guard let index = views.firstIndex(of: view) else {
      throw Failure.usage(
        "'\(view)' is no view" + hint(for: view, in: views, else: "there are \(views.joined(separator: ", "))"))
    }
    return [PropertyTable.all[index]]
  }

  /// The tables as aligned columns, a heading over each.
  ///
  /// - Parameter columns: Of the terminal, into which the meanings are wrapped; nil: lines are as long as they are.
  package static func text(of tables: [PropertyTable], columns: Int? = nil) -> String {
    tables.filter { !$0.rows.isEmpty }.map { text(of: $0, columns: columns) }.joined(separator: "\n")
  }

  /// The tables as a page of JSON: see `json(of:)`.
  package static func jsonPage(of tables: [PropertyTable]) -> String { json(of: tables).page + "\n" }

  /// An array with an object for each property; its `view` says whose it is.
  static func json(of tables: [PropertyTable]) -> JSON {
    .array(
      tables.flatMap { table in
        table.rows.map { row in
          guard case .object(let members) = row.json else { return row.json }
          return .object([("view", .string(table.view))] + members)
        }
      })
  }

  private static func text(of table: PropertyTable, columns: Int?) -> String {
    let lines =
      [["property", "type", "unit", "default", "range", "meaning"]]
      + table.rows.map { cells($0, isNarrow: columns != nil) }
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return "\(table.view)\n" + lines.map { line($0, widths: widths, columns: columns) }.joined()
  }

  /// In a terminal a long default stands behind the meaning, so that one row does not widen all others.
  private static func cells(_ row: PropertyRow, isNarrow: Bool) -> [String] {
    let isLong = isNarrow && row.defaultText.count > longestDefault
    var meaning = row.meaning + (row.hasManyChoices ? ": \(row.choices.joined(separator: ", "))" : "")
    if isLong { meaning += " (default: \(row.defaultText))" }
    return [
      row.name, row.hasManyChoices ? "choice" : row.type, row.unit,
      isLong ? "…" : row.defaultText.isEmpty ? "-" : row.defaultText, row.range, meaning,
    ]
  }

  /// Characters.
  private static let longestDefault = 24

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
    // Beside the rest where there is room for a few words, else below it.
    if columns - lead.count >= 30 {
      return TextColumns.wrapped(meaning, columns: columns, first: lead, indent: lead.count) + "\n"
    }
    while lead.last == " " { lead.removeLast() }
    return lead + "\n" + TextColumns.wrapped(meaning, columns: columns, first: "      ", indent: 6) + "\n"
  }
}
