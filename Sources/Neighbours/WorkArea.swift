internal import CX11
package import ScrollCore
package import X11

/// The panels at the last call of `workArea`.
private final class KnownPanels {
  var windows: Set<UInt> = []
  /// Whether each panel stood further from the edge than the window that asked.
  var order: [Side: Bool] = [:]

  struct Side: Hashable {
    let window: UInt
    let edge: Strut.Edge
  }
}

extension Display {
  private var known: KnownPanels { shared { KnownPanels() } }

  /// The part of a monitor that other programs' panels leave free.
  ///
  /// It follows from the struts of all windows that the window manager lists, or of all viewable windows without a
  /// manager. With a single monitor `_NET_WORKAREA` counts too, because it includes margins. That is one rectangle for
  /// all monitors and includes our own windows' struts, so an edge that a strut explains is ignored.
  ///
  /// - Parameter standing: The place of the window that asks, if it has one. Panels further from the edge have placed
  ///   themselves by that window, and do not count.
  package func workArea(of monitor: Monitor, among monitors: [Monitor], standing: Rect? = nil) -> Rect {
    let screen = screenFrame.size
    let reported = workArea(of: monitor)
    // While a window manager restarts, its list is incomplete.
    let windows = known.windows.union(clientWindows ?? (hasWindowManager ? [] : shownPanels))
    if windows.isEmpty { return reported }
    let panels = windows.flatMap { window in struts(of: window, screen: screen).map { (window: window, strut: $0) } }
    known.windows = Set(panels.map(\.window))
    known.order = known.order.filter { known.windows.contains($0.key.window) }
    let free = panels.reduce(monitor.frame) { area, panel in
      if isOwn(panel.window) { return area }
      if isBeyond(panel.window, panel.strut, standing, screen: screen) { return area }
      return panel.strut.remainder(of: area, screen: screen)
    }
    guard monitors.count == 1 else { return free.isEmpty ? monitor.frame : free }
    // A reported edge that a strut explains is not a margin.
    let made = panels.map { $0.strut.remainder(of: monitor.frame, screen: screen) }
    func margin(_ edge: (Rect) -> Double, or none: Double) -> Double {
      made.contains { edge($0) == edge(reported) } ? none : edge(reported)
    }
    let (left, top) = (max(free.minX, margin(\.minX, or: 0)), max(free.minY, margin(\.minY, or: 0)))
    let right = min(free.maxX, margin(\.maxX, or: .infinity))
    let bottom = min(free.maxY, margin(\.maxY, or: .infinity))
    let area = Rect(x: left, y: top, width: right - left, height: bottom - top)
    return area.isEmpty ? monitor.frame : area
  }

  /// The window manager's `_NET_WORKAREA` of the current desktop, cut to the monitor.
  private func workArea(of monitor: Monitor) -> Rect {
    let desktop = min(255, max(0, cardinals(of: root, "_NET_CURRENT_DESKTOP").first ?? 0))
    let areas = cardinals(of: root, "_NET_WORKAREA")
    let area = areas.dropFirst(4 * desktop).prefix(4).map(Double.init)
    guard area.count == 4 else { return monitor.frame }
    let cut = monitor.frame.intersection(Rect(x: area[0], y: area[1], width: area[2], height: area[3]))
    return cut.isEmpty ? monitor.frame : cut
  }

  /// Whether another newsreel's panel is next to `frame`, among the panels of the last `workArea`.
  package func hasStrip(beside frame: Rect) -> Bool {
    let around = Rect(x: frame.minX - 1, y: frame.minY - 1, width: frame.width + 2, height: frame.height + 2)
    return known.windows.contains { window in
      guard !isOwn(window), let place = place(of: window), place.intersects(around) else { return false }
      let names = ignoringErrors { bytes(of: atom("WM_CLASS"), of: window, atMost: 256) }.split(separator: 0)
      return names.count == 2 && names[1].elementsEqual(Window.className.utf8)
    }
  }

  /// All viewable windows with struts.
  private var shownPanels: [UInt] {
    topWindows.filter { window in
      attributes(of: window)?.map_state == IsViewable && !struts(of: window, screen: screenFrame.size).isEmpty
    }
  }

  /// The windows that the window manager lists. Nil without a manager, or without a list.
  private var clientWindows: [UInt]? {
    guard hasWindowManager else { return nil }
    let (windows, type) = values(of: atom("_NET_CLIENT_LIST"), of: root)
    return type == 0 ? nil : windows
  }

  /// Whether a panel is further from the edge than `frame`; a nil frame is further than all. If the panel is not where
  /// its strut says, the last answer counts: restarting window managers move windows for a moment.
  private func isBeyond(_ window: UInt, _ strut: Strut, _ frame: Rect?, screen: Size) -> Bool {
    let side = KnownPanels.Side(window: window, edge: strut.edge)
    guard let frame else {
      known.order[side] = false
      return false
    }
    guard let other = place(of: window) else { return true }
    let isThere = strut.reaches(to: other, screen: screen)
    if !isThere, let former = known.order[side] { return former }
    let isBeyond =
      switch strut.edge {
      case .left: other.minX >= frame.maxX
      case .right: other.maxX <= frame.minX
      case .top: other.minY >= frame.maxY
      case .bottom: other.maxY <= frame.minY
      }
    if isThere { known.order[side] = isBeyond }
    return isBeyond
  }

  private func struts(of window: UInt, screen: Size) -> [Strut] {
    // The window may have gone.
    ignoringErrors {
      let partial = cardinals(of: window, "_NET_WM_STRUT_PARTIAL")
      return Strut.struts(of: partial.isEmpty ? cardinals(of: window, "_NET_WM_STRUT") : partial, screen: screen)
    }
  }
}
