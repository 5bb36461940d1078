internal import CX11
package import ScrollCore

/// A monitor as RandR reports it.
public struct Monitor: Equatable, Sendable {
  /// The connector, as `HDMI-1`.
  public var name: String
  /// On the root window, in pixels.
  public var frame: Rect
  /// Whether the user has chosen it for panels and new windows (`XRRSetOutputPrimary`).
  public var isPrimary: Bool
  /// In Hz; nil without scan-out, as under Xvfb or VNC.
  public var refreshRate: Double?
}

extension Display {
  /// The monitors, the primary one first (`XRRGetMonitors`); the whole screen if RandR lists nothing.
  public func monitors() -> [Monitor] {
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
  public var screenFrame: Rect {
    var attributes = XWindowAttributes()
    XGetWindowAttributes(raw, root, &attributes)
    return Rect(x: 0, y: 0, width: Double(attributes.width), height: Double(attributes.height))
  }

  /// Asks for events when monitors come, go or change, when panels take or free space, and when the user's settings change.
  package func watchMonitors() {
    // RandR 1.5 announces changes of monitors by the root window's structure.
    XSelectInput(raw, root, PropertyChangeMask | StructureNotifyMask)
    if fixesEventBase != nil { watchOwner(of: settingsSelection) }
    if randrEventBase != nil { XRRSelectInput(raw, root, Int32(RRScreenChangeNotifyMask)) }
  }

  func atomName(_ atom: UInt) -> String {
    guard atom != 0, let name = XGetAtomName(raw, atom) else { return "" }
    defer { XFree(name) }
    return String(cString: name)
  }

  /// Refresh rates by output, computed from the modes of their CRTCs.
  private func refreshRates() -> [UInt: Double] {
    guard let resources = XRRGetScreenResourcesCurrent(raw, root) else { return [:] }
    defer { XRRFreeScreenResources(resources) }
    var modes: [UInt: Double] = [:]
    for i in 0..<Int(resources.pointee.nmode) {
      let mode = resources.pointee.modes[i]
      var dots = Double(mode.hTotal) * Double(mode.vTotal)
      if mode.modeFlags & UInt(RR_DoubleScan) != 0 { dots *= 2 }
      if mode.modeFlags & UInt(RR_Interlace) != 0 { dots /= 2 }
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
