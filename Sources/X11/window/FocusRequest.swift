internal import CX11

/// Requests the keyboard for a window that the window manager never focuses, such as a panel.
///
/// A window that accepts requests has this property. It is 0, or the window to give the keyboard back to; setting it
/// makes the request. The property event has a server time, without which `XSetInputFocus` could override the user's
/// later actions.
extension FocusRequest {
  package static let property = "_NEWSREEL_FOCUS"
}

extension XWindow {
  /// Accepts requests for the keyboard, from now on or once more: see `Event.focusRequested`.
  package func acceptFocusRequests() {
    display.setProperty(
      display.atom(FocusRequest.property), of: id, type: display.atom("CARDINAL"), values: [0])
  }

  /// The request in a change of that property. Nil for other events, and for the window's own change.
  func focusRequest(in event: XPropertyEvent) -> Event? {
    guard event.window == id, event.atom == display.atom(FocusRequest.property), event.state == PropertyNewValue,
      let former = display.values(of: event.atom, of: id).values.first, former > 0
    else { return nil }
    return .focusRequested(FocusRequest(time: event.time, former: former))
  }
}

extension Display {
  /// The window that has the keyboard (`XGetInputFocus`).
  package var focusedWindow: UInt {
    var (focus, revert): (UInt, Int32) = (0, 0)
    XGetInputFocus(raw, &focus, &revert)
    return focus
  }
}
