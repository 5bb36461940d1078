internal import CX11
package import ScrollCore
package import X11

/// What the last call of `workArea` has found.
private final class KnownPanels {
  var windows: Set<UInt> = []
  /// Whether each panel stood further from the edge than the window that asked.
  var order: [Side: Bool] = [:]
  /// How the window manager measures the screen; nil before the first call.
  var managed: ManagedScreen?

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
  /// manager that knows struts. With a single monitor `_NET_WORKAREA` counts too, because it includes margins and the
  /// manager's own bars. That is one rectangle for all monitors and includes our own windows' struts, so an edge that a strut
  /// explains is ignored.
  ///
  /// - Parameter standing: The place of the window that asks, if it has one. Panels further from the edge have placed
  ///   themselves by that window, and do not count.
  package func workArea(of monitor: Monitor, among monitors: [Monitor], standing: Rect? = nil) -> Rect {
    let (screen, reported) = (screenFrame, reportedWorkArea)
    // While a window manager restarts, its list is incomplete.
    let windows = known.windows.union(panelCandidates)
    let panels = windows.flatMap { window in struts(of: window, screen: screen).map { (window: window, strut: $0) } }
    known.windows = Set(panels.map(\.window))
    known.order = known.order.filter { known.windows.contains($0.key.window) }
    var managed = ManagedScreen(screen: screen, monitors: monitors.map(\.frame), after: known.managed)
    managed.learn(from: reported, struts: panels.map(\.strut))
    defer { known.managed = managed }
    let cut = monitor.frame.intersection(reported)
    let shown = cut.isEmpty ? monitor.frame : cut
    let free = panels.reduce(monitor.frame) { area, panel in
      if isOwn(panel.window) { return area }
      let place = standing == nil && !managed.isDivided ? nil : place(of: panel.window)
      let screen = managed.measured(by: panel.strut, at: place)
      if isBeyond(panel.window, panel.strut, place, standing, screen: screen) { return area }
      return panel.strut.remainder(of: area, screen: screen)
    }
    guard Set(monitors.map(\.frame)).count == 1 else {
      return windows.isEmpty ? shown : free.isEmpty ? monitor.frame : free
    }
    let others = panels.filter { !isOwn($0.window) }.map(\.strut)
    return managed.area(
      of: monitor.frame, free: free, reported: shown, others: others, own: OwnWindows.reserved,
      isSure: !windows.isEmpty, hasBar: hasBar)
  }

  /// Asks for `Event.neighbourChanged` whenever a panel of the last `workArea` moves or goes: not all window managers tell
  /// of it (herbstluftwm, cwm).
  package func followPanels() {
    let others = known.windows.filter { !isOwn($0) }
    if others.isEmpty { return }
    ignoringErrors { for window in others { XSelectInput(raw, window, StructureNotifyMask) } }
  }

  /// The area from whose edges panels have to measure what they reserve, as far as `workArea` has found out.
  package func strutScreen(among monitors: [Monitor]) -> Rect {
    (known.managed ?? ManagedScreen(screen: screenFrame, monitors: monitors.map(\.frame))).measured
  }

  /// The window manager's `_NET_WORKAREA` of the current desktop; empty without one.
  private var reportedWorkArea: Rect {
    let desktop = min(255, max(0, cardinals(of: root, "_NET_CURRENT_DESKTOP").first ?? 0))
    let area = cardinals(of: root, "_NET_WORKAREA").dropFirst(4 * desktop).prefix(4).map(Double.init)
    return area.count == 4 ? Rect(x: area[0], y: area[1], width: area[2], height: area[3]) : .zero
  }

  /// Whether another newsreel's panel is next to `frame`, among the panels of the last `workArea`.
  package func hasStrip(beside frame: Rect) -> Bool {
    let around = Rect(x: frame.minX - 1, y: frame.minY - 1, width: frame.width + 2, height: frame.height + 2)
    return known.windows.contains { window in
      guard !isOwn(window), let place = place(of: window), place.intersects(around) else { return false }
      let names = ignoringErrors { bytes(of: atom("WM_CLASS"), of: window, atMost: 256) }.split(separator: 0)
      return names.count == 2 && names[1].elementsEqual(XWindow.className.utf8)
    }
  }

  /// Whether a window fills a margin from its inner edge to the edge of the screen, as a window manager's own bar does.
  private func hasBar(in margin: Rect) -> Bool {
    topWindows.contains { window in
      guard let attributes = attributes(of: window), attributes.map_state == IsViewable,
        let place = place(of: window, attributes)
      else { return false }
      let difference = margin.width >= margin.height ? place.height - margin.height : place.width - margin.width
      let around = margin.insetBy(dx: -Self.barTolerance, dy: -Self.barTolerance)
      return abs(difference) <= Self.barTolerance && around.intersection(place) == place
    }
  }

  /// By how much a bar may be thinner or thicker than what the window manager keeps free for it, in pixels.
  private static var barTolerance: Double { 4 }

  /// All viewable windows with struts.
  private var shownPanels: [UInt] {
    topWindows.filter { window in
      attributes(of: window)?.map_state == IsViewable && !struts(of: window, screen: screenFrame).isEmpty
    }
  }

  /// Windows that may be panels: those that the window manager lists, and, if it does not know what panels reserve, all that
  /// can be seen.
  private var panelCandidates: [UInt] {
    guard let manager = windowManager else { return shownPanels }
    let listed = manager.speaks ? values(of: atom("_NET_CLIENT_LIST"), of: root).values : []
    return manager.keepsSpaceFree ? listed : listed + shownPanels
  }

  /// Whether a panel, which is at `place`, is further from the edge than `frame`; a nil frame is further than all. If the
  /// panel is not where its strut says, the last answer counts: restarting window managers move windows for a moment.
  private func isBeyond(_ window: UInt, _ strut: Strut, _ place: Rect?, _ frame: Rect?, screen: Rect) -> Bool {
    let side = KnownPanels.Side(window: window, edge: strut.edge)
    guard let frame else {
      known.order[side] = false
      return false
    }
    guard let other = place else { return true }
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

  private func struts(of window: UInt, screen: Rect) -> [Strut] {
    // The window may have gone.
    ignoringErrors {
      let partial = cardinals(of: window, "_NET_WM_STRUT_PARTIAL")
      return Strut.struts(of: partial.isEmpty ? cardinals(of: window, "_NET_WM_STRUT") : partial, screen: screen)
    }
  }
}
