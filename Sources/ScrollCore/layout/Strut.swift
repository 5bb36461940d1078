/// The space that a panel reserves along an edge of the screen (EWMH `_NET_WM_STRUT_PARTIAL`).
package struct Strut: Equatable, Sendable {
  package enum Edge: Int, CaseIterable, Sendable { case left, right, top, bottom }

  package let edge: Edge
  /// The distance that it reaches from the edge of the screen, in pixels.
  package let thickness: Double
  /// Its begin and end along the edge, in pixels of the screen.
  package let start, end: Double

  package init(_ edge: Edge, thickness: Double, start: Double, end: Double) {
    (self.edge, self.thickness, self.start, self.end) = (edge, thickness, start, end)
  }

  /// The strut of a panel at `frame`: along the nearest edge of its monitor, measured from the edge of the whole screen
  /// as EWMH requires. Nil for a panel that is neither at the edge nor at another panel there, or that takes less than
  /// half of the edge, because window managers reserve all of it. Nil too if another monitor lies in between, which
  /// would lose that space.
  ///
  /// - Parameters:
  ///   - free: The part of the monitor that other panels leave free.
  ///   - screen: The area from whose edges the window manager measures.
  package init?(of frame: Rect, on monitor: Rect, free: Rect, of monitors: [Rect], screen: Rect) {
    let isWide = frame.width >= frame.height
    let edge = Edge(nearestTo: frame, of: monitor)
    guard Self.gap(from: edge, of: free, to: frame) <= 0 else { return nil }
    let reach = Self.distance(from: edge, of: monitor, to: frame)
    let room = isWide ? monitor.height : monitor.width
    let (start, end) = isWide ? (frame.minX, frame.maxX) : (frame.minY, frame.maxY)
    let length = isWide ? monitor.width : monitor.height
    guard reach > 0, reach <= room * Self.most, end - start >= length * Self.least else { return nil }
    let beyond = Self.strip(beyond: edge, of: monitor, from: start, to: end, screen: screen)
    guard !monitors.contains(where: { $0 != monitor && $0.intersects(beyond) }) else { return nil }
    let thickness = Self.distance(from: edge, of: screen, to: frame)
    self.init(edge, thickness: thickness, start: start, end: end)
  }

  /// Whether it ends exactly at the far side of `frame`.
  package func reaches(to frame: Rect, screen: Rect) -> Bool {
    thickness == Self.distance(from: edge, of: screen, to: frame)
  }

  /// The largest part of a monitor, in one direction, that a panel may reserve.
  private static let most = 1.0 / 3
  /// The smallest part of an edge that a panel must cover.
  private static let least = 0.5

  /// The distance from an edge of `area` to the far side of `frame`.
  private static func distance(from edge: Edge, of area: Rect, to frame: Rect) -> Double {
    switch edge {
    case .left: frame.maxX - area.minX
    case .right: area.maxX - frame.minX
    case .top: frame.maxY - area.minY
    case .bottom: area.maxY - frame.minY
    }
  }

  /// The distance from an edge of `area` to the near side of `frame`; negative beyond the edge.
  private static func gap(from edge: Edge, of area: Rect, to frame: Rect) -> Double {
    let thickness = edge == .left || edge == .right ? frame.width : frame.height
    return distance(from: edge, of: area, to: frame) - thickness
  }

  /// The part of the screen between an edge of the monitor and that of the screen.
  private static func strip(
    beyond edge: Edge, of monitor: Rect, from start: Double, to end: Double, screen: Rect
  ) -> Rect {
    let length = end - start
    return switch edge {
    case .left: Rect(x: screen.minX, y: start, width: monitor.minX - screen.minX, height: length)
    case .right: Rect(x: monitor.maxX, y: start, width: screen.maxX - monitor.maxX, height: length)
    case .top: Rect(x: start, y: screen.minY, width: length, height: monitor.minY - screen.minY)
    case .bottom: Rect(x: start, y: monitor.maxY, width: length, height: screen.maxY - monitor.maxY)
    }
  }

  /// The twelve numbers of the property: the thickness at the left, right, top and bottom, then the first and the last
  /// pixel along each.
  package var cardinals: [Int] {
    var values = [Int](repeating: 0, count: 12)
    values[edge.rawValue] = pixels(thickness)
    values[4 + 2 * edge.rawValue] = pixels(start)
    values[5 + 2 * edge.rawValue] = pixels(end - 1)
    return values
  }

  /// Reads the property. The four numbers of the older `_NET_WM_STRUT` reach along the whole edge. Malformed values
  /// reserve nothing.
  package static func struts(of values: [Int], screen: Rect) -> [Strut] {
    guard values.count == 4 || values.count == 12 else { return [] }
    return Edge.allCases.compactMap { edge in
      let thickness = values[edge.rawValue]
      guard thickness > 0 else { return nil }
      let isUpright = edge == .left || edge == .right
      guard values.count == 12 else {
        return Strut(
          edge, thickness: Double(thickness), start: isUpright ? screen.minY : screen.minX,
          end: isUpright ? screen.maxY : screen.maxX)
      }
      let (start, end) = (values[4 + 2 * edge.rawValue], values[5 + 2 * edge.rawValue])
      return Strut(edge, thickness: Double(thickness), start: Double(start), end: Double(end) + 1)
    }
  }

  /// The rest of `area`, a part of the screen.
  ///
  /// - Parameter screen: The area from whose edges it is measured.
  package func remainder(of area: Rect, screen: Rect) -> Rect {
    let isUpright = edge == .left || edge == .right
    guard isUpright ? start < area.maxY && end > area.minY : start < area.maxX && end > area.minX else { return area }
    var insets = Insets()
    switch edge {
    case .left: insets.left = max(0, thickness - (area.minX - screen.minX))
    case .right: insets.right = max(0, thickness - (screen.maxX - area.maxX))
    case .top: insets.top = max(0, thickness - (area.minY - screen.minY))
    case .bottom: insets.bottom = max(0, thickness - (screen.maxY - area.maxY))
    }
    return area.inset(by: insets)
  }
}

