package import Scene
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
  /// What the user's hands do.
  case input(InputEvent)
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
}
