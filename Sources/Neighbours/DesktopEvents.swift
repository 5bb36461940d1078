internal import CX11
internal import ScrollCore
package import X11

/// Events of the desktop outside the program's own windows: other programs' windows come, go and fill the screen, and the
/// pointer touches an edge of the screen. Needs a connection of its own.
package final class DesktopEvents {
  package enum News: Equatable, Sendable {
    /// The pointer has entered the window with this id.
    case touched(UInt)
    /// Windows of other programs have come, gone or changed their states, or another one has become active.
    case windowsChanged
  }

  private let display: Display
  private var followed: Set<UInt> = []
  private var hasChanges = false
  private let followsWindows: Bool

  private static let properties = [
    "_NET_ACTIVE_WINDOW", "_NET_CLIENT_LIST", "_NET_CLIENT_LIST_STACKING", "_NET_CURRENT_DESKTOP",
    "_NET_SUPPORTING_WM_CHECK",
  ]
  private static let states = ["_NET_WM_STATE", "WM_STATE"]

  /// - Parameter followsWindows: Whether to report changed states of other programs' windows, too.
  package init(_ display: Display, followsWindows: Bool) {
    (self.display, self.followsWindows) = (display, followsWindows)
    display.prepareAtoms(
      Self.properties + Self.states + [
        "_NET_WM_STATE_FULLSCREEN", "_NET_WM_STATE_HIDDEN", "WM_TRANSIENT_FOR", "_NET_WM_WINDOW_TYPE",
        "_NET_WM_WINDOW_TYPE_DESKTOP",
      ])
    follow()
  }

  /// Selects events of the root window and of all current windows (`XSelectInput`).
  private func follow() {
    // Without a window manager only the root window reports changes.
    let structure = display.hasWindowManager ? 0 : SubstructureNotifyMask
    XSelectInput(display.raw, display.root, PropertyChangeMask | structure)
    guard followsWindows else { return }
    let windows = Set(display.clients)
    display.ignoringErrors {
      // Our own windows keep their masks on this connection.
      for window in windows.subtracting(followed) where !display.isOwn(window) {
        XSelectInput(display.raw, window, PropertyChangeMask)
      }
    }
    followed = windows
  }

  /// The next event, or nil. Reports changes that arrive together as one.
  package func next() -> News? {
    while XEventsQueued(display.raw, Int32(QueuedAfterFlush)) > 0, !display.isLost {
      var event = XEvent()
      XNextEvent(display.raw, &event)
      guard event.xany.send_event == 0 else { continue }
      switch Int32(nr_event_type(&event)) {
      case EnterNotify: return .touched(event.xcrossing.window)
      case PropertyNotify where isAboutWindows(event.xproperty): hasChanges = true
      case MapNotify, UnmapNotify, ConfigureNotify, DestroyNotify, ReparentNotify:
        if !display.isOwn(event.xmap.window) { hasChanges = true }
      default: break
      }
    }
    guard hasChanges else { return nil }
    hasChanges = false
    follow()
    return .windowsChanged
  }

  private func isAboutWindows(_ event: XPropertyEvent) -> Bool {
    (event.window == display.root ? Self.properties : Self.states).contains { display.atom($0) == event.atom }
  }

  package var hasQueuedEvent: Bool { nr_queue_length(display.raw) > 0 }
}

extension Display {
  /// The windows that the window manager lists; without one, the root window's children.
  fileprivate var clients: [UInt] {
    hasWindowManager ? values(of: atom("_NET_CLIENT_LIST"), of: root).values : topWindows
  }

  /// The monitors filled by a window of another program: with a window manager, a full-screen one (EWMH) that the user has
  /// not covered with the active window; without one, any that covers the monitor. Asks the server.
  package func filledMonitors(of monitors: [Monitor], isManaged: Bool) -> [Monitor] {
    let full = clients.compactMap { window -> (window: UInt, frame: Rect)? in
      guard !isOwn(window), let frame = fullScreenFrame(of: window, isManaged: isManaged) else { return nil }
      return (window, frame)
    }
    if full.isEmpty { return [] }
    let active = isManaged ? values(of: atom("_NET_ACTIVE_WINDOW"), of: root).values.first ?? 0 : 0
    return monitors.filter { monitor in
      full.contains { window, frame in
        let isThere =
          isManaged
          ? frame.contains(Point(x: monitor.frame.midX, y: monitor.frame.midY))
          : frame.intersection(monitor.frame) == monitor.frame
        return isThere && (window == active || !isWorkedWith(active, on: monitor, besides: window))
      }
    }
  }

  /// The place of a visible window that may fill a monitor; nil for others.
  private func fullScreenFrame(of window: UInt, isManaged: Bool) -> Rect? {
    ignoringErrors {
      // Asked first: hardly any window is.
      let states = values(of: atom("_NET_WM_STATE"), of: window).values
      if isManaged, !states.contains(atom("_NET_WM_STATE_FULLSCREEN")) { return nil }
      guard !states.contains(atom("_NET_WM_STATE_HIDDEN")), let attributes = attributes(of: window),
        attributes.map_state == IsViewable, attributes.class == InputOutput
      else { return nil }
      // A desktop with icons is below all windows.
      if values(of: atom("_NET_WM_WINDOW_TYPE"), of: window).values.contains(atom("_NET_WM_WINDOW_TYPE_DESKTOP")) {
        return nil
      }
      return place(of: window, attributes)
    }
  }

  /// Whether the user works with `window` on the monitor, and it is not a dialog of the full-screen one.
  private func isWorkedWith(_ window: UInt, on monitor: Monitor, besides full: UInt) -> Bool {
    guard window != 0, !isOwn(window) else { return false }
    return ignoringErrors {
      if values(of: atom("WM_TRANSIENT_FOR"), of: window).values.first == full { return false }
      guard let attributes = attributes(of: window), attributes.map_state == IsViewable,
        let frame = place(of: window, attributes)
      else { return false }
      return monitor.frame.contains(Point(x: frame.midX, y: frame.midY))
    }
  }
}
