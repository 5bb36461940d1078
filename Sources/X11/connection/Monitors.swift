internal import CX11
package import ScrollCore

/// A monitor as RandR sees it.
package struct Monitor: Equatable, Sendable {
  /// The connector, as `HDMI-1`.
  package var name: String
  /// On the root window, in pixels.
  package var frame: Rect
  package var isPrimary: Bool
  /// Refreshes a second; nil where nothing is scanned out, as under Xvfb or VNC.
  package var refreshRate: Double?
}

extension Display {
  /// The monitors, the primary one first (`XRRGetMonitors`); the whole screen where RandR knows none.
  package func monitors() -> [Monitor] {
    var found: [Monitor] = []
    var count: Int32 = 0
    if randrEventBase != nil, let list = XRRGetMonitors(raw, root, 1, &count) {
      defer { XRRFreeMonitors(list) }
      let rates = refreshRates()
      found = UnsafeBufferPointer(start: list, count: Int(count)).map { info in
        Monitor(
          name: atomName(info.name),
          frame: Rect(x: Double(info.x), y: Double(info.y), width: Double(info.width), height: Double(info.height)),
          isPrimary: info.primary != 0,
          refreshRate: (0..<Int(info.noutput)).lazy.compactMap { rates[info.outputs[$0]] }.first)
      }
    }
    if found.isEmpty { found = [Monitor(name: "screen", frame: screenFrame, isPrimary: true)] }
    return found.filter(\.isPrimary) + found.filter { !$0.isPrimary }
  }

  /// The whole root window.
  package var screenFrame: Rect {
    var attributes = XWindowAttributes()
    XGetWindowAttributes(raw, root, &attributes)
    return Rect(x: 0, y: 0, width: Double(attributes.width), height: Double(attributes.height))
  }

  /// A monitor's part that panels leave free (`_NET_WORKAREA` of the present desktop, cut to the monitor).
  package func workArea(of monitor: Monitor) -> Rect {
    let desktop = cardinals(of: root, "_NET_CURRENT_DESKTOP").first ?? 0
    let areas = cardinals(of: root, "_NET_WORKAREA")
    let area = areas.dropFirst(4 * desktop).prefix(4).map(Double.init)
    guard area.count == 4 else { return monitor.frame }
    let cut = monitor.frame.intersection(Rect(x: area[0], y: area[1], width: area[2], height: area[3]))
    return cut.isEmpty ? monitor.frame : cut
  }

  /// The dots per inch that the user has set (`Xft.dpi`); 96 where nothing is set.
  package var dotsPerInch: Double {
    guard let value = XGetDefault(raw, "Xft", "dpi"), let dpi = Double(String(cString: value)), dpi >= 24, dpi <= 960
    else { return 96 }
    return dpi
  }

  /// Asks for an event when monitors come, go or change, and when panels take or free space.
  package func watchMonitors() {
    XSelectInput(raw, root, PropertyChangeMask)
    if randrEventBase != nil { XRRSelectInput(raw, root, Int32(RRScreenChangeNotifyMask)) }
  }

  private func atomName(_ atom: UInt) -> String {
    guard atom != 0, let name = XGetAtomName(raw, atom) else { return "" }
    defer { XFree(name) }
    return String(cString: name)
  }

  /// Refresh rates by output, from the modes of their controllers.
  private func refreshRates() -> [UInt: Double] {
    guard let resources = XRRGetScreenResourcesCurrent(raw, root) else { return [:] }
    defer { XRRFreeScreenResources(resources) }
    var modes: [UInt: Double] = [:]
    for i in 0..<Int(resources.pointee.nmode) {
      let mode = resources.pointee.modes[i]
      let dots = Double(mode.hTotal) * Double(mode.vTotal)
      if dots > 0, mode.dotClock > 0 { modes[mode.id] = Double(mode.dotClock) / dots }
    }
    var rates: [UInt: Double] = [:]
    for i in 0..<Int(resources.pointee.ncrtc) {
      guard let controller = XRRGetCrtcInfo(raw, resources, resources.pointee.crtcs[i]) else { continue }
      defer { XRRFreeCrtcInfo(controller) }
      guard let rate = modes[controller.pointee.mode], rate >= 20, rate <= 1000 else { continue }
      for j in 0..<Int(controller.pointee.noutput) { rates[controller.pointee.outputs[j]] = rate }
    }
    return rates
  }
}
