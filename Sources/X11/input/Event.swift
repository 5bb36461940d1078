internal import CX11
package import ScrollCore

/// An event of the X server. Points are in window coordinates.
package enum Event: Equatable, Sendable {
  /// An uncovered part must be drawn again.
  case exposed
  /// The window's new place on the root window.
  case moved(Rect)
  case mapped
  case unmapped
  /// Whether any part of the window can be seen.
  case visible(Bool)
  /// Whether the screen is blanked.
  case blanked(Bool)
  /// Input from keyboard and pointer.
  case input(InputEvent)
  /// Another program drags something over the window, or has dropped it: see `XWindow.acceptDrops`.
  case drag(DragEvent)
  /// Another program has taken over a selection that was the window's.
  case selectionLost(Selection)
  /// The user asks to close the window.
  case closeRequested
  /// Another program has destroyed the window.
  case destroyed
  /// The user wants the window to take the keyboard: see `Display.requestFocus`.
  case focusRequested(FocusRequest)
  /// A frame was shown at the refresh with this count, at `time` on the monotonic clock.
  case refreshed(count: UInt64, time: Seconds)
  /// Monitors, or the work area, have changed.
  case monitorsChanged
  /// The window manager's list of windows has changed.
  case windowsChanged
  /// The desktop's settings may have changed: see `XSettings`.
  case settingsChanged
  /// A followed window, or a panel, has moved, changed size, appeared, gone, or got another frame.
  case neighbourChanged
  /// A compositing manager has come or gone; see `XWindow.isTranslucent`.
  case compositorChanged
  /// A window manager has come, or says something else of what it can do: see `Display.windowManager`.
  case managerChanged
  /// A window manager has put the window into a frame of its own.
  case adopted
  /// The window manager was trusted to keep the window's space free (`WindowStanding.trusted`), and another window lies over it.
  case letDown
}

/// A request that the window take the keyboard.
package struct FocusRequest: Equatable, Sendable {
  /// On the server's clock.
  let time: UInt
  /// The window that gets the keyboard back afterwards.
  let former: UInt
}

extension Key {
  /// The key of a key symbol (`keysymdef.h`). Nil for modifiers and for keys without a use here. Symbols of letters and
  /// digits are their ASCII codes.
  init?(symbol: UInt) {
    switch Int32(truncatingIfNeeded: symbol) {
    case XK_Left, XK_KP_Left: self = .left
    case XK_Right, XK_KP_Right: self = .right
    case XK_Up, XK_KP_Up: self = .up
    case XK_Down, XK_KP_Down: self = .down
    case XK_Prior, XK_KP_Prior: self = .pageUp
    case XK_Next, XK_KP_Next: self = .pageDown
    case XK_Home, XK_KP_Home: self = .home
    case XK_End, XK_KP_End: self = .end
    case XK_BackSpace: self = .backspace
    case XK_Delete, XK_KP_Delete: self = .delete
    case XK_Insert, XK_KP_Insert: self = .insert
    case XK_Return, XK_KP_Enter, XK_Linefeed: self = .enter
    case XK_Escape: self = .escape
    case XK_Tab, XK_KP_Tab, XK_ISO_Left_Tab: self = .tab
    case XK_Menu: self = .menu
    case XK_F1...XK_F12: self = .function(Int(truncatingIfNeeded: symbol) - Int(XK_F1) + 1)
    case XK_KP_Add: self = .character("+")
    case XK_KP_Subtract: self = .character("-")
    case XK_KP_Space: self = .character(" ")
    case 0x20...0x7e: self = .character(Character(Unicode.Scalar(UInt8(truncatingIfNeeded: symbol))))
    default: return nil
    }
  }
}

/// Tracks which keys are down, and which presses are repeats.
///
/// With detectable auto-repeat (`XkbSetDetectableAutoRepeat`) a held key sends presses and a single release. An input
/// method returns presses later with their old times, by which they are recognised.
struct KeysDown {
  private var down: Set<UInt32> = []
  private var presses: [UInt32: (time: UInt, isRepeat: Bool)] = [:]

  mutating func press(_ code: UInt32, time: UInt) {
    // Key code 0 is text from an input method.
    guard code != 0, presses[code]?.time != time else { return }
    presses[code] = (time, !down.insert(code).inserted)
  }

  mutating func release(_ code: UInt32) { down.remove(code) }

  mutating func releaseAll() { down.removeAll() }

  func isRepeat(_ code: UInt32) -> Bool { presses[code]?.isRepeat ?? false }
}
