package import ScrollCore

/// Keyboard, input method and clipboard on chips.
extension TokensView {
  func perform(_ action: KeyAction, in context: borrowing EventContext) {
    let t = context.time
    // Without a window manager keys go to the window under the pointer, which may lack the focus.
    if !field.isFocused { focus(true, at: t) }
    switch action {
    case .insert(let text): insert(text, at: t)
    case .paste: if properties.takesText { context.perform(.paste(from: .clipboard)) }
    case .edit(let command):
      if case .copied(let text) = key(command, at: t) { context.perform(.copy(text, to: .clipboard)) }
    }
    offerSelection(in: context)
  }

  /// Gives the view the focus, or takes it away.
  package func focus(_ focused: Bool, at t: Seconds) {
    blink.since = t
    if !focused { press = nil }
    change(at: t) { $0.focus(focused) }
    if focused { list.until = .infinity } else { closeList(at: t) }
  }

  /// Executes a key's command. `.copied` has the text for the clipboard; pasting is a separate call.
  @discardableResult
  package func key(_ command: EditCommand, at t: Seconds) -> EditOutcome {
    blink.since = t
    if command == .submit, field.canSubmit, let delegate {
      let parts = field.typedParts
      let unwanted = Set(parts.filter { !delegate.shouldReturn($0) })
      refuse(parts.filter(unwanted.contains), at: t)
      return parts.allSatisfy(unwanted.contains) ? .handled : submit(without: unwanted, at: t)
    }
    if case .move(let movement, let extending) = command, let neighbour = neighbour(movement) {
      change(at: t) { $0.select(neighbour, extending: extending) }
      revealFocus(at: t)
      return .handled
    }
    let isMirrored =
      field.selection.isEmpty && typesetter?.direction(of: field.input.text) == .rightToLeft
      && !field.input.isEmpty
    let kept = refused(field.removals(by: command))
    let outcome = change(at: t) { $0.perform(isMirrored ? command.mirrored : command, at: t, keeping: kept) }
    if command == .cancel, outcome == .handled || field.draggedID == nil, list.isOpen {
      closeList(at: t)
      return .handled
    }
    if outcome == .handled { revealFocus(at: t) }
    return outcome
  }

  private func submit(without unwanted: Set<String>, at t: Seconds) -> EditOutcome {
    let outcome = change(at: t) { $0.perform(.submit, at: t, without: unwanted) }
    revealFocus(at: t)
    return outcome
  }

  /// Makes a chip of a part of the typed text, without asking the delegate. Returns false if the text does not contain
  /// it.
  package func submit(only label: String, at t: Seconds) -> Bool {
    let (parts, others) = (field.typedParts, Set(field.typedParts.filter { Token($0).label != label }))
    guard field.canSubmit, !parts.allSatisfy(others.contains) else { return false }
    _ = submit(without: others, at: t)
    return true
  }

  /// The IDs of the chips whose removal the delegate refuses.
  func refused(_ indices: [Int]) -> Set<Int> {
    guard let delegate else { return [] }
    let tokens = field.tokens
    return Set(indices.filter { !delegate.shouldDelete(at: $0, label: tokens[$0].label) }.map { tokens[$0].id })
  }

  /// Inserts text that was typed or composed.
  package func insert(_ text: String, at t: Seconds) { edit(at: t) { $0.insert(text) } }

  /// Shows an input method's composition at the caret; `caret` is its UTF-8 offset in it.
  package func compose(_ text: String, caret: Int, at t: Seconds) { edit(at: t) { $0.compose(text, caret: caret) } }

  /// Inserts text from the clipboard or the primary selection.
  package func paste(_ text: String, at t: Seconds) {
    var unwanted: Set<String> = []
    if properties.takesText, let delegate {
      unwanted = Set(TokenField.parts(of: text).filter { !delegate.shouldReturn($0) })
    }
    edit(at: t) { $0.paste(text, at: t, without: unwanted) }
    if !unwanted.isEmpty { refuse(TokenField.parts(of: text).filter(unwanted.contains), at: t) }
  }

  /// Reports the delegate's refusals.
  private func refuse(_ texts: [String], at t: Seconds) {
    guard reportsRefusals else { return }
    change(at: t) { field in for text in texts { field.refuse(Token(text).label) } }
  }

  private func edit(at t: Seconds, _ body: (inout TokenField) -> Void) {
    blink.since = t
    change(at: t, body)
    revealFocus(at: t)
  }

  /// The selection, for the primary selection.
  package var selectedText: String? { field.selectedText }

  /// The caret in the window, where an input method shows its candidates; nil if the field is read-only.
  package func caretRect(at t: Seconds) -> Rect? {
    guard let place = textPlace else { return nil }
    let origin = origin(at: t)
    return textDrawing.caretRect.offsetBy(dx: origin.x + place.minX, dy: origin.y + place.minY)
  }
}
