internal import CX11
package import ScrollCore
internal import Synchronization

/// The ids of this program's windows, on all connections.
package enum OwnWindows {
  private static let ids = Mutex<Set<UInt>>([])
  private static let struts = Mutex<[Strut]>([])

  /// What the windows reserve, and have reserved lately: a window manager's work area follows later, and may do so before it
  /// lists the window.
  package static var reserved: [Strut] { struts.withLock { $0 } }

  static func reserve(_ strut: Strut) {
    struts.withLock {
      $0.removeAll { $0 == strut }
      $0 = $0.suffix(15) + [strut]
    }
  }

  package static func add(_ id: UInt) { ids.withLock { _ = $0.insert(id) } }
  package static func remove(_ id: UInt) { ids.withLock { _ = $0.remove(id) } }
  static func contains(_ id: UInt) -> Bool { ids.withLock { $0.contains(id) } }
}

extension Display {
  /// Whether the window belongs to this program.
  package func isOwn(_ window: UInt) -> Bool { OwnWindows.contains(window) }

  /// Whether another program's window lies over our `window` at `frame`. Menus, and windows meant to stay above others,
  /// do not count. Asks the server.
  func isCoveredByLastingWindow(_ window: UInt, _ frame: Rect) -> Bool {
    isCovered(window) { isLasting($0, over: frame) }
  }

  /// Whether a window that the manager manages, and that is not a full-screen one, lies over ours. Asks the server.
  func isCoveredByManagedWindow(_ window: UInt, _ frame: Rect) -> Bool {
    isCovered(window) { isLasting($0, over: frame) && isManagedInPart($0) }
  }

  /// Whether a window of another program that satisfies the condition is above ours, or above the frame around it.
  private func isCovered(_ window: UInt, by condition: (UInt) -> Bool) -> Bool {
    let stack = topWindows
    let own =
      stack.firstIndex(of: window)
      ?? stack.firstIndex { top in
        ignoringErrors { children(of: top).contains(window) }
      }
    return own.map { own in stack[(own + 1)...].contains { !isOwn($0) && condition($0) } } ?? false
  }

  /// Whether it is a managed window, or the frame around one, and does not fill the screen.
  private func isManagedInPart(_ window: UInt) -> Bool {
    ignoringErrors {
      let full = atom("_NET_WM_STATE_FULLSCREEN")
      let managed = ([window] + children(of: window)).filter { values(of: atom("WM_STATE"), of: $0).type != 0 }
      return !managed.isEmpty
        && !managed.contains { values(of: atom("_NET_WM_STATE"), of: $0).values.contains(full) }
    }
  }

  /// The root window's children, from the bottom to the top.
  package var topWindows: [UInt] { children(of: root) }

  /// A window's children, from the bottom to the top (`XQueryTree`).
  package func children(of window: UInt) -> [UInt] {
    var (top, parent, count): (UInt, UInt, UInt32) = (0, 0, 0)
    var children: UnsafeMutablePointer<UInt>?
    guard XQueryTree(raw, window, &top, &parent, &children, &count) != 0, let children else { return [] }
    defer { XFree(children) }
    return Array(UnsafeBufferPointer(start: children, count: Int(count)))
  }

  private func isLasting(_ window: UInt, over frame: Rect) -> Bool {
    ignoringErrors {
      var attributes = XWindowAttributes()
      guard XGetWindowAttributes(raw, window, &attributes) != 0, attributes.map_state == IsViewable,
        attributes.class == InputOutput
      else { return false }
      let border = 2 * Double(attributes.border_width)
      let place = Rect(
        x: Double(attributes.x), y: Double(attributes.y), width: Double(attributes.width) + border,
        height: Double(attributes.height) + border)
      guard place.intersects(frame), !isMeantToBeAbove(window) else { return false }
      return attributes.override_redirect == 0 || (attributes.save_under == 0 && !hasPassingType(window))
    }
  }

  /// Its program or the user keeps it above others.
  private func isMeantToBeAbove(_ window: UInt) -> Bool {
    values(of: atom("_NET_WM_STATE"), of: window).values.contains(atom("_NET_WM_STATE_ABOVE"))
      || values(of: atom("_NET_WM_WINDOW_TYPE"), of: window).values.contains(atom("_NET_WM_WINDOW_TYPE_DOCK"))
  }

  private func hasPassingType(_ window: UInt) -> Bool {
    let types = values(of: atom("_NET_WM_WINDOW_TYPE"), of: window).values
    return ["MENU", "DROPDOWN_MENU", "POPUP_MENU", "TOOLTIP", "NOTIFICATION", "COMBO", "DND"].contains {
      types.contains(atom("_NET_WM_WINDOW_TYPE_\($0)"))
    }
  }
}

extension XWindow {
  /// Lowers the window, or returns it to the layer of its type: by the window manager (EWMH `_NET_WM_STATE`), or without
  /// one directly (`XLowerWindow`, `XRaiseWindow`).
  func restack() {
    if style.type.isFramed { return }
    let isLow = isLowered || style.type == .below
    guard !style.isUnmanaged, display.hasWindowManager else {
      if isLow { XLowerWindow(display.raw, id) } else { XRaiseWindow(display.raw, id) }
      return
    }
    // One of the two ends before the other begins: together with the other xfwm4 does not take it.
    if !isLow { request(state: "_NET_WM_STATE_BELOW", false) }
    if style.type != .attached { request(state: "_NET_WM_STATE_ABOVE", !isLow) }
    if isLow { request(state: "_NET_WM_STATE_BELOW", true) }
  }

  /// Puts the window directly above another one, a child of the root (`XConfigureWindow`). Window managers do that themselves
  /// for an attached window.
  package func stand(above other: UInt) {
    guard style.type == .attached, !isLowered, !display.hasWindowManager else { return }
    var changes = XWindowChanges()
    (changes.sibling, changes.stack_mode) = (other, Above)
    // The other window may have gone.
    display.ignoringErrors { XConfigureWindow(display.raw, id, UInt32(CWSibling | CWStackMode), &changes) }
  }

  /// Asks the window manager for a state.
  private func request(state: String, _ isSet: Bool) {
    // Add or remove; the state, and no other; from a program.
    display.send(
      "_NET_WM_STATE", [isSet ? 1 : 0, display.atom(state), 0, 1, 0], about: id, to: display.root,
      mask: SubstructureRedirectMask | SubstructureNotifyMask)
  }
}
