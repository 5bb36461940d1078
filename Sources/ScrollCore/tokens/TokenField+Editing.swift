/// How a click on a chip changes the selection.
package enum TokenTap: Equatable, Sendable {
  case plain
  /// Control: toggles its selection.
  case toggling
  /// Shift: extends the selection from the anchor.
  case extending
}

extension TokenField {
  // MARK: - Text

  /// Inserts typed text at the caret, and deselects all chips.
  package mutating func insert(_ text: String) {
    guard properties.takesText, !text.isEmpty else { return }
    finishDrag()
    let startsWord = input.isAtWordStart && text.first?.isWhitespace == false
    if startsWord || !input.selection.isEmpty || !selection.isEmpty { interrupt() }
    change(.typing) { state in
      state.selection = TokenSelection()
      state.input.insert(text)
    }
  }

  /// Pastes text. Split at commas, semicolons, tabs and line breaks it becomes chips, in one undo step. Text without
  /// these goes to the caret.
  ///
  /// - Parameter unwanted: Those of `parts(of: text)` that must not become chips.
  package mutating func paste(_ text: String, at t: Seconds, without unwanted: Set<String> = []) {
    guard properties.takesText else { return }
    finishDrag()
    let isSplit = text.unicodeScalars.contains(where: isTokenSeparator)
    let parts = Self.parts(of: text)
    let fresh = accept(parts.prefix(Self.mostPasted).filter { !unwanted.contains($0) }.map { Token($0) }, at: t)
    if parts.count > Self.mostPasted { report(.refused(label: parts[Self.mostPasted], reason: .tooMany)) }
    change(.other) { state in
      state.selection = TokenSelection()
      state.tokens += fresh
      if !isSplit || !state.input.selection.isEmpty { state.input.insert(isSplit ? "" : text) }
    }
  }

  /// The most chips of one paste, because each is measured before the next frame.
  package static let mostPasted = 10_000

  /// The labels of a paste, perhaps with the first surplus one; empty if the text has no separators.
  package static func parts(of text: String) -> [String] {
    guard text.unicodeScalars.contains(where: isTokenSeparator) else { return [] }
    return text.unicodeScalars.split(maxSplits: mostPasted + 1, whereSeparator: isTokenSeparator)
      .prefix(mostPasted + 1).map { Token(String($0)).label }.filter { !$0.isEmpty }
  }

  /// Changes caret and selection of the typed text by a method of `EditLine`.
  package mutating func selectText(_ body: (inout EditLine) -> Void) {
    finishDrag()
    change(nil) { state in
      state.selection = TokenSelection()
      body(&state.input)
    }
  }

  // MARK: - Pointer

  /// Handles a click on a chip.
  ///
  /// - Parameter kept: The ids of chips that must not be removed.
  package mutating func tap(_ index: Int, _ tap: TokenTap = .plain, keeping kept: Set<Int> = []) {
    finishDrag()
    guard tokens.indices.contains(index) else { return }
    report(.didTap(index: index, label: tokens[index].label))
    if properties.clickRemoves {
      if canRemove(tokens[index]) { remove(at: [index], keeping: kept) }
    } else if tap == .extending || tap == .plain && !selection.ids.contains(tokens[index].id) {
      select(index, extending: tap == .extending)
    } else if properties.canSelectTokens {
      change(nil) { $0.toggle(index) }
    }
  }

  /// Handles a click on a chip's ×.
  package mutating func tapRemove(_ index: Int, keeping kept: Set<Int> = []) {
    guard tokens.indices.contains(index), hasRemove(tokens[index]) else { return }
    remove(at: [index], keeping: kept)
  }

  private mutating func remove(at indices: [Int], keeping kept: Set<Int>) {
    remove(at: indices.filter { !kept.contains(tokens[$0].id) })
  }

  /// Whether it has an ×.
  package func hasRemove(_ token: Token) -> Bool { properties.showsRemove && canRemove(token) }

  /// Whether the user can remove it.
  package func canRemove(_ token: Token) -> Bool { token.isEditable && properties.canEdit }

  /// The indices of the chips that a command would remove.
  package func removals(by command: EditCommand) -> [Int] {
    guard !selection.isEmpty, draggedID == nil else { return [] }
    switch command {
    case .delete(_, isRepeat: false), .cut: return selectedIndices.filter { canRemove(tokens[$0]) }
    default: return []
    }
  }

  /// Selects a single chip, or extends the selection from the anchor to it.
  package mutating func select(_ index: Int, extending: Bool) {
    guard properties.canSelectTokens, tokens.indices.contains(index) else { return }
    change(nil) { extending ? $0.extendSelection(to: index) : $0.select(index) }
  }

  // MARK: - Keys

  /// Executes a key's command.
  ///
  /// - Parameters:
  ///   - kept: The ids of chips that must not be removed.
  ///   - unwanted: Those of `typedParts` that must not become chips.
  @discardableResult
  package mutating func perform(
    _ command: EditCommand, at t: Seconds, keeping kept: Set<Int> = [], without unwanted: Set<String> = []
  ) -> EditOutcome {
    if draggedID != nil {
      guard command == .cancel else { return .ignored }
      cancelDrag()
      return .handled
    }
    let doomed = removals(by: command)
    switch command {
    case .move(let movement, let extending): return move(movement, extending: extending)
    case .delete(let movement, let isRepeat):
      if doomed.isEmpty { return delete(movement, isRepeat: isRepeat) }
      remove(at: doomed, keeping: kept)
    case .selectAll: return selectAll()
    case .copy: return selectedText.map(EditOutcome.copied) ?? .ignored
    case .cut: return cut(doomed, keeping: kept)
    case .undo: return restore { $0.undo(from: $1) } ? .handled : .ignored
    case .redo: return restore { $0.redo(from: $1) } ? .handled : .ignored
    case .submit: return submit(at: t, without: unwanted)
    case .complete: return complete()
    case .cancel: return deselect()
    }
    return .handled
  }

