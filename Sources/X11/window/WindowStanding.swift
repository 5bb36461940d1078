/// How a window without a frame stands on the desktop: who keeps it in place, and above or below others.
package enum WindowStanding: String, Equatable, Sendable, CaseIterable {
  /// The window manager does all of it.
  case managed
  /// The window manager knows panels, and does not say whether it keeps their space free. Until another window lies over this
  /// one, it is trusted.
  case trusted
  /// There is no window manager: the window stays above by itself, as one that the next manager adopts.
  case free
  /// The window manager does not know such windows, or does not give this one its place: it takes that itself, unmanaged
  /// (`override_redirect`).
  case alone

  /// - Parameters:
  ///   - type: What the window is to be.
  ///   - manager: Nil if none runs.
  ///   - hasFailed: Whether this manager has put the window elsewhere than asked, or below others.
  package init(_ type: XWindow.WindowType, under manager: WindowManager?, hasFailed: Bool = false) {
    switch type {
    case .unmanaged, .menu, .tooltip: self = .alone
    case .normal, .utility, .attached: self = manager == nil ? .free : .managed
    case .dock, .above, .below:
      guard let manager else {
        self = .free
        return
      }
      self = hasFailed && type == .dock ? .alone : Self.ofPanel(type, under: manager)
    }
  }

  private static func ofPanel(_ type: XWindow.WindowType, under manager: WindowManager) -> WindowStanding {
    guard type == .dock else {
      // Those that do not know the lower layer have such a window float above others, as i3 does.
      if type == .below { return manager.knows(.below) ? .managed : .alone }
      // One that knows panels lets windows float, even if it says nothing about layers.
      let knowsLayers = manager.knows(.docks) || manager.knows(.above) || manager.knows(.below)
      return knowsLayers ? .managed : .alone
    }
    return !manager.knows(.docks) ? .alone : manager.knows(.struts) ? .managed : .trusted
  }

  /// Whether the window manager has nothing to do with it.
  package var isUnmanaged: Bool { self == .alone }
}
