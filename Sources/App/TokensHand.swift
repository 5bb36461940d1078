internal import Scene
internal import ScrollCore
internal import X11

/// What pointer, keyboard, input method and clipboard do to chips.
final class TokensHand {
  private let chips: TokensView
  private var clicks = ClickCounter()
  private var requests: [InputRequest] = []
  private var isOverText = false
  private var hasAppeared = false
  private var caret = Rect.zero
  /// What was put into the primary selection last.
  private var selected: String?

  init(_ chips: TokensView) { self.chips = chips }

  var isFocused: Bool { chips.field.isFocused }

  /// What the window is to do, since the last call.
  func takeRequests() -> [InputRequest] {
    defer { requests = [] }
    return requests
  }

  /// Returns whether the event was for the chips.
  func handle(_ event: Event, at t: Seconds) -> Bool {
    switch event {
    case .exposed:
      guard !hasAppeared else { return false }
      hasAppeared = true
      if chips.wantsFocus { requests.append(.takeFocus) }
      return false
    case .focused(let isFocused): chips.focus(isFocused, at: t)
    case .composing(let text, let caret): chips.compose(text, caret: caret, at: t)
    case .pasted(let text, _): chips.paste(text, at: t)
    case .keyPressed(let key, let text, let modifiers): return press(key, text, modifiers, at: t)
    default: return point(event, at: t)
    }
    return true
  }

  /// The caret stands at `place` now.
  func show(caret place: Rect) {
    guard place != caret else { return }
    caret = place
    requests.append(.caret(place))
  }

  // MARK: - Keyboard

  private func press(_ key: UInt, _ text: String, _ modifiers: Event.Modifiers, at t: Seconds) -> Bool {
    guard let action = KeyAction(key, text, modifiers) else { return false }
    // Without a window manager keys go to the window under the pointer, which need not have the focus.
    if !isFocused { chips.focus(true, at: t) }
    switch action {
    case .insert(let text): chips.insert(text, at: t)
    case .paste: if chips.properties.canEdit { requests.append(.paste(from: .clipboard)) }
    case .edit(let command):
      if case .copied(let text) = chips.key(command, at: t) { requests.append(.copy(text, to: .clipboard)) }
    }
    offerSelection()
    return true
  }

  // MARK: - Pointer

  private func point(_ event: Event, at t: Seconds) -> Bool {
    switch event {
    case .pressed(let point, 1, let modifiers):
      let count = clicks.press(point, at: t)
      chips.pointer(.pressed(point, clicks: count, tap: TokenTap(modifiers)), at: t)
      if isFocused { requests.append(.takeFocus) }
    case .pressed(let point, 2, _): pastePrimary(at: point, at: t)
    default:
      guard let pointer = TokensView.Pointer(event) else { return false }
      chips.pointer(pointer, at: t)
      if case .pointerMoved(let point) = event { changeLook(at: point, at: t) }
      if case .released = event { offerSelection() }
    }
    return true
  }

  private func pastePrimary(at point: Point, at t: Seconds) {
    guard chips.properties.canEdit else { return }
    requests += [.takeFocus, .paste(from: .primary)]
    guard chips.isText(at: point, at: t) else { return }
    chips.pointer(.pressed(point), at: t)
    chips.pointer(.released(point), at: t)
  }

  private func changeLook(at point: Point, at t: Seconds) {
    let isText = chips.isText(at: point, at: t)
    guard isText != isOverText else { return }
    isOverText = isText
    requests.append(.pointer(isText ? .text : .standard))
  }

  private func offerSelection() {
    guard let text = chips.selectedText else {
      selected = nil
      return
    }
    if text != selected { requests.append(.copy(text, to: .primary)) }
    selected = text
  }
}
