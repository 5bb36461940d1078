/// How a click on a chip changes the selection.
public enum TokenTap: Equatable, Sendable {
  case plain
  /// Control: adds it to the selection, or takes it out.
  case toggling
  /// Shift: selects from the anchor to it.
  case extending
}

/// A chip on its way to another place in the order.
struct TokenDrag: Equatable, Sendable {
  let id: Int
  /// What stood before it was taken up.
  let before: TokenFieldState
}

extension TokenField {
  // MARK: - Text

  /// Takes the keyboard, or gives it up.
  public mutating func focus(_ focused: Bool) {
    guard focused != isFocused else { return }
    isFocused = focused
    if !focused {
      cancelDrag()
      compose("", caret: 0)
      if !state.selection.isEmpty { change(nil) { $0.selection = TokenSelection() } }
    }
    if properties.canEdit { events.append(focused ? .didBeginEditing : .didEndEditing) }
  }

  /// Puts typed text in the field, at the caret; chips are no longer selected then.
  public mutating func insert(_ text: String) {
    guard properties.canEdit, !text.isEmpty else { return }
    finishDrag()
    let startsWord = input.isAtWordStart && text.first?.isWhitespace == false
    if startsWord || !input.selection.isEmpty || !selection.isEmpty { history.interrupt() }
    change(.typing) { state in
      state.selection = TokenSelection()
      state.input.insert(text)
    }
  }

  /// Shows what an input method is composing; `caret` counts UTF-8 bytes in it. Empty: it has ended.
  public mutating func compose(_ text: String, caret: Int) {
    guard properties.canEdit || text.isEmpty else { return }
    if !text.isEmpty, !selection.isEmpty { selectText { _ in } }
    state.input.compose(text, caret: caret)
  }

  /// Takes text from the clipboard: split at commas, semicolons, tabs and line breaks it becomes chips, in one undo step;
  /// text without any of them goes to the caret.
  public mutating func paste(_ text: String, at t: Seconds) {
    guard properties.canEdit else { return }
    finishDrag()
    let pieces = text.unicodeScalars.split(whereSeparator: isTokenSeparator).map { Token(String($0)) }
    let isSplit = text.unicodeScalars.contains(where: isTokenSeparator)
    let fresh = isSplit ? accept(pieces, at: t) : []
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
    guard state.tokens.indices.contains(index) else { return }
    events.append(.didTap(index: index, label: state.tokens[index].label))
    if properties.clickRemoves {
      if state.tokens[index].isEditable { remove(at: [index]) }
    } else if tap == .extending || tap == .plain && !selection.ids.contains(tokens[index].id) {
      select(index, extending: tap == .extending)
    } else if properties.canSelectTokens {
      change(nil) { $0.toggle(index) }
    }
  }

  /// A click on a chip's ×.
  public mutating func tapRemove(_ index: Int) {
    guard state.tokens.indices.contains(index), hasRemove(state.tokens[index]) else { return }
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
    guard properties.canSelectTokens, state.tokens.indices.contains(index) else { return }
    change(nil) { extending ? $0.extendSelection(to: index) : $0.select(index) }
  }

  /// Takes a chip up, to put it elsewhere.
  public mutating func beginDrag(_ index: Int) {
    guard properties.canEdit, state.tokens.indices.contains(index) else { return }
    finishDrag()
    drag = TokenDrag(id: state.tokens[index].id, before: state)
  }

  /// Shows the dragged chip at `index` in the order. It is not told before it is dropped.
  public mutating func drag(to index: Int) {
    guard let drag, let source = self.index(of: drag.id), source != index else { return }
    state.tokens.move(from: source, to: index)
  }

  /// Drops the dragged chip where it is shown, as one undo step.
  public mutating func finishDrag() {
    guard let drag else { return }
    self.drag = nil
    guard state.tokens != drag.before.tokens else { return }
    history.record(drag.before, kind: .other)
    tell(since: drag.before)
  }

  /// Puts the dragged chip back.
  public mutating func cancelDrag() {
    guard let drag else { return }
    self.drag = nil
    state = drag.before
  }
}

// Either chips are selected or text is.
extension TokenFieldState {
  mutating func select(_ index: Int) {
    input.deselect()
    let id = tokens[index].id
    selection = TokenSelection(ids: [id], anchor: id, lead: id)
  }

  /// Adds a chip to the selection, or takes it out.
  mutating func toggle(_ index: Int) {
    input.deselect()
    let id = tokens[index].id
    if selection.ids.remove(id) == nil {
      selection = TokenSelection(ids: selection.ids.union([id]), anchor: id, lead: id)
    } else if let left = tokens.last(where: { selection.ids.contains($0.id) })?.id {
      selection.anchor = left
      selection.lead = left
    } else {
      selection = TokenSelection()
    }
  }

  /// Selects all from the anchor, or the first chip where there is none, to the chip at `index`.
  mutating func extendSelection(to index: Int) {
    input.deselect()
    let start = selection.anchor.flatMap { anchor in tokens.firstIndex { $0.id == anchor } } ?? index
    let ids = tokens[min(start, index)...max(start, index)].map(\.id)
    selection = TokenSelection(ids: Set(ids), anchor: tokens[start].id, lead: tokens[index].id)
  }
}

private func isTokenSeparator(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case ",", ";", "\t", "\n", "\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}": true
  default: false
  }
}
