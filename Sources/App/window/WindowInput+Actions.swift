internal import Scene
internal import ScrollCore
internal import X11

extension WindowInput {
  /// Does what a view asks for that is about texts, the caret or the pointer's shape; false for other actions.
  func perform(_ action: ViewAction) -> Bool {
    switch action {
    case .copy(let text, let selection): copy(text, to: selection)
    case .paste(let selection): requestText(of: selection)
    case .caret(let place): setCaret(place)
    case .resetComposition: resetTextInput()
    case .pointer(let shape): setPointer(shape)
    default: return false
    }
    return true
  }
}
