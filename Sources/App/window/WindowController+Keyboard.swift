internal import Scene
internal import ScrollCore
internal import X11

/// The keyboard of a window that no window manager gives it to: the user asks for it by `newsreel focus`, and leaves it by
/// Escape to the window that had it.
extension WindowController {
  struct Keyboard {
    /// Somebody else had it, and gets it back.
    var isLent = false
    /// It was asked for while the window was put away.
    var wish: FocusRequest?
  }

  func followKeyboard(_ event: Event) {
    switch event {
    case .focusRequested(let wish) where appearing.isAway:
      keyboard.wish = wish
      comeBack()
    case .focusRequested(let wish): lendKeyboard(wish)
    // It can have the keyboard as soon as it can be seen.
    case .exposed:
      if let wish = keyboard.wish { lendKeyboard(wish) }
    case .input(.focused(false)) where keyboard.isLent:
      keyboard.isLent = false
      appearing.presence.hold(.keyboard, false, at: context.time)
      window.acceptFocusRequests()
    default: break
    }
  }

  /// Takes the keyboard and marks the first headline or chip; asked again, the next one.
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
