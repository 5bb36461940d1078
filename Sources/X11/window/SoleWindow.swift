internal import CX11

/// Windows of which a display has one of each kind. Such a window owns a selection (ICCCM 2) that is named after its kind.
extension Window {
  /// Makes this the window of that kind, unless there is one (`XSetSelectionOwner`).
  ///
  /// - Parameter kind: A word, as "feeds".
  /// - Returns: False if another window of the display is.
  package func becomeSole(_ kind: String) -> Bool {
    let selection = display.soleWindowSelection(of: kind)
    // Nobody else gets in between.
    XGrabServer(display.raw)
    defer {
      XUngrabServer(display.raw)
      display.flush()
    }
    guard XGetSelectionOwner(display.raw, selection) == 0 else { return false }
    XSetSelectionOwner(display.raw, selection, id, UInt(CurrentTime))
    return XGetSelectionOwner(display.raw, selection) == id
  }
}

extension Display {
  fileprivate func soleWindowSelection(of kind: String) -> UInt { atom("_NEWSREEL_\(kind.uppercased())_S\(screen)") }

  /// Brings the window of that kind to the user: `_NET_ACTIVE_WINDOW` as pagers send it, or without a window manager
  /// `XRaiseWindow` and the keyboard.
  ///
  /// - Returns: False if there is none.
  package func raiseSoleWindow(_ kind: String) -> Bool {
    let window = XGetSelectionOwner(raw, soleWindowSelection(of: kind))
    guard window != 0 else { return false }
    ignoringErrors {
      if hasWindowManager {
        var event = XEvent()
        event.xclient.type = ClientMessage
        event.xclient.window = window
        event.xclient.message_type = atom("_NET_ACTIVE_WINDOW")
        event.xclient.format = 32
        // As a pager, which speaks for the user.
        event.xclient.data.l.0 = 2
        XSendEvent(raw, root, 0, SubstructureRedirectMask | SubstructureNotifyMask, &event)
      } else {
        XMapRaised(raw, window)
        XSetInputFocus(raw, window, Int32(RevertToPointerRoot), UInt(CurrentTime))
      }
      XSync(raw, 0)
    }
    return true
  }
}
