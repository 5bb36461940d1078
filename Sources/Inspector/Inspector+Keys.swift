internal import ScrollCore

/// Handling keys and the mouse.
extension Inspector {
  /// Handles a key and returns the effects.
  package mutating func handle(_ key: TerminalKey) -> [InspectorEffect] {
    if key == .control("c") { return [.quit] }
    defer { settle() }
    if layout.isTooSmall { return key == .character("q") || key == .escape ? [.quit] : [] }
    notice = nil
    switch mode {
    case .list: return handleInList(key)
    case .search: return handleInSearch(key)
    case .edit(let edit): return handle(key, in: edit)
    case .choose(let list): return handle(key, in: list)
    case .help(let top):
      mode = Self.scrolled(top, by: key).map { .help(top: $0) } ?? .list
      return []
    case .path(let editor, let window): return handle(key, in: editor, for: window)
    case .plan(let plan, let top): return handle(key, in: plan, top: top)
    }
  }

  /// The position to which a key scrolls a read-only page; nil for other keys.
  private static func scrolled(_ top: Int, by key: TerminalKey) -> Int? {
    switch key {
    case .down, .character("j"): top + 1
    case .up, .character("k"): max(0, top - 1)
    case .pageDown: top + 10
    case .pageUp: max(0, top - 10)
    case .wheel(let rows): max(0, top + rows)
    case .home: 0
    default: nil
    }
  }

  // MARK: - In the list

  private mutating func handleInList(_ key: TerminalKey) -> [InspectorEffect] {
    if !isNudge(key) { history.close() }
    switch key {
    case .up, .character("k"): move(by: -1)
    case .down, .character("j"): move(by: 1)
    case .pageUp, .control("b"): move(by: -max(1, layout.listHeight - 1))
    case .pageDown, .control("f"): move(by: max(1, layout.listHeight - 1))
    case .home, .character("g"): move(by: -Int(Int32.max))
    case .end, .character("G"): move(by: Int(Int32.max))
    case .wheel(let rows): move(by: rows)
    case .tab: return turn(by: 1)
    case .backTab: return turn(by: -1)
    case .click(let row, let column): return click(row: row, column: column)
    case .character("/"): (mode, query, searchedFrom) = (.search, EditLine(), part)
    case .escape: query = EditLine()
    case .character("?"): mode = .help(top: 0)
    case .character("q"): return [.quit]
    case .character("u"): return undo()
    case .control("r"): return redo()
    case .character("r"): return retry()
    case .character("w"): return beginWriting()
    default: return handleOfProperty(key)
    }
    return []
  }

  private func isNudge(_ key: TerminalKey) -> Bool {
    switch key {
    case .left, .right, .shiftLeft, .shiftRight: true
    case .character(let character): "+-<>".contains(character)
    default: false
    }
  }

  private mutating func handleOfProperty(_ key: TerminalKey) -> [InspectorEffect] {
    guard let window, let property = selected else { return [] }
    guard window.link != .ended else { return saying("\(window.name) has ended", isError: true) }
    switch key {
    case .left, .character("-"): return nudge(property, by: -1)
    case .right, .character("+"), .character("="): return nudge(property, by: 1)
    case .shiftLeft, .character("<"): return nudge(property, by: -10)
    case .shiftRight, .character(">"): return nudge(property, by: 10)
    case .character(" "): return turn(property)
    case .enter: return open(property, in: window.name)
    case .f2: return open(property, in: window.name, by: .f2)
    case .character(let character) where property.isTyped && (character.isWholeNumber || ".#".contains(character)):
      return open(property, in: window.name, by: key)
    case .character("d"), .delete, .backspace:
      guard property.isSet else { return saying("\(property.name) is not set") }
      return set(property, in: window.name, to: nil)
    default: return []
    }
  }

  /// Selects the property `count` rows below.
  private mutating func move(by count: Int) {
    let properties = properties
    guard let part, let index = selectedIndex(in: properties) else { return }
    selections[part] = properties[min(max(0, index + count), properties.count - 1)].name
  }

  /// Goes to the page `count` pages on.
  private mutating func turn(by count: Int) -> [InspectorEffect] {
    let parts = parts
    guard let part, let index = parts.firstIndex(of: part) else { return [] }
    return show(parts[(index + count + parts.count) % parts.count])
  }

  private mutating func show(_ new: InspectedPart) -> [InspectorEffect] {
    part = new
    return [.refresh(window: new.window)]
  }

  private mutating func click(row: Int, column: Int) -> [InspectorEffect] {
    if row == layout.tabs {
      guard let tab = tabs.first(where: { $0.part != nil && ($0.start..<$0.end).contains(column) })?.part else {
        return []
      }
      return show(tab)
    }
    let properties = properties
    guard let part, layout.list..<layout.list + layout.listHeight ~= row else { return [] }
    let index = (tops[part] ?? 0) + row - layout.list
    guard properties.indices.contains(index) else { return [] }
    // A second click opens the selected row.
    if selectedIndex(in: properties) == index, column >= layout.listColumns(names: nameWidth).value.start {
      return handleOfProperty(.enter)
    }
    selections[part] = properties[index].name
    return []
  }

  private mutating func retry() -> [InspectorEffect] {
    guard windows.contains(where: { $0.link == .ended }) else {
      return part.map { [.refresh(window: $0.window)] } ?? []
    }
    return [.retry]
  }

  // MARK: - Values

