internal import Scene
internal import ScrollCore
internal import X11

/// Where a window will stand, and on which monitor.
struct WindowPlan {
  let monitor: Monitor
  /// On the root window, in whole pixels.
  let frame: Rect
  /// The monitor's work area, or the window that it is placed by.
  private let area: Rect
  /// A window at the bottom grows upwards.
  private let keepsBottom: Bool

  /// - Throws: `UsageError` where there is no such monitor.
  init(_ options: WindowOptions, for show: any Show, on display: Display, typesetter: any Typesetter) throws(UsageError)
  {
    let monitors = display.monitors()
    if options.of.isEmpty {
      monitor = try Self.monitor(options.monitor, of: monitors)
      area = display.workArea(of: monitor)
    } else {
      area = try Self.frame(of: options.of, on: display)
      let middle = Point(x: area.midX, y: area.midY)
      if let around = monitors.first(where: { $0.frame.contains(middle) }) {
        monitor = around
      } else {
        monitor = try Self.monitor("primary", of: monitors)
      }
    }
    keepsBottom =
      options.geometry.y?.isFromFarEdge ?? [.inBottom, .inBottomLeft, .inBottomRight].contains(options.place)
    var size = show.naturalSize(in: area, scale: display.dotsPerInch / 96, with: typesetter)
    let extent = options.border.extent(beyond: show.borderRoom)
    size = Size(width: min(area.width, size.width + extent.width), height: size.height + extent.height)
    let given = options.geometry.rect(in: area, natural: Rect(origin: area.origin, size: size))
    // Along the direction that the placement leaves open, the window stands in the middle.
    var rect = Placement.inCenter.place(Rect(origin: .zero, size: given.size), at: area)
    rect = options.place.place(rect, at: area)
    rect = rect.offsetBy(dx: options.offset.x, dy: options.offset.y)
    if options.geometry.x != nil { rect.origin.x = given.minX }
    if options.geometry.y != nil { rect.origin.y = given.minY }
    frame = Rect(
      x: rect.minX.rounded(), y: rect.minY.rounded(), width: max(1, rect.width.rounded()),
      height: max(1, rect.height.rounded()))
  }

  /// The window that stands at `frame` now in another size, no larger than what it is placed by.
  func resized(_ frame: Rect, to size: Size) -> Rect {
    let size = Size(width: min(size.width, area.width), height: min(size.height, area.height))
    let y = keepsBottom ? frame.maxY - size.height : frame.minY
    return Rect(origin: Point(x: frame.minX, y: y), size: size)
  }

  private static func frame(of window: String, on display: Display) throws(UsageError) -> Rect {
    guard let neighbour = AnchorWindow(window) else {
      throw UsageError("--of: '\(window)' is no window's id; xwininfo tells it, as 0x1e00007")
    }
    guard let frame = display.frame(of: neighbour) else { throw UsageError("--of: there is no window \(window)") }
    return frame
  }

  private static func monitor(_ name: String, of monitors: [Monitor]) throws(UsageError) -> Monitor {
    if name == "primary", let first = monitors.first { return first }
    if let number = Int(name), monitors.indices.contains(number) { return monitors[number] }
    if let monitor = monitors.first(where: { $0.name == name }) { return monitor }
    let names = monitors.map(\.name).joined(separator: ", ")
    throw UsageError("--monitor: '\(name)' is none of primary, 0 to \(monitors.count - 1), \(names)")
  }
}
