internal import Scene
internal import ScrollCore
internal import X11

/// The keyboard focus of a window that window managers never focus. `newsreel focus` takes it, and Escape returns it to
/// the window that had it.
extension WindowController {
  struct Keyboard {
    /// Whether another window had the focus and gets it back.
    var isLent = false
    /// A request that came while the window was hidden.
    var wish: FocusRequest?
  }

  func followKeyboard(_ event: Event) {
    switch event {
    case .focusRequested(let wish) where appearing.isAway:
      keyboard.wish = wish
      comeBack()
    case .focusRequested(let wish): lendKeyboard(wish)
    // It can get the focus once it is visible.
    case .exposed:
      if let wish = keyboard.wish { lendKeyboard(wish) }
    case .input(.focused(false)) where keyboard.isLent:
      keyboard.isLent = false
      appearing.presence.hold(.keyboard, false, at: context.time)
      window.acceptFocusRequests()
    default: break
    }
  }

  /// Takes the focus and marks the first headline or chip. Called again, it marks the next.
  private func lendKeyboard(_ wish: FocusRequest) {
    keyboard = Keyboard(isLent: true)
    appearing.presence.hold(.keyboard, true, at: context.time)
    window.input.takeFocus(wish)
    handle(.command(.focusNext, at: nil))
  }

  func leaveKeyboard() {
    if keyboard.isLent { window.input.returnFocus() }
  }
}
