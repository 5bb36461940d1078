package import ScrollCore

/// What the X server reports. Points are in window coordinates.
package enum Event: Equatable, Sendable {
  /// Something that was covered has to be drawn again.
  case exposed
  /// The window has this place on the root window now.
  case moved(Rect)
  case mapped
  case unmapped
  /// Whether any part of the window can be seen.
  case visible(Bool)
  /// Whether the screen is blanked.
  case blanked(Bool)
  case pressed(Point, button: Int, modifiers: Modifiers)
  case released(Point, button: Int, modifiers: Modifiers)
  case pointerMoved(Point)
  case pointerLeft
  /// `key` is the key symbol (see `Keys`), 0 for text that an input method has made of several keys.
  case keyPressed(key: UInt, text: String, modifiers: Modifiers)
  /// What an input method is composing now, `caret` UTF-8 bytes from its start; empty: nothing any more.
  case composing(String, caret: Int)
  case focused(Bool)
  /// The text that `requestText(of:)` asked for.
  case pasted(String, from: Selection)
  /// Somebody else has a selection now that was the window's.
  case selectionLost(Selection)
  case closeRequested
  /// A frame was shown at the refresh of this count, at `time` on the monotonic clock.
  case refreshed(count: UInt64, time: Seconds)
  /// Monitors, or what panels leave free of them.
  case monitorsChanged
  /// The window that is followed has moved, changed its size, come, gone, or got another frame.
  case neighbourChanged
  /// A compositing manager has come or gone; see `Window.isTranslucent`.
  case compositorChanged

  package struct Modifiers: OptionSet, Equatable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let shift = Modifiers(rawValue: 1)
    package static let control = Modifiers(rawValue: 4)
    package static let alt = Modifiers(rawValue: 8)
    /// The key is held down, and this is not its first press.
    package static let held = Modifiers(rawValue: 1 << 16)
  }
}

/// What is copied in one program and pasted in another (ICCCM 2).
package enum Selection: String, CaseIterable, Sendable {
  /// What was copied by command.
  case clipboard = "CLIPBOARD"
  /// What is selected; the middle button pastes it.
  case primary = "PRIMARY"
}
