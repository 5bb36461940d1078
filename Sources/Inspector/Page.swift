package import ScrollCore

/// A cell's style by meaning. The terminal decides on the colours.
package struct CellStyle: Hashable, Sendable {
  package enum Ink: Hashable, Sendable {
    case plain, faint, accent, changed, good, bad
  }

  package enum Ground: Hashable, Sendable {
    case none
    /// The selected row.
    case bar
    /// A box over the rest.
    case box
    case color(Color)
  }

  package var ink = Ink.plain
  package var ground = Ground.none
  package var isBold = false
  package var isUnderlined = false

  package init(_ ink: Ink = .plain, on ground: Ground = .none, bold: Bool = false, underlined: Bool = false) {
    (self.ink, self.ground, isBold, isUnderlined) = (ink, ground, bold, underlined)
  }

  func on(_ ground: Ground) -> CellStyle { CellStyle(ink, on: ground, bold: isBold, underlined: isUnderlined) }
}

/// The content of a terminal: a grid of cells.
package struct Page: Sendable {
  package struct Cell: Equatable, Sendable {
    /// A character with its marks; empty after one that takes two cells.
    package var text = " "
    package var style = CellStyle()
  }

  package let rows: Int
  package let columns: Int
  package private(set) var cells: [Cell]
  /// The caret's place; nil while nothing is typed.
  package var caret: (row: Int, column: Int)?
  let text: CellText

  init(rows: Int, columns: Int, _ text: CellText) {
    (self.rows, self.columns, self.text) = (max(1, rows), max(1, columns), text)
    cells = [Cell](repeating: Cell(), count: self.rows * self.columns)
  }

  package func row(_ row: Int) -> ArraySlice<Cell> { cells[row * columns..<(row + 1) * columns] }

  /// Puts text into a row, in at most `width` cells. Returns the column after it.
  @discardableResult
  mutating func put(
    _ text: some StringProtocol, row: Int, column: Int, width: Int = .max, _ style: CellStyle = CellStyle()
  ) -> Int {
    guard 0..<rows ~= row, 0..<columns ~= column else { return column }
    let room = min(width, columns - column)
    return put(pieces: room > 0 ? self.text.fitted(text, to: room) : [], row: row, column: column, style)
  }

  @discardableResult
  mutating func put(pieces: [CellText.Piece], row: Int, column: Int, _ style: CellStyle) -> Int {
    var column = column
    for piece in pieces where column + piece.width <= columns {
      set(Cell(text: piece.text, style: style), row, column)
      if piece.width == 2 { set(Cell(text: "", style: style), row, column + 1) }
      column += piece.width
    }
    return column
  }

  /// Sets a cell. The other half of a wide character becomes blank.
  private mutating func set(_ cell: Cell, _ row: Int, _ column: Int) {
    let index = row * columns + column
    if cells[index].text.isEmpty, column > 0, !cell.text.isEmpty { cells[index - 1].text = " " }
    if column + 1 < columns, cells[index + 1].text.isEmpty { cells[index + 1].text = " " }
    cells[index] = cell
  }

  /// Fills cells of a row.
  mutating func fill(row: Int, from column: Int = 0, to end: Int = .max, with sign: String = " ", _ style: CellStyle) {
    guard 0..<rows ~= row else { return }
    for column in max(0, column)..<max(column, min(end, columns)) where column < columns {
      set(Cell(text: sign, style: style), row, column)
    }
  }

  /// Changes the style of cells of a row.
  mutating func restyle(row: Int, from column: Int = 0, to end: Int = .max, _ change: (inout CellStyle) -> Void) {
    guard 0..<rows ~= row else { return }
    for column in max(0, column)..<max(column, min(end, columns)) { change(&cells[row * columns + column].style) }
  }

  /// Draws an empty box with a frame and a title.
  mutating func box(row: Int, column: Int, height: Int, width: Int, title: String) {
    let style = CellStyle(.accent, on: .box)
    guard height > 1, width > 1 else { return }
    for line in row..<row + height {
      fill(row: line, from: column, to: column + width, CellStyle(on: .box))
      put("│", row: line, column: column, style)
      put("│", row: line, column: column + width - 1, style)
    }
    for (line, left, right) in [(row, "╭", "╮"), (row + height - 1, "╰", "╯")] {
      fill(row: line, from: column, to: column + width, with: "─", style)
      put(left, row: line, column: column, style)
      put(right, row: line, column: column + width - 1, style)
    }
    if !title.isEmpty {
      put(" \(title) ", row: row, column: column + 2, width: width - 4, CellStyle(.accent, on: .box, bold: true))
    }
  }
}
