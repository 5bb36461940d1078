/// How a click on a chip changes the selection.
public enum TokenTap: Equatable, Sendable {
  case plain
  /// Control: adds it to the selection, or takes it out.
  case toggling
  /// Shift: selects from the anchor to it.
  case extending
}

extension TokenField {
  // MARK: - Text

  /// Puts typed text in the field, at the caret; chips are no longer selected then.
  public mutating func insert(_ text: String) {
    guard properties.canEdit, !text.isEmpty else { return }
    finishDrag()
    let startsWord = input.isAtWordStart && text.first?.isWhitespace == false
    if startsWord || !input.selection.isEmpty || !selection.isEmpty { interrupt() }
    change(.typing) { state in
      state.selection = TokenSelection()
      state.input.insert(text)
    }
  }

  /// Takes text from the clipboard: split at commas, semicolons, tabs and line breaks it becomes chips, in one undo step;
  /// text without any of them goes to the caret.
  public mutating func paste(_ text: String, at t: Seconds) {
    guard properties.canEdit else { return }
    finishDrag()
    let parts = text.unicodeScalars.split(whereSeparator: isTokenSeparator).map { Token(String($0)) }
    let isSplit = text.unicodeScalars.contains(where: isTokenSeparator)
    let fresh = isSplit ? accept(parts, at: t) : []
    change(.other) { state in
      state.selection = TokenSelection()
      state.tokens += fresh
      if !isSplit || !state.input.selection.isEmpty { state.input.insert(isSplit ? "" : text) }
    }
  }

  /// Changes caret and selection of the typed text by any of `EditLine`'s ways of selecting.
  public mutating func selectText(_ body: (inout EditLine) -> Void) {
    finishDrag()
    change(nil) { state in
      state.selection = TokenSelection()
      body(&state.input)
    }
  }

  // MARK: - Pointer

  /// A click on a chip.
  public mutating func tap(_ index: Int, _ tap: TokenTap = .plain) {
    finishDrag()
    guard tokens.indices.contains(index) else { return }
    report(.didTap(index: index, label: tokens[index].label))
    if properties.clickRemoves {
      if tokens[index].isEditable { remove(at: [index]) }
    } else if tap == .extending || tap == .plain && !selection.ids.contains(tokens[index].id) {
      select(index, extending: tap == .extending)
    } else if properties.canSelectTokens {
      change(nil) { $0.toggle(index) }
    }
  }

  /// A click on a chip's ×.
  public mutating func tapRemove(_ index: Int) {
    guard tokens.indices.contains(index), hasRemove(tokens[index]) else { return }
    remove(at: [index])
  }

  /// Whether it has an ×.
  public func hasRemove(_ token: Token) -> Bool { properties.showsRemove && token.isEditable }

  /// Whether the user can remove it, in any way.
  public func canRemove(_ token: Token) -> Bool {
    token.isEditable && (properties.canEdit || properties.showsRemove || properties.clickRemoves)
  }

  /// Selects a chip alone, or all from the anchor to it.
  public mutating func select(_ index: Int, extending: Bool) {
    guard properties.canSelectTokens, tokens.indices.contains(index) else { return }
    change(nil) { extending ? $0.extendSelection(to: index) : $0.select(index) }
  }
}

private func isTokenSeparator(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case ",", ";", "\t", "\n", "\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}": true
  default: false
  }
}
