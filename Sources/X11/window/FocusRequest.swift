internal import CX11

/// How a window gets the keyboard that the window manager never focuses, such as a panel.
///
/// A window that accepts requests has this property. It is 0, or the window to give the keyboard back to; setting it
/// makes the request. The property event has a server time, without which `XSetInputFocus` could overtake what the user
/// has done since.
extension FocusRequest {
  static let property = "_NEWSREEL_FOCUS"
}

extension Window {
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
  /// Asks a running newsreel's window to take the keyboard; if one has it, the next.
  ///
  /// - Returns: False if no window accepts requests.
  package func requestFocus() -> Bool {
    let property = atom(FocusRequest.property)
    let open = windows(below: root, depth: Self.frames).compactMap { window in
      ignoringErrors { values(of: property, of: window).values.first.map { (window: window, former: $0) } }
    }
    guard !open.isEmpty else { return false }
    let focus = focusedWindow
    let present = open.firstIndex { $0.window == focus }
    let next = open[present.map { ($0 + 1) % open.count } ?? 0].window
    // A newsreel passes on the window that it borrowed the keyboard from.
    let lender = present.map { open[$0].former } ?? 0
    let former = lender > 0 ? lender : focus > 0 ? focus : UInt(PointerRoot)
    ignoringErrors {
      setProperty(property, of: next, type: atom("CARDINAL"), values: [former])
      XSync(raw, 0)
    }
    return true
  }

  /// The most frames that a window manager puts around a window. Some managers do not list panels.
  private static let frames = 4

  private func windows(below parent: UInt, depth: Int) -> [UInt] {
    ignoringErrors { children(of: parent) }.flatMap { window in
      [window] + (depth > 1 ? windows(below: window, depth: depth - 1) : [])
    }
  }

  /// The window that has the keyboard (`XGetInputFocus`).
  var focusedWindow: UInt {
    var (focus, revert): (UInt, Int32) = (0, 0)
    XGetInputFocus(raw, &focus, &revert)
    return focus
  }
}
