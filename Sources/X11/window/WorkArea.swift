internal import CX11
package import ScrollCore

extension Display {
  /// A monitor's part that panels leave free, our own windows aside.
  ///
  /// It follows from the struts of the windows that the window manager lists, or without one of all that are shown, and on a single monitor from
  /// `_NET_WORKAREA` too, which knows of margins. The latter is one rectangle for all monitors, and holds our own windows:
  /// an edge of it that they may have moved is not believed.
  ///
  /// - Parameter standing: Where the window stands that asks, if it does. Panels that stand further from the edge than it
  ///   have placed themselves by it, and not the other way round.
  package func workArea(of monitor: Monitor, among monitors: [Monitor], standing: Rect? = nil) -> Rect {
    let screen = screenFrame.size
    let reported = workArea(of: monitor)
    // While a window manager restarts it lists none of them, or some.
    let windows = knownPanels.union(clientWindows ?? (hasWindowManager ? [] : shownPanels))
    if windows.isEmpty { return reported }
    let panels = windows.flatMap { window in struts(of: window, screen: screen).map { (window: window, strut: $0) } }
    knownPanels = Set(panels.map(\.window))
    knownOrder = knownOrder.filter { knownPanels.contains($0.key.window) }
    let free = panels.reduce(monitor.frame) { area, panel in
      if isOwn(panel.window) { return area }
      if isBeyond(panel.window, panel.strut, standing, screen: screen) { return area }
      return panel.strut.remainder(of: area, screen: screen)
    }
    guard monitors.count == 1 else { return free.isEmpty ? monitor.frame : free }
    // Where the reported edge is what one of the struts makes it, there is no margin.
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

  /// What the window manager says (`_NET_WORKAREA` of the present desktop), cut to the monitor.
  private func workArea(of monitor: Monitor) -> Rect {
    let desktop = min(255, max(0, cardinals(of: root, "_NET_CURRENT_DESKTOP").first ?? 0))
    let areas = cardinals(of: root, "_NET_WORKAREA")
    let area = areas.dropFirst(4 * desktop).prefix(4).map(Double.init)
    guard area.count == 4 else { return monitor.frame }
    let cut = monitor.frame.intersection(Rect(x: area[0], y: area[1], width: area[2], height: area[3]))
    return cut.isEmpty ? monitor.frame : cut
  }

  /// Whether another newsreel's panel stands next to `frame`, as the last work area had it.
  package func hasStrip(beside frame: Rect) -> Bool {
    let around = Rect(x: frame.minX - 1, y: frame.minY - 1, width: frame.width + 2, height: frame.height + 2)
    return knownPanels.contains { window in
      guard !isOwn(window), let place = place(of: window), place.intersects(around) else { return false }
      let names = ignoringErrors { bytes(of: atom("WM_CLASS"), of: window, atMost: 256) }.split(separator: 0)
      return names.count == 2 && names[1].elementsEqual(Window.className.utf8)
    }
  }

  /// The windows with struts on the screen.
  private var shownPanels: [UInt] {
    topWindows.filter { window in
      ignoringErrors {
        var attributes = XWindowAttributes()
        return XGetWindowAttributes(raw, window, &attributes) != 0 && attributes.map_state == IsViewable
      } && !struts(of: window, screen: screenFrame.size).isEmpty
    }
  }

  /// The windows that the window manager manages; nil where none runs, or it lists none.
  private var clientWindows: [UInt]? {
    guard hasWindowManager else { return nil }
    let (windows, type) = values(of: atom("_NET_CLIENT_LIST"), of: root)
    return type == 0 ? nil : windows
  }

  /// Whether a panel stands further from the edge than what stands at `frame`; what does not stand yet comes behind all that
  /// do. Of a panel that is not where its strut says it counts what was last seen: window managers that restart take
  /// windows elsewhere for a moment.
  private func isBeyond(_ window: UInt, _ strut: Strut, _ frame: Rect?, screen: Size) -> Bool {
    let side = PanelSide(window: window, edge: strut.edge)
    guard let frame else {
      knownOrder[side] = false
      return false
    }
    guard let other = place(of: window) else { return true }
    let isThere = strut.reaches(to: other, screen: screen)
    if !isThere, let known = knownOrder[side] { return known }
    let isBeyond =
      switch strut.edge {
      case .left: other.minX >= frame.maxX
      case .right: other.maxX <= frame.minX
      case .top: other.minY >= frame.maxY
      case .bottom: other.maxY <= frame.minY
      }
    if isThere { knownOrder[side] = isBeyond }
    return isBeyond
  }

  /// A window's inside on the root window; nil where it has gone.
  private func place(of window: UInt) -> Rect? {
    ignoringErrors {
      var (x, y): (Int32, Int32) = (0, 0)
      var child: UInt = 0
      var attributes = XWindowAttributes()
      guard XGetWindowAttributes(raw, window, &attributes) != 0,
        XTranslateCoordinates(raw, window, root, 0, 0, &x, &y, &child) != 0
      else { return nil }
      return Rect(
        x: Double(x), y: Double(y), width: Double(attributes.width), height: Double(attributes.height))
    }
  }

  private func struts(of window: UInt, screen: Size) -> [Strut] {
    // It may have gone.
    ignoringErrors {
      let partial = cardinals(of: window, "_NET_WM_STRUT_PARTIAL")
      return Strut.struts(of: partial.isEmpty ? cardinals(of: window, "_NET_WM_STRUT") : partial, screen: screen)
    }
  }

  /// Whether a window manager runs that follows EWMH: one that names its window, which names itself.
  var hasWindowManager: Bool {
    guard let window = cardinals(of: root, "_NET_SUPPORTING_WM_CHECK").first, window > 0 else { return false }
    return ignoringErrors { cardinals(of: UInt(window), "_NET_SUPPORTING_WM_CHECK").first } == window
  }
}
