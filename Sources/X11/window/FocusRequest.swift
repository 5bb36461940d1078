internal import CX11

/// How the keyboard gets to a window that no window manager gives it to, as a panel's.
///
/// A window that can be asked has a property of this name: 0, or the window that the keyboard goes back to. Whoever sets the
/// latter asks; the event that says so has the server's time, without which `XSetInputFocus` could overtake what the user did
/// since.
enum FocusRequest {
  static let property = "_NEWSREEL_FOCUS"
}

extension Window {
  /// Lets the user ask for the keyboard to be put on the window, from now on or once more: `Event.focusRequested`.
  package func acceptFocusRequests() {
    display.setProperty(
      display.atom(FocusRequest.property), of: id, type: display.atom("CARDINAL"), values: [0])
  }

  /// What a change of that property asks for; nil for other events, and where the window itself has made it.
  func focusRequest(in event: XPropertyEvent) -> Event? {
    guard event.window == id, event.atom == display.atom(FocusRequest.property), event.state == PropertyNewValue,
      let former = display.values(of: event.atom, of: id).values.first, former > 0
    else { return nil }
    return .focusRequested(FocusWish(time: event.time, former: former))
  }
}

extension Display {
  /// Asks the window of a newsreel that runs to take the keyboard; where one has it, the next one.
  ///
  /// - Returns: false where there is none.
  package func requestFocus() -> Bool {
    let property = atom(FocusRequest.property)
    let open = windows(below: root, depth: Self.frames).compactMap { window in
      ignoringErrors { values(of: property, of: window).values.first.map { (window: window, former: $0) } }
    }
    guard !open.isEmpty else { return false }
    let focus = focusedWindow
    let present = open.firstIndex { $0.window == focus }
    let next = open[present.map { ($0 + 1) % open.count } ?? 0].window
    // What one newsreel has from somebody the next one gives back to them.
    let lender = present.map { open[$0].former } ?? 0
    let former = lender > 0 ? lender : focus > 0 ? focus : UInt(PointerRoot)
    ignoringErrors {
      setProperty(property, of: next, type: atom("CARDINAL"), values: [former])
      XSync(raw, 0)
    }
    return true
  }

  /// How many windows a window manager puts around one at most. Not all managers list panels.
  private static let frames = 4

  private func windows(below parent: UInt, depth: Int) -> [UInt] {
    ignoringErrors { children(of: parent) }.flatMap { window in
      [window] + (depth > 1 ? windows(below: window, depth: depth - 1) : [])
    }
  }

  /// Who has the keyboard (`XGetInputFocus`).
  var focusedWindow: UInt {
    var (focus, revert): (UInt, Int32) = (0, 0)
    XGetInputFocus(raw, &focus, &revert)
    return focus
  }
}