  private mutating func nudge(_ property: PropertyInfo, by count: Int) -> [InspectorEffect] {
    guard property.hasSteps else { return saying("Enter edits \(property.title)") }
    guard let window, let value = property.stepped(by: count) else { return saying("that is the limit") }
    return set(property, in: window.name, to: value, isNudge: true)
  }

  private mutating func turn(_ property: PropertyInfo) -> [InspectorEffect] {
    switch property.kind {
    case .flag, .choice:
      guard let window, let value = property.turned else { return [] }
      return set(property, in: window.name, to: value)
    case .integer, .number, .text, .font, .color: return saying("Enter edits \(property.title)")
    }
  }

  /// - Parameter key: The first key for the line, or nil.
  private mutating func open(
    _ property: PropertyInfo, in window: String, by key: TerminalKey? = nil
  ) -> [InspectorEffect] {
    if case .flag = property.kind { return turn(property) }
    guard property.text.utf8.count <= ValueEditor.longest else {
      return saying("\(property.title) is too long to be edited here; newsreel msg set takes it", isError: true)
    }
    if let list = ChoiceList(property, in: window) {
      mode = .choose(list)
      return []
    }
    let edit = ValueEditor(property, in: window)
    mode = .edit(edit)
    return key.map { handle($0, in: edit) } ?? []
  }

  private mutating func handle(_ key: TerminalKey, in edit: ValueEditor) -> [InspectorEffect] {
    var edit = edit
    if edit.number != nil, key != .escape {
      if edit.ahead.count < ValueEditor.mostAhead { edit.ahead.append(key) }
      mode = .edit(edit)
      return []
    }
    switch key {
    case .escape: mode = .list
    case .enter: return commit(edit)
    case .up: step(&edit, by: 1)
    case .down: step(&edit, by: -1)
    case .pageUp, .shiftUp: step(&edit, by: 10)
    case .pageDown, .shiftDown: step(&edit, by: -10)
    default:
      let before = edit.editor.text
      guard edit.editor.handle(key) else { return [] }
      if edit.editor.text != before { edit.problem = nil }
      mode = .edit(edit)
    }
    return []
  }

  /// Steps the number in the edited line.
  private mutating func step(_ edit: inout ValueEditor, by count: Int) {
    var property = edit.property
    property.value = .text(edit.editor.text)
    guard property.problem(with: property.text) == nil, let value = property.stepped(by: count)
    else { return }
    edit.editor.perform(.selectAll)
    edit.editor.paste(value)
    edit.problem = nil
    mode = .edit(edit)
  }

  private mutating func commit(_ edit: ValueEditor) -> [InspectorEffect] {
    guard !edit.isUntouched,
      let now = windows.first(where: { $0.name == edit.window })?.property(named: edit.property.name)
    else {
      mode = .list
      return []
    }
    var edit = edit
    let effects = set(now, in: edit.window, to: edit.editor.text, isShown: false)
    edit.number = lastNumber
    mode = .edit(edit)
    return effects
  }

  private mutating func handle(_ key: TerminalKey, in list: ChoiceList) -> [InspectorEffect] {
    var list = list
    switch key {
    case .up, .character("k"), .left, .backTab: list.move(by: -1)
    case .down, .character("j"), .right, .tab, .character(" "): list.move(by: 1)
    case .pageUp: list.move(by: -10)
    case .pageDown: list.move(by: 10)
    case .home: list.index = 0
    case .end: list.index = list.words.count - 1
    case .wheel(let rows): list.move(by: rows)
    case .enter:
      mode = .list
      let word = list.words[list.index]
      guard let now = windows.first(where: { $0.name == list.window })?.property(named: list.property.name),
        now.text != word
      else { return [] }
      return set(now, in: list.window, to: word)
    case .escape, .character("q"), .click:
      mode = .list
      return []
    default: return []
    }
    mode = .choose(list)
    return []
  }

  // MARK: - Searching

  private mutating func handleInSearch(_ key: TerminalKey) -> [InspectorEffect] {
    switch key {
    case .escape:
      query = EditLine()
      mode = .list
    case .enter: mode = .list
    case .backspace where query.isEmpty: mode = .list
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .tab: return turn(by: 1)
    case .backTab: return turn(by: -1)
    case .click(let row, let column):
      mode = .list
      return click(row: row, column: column)
    default: if query.handle(key) { return selectBest() }
    }
    return []
  }

  /// Goes to the best match of all pages: a name, the start or a part of one, or a meaning. Among equals the page that
  /// the search began on comes first.
  private mutating func selectBest() -> [InspectorEffect] {
    guard let part, !query.isEmpty else { return [] }
    let first = searchedFrom ?? part
    var best: (rank: Int, part: InspectedPart, name: String)?
    for candidate in [first] + parts.filter({ $0 != first }) {
      for property in properties(of: candidate) {
        let rank = rank(of: property)
        if best.map({ rank < $0.rank }) ?? true { best = (rank, candidate, property.name) }
      }
    }
    guard let best else { return [] }
    // Among meanings, the selection stays.
    if best.rank < Self.leastRank { selections[best.part] = best.name }
    return best.part == part ? [] : show(best.part)
  }

  private static let leastRank = 3

  private func rank(of property: PropertyInfo) -> Int {
    let word = query.text.lowercased()
    if property.title == word { return 0 }
    return property.title.hasPrefix(word) ? 1 : property.title.contains(word) ? 2 : Self.leastRank
  }
}
