internal import Scene
internal import ScrollCore
internal import X11

extension WindowInput {
  /// Performs the actions about texts, the caret and the pointer's shape. Returns false for others.
  func perform(_ request: WindowRequest) -> Bool {
    switch request {
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