  /// The labels that `submit` would add: the highlighted suggestion, or the typed text, split like a paste unless it is a
  /// suggestion.
  package var typedParts: [String] {
    if let completion { return [completion] }
    if input.text.unicodeScalars.contains(where: isTokenSeparator), !isSuggested(Token(input.text)) {
      return Self.parts(of: input.text)
    }
    return input.text.trimmed.isEmpty ? [] : [input.text]
  }

  /// Whether `submit` would add a chip.
  package var canSubmit: Bool {
    properties.takesText && selection.isEmpty && draggedID == nil && !typedParts.isEmpty
  }

  private mutating func move(_ movement: EditMovement, extending: Bool) -> EditOutcome {
    if let lead = selection.lead, let index = index(of: lead) {
      return moveSelection(from: index, movement, extending: extending)
    }
    let isBackwards = movement == .left || movement == .wordLeft || movement == .start
    let leavesText = isBackwards && input.caret == 0 && input.selection.isEmpty
    if leavesText || !properties.takesText { return enterSelection(movement, extending: extending) }
    if movement == .up || movement == .down, selectSuggestion(forwards: movement == .down) { return .handled }
    if movement == .right, !extending, input.caret == input.end, canComplete { return complete() }
    selectText { $0.move(movement, extending: extending) }
    return .handled
  }

  /// Moves from the text, or from nothing selected, to a chip.
  private mutating func enterSelection(_ movement: EditMovement, extending: Bool) -> EditOutcome {
    guard properties.canSelectTokens, !tokens.isEmpty, movement != .up, movement != .down else { return .ignored }
    let isAtFront = movement == .right || movement == .wordRight || movement == .start && !extending
    change(nil) { state in
      state.select(isAtFront ? 0 : state.tokens.count - 1)
      if movement == .start, extending { state.extendSelection(to: 0) }
    }
    return .handled
  }

  private mutating func moveSelection(from index: Int, _ movement: EditMovement, extending: Bool) -> EditOutcome {
    let target: Int
    switch movement {
    case .left, .wordLeft: target = max(0, index - 1)
    case .right, .wordRight: target = index + 1
    case .start: target = 0
    case .end: target = extending || !properties.takesText ? tokens.count - 1 : tokens.count
    case .up, .down: return .ignored
    }
    if target < tokens.count {
      select(target, extending: extending)
    } else if properties.takesText, !extending {
      selectText { $0.move(movement == .end ? .end : .start, extending: false) }
    }
    return .handled
  }

  private mutating func delete(_ movement: EditMovement, isRepeat: Bool) -> EditOutcome {
    // A held key never deletes chips.
    if !selection.isEmpty { return .handled }
    let isBackwards = movement == .left || movement == .wordLeft
    if input.isEmpty || !properties.takesText {
      guard isBackwards, !isRepeat, properties.canSelectTokens, !tokens.isEmpty else { return .ignored }
      select(tokens.count - 1, extending: false)
      return .handled
    }
    change(input.selection.isEmpty ? .deleting : .other) { $0.input.delete(movement) }
    return .handled
  }

  private mutating func selectAll() -> EditOutcome {
    let hasAllText = input.isEmpty || input.selection == 0..<input.end
    if !hasAllText, properties.takesText, selection.isEmpty {
      selectText { $0.selectAll() }
    } else if properties.canSelectTokens, !tokens.isEmpty {
      change(nil) { state in
        state.select(0)
        state.extendSelection(to: state.tokens.count - 1)
      }
    }
    return .handled
  }

  private mutating func cut(_ doomed: [Int], keeping kept: Set<Int>) -> EditOutcome {
    guard let text = selectedText else { return .ignored }
    if !selection.isEmpty {
      remove(at: doomed, keeping: kept)
    } else if properties.takesText {
      change(.other) { $0.input.delete(.left) }
    }
    return .copied(text)
  }

  private mutating func submit(at t: Seconds, without unwanted: Set<String>) -> EditOutcome {
    guard canSubmit else { return .ignored }
    report(.shouldReturn(completion ?? input.text))
    let parts = typedParts
    let fresh = accept(parts.prefix(Self.mostPasted).filter { !unwanted.contains($0) }.map { Token($0) }, at: t)
    guard !fresh.isEmpty else { return .handled }
    let added = Set(fresh.map(\.label))
    change(.other) { state in
      state.tokens += fresh
      // Refused parts stay, so that the user can correct them.
      state.input.replaceAll(with: parts.filter { !added.contains(Token($0).label) }.joined(separator: ", "))
    }
    return .handled
  }

  private mutating func complete() -> EditOutcome {
    guard properties.takesText, canComplete, let completion else { return .ignored }
    change(.other) { $0.input.replaceAll(with: completion) }
    return .handled
  }

  private mutating func deselect() -> EditOutcome {
    if hideSuggestions() { return .handled }
    guard !selection.isEmpty || !input.selection.isEmpty else { return .ignored }
    selectText { $0.deselect() }
    return .handled
  }
}

private func isTokenSeparator(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case ",", ";", "\t", "\n", "\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}": true
  default: false
  }
}
