internal import ScrollCore
internal import X11

/// What a show that is typed into wants of its window.
enum InputRequest: Equatable {
  /// The keyboard, on behalf of what the user did last.
  case takeFocus
  /// The keyboard goes back to whom it was taken from.
  case returnFocus
  case copy(String, to: Selection)
  /// The text comes as an event.
  case paste(from: Selection)
  /// The caret stands here, in window coordinates.
  case caret(Rect)
  /// What an input method is composing is given up.
  case reset
  case pointer(Window.Pointer)

  func perform(on window: Window) {
    switch self {
    case .takeFocus: window.takeFocus()
    case .returnFocus: window.returnFocus()
    case .copy(let text, let selection): window.copy(text, to: selection)
    case .paste(let selection): window.requestText(of: selection)
    case .caret(let place): window.setCaret(place)
    case .reset: window.resetTextInput()
    case .pointer(let look): window.setPointer(look)
    }
  }
}
