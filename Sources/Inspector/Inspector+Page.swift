internal import ScrollCore

/// Drawing the page.
extension Inspector {
  package var page: Page {
    var page = Page(rows: rows, columns: columns, text)
    if layout.isTooSmall {
      showTooSmall(on: &page)
      return page
    }
    showHead(on: &page)
    showTabs(on: &page)
    showList(on: &page)
    showDetail(on: &page)
    showNotice(on: &page)
    showFooter(on: &page)
    showOverlay(on: &page)
    return page
  }

  private func showTooSmall(on page: inout Page) {
    let least = InspectorLayout.least
    let lines = ["Too small: \(columns)×\(rows)", "\(least.columns)×\(least.rows) at least", "q quits"]
    for (row, line) in lines.enumerated() { page.put(line, row: row, column: 0) }
  }

  // MARK: - Head

  private func showHead(on page: inout Page) {
    let end = page.put(" newsreel inspect", row: 0, column: 0, CellStyle(.accent, bold: true))
    guard let window else { return }
    let after = page.put(window.name, row: 0, column: end + 2, CellStyle(bold: true))
    let (words, style) = standing(of: window)
    let width = text.width(words)
    page.put(words, row: 0, column: max(after + 2, columns - width - 1), style)
  }

  /// The state of a window, in a few words.
  private func standing(of window: InspectedWindow) -> (String, CellStyle) {
    switch window.link {
    case .waiting: return ("waiting for its answer", CellStyle(.faint))
    case .silent: return ("does not answer", CellStyle(.bad, bold: true))
    case .ended: return ("has ended", CellStyle(.bad, bold: true))
    case .live: break
    }
    let count = window.properties.count(where: \.isSet)
    let words = [window.isPaused ? "paused" : "", "\(count) set", "pid \(window.process)"].filter { !$0.isEmpty }
    return (words.joined(separator: " · "), CellStyle(.faint))
  }

  // MARK: - Tabs

  struct Tab {
    /// Nil for the name of a window, before its views.
    let part: InspectedPart?
    let label: String
    var start: Int
    var end: Int
  }

  /// The views, from left to right, scrolled to show the current one.
  var tabs: [Tab] {
    var tabs: [Tab] = []
    var column = 1
    func add(_ label: String, _ part: InspectedPart?) {
      let end = column + text.width(label)
      tabs.append(Tab(part: part, label: label, start: column, end: end))
      column = end + 1
    }
    for window in windows {
      if windows.count > 1 { add("\(window.name):", nil) }
      for view in window.views {
        let part = InspectedPart(window: window.name, view: view)
        add(" \(view) \(properties(of: part).count) ", part)
      }
    }
    let present = tabs.first { $0.part == part }
    let shift = max(0, min((present?.end ?? 0) - columns + 8, (present?.start ?? 1) - 1))
    for index in tabs.indices {
      tabs[index].start -= shift
      tabs[index].end -= shift
    }
    return tabs
  }

  private func showTabs(on page: inout Page) {
    for tab in tabs where tab.start > 0 {
      let isPresent = tab.part == part
      let style =
        tab.part == nil
        ? CellStyle(.faint, bold: true)
        : isPresent ? CellStyle(on: .bar, bold: true) : CellStyle(tab.label.hasSuffix(" 0 ") ? .faint : .plain)
      page.put(tab.label, row: layout.tabs, column: tab.start, style)
    }
    if tabs.contains(where: { $0.start <= 0 }) { page.put("‹", row: layout.tabs, column: 0, CellStyle(.accent)) }
    if tabs.contains(where: { $0.end > columns }) {
      page.put("›", row: layout.tabs, column: columns - 1, CellStyle(.accent))
    }
  }

  // MARK: - List

  /// The width of the longest name of the page.
  var nameWidth: Int {
    guard let part, let window else { return 0 }
    return window.properties.lazy.filter { $0.view == part.view }.map { text.width($0.title) }.max() ?? 0
  }

  private func showList(on page: inout Page) {
    let properties = properties
    let columns = layout.listColumns(names: nameWidth)
    showHeading(columns, on: &page)
    guard let part, let selected = selectedIndex(in: properties) else { return showEmptiness(on: &page) }
    let top = tops[part] ?? 0
    for row in 0..<layout.listHeight where top + row < properties.count {
      let index = top + row
      show(properties[index], columns, row: layout.list + row, isSelected: index == selected, on: &page)
    }
    showScrollBar(of: properties.count, from: top, on: &page)
  }

  private func showHeading(
    _ columns: InspectorLayout.ListColumns, on page: inout Page
  ) {
    let style = CellStyle(.faint, underlined: true)
    page.fill(row: layout.heading, from: 1, to: self.columns - 1, style)
    for (column, title) in [
      (columns.name, "property"), (columns.value, "value"), (columns.initial, "default"), (columns.takes, "takes"),
    ] {
      if let column { page.put(title, row: layout.heading, column: column.start, width: column.width, style) }
    }
  }

