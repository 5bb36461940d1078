package import ScrollCore

/// What the keyboard, an input method and the clipboard do to chips.
extension TokensView {
  func perform(_ action: KeyAction, in context: ViewContext) {
    let t = context.time
    // Without a window manager keys go to the window under the pointer, which need not have the focus.
    if !field.isFocused { focus(true, at: t) }
    switch action {
    case .insert(let text): insert(text, at: t)
    case .paste: if properties.takesText { context.perform(.paste(from: .clipboard)) }
    case .edit(let command):
      if case .copied(let text) = key(command, at: t) { context.perform(.copy(text, to: .clipboard)) }
    }
    offerSelection(in: context)
  }

  /// The view gets the keyboard, or loses it.
  package func focus(_ focused: Bool, at t: Seconds) {
    blink.since = t
    if !focused { press = nil }
    change(at: t) { $0.focus(focused) }
  }

  /// Carries a key's command out. `.copied` holds what belongs on the clipboard; pasting is a call of its own.
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
    if outcome == .handled { revealFocus(at: t) }
    return outcome
  }

  private func submit(without unwanted: Set<String>, at t: Seconds) -> EditOutcome {
    let outcome = change(at: t) { $0.perform(.submit, at: t, without: unwanted) }
    revealFocus(at: t)
    return outcome
  }

  /// Makes a chip of a part of what is typed, without asking; false where that is not typed.
  package func submit(only label: String, at t: Seconds) -> Bool {
    let (parts, others) = (field.typedParts, Set(field.typedParts.filter { Token($0).label != label }))
    guard field.canSubmit, !parts.allSatisfy(others.contains) else { return false }
    _ = submit(without: others, at: t)
    return true
  }

  /// The ids of those chips whose removal the delegate refuses.
  func refused(_ indices: [Int]) -> Set<Int> {
    guard let delegate else { return [] }
    let tokens = field.tokens
    return Set(indices.filter { !delegate.shouldDelete(at: $0, label: tokens[$0].label) }.map { tokens[$0].id })
  }

  /// Text that was typed, or that an input method has composed.
  package func insert(_ text: String, at t: Seconds) { edit(at: t) { $0.insert(text) } }

  /// Text that an input method is composing, to be shown at the caret; `caret` counts UTF-8 bytes in it.
  package func compose(_ text: String, caret: Int, at t: Seconds) { edit(at: t) { $0.compose(text, caret: caret) } }

  /// Text from the clipboard or the primary selection.
  package func paste(_ text: String, at t: Seconds) {
    var unwanted: Set<String> = []
    if properties.takesText, let delegate {
      unwanted = Set(TokenField.parts(of: text).filter { !delegate.shouldReturn($0) })
    }
    edit(at: t) { $0.paste(text, at: t, without: unwanted) }
    if !unwanted.isEmpty { refuse(TokenField.parts(of: text).filter(unwanted.contains), at: t) }
  }

  /// Tells what the delegate has not allowed.
  private func refuse(_ texts: [String], at t: Seconds) {
    guard tellsRefusals else { return }
    change(at: t) { field in for text in texts { field.refuse(Token(text).label) } }
  }

  private func edit(at t: Seconds, _ body: (inout TokenField) -> Void) {
    blink.since = t
    change(at: t, body)
    revealFocus(at: t)
  }

  /// What is selected, for the primary selection.
  package var selectedText: String? { field.selectedText }

  /// The caret's place in the window, where an input method puts its candidates; nil in a field that is read-only.
  package func caretRect(at t: Seconds) -> Rect? {
    guard let place = textPlace else { return nil }
    let origin = origin(at: t)
    return textDrawing.caretRect.offsetBy(dx: origin.x + place.minX, dy: origin.y + place.minY)
  }
}
