internal import ScrollCore

/// What pointer, keyboard, input method and clipboard do to chips.
extension TokensView {
  /// What the hands were doing to chips last.
  struct Hands {
    var clicks = ClickCounter()
    var isOverText = false
    /// The caret's place as the window knows it.
    var caret = Rect.zero
    /// What was put into the primary selection last.
    var selected: String?
  }

  package func handle(_ event: InputEvent, in context: ViewContext) -> Bool {
    let t = context.time
    switch event {
    case .appeared:
      if wantsFocus { context.perform(.takeFocus) }
      return false
    case .focused(let isFocused): focus(isFocused, at: t)
    case .composing(let text, let caret): compose(text, caret: caret, at: t)
    case .pasted(let text, _): paste(text, at: t)
    case .keyPressed(let key, let text, let modifiers):
      guard let action = KeyAction(key, text, modifiers) else { return false }
      perform(action, in: context)
    default:
      guard point(event, in: context) else { return false }
    }
    showCaret(in: context)
    context.setNeedsDisplay()
    return true
  }

  /// Tells the window where the caret stands, if that has changed.
  package func showCaret(in context: ViewContext) {
    guard field.isFocused, let place = caretRect(at: context.time), place != hands.caret else { return }
    hands.caret = place
    context.perform(.caret(place))
  }

  // MARK: - Keyboard

  private func perform(_ action: KeyAction, in context: ViewContext) {
    let t = context.time
    // Without a window manager keys go to the window under the pointer, which need not have the focus.
    if !field.isFocused { focus(true, at: t) }
    switch action {
    case .insert(let text): insert(text, at: t)
    case .paste: if properties.canEdit { context.perform(.paste(from: .clipboard)) }
    case .edit(let command):
      if case .copied(let text) = key(command, at: t) { context.perform(.copy(text, to: .clipboard)) }
    }
    offerSelection(in: context)
  }

  // MARK: - Pointer

  private func point(_ event: InputEvent, in context: ViewContext) -> Bool {
    let t = context.time
    switch event {
    case .pressed(let point, 1, let modifiers):
      pointer(.pressed(point, clicks: hands.clicks.press(point, at: t), tap: TokenTap(modifiers)), at: t)
      if field.isFocused { context.perform(.takeFocus) }
    case .pressed(let point, 2, _): pastePrimary(at: point, in: context)
    case .pressed(_, 4, _), .pressed(_, 6, _): pointer(.wheel(-1), at: t)
    case .pressed(_, 5, _), .pressed(_, 7, _): pointer(.wheel(1), at: t)
    case .pointerMoved(let point):
      pointer(.moved(point), at: t)
      changeShape(at: point, in: context)
    case .released(let point, 1, _):
      pointer(.released(point), at: t)
      offerSelection(in: context)
    case .pointerLeft: pointer(.left, at: t)
    default: return false
    }
    return true
  }

  private func pastePrimary(at point: Point, in context: ViewContext) {
    guard properties.canEdit else { return }
    context.perform(.takeFocus)
    context.perform(.paste(from: .primary))
    guard isText(at: point, at: context.time) else { return }
    pointer(.pressed(point), at: context.time)
    pointer(.released(point), at: context.time)
  }

  private func changeShape(at point: Point, in context: ViewContext) {
    let isText = isText(at: point, at: context.time)
    guard isText != hands.isOverText else { return }
    hands.isOverText = isText
    context.perform(.pointer(isText ? .text : .standard))
  }

  private func offerSelection(in context: ViewContext) {
    let text = selectedText
    if let text, text != hands.selected { context.perform(.copy(text, to: .primary)) }
    hands.selected = text
  }
}

extension TokenTap {
  init(_ modifiers: InputEvent.Modifiers) {
    self = modifiers.contains(.shift) ? .extending : modifiers.contains(.control) ? .toggling : .plain
  }
}