  private func show(
    _ property: PropertyInfo,
    _ columns: InspectorLayout.ListColumns, row: Int, isSelected: Bool, on page: inout Page
  ) {
    let ground: CellStyle.Ground = isSelected ? .bar : .none
    if isSelected { page.fill(row: row, to: self.columns - 1, CellStyle(on: .bar)) }
    if property.isSet {
      page.put("●", row: row, column: 1, CellStyle(.changed, on: ground))
    } else if property.text != property.initialText {
      page.put("○", row: row, column: 1, CellStyle(.faint, on: ground))
    }
    page.put(
      property.title, row: row, column: columns.name.start, width: columns.name.width,
      CellStyle(on: ground, bold: property.isSet))
    showMatches(in: property, at: columns.name, row: row, on: &page)
    showValue(of: property, columns.value, row: row, isSelected: isSelected, on: &page)
    // The line being typed covers them.
    if isSelected, case .edit = mode { return }
    if let initial = columns.initial {
      let style = CellStyle(.faint, on: ground)
      let start = showSwatch(property.color(of: property.initialText), row: row, column: initial.start, on: &page)
      page.put(
        property.initialText.isEmpty ? "-" : property.initialText, row: row, column: start,
        width: initial.width - (start - initial.start), style)
    }
    if let takes = columns.takes {
      let mark = property.needsNewWindow ? "↻ " : ""
      page.put(mark + property.takes, row: row, column: takes.start, width: takes.width, CellStyle(.faint, on: ground))
    }
  }

  /// Highlights search words in names.
  private func showMatches(
    in property: PropertyInfo, at column: InspectorLayout.Column, row: Int, on page: inout Page
  ) {
    for word in query.text.lowercased().split(separator: " ") {
      guard let range = property.title.firstRange(of: word) else { continue }
      let start = column.start + text.width(property.title[..<range.lowerBound])
      let end = min(start + text.width(word), column.start + column.width)
      page.restyle(row: row, from: start, to: end) { ($0.ink, $0.isBold, $0.isUnderlined) = (.accent, true, true) }
    }
  }

  private func showValue(
    of property: PropertyInfo, _ column: InspectorLayout.Column, row: Int, isSelected: Bool, on page: inout Page
  ) {
    let ground: CellStyle.Ground = isSelected ? .bar : .none
    if case .edit(let edit) = mode, isSelected, edit.property.name == property.name {
      return showEditor(edit, column, row: row, on: &page)
    }
    let style = CellStyle(property.isSet ? .changed : .plain, on: ground, bold: property.isSet)
    let swatch = showSwatch(property.color(of: property.text), row: row, column: column.start, on: &page)
    let value = property.text.isEmpty ? "-" : property.text
    guard isSelected, property.hasSteps, column.width > 6 else {
      page.put(value, row: row, column: swatch, width: column.width - (swatch - column.start), style)
      return
    }
    // Marks a value that has steps.
    let hint = CellStyle(.accent, on: ground, bold: true)
    page.put("‹", row: row, column: column.start, hint)
    let end = page.put(value, row: row, column: column.start + 2, width: column.width - 4, style)
    page.put("›", row: row, column: end + 1, hint)
  }

  /// Draws a colour on black and on white. Returns the column after it.
  func showSwatch(_ color: Color?, row: Int, column: Int, on page: inout Page) -> Int {
    guard let color else { return column }
    // Underlined, in case it equals the terminal's background.
    for (index, ground) in [Color.black, .white].enumerated() {
      let style = CellStyle(on: .color(color.over(ground).opaque), underlined: true)
      page.put(" ", row: row, column: column + index, style)
    }
    return column + 3
  }

  private func showEmptiness(on page: inout Page) {
    let line: String
    if windows.isEmpty || window == nil {
      line = "Waiting for the window …"
    } else if query.isEmpty {
      line = "It has no properties."
    } else {
      let others = parts.filter { !properties(of: $0).isEmpty }.map { "\($0.view) (\(properties(of: $0).count))" }
      let hint = others.isEmpty ? "; Escape shows all" : "; Tab to \(others.joined(separator: ", "))"
      line = "Nothing here has '\(query.text)'" + hint
    }
    page.put(line, row: layout.list + 1, column: 3, width: columns - 5, CellStyle(.faint))
  }

  private func showScrollBar(of count: Int, from top: Int, on page: inout Page) {
    let height = layout.listHeight
    guard count > height, height > 0 else { return }
    let length = max(1, height * height / count)
    let start = (height - length) * top / (count - height)
    for row in 0..<height {
      let isHere = start..<start + length ~= row
      page.put(isHere ? "┃" : "│", row: layout.list + row, column: columns - 1, CellStyle(isHere ? .accent : .faint))
    }
  }
}