extension Strut.Edge {
  /// The edge of `area` that a panel at `frame` lies along.
  package init(nearestTo frame: Rect, of area: Rect) {
    if frame.width >= frame.height {
      self = frame.midY < area.midY ? .top : .bottom
    } else {
      self = frame.midX < area.midX ? .left : .right
    }
  }

  /// The line of pixels of `frame` that is nearest to this edge.
  package func line(of frame: Rect) -> Rect { part(1, of: frame) }

  /// The visible part of a panel that glides in from this edge, with that much of its thickness, in the coordinates of
  /// `frame`.
  package func part(_ thickness: Double, of frame: Rect) -> Rect {
    switch self {
    case .left: Rect(x: frame.minX, y: frame.minY, width: thickness, height: frame.height)
    case .right: Rect(x: frame.maxX - thickness, y: frame.minY, width: thickness, height: frame.height)
    case .top: Rect(x: frame.minX, y: frame.minY, width: frame.width, height: thickness)
    case .bottom: Rect(x: frame.minX, y: frame.maxY - thickness, width: frame.width, height: thickness)
    }
  }

  /// How far a panel of that size is from its place when this much of its thickness has glided in from this edge.
  package func offset(_ thickness: Double, of size: Size) -> Point {
    switch self {
    case .left: Point(x: thickness - size.width, y: 0)
    case .right: Point(x: size.width - thickness, y: 0)
    case .top: Point(x: 0, y: thickness - size.height)
    case .bottom: Point(x: 0, y: size.height - thickness)
    }
  }

  /// The thickness of a panel of that size along this edge.
  package func thickness(of size: Size) -> Double { self == .left || self == .right ? size.width : size.height }
}

/// X coordinates have 16 bits.
private func pixels(_ value: Double) -> Int { Int(max(0, min(65535, value.rounded()))) }
