internal import ScrollCore

/// The description below the list.
extension Inspector {
  func showDetail(on page: inout Page) {
    let faint = CellStyle(.faint)
    page.fill(row: layout.rule, with: "─", faint)
    guard let property = selected else { return }
    let end = page.put(" \(property.title) ", row: layout.rule, column: 2, CellStyle(.accent, bold: true))
    if end < columns - 4 {
      page.put(" \(facts(of: property)) ", row: layout.rule, column: end, width: columns - end - 12, faint)
    }
    let properties = properties
    if let index = selectedIndex(in: properties) {
      let place = " \(index + 1)/\(properties.count) "
      page.put(place, row: layout.rule, column: columns - place.count - 1, faint)
    }
    let lines = text.wrapped(meaning(of: property), to: columns - 4, most: layout.detailHeight)
    for (row, line) in lines.enumerated() {
      page.put(line, row: layout.detail + row, column: 2, width: columns - 4)
    }
    // Shows a value in full that is longer than its column.
    guard lines.count < layout.detailHeight,
      property.text.utf8.count > layout.listColumns(names: nameWidth).value.width
    else { return }
    page.put("= \(property.text)", row: layout.detail + lines.count, column: 2, width: columns - 4, CellStyle(.faint))
  }

  private func facts(of property: PropertyInfo) -> String {
    var facts = [property.takes]
    if case .number = property.kind, property.takes != "number" { facts.insert("number", at: 0) }
    if case .integer = property.kind, property.takes != "whole number" { facts.insert("whole number", at: 0) }
    facts.append("default \(property.initialText.isEmpty ? "none" : property.initialText)")
    facts.append(
      property.isSet ? "set" : property.text == property.initialText ? "not set" : "not set, by theme or height")
    return facts.joined(separator: " · ")
  }

  private func meaning(of property: PropertyInfo) -> String {
    let sentence = property.meaning + "."
    return property.needsNewWindow ? sentence + " ↻ A change opens another window around the same view." : sentence
  }

  // MARK: - Notice and footer

  func showNotice(on page: inout Page) {
    let row = layout.notice
    if case .search = mode { return showSearch(row: row, on: &page) }
    if case .path(let editor, _) = mode {
      let start = page.put(" write to: ", row: row, column: 0, CellStyle(.accent, bold: true))
      return showLine(editor.line, row: row, column: start, width: columns - start - 1, on: &page)
    }
    if let window, window.link == .ended {
      page.put(
        " \(window.name) has ended; waiting until it runs again. r looks at once, q quits", row: row, column: 0,
        CellStyle(.bad, bold: true))
    } else if let window, window.link == .silent {
      page.put(
        " \(window.name) does not answer; waiting for it. r asks again, q quits", row: row, column: 0, CellStyle(.bad))
    } else if let notice {
      page.put(" \(notice.text)", row: row, column: 0, CellStyle(notice.isError ? .bad : .good, bold: notice.isError))
    } else if !query.isEmpty {
      let end = page.put(" /\(query.text)", row: row, column: 0, CellStyle(.accent))
      page.put("  \(properties.count) found; Escape shows all", row: row, column: end, CellStyle(.faint))
    }
  }

  private func showSearch(row: Int, on page: inout Page) {
    let start = page.put(" /", row: row, column: 0, CellStyle(.accent, bold: true))
    let found = "\(properties.count) found"
    showLine(query, row: row, column: start, width: columns - start - found.count - 3, on: &page)
    page.put(found, row: row, column: columns - found.count - 1, CellStyle(.faint))
  }

  func showFooter(on page: inout Page) {
    var column = 1
    var keys = footer
    func width(_ key: (String, String)) -> Int { text.width(key.0) + 3 + text.width(key.1) }
    // Keeps the last ones: help and quit.
    while keys.count > 2, keys.reduce(0, { $0 + width($1) }) > columns { keys.remove(at: keys.endIndex - 3) }
    for (key, meaning) in keys {
      column = page.put(key, row: layout.footer, column: column, CellStyle(.accent, bold: true)) + 1
      column = page.put(meaning, row: layout.footer, column: column, CellStyle(.faint)) + 2
    }
  }

  private var footer: [(String, String)] {
    switch mode {
    case .list: listFooter
    case .search: [("Enter", "keep"), ("Esc", "all"), ("↑↓", "select"), ("Tab", "next view")]
    case .edit(let edit):
      [("Enter", "set"), ("Esc", "leave")] + (edit.property.hasSteps ? [("↑↓", "step"), ("PgUp PgDn", "ten")] : [])
        + [("^U", "clear")]
    case .choose: [("↑↓", "choose"), ("Enter", "set"), ("Esc", "leave")]
    case .help: [("↑↓", "scroll"), ("any other key", "back")]
    case .path: [("Enter", "look at it"), ("Esc", "leave")]
    case .plan: [("y", "write"), ("n", "leave it"), ("↑↓", "scroll")]
    }
  }

  private var listFooter: [(String, String)] {
    var keys: [(String, String)] = []
    if let selected {
      keys += selected.hasSteps ? [("←→", "change")] : []
      keys.append(("Enter", "edit"))
      if selected.isSet { keys.append(("d", "default")) }
    }
    if !history.past.isEmpty { keys.append(("u", "undo")) }
    if !history.future.isEmpty { keys.append(("^R", "redo")) }
    return keys + [
      ("/", "search"), ("Tab", "view"), ("w", "write"), ("?", "help"), ("q", "quit"),
    ]
  }
}
