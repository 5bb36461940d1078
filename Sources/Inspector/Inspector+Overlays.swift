internal import ScrollCore

/// Overlays of the list: lines to type in, choices, help, and a plan for writing.
extension Inspector {
  func showOverlay(on page: inout Page) {
    switch mode {
    case .list, .search, .path: return
    case .edit(let edit): showProblem(of: edit, on: &page)
    case .choose(let list): show(list, on: &page)
    case .help(let top): showHelp(from: top, on: &page)
    case .plan(let plan, let top): show(plan, from: top, on: &page)
    }
  }

  // MARK: - The edited line

  func showEditor(_ edit: ValueEditor, _ column: InspectorLayout.Column, row: Int, on page: inout Page) {
    // Takes all the room: the value matters now, not the columns after it.
    let end = max(column.start + column.width, min(columns - 2, column.start + 40))
    page.fill(row: row, from: column.start, to: end, CellStyle(on: .box))
    let start = showSwatch(edit.property.color(of: edit.editor.text), row: row, column: column.start, on: &page)
    showLine(edit.editor.line, row: row, column: start, width: end - start, on: .box, &page)
  }

  func showLine(_ line: EditLine, row: Int, column: Int, width: Int, on page: inout Page) {
    showLine(line, row: row, column: column, width: width, on: .none, &page)
  }

  /// Shows the part of a line around its caret, with the selection.
  private func showLine(
    _ line: EditLine, row: Int, column: Int, width: Int, on ground: CellStyle.Ground, _ page: inout Page
  ) {
    let width = max(1, width)
    let pieces = text.pieces(line.text)
    let before = pieces.filter { $0.offset < line.caret }.reduce(0) { $0 + $1.width }
    var skipped = max(0, before - width + 1)
    var place = column
    for piece in pieces {
      if skipped > 0 {
        skipped -= piece.width
        continue
      }
      guard place + piece.width <= column + width else { break }
      let isSelected = line.selection.contains(piece.offset)
      place = page.put(
        pieces: [piece], row: row, column: place, CellStyle(on: isSelected ? .bar : ground, underlined: isSelected))
    }
    page.caret = (row, min(column + min(before, width - 1), columns - 1))
  }

  private func showProblem(of edit: ValueEditor, on page: inout Page) {
    let typed = edit.editor.text
    let local = edit.isUntouched ? nil : edit.property.problem(with: typed)
    guard let problem = edit.problem ?? local, let caret = page.caret else { return }
    let start = layout.listColumns(names: nameWidth).value.start
    // Below the line, or above it if there is not enough room. An unfinished value is reported more faintly.
    let style = CellStyle(edit.problem == nil ? .faint : .bad, on: .box, bold: edit.problem != nil)
    let room = columns - start - 2
    let lines = text.wrapped(problem, to: room - 2, most: 3)
    let isBelow = caret.row + lines.count < layout.rule
    for (index, line) in lines.enumerated() {
      let row = isBelow ? caret.row + 1 + index : caret.row - lines.count + index
      guard row >= layout.list else { continue }
      page.fill(row: row, from: start, to: start + room, CellStyle(on: .box))
      page.put(line, row: row, column: start + 1, width: room - 2, style)
    }
  }

  // MARK: - Boxes

  private func show(_ list: ChoiceList, on page: inout Page) {
    guard let part, let index = selectedIndex(in: properties) else { return }
    let widest = list.words.map { text.width($0) }.max() ?? 1
    let width = min(columns - 4, max(widest, text.width(list.property.title)) + 6)
    let height = min(list.words.count + 2, max(3, layout.listHeight))
    let anchor = layout.list + index - (tops[part] ?? 0) + 1
    let row = max(layout.list, min(anchor, layout.rule - height))
    let column = max(0, min(layout.listColumns(names: nameWidth).value.start - 2, columns - width - 1))
    page.box(row: row, column: column, height: height, width: width, title: String(list.property.title))
    let room = height - 2
    let top = max(0, min(list.index - room / 2, list.words.count - room))
    for line in 0..<room where top + line < list.words.count {
      let isHere = top + line == list.index
      let place = row + 1 + line
      if isHere { page.fill(row: place, from: column + 1, to: column + width - 1, CellStyle(on: .bar)) }
      let word = list.words[top + line]
      page.put(
        word == list.property.text ? "●" : " ", row: place, column: column + 2,
        CellStyle(.changed, on: isHere ? .bar : .box))
      page.put(
        word, row: place, column: column + 4, width: width - 5, CellStyle(on: isHere ? .bar : .box, bold: isHere))
    }
  }

