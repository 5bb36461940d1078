internal import Base
internal import ScrollCore

/// What `newsreel properties` prints.
package enum PropertyListing {
  /// The table of that view, or all.
  package static func tables(of view: String?) throws(UsageError) -> [PropertyTable] {
    guard let view else { return PropertyTable.all }
    let views = PropertyTable.all.map(\.view)
    guard let index = views.firstIndex(of: view) else {
      let hint = nearest(to: view, in: views).map { "did you mean '\($0)'?" }
      throw UsageError("'\(view)' is no view; " + (hint ?? "there are \(views.joined(separator: ", "))"))
    }
    return [PropertyTable.all[index]]
  }

  /// The tables as aligned columns, a heading over each.
  package static func text(of tables: [PropertyTable]) -> String {
    tables.filter { !$0.rows.isEmpty }.map(text(of:)).joined(separator: "\n")
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

  private static func text(of table: PropertyTable) -> String {
    let lines = [["property", "type", "unit", "default", "range", "meaning"]] + table.rows.map(cells)
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return "\(table.view)\n" + lines.map { line($0, widths: widths) }.joined()
  }

  private static func cells(_ row: PropertyRow) -> [String] {
    [
      row.name, row.hasManyChoices ? "choice" : row.type, row.unit, row.defaultText.isEmpty ? "-" : row.defaultText,
      row.range, row.hasManyChoices ? "\(row.meaning): \(row.choices.joined(separator: ", "))" : row.meaning,
    ]
  }

  private static func line(_ cells: [String], widths: [Int]) -> String {
    var line = ""
    for (cell, width) in zip(cells, widths) {
      line += "  " + cell + String(repeating: " ", count: width - cell.count)
    }
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }
}
