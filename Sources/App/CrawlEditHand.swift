internal import Scene
internal import ScrollCore
internal import X11

/// What pointer, keyboard, input method and clipboard do to a crawl whose text can be edited: a click on the text begins
/// it, Return and Escape end it.
struct CrawlEditHand {
  let view: EditableCrawlView
  private var clicks = ClickCounter()
  private var start: Point?
  private var requests: [InputRequest] = []
  private var edited: [String] = []
  private var caret = Rect.zero

  /// Pixels that a click may stray.
  private static let slop = 4.0

  init(_ view: EditableCrawlView) { self.view = view }

  /// What the window is to do, since the last call.
  mutating func takeRequests() -> [InputRequest] {
    defer { requests = [] }
    return requests
  }

  /// The texts that were entered, since the last call.
  mutating func takeEdited() -> [String] {
    defer { edited = [] }
    return edited
  }

  /// Returns whether the event was about editing, and nobody else's.
  mutating func handle(_ event: Event, at t: Seconds) -> Bool {
    guard view.isEditing else { return begin(event, at: t) }
    switch event {
    case .focused(let isFocused): view.focus(isFocused, at: t)
    case .composing(let text, let caret): view.compose(text, caret: caret, at: t)
    case .pasted(let text, _): view.paste(text, at: t)
    case .keyPressed(let key, let text, let modifiers): press(key, text, modifiers, at: t)
    case .pressed(let point, 1, let modifiers):
      requests.append(.takeFocus)
      view.press(point, clicks: clicks.press(point, at: t), extending: modifiers.contains(.shift), at: t)
    case .pressed(let point, 2, _):
      view.press(point, clicks: 1, extending: false, at: t)
      requests += [.takeFocus, .paste(from: .primary)]
    case .pointerMoved(let point): view.move(to: point, at: t)
    case .released(_, 1, _):
      view.release()
      if let text = view.selectedText { requests.append(.copy(text, to: .primary)) }
    case .released(_, 2, _): view.release()
    default: break
    }
    showCaret()
    return true
  }

  private mutating func begin(_ event: Event, at t: Seconds) -> Bool {
    switch event {
    case .pressed(let point, 1, _): start = point
    case .released(let point, 1, _):
      guard let start, abs(point.x - start.x) <= Self.slop, abs(point.y - start.y) <= Self.slop else { return false }
      self.start = nil
      _ = clicks.press(point, at: t)
      view.begin(at: point, t: t)
      view.release()
      requests += [.takeFocus, .pointer(.text)]
      showCaret()
      return true
    default: break
    }
    return false
  }

  private mutating func press(_ key: UInt, _ text: String, _ modifiers: Event.Modifiers, at t: Seconds) {
    guard let action = KeyAction(key, text, modifiers) else { return }
    switch action {
    case .insert(let text): view.insert(text, at: t)
    case .paste: requests.append(.paste(from: .clipboard))
    case .edit(let command):
      switch view.key(command, at: t) {
      case .copied(let text): requests.append(.copy(text, to: .clipboard))
      case .submitted(let text): edited.append(text)
      default: break
      }
    }
    if !view.isEditing { requests += [.reset, .returnFocus, .pointer(.standard)] }
  }

  private mutating func showCaret() {
    guard let place = view.caretRect, place != caret else { return }
    caret = place
    requests.append(.caret(place))
  }
}
