/// The screen as a window manager measures it: where struts begin, and what its `_NET_WORKAREA` says.
///
/// EWMH counts struts from the edges of the X screen. Some managers, such as openbox and xfwm4, count them from the edges
/// of all monitors together. The two differ where no monitor reaches an edge of the X screen.
package struct ManagedScreen: Equatable, Sendable {
  /// The whole X screen.
  package let screen: Rect
  /// The smallest rectangle that holds all monitors.
  package let bounds: Rect
  /// Whether the manager counts from the edges of the monitors.
  package private(set) var countsFromMonitors = false
  /// The manager's margins, in pixels.
  private var margins: [Strut.Edge: Double] = [:]
  /// Edges whose margin was reported while no window was listed. It may be the space of a panel that has just gone.
  private var unsure: Set<Strut.Edge> = []

  /// - Parameter former: What was known before.
  package init(screen: Rect, monitors: [Rect], after former: ManagedScreen? = nil) {
    self.screen = screen
    bounds = monitors.reduce(.zero) { $0.union($1) }
    countsFromMonitors = former?.countsFromMonitors ?? false
    if let former, former.bounds == bounds { (margins, unsure) = (former.margins, former.unsure) }
  }

  /// Whether no monitor reaches some edge of the X screen.
  package var isDivided: Bool { bounds != screen }

  /// The area from whose edges a panel has to measure, so that the manager reserves what it means.
  package var measured: Rect { countsFromMonitors ? bounds : screen }

  /// The area from whose edges a panel at `frame` has measured.
  package func measured(by strut: Strut, at frame: Rect?) -> Rect {
    guard let frame, isDivided, !strut.reaches(to: frame, screen: screen) else { return screen }
    return strut.reaches(to: frame, screen: bounds) ? bounds : screen
  }

  /// Finds out how the manager counts, as far as the work area that it reports tells.
  ///
  /// - Parameter struts: Those of all windows.
  package mutating func learn(from reported: Rect, struts: [Strut]) {
    guard isDivided, !reported.isEmpty else { return }
    if bounds.intersection(reported) != reported {
      countsFromMonitors = false
      return
    }
    func rest(of area: Rect) -> Rect { struts.reduce(area) { $1.remainder(of: $0, screen: area) } }
    let (byMonitors, byScreen) = (rest(of: bounds) == reported, rest(of: screen) == reported)
    if byMonitors != byScreen { countsFromMonitors = byMonitors }
  }

  /// What remains of the only monitor: `free`, less the margins of the window manager. An edge that it reports is a margin
  /// unless a strut explains it, counted in either way. Where the program's own strut does, the margin that was known
  /// before remains.
  ///
  /// - Parameters:
  ///   - free: What other programs' panels leave free.
  ///   - others: The struts of other programs' windows.
  ///   - own: Those of this program's windows: as they are, and as they have been.
  ///   - isSure: Whether the manager lists windows. Otherwise a margin counts only where there is something in it, now and later.
  ///   - hasBar: Whether some window lies in a margin, from its inner edge on.
  package mutating func area(
    of monitor: Rect, free: Rect, reported: Rect, others: [Strut], own: [Strut], isSure: Bool = true,
    hasBar: (Rect) -> Bool = { _ in true }
  ) -> Rect {
    for edge in Strut.Edge.allCases {
      func isMade(by struts: [Strut]) -> Bool {
        struts.contains { strut in
          [screen, bounds].contains {
            edge.position(in: strut.remainder(of: monitor, screen: $0)) == edge.position(in: reported)
          }
        }
      }
      let depth = edge.depth(of: reported, in: monitor)
      if depth <= 0 || isMade(by: others) {
        margins[edge] = nil
      } else if !isMade(by: own) {
        margins[edge] = depth
        if isSure { unsure.remove(edge) } else { unsure.insert(edge) }
      } else if let known = margins[edge], known > depth {
        margins[edge] = nil
      }
      if let margin = margins[edge], unsure.contains(edge), !hasBar(edge.part(margin, of: monitor)) {
        margins[edge] = nil
      }
    }
    var insets = Insets()
    insets.left = max(free.minX - monitor.minX, margins[.left] ?? 0)
    insets.right = max(monitor.maxX - free.maxX, margins[.right] ?? 0)
    insets.top = max(free.minY - monitor.minY, margins[.top] ?? 0)
    insets.bottom = max(monitor.maxY - free.maxY, margins[.bottom] ?? 0)
    let area = monitor.inset(by: insets)
    return area.isEmpty ? monitor : area
  }
}

extension Strut.Edge {
  /// Where this edge of `area` is.
  fileprivate func position(in area: Rect) -> Double {
    switch self {
    case .left: area.minX
    case .right: area.maxX
    case .top: area.minY
    case .bottom: area.maxY
    }
  }

  /// How far inside of `whole` this edge of `part` is.
  fileprivate func depth(of part: Rect, in whole: Rect) -> Double {
    let distance = position(in: part) - position(in: whole)
    return self == .left || self == .top ? distance : -distance
  }
}
