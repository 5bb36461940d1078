internal import CX11
package import X11

/// Windows that exist once per display for each kind. Such a window owns a selection (ICCCM 2) named after its kind.
extension XWindow {
  /// Makes this the window of its kind, unless another one exists (`XSetSelectionOwner`).
  ///
  /// - Parameter kind: One word, such as "feeds".
  /// - Returns: False if the display already has one.
  package func becomeSole(_ kind: String) -> Bool {
    let selection = display.soleWindowSelection(of: kind)
    // Makes the test and the change atomic.
    XGrabServer(display.raw)
    defer {
      XUngrabServer(display.raw)
      display.flush()
    }
    guard XGetSelectionOwner(display.raw, selection) == 0 else { return false }
    XSetSelectionOwner(display.raw, selection, id, UInt(CurrentTime))
    return XGetSelectionOwner(display.raw, selection) == id
  }

  /// Raises the window and gives it the keyboard, because the user has asked for it.
  package func activate() { display.activate(id) }
}

extension Display {
  fileprivate func soleWindowSelection(of kind: String) -> UInt { atom("_NEWSREEL_\(kind.uppercased())_S\(screen)") }

  /// Raises the window of that kind, and gives it the keyboard.
  ///
  /// - Returns: False if no such window exists.
  package func raiseSoleWindow(_ kind: String) -> Bool {
    let window = XGetSelectionOwner(raw, soleWindowSelection(of: kind))
    guard window != 0 else { return false }
    activate(window)
    return true
  }

  /// `_NET_ACTIVE_WINDOW` as from a pager, or `XMapRaised` and the focus without a window manager.
  fileprivate func activate(_ window: UInt) {
    ignoringErrors {
      if hasWindowManager {
        // As a pager, which acts on the user's behalf.
        send(
          "_NET_ACTIVE_WINDOW", [2, 0, 0, 0, 0], about: window, to: root,
          mask: SubstructureRedirectMask | SubstructureNotifyMask)
      } else {
        XMapRaised(raw, window)
        // If the manager delays the map, the window is not viewable yet (BadMatch).
        ignoringErrors { XSetInputFocus(raw, window, Int32(RevertToPointerRoot), UInt(CurrentTime)) }
      }
      XSync(raw, 0)
    }
  }
}
