/// Formats rows of cells as lines of aligned columns, two spaces before each cell and none at the end.
func columns(_ rows: [[String]]) -> String {
  let count = rows.map(\.count).max() ?? 0
  let widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
  return rows.map { row in
    var line = ""
    for (cell, width) in zip(row, widths) { line += "  " + cell + String(repeating: " ", count: width - cell.count) }
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }.joined()
}
