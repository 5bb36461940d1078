internal import CX11

/// A window manager, by what it says of itself (EWMH).
package struct WindowManager: Equatable, Sendable {
  /// What it knows of EWMH, as far as a window without a frame needs it.
  package struct Abilities: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Panels: windows without a frame that it does not arrange with the others.
    package static let docks = Abilities(rawValue: 1)
    /// The space that panels reserve.
    package static let struts = Abilities(rawValue: 2)
    package static let above = Abilities(rawValue: 4)
    package static let below = Abilities(rawValue: 8)
    package static let allDesktops = Abilities(rawValue: 16)
    package static let fullScreen = Abilities(rawValue: 32)
  }

  /// Its window, which another manager does not have; 0 for one that speaks no EWMH.
  package let window: UInt
  /// Nil while it starts, and has not said yet.
  package let abilities: Abilities?

  package init(window: UInt, abilities: Abilities?) { (self.window, self.abilities) = (window, abilities) }

  /// One that speaks no EWMH.
  package static let silent = WindowManager(window: 0, abilities: [])

  /// Whether it speaks EWMH.
  package var speaks: Bool { window != 0 }

  /// Which names in `_NET_SUPPORTED` stand for what.
  static let names: [(name: String, ability: Abilities)] = [
    ("_NET_WM_WINDOW_TYPE_DOCK", .docks), ("_NET_WM_STRUT", .struts), ("_NET_WM_STRUT_PARTIAL", .struts),
    ("_NET_WM_STATE_ABOVE", .above), ("_NET_WM_STATE_BELOW", .below), ("_NET_WM_STATE_STICKY", .allDesktops),
    ("_NET_WM_DESKTOP", .allDesktops), ("_NET_WM_STATE_FULLSCREEN", .fullScreen),
  ]

  /// - Parameter supported: The names in its `_NET_SUPPORTED`.
  package init(window: UInt, supported: some Sequence<String>) {
    let supported = Set(supported)
    let known = Self.names.filter { supported.contains($0.name) }
    self.init(window: window, abilities: known.reduce(into: []) { $0.formUnion($1.ability) })
  }

  /// Whether it keeps the space of panels free.
  package var keepsSpaceFree: Bool { knows(.struts) }

  package func knows(_ ability: Abilities) -> Bool { abilities?.contains(ability) ?? true }
}

extension Display {
  /// The window manager that runs; nil if none does. Asks the server.
  package var windowManager: WindowManager? {
    guard let window = managerWindow else { return hasRedirector ? .silent : nil }
    let names = WindowManager.names.map(\.name)
    prepareAtoms(XWindow.atomNames + names)
    let (listed, type) = values(of: atom("_NET_SUPPORTED"), of: root)
    if type == 0 { return WindowManager(window: window, abilities: nil) }
    let supported = Set(listed)
    return WindowManager(window: window, supported: names.filter { supported.contains(atom($0)) })
  }

  /// What the window manager calls itself (`_NET_WM_NAME`); nil for one that says nothing, and without one.
  package var managerName: String? {
    guard let window = managerWindow else { return nil }
    let name = ignoringErrors { bytes(of: atom("_NET_WM_NAME"), of: window, atMost: 256) }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }

  /// The window of an EWMH window manager: the root names it, and it names itself. Nil without one.
  private var managerWindow: UInt? {
    guard let window = cardinals(of: root, "_NET_SUPPORTING_WM_CHECK").first, window > 0,
      ignoringErrors({ cardinals(of: UInt(window), "_NET_SUPPORTING_WM_CHECK").first }) == window
    else { return nil }
    return UInt(window)
  }

  /// Whether an EWMH window manager runs.
  package var hasWindowManager: Bool { managerWindow != nil }

  /// Whether some program decides where windows come to stand: a window manager, of whatever kind.
  private var hasRedirector: Bool {
    var attributes = XWindowAttributes()
    return XGetWindowAttributes(raw, root, &attributes) != 0
      && attributes.all_event_masks & SubstructureRedirectMask != 0
  }
}