  private func showHelp(from top: Int, on page: inout Page) {
    let width = min(columns - 2, 92)
    let terms = min(30, width / 3)
    var lines: [(term: String, meaning: String)] = []
    for (term, meaning) in InspectorKeys.rows {
      if meaning.isEmpty {
        if !lines.isEmpty { lines.append(("", "")) }
        lines.append((term, ""))
      } else {
        for (index, line) in text.wrapped(meaning, to: width - terms - 6, most: 9).enumerated() {
          lines.append((index == 0 ? term : "", line))
        }
      }
    }
    lines += [("", "")] + [("●", "it is set"), ("○", "it differs from the default, by a theme or by the height")]
    lines.append(("↻", "a change opens another window around the same view"))
    let (row, room) = frame(lines.count, width: width, title: "Keys", on: &page)
    let first = max(0, min(top, lines.count - room))
    let column = (columns - width) / 2 + 2
    for (index, line) in lines[first...].prefix(room).enumerated() {
      let isHeading = line.meaning.isEmpty
      page.put(
        line.term, row: row + index, column: column, width: isHeading ? width - 4 : terms,
        CellStyle(isHeading ? .plain : .accent, on: .box, bold: true))
      page.put(
        line.meaning, row: row + index, column: column + terms + 1, width: width - terms - 5, CellStyle(on: .box))
    }
  }

  private func show(_ plan: WritingPlan, from top: Int, on page: inout Page) {
    let width = min(columns - 2, 92)
    var lines: [(String, CellStyle)] = []
    func add(_ line: String, _ ink: CellStyle.Ink = .plain, bold: Bool = false) {
      for part in text.wrapped(line, to: width - 4, most: 4) {
        lines.append((part, CellStyle(ink, on: .box, bold: bold)))
      }
    }
    switch plan.kind {
    case .edit: add("The program runs from this file. These lines of it change, and nothing else:")
    case .create: add("This file does not exist yet. It would contain:")
    case .replace: add("THIS FILE EXISTS ALREADY. Its content would be replaced by:", .bad, bold: true)
    }
    for warning in plan.warnings { add("! \(warning)", .bad) }
    let head = lines.count
    for line in plan.lines {
      let ink: CellStyle.Ink = line.hasPrefix("+") ? .good : line.hasPrefix("-") ? .bad : .plain
      lines.append((line, CellStyle(ink, on: .box)))
    }
    let (row, room) = frame(lines.count + 2, width: width, title: plan.path, on: &page)
    let column = (columns - width) / 2 + 2
    let shown = lines.prefix(head) + lines.dropFirst(head).dropFirst(min(top, plan.lines.count))
    for (index, line) in shown.prefix(room - 2).enumerated() {
      page.put(line.0, row: row + index, column: column, width: width - 4, line.1)
    }
    let question = plan.kind == .replace ? "Replace it?  y yes   n no" : "Write it?  y yes   n no"
    page.put(question, row: row + room - 1, column: column, width: width - 4, CellStyle(.accent, on: .box, bold: true))
  }

  /// Draws a box in the middle. Returns its first inner row and the number of rows.
  private func frame(_ lines: Int, width: Int, title: String, on page: inout Page) -> (row: Int, room: Int) {
    let height = min(lines + 2, rows - 2)
    let row = max(0, (rows - 1 - height) / 2)
    page.box(row: row, column: (columns - width) / 2, height: height, width: width, title: title)
    return (row + 1, height - 2)
  }
}
