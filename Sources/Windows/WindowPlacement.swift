internal import Base
internal import Neighbours
internal import Scene
package import ScrollCore
package import X11

/// The inputs of window placement: the monitors and the user's settings.
package struct Desktop {
  let display: Display
  /// The primary one first; never empty.
  package let monitors: [Monitor]
  /// Pixels to one at 96 dots per inch.
  package let scale: Double

  package init(_ display: Display) {
    self.display = display
    monitors = display.monitors()
    scale = display.dotsPerInch(by: display.readSettings()) / 96
  }

  package var primary: Monitor { monitors[0] }

  /// The monitor with that name: "primary", an index, or its own name. "all" is the widest one, which has room for the
  /// content of each. Nil if it does not exist.
  func monitor(_ name: String) -> Monitor? {
    switch name {
    case "primary": primary
    case "all":
      monitors.max { $0.frame.width < $1.frame.width }.map { widest in
        monitors.first { $0.frame.width == widest.frame.width } ?? widest
      }
    default:
      if let number = Int(name) {
        monitors.indices.contains(number) ? monitors[number] : nil
      } else {
        monitors.first { $0.name == name }
      }
    }
  }

  /// The names of its monitors, for messages.
  var names: String {
    "primary, all, 0" + (monitors.count > 1 ? " to \(monitors.count - 1)" : "") + ", "
      + monitors.map(\.name).joined(separator: ", ")
  }
}

/// Where a window may stand, by its options.
struct WindowRoom {
  let monitor: Monitor
  /// Whether the requested monitor is missing, so that this is the primary one.
  let isElsewhere: Bool
  /// The part of the monitor that other panels leave free.
  let free: Rect
  /// What it is placed in: the monitor's work area, the monitor, or the window that it is attached to: with its frame for
  /// a place outside of it.
  let area: Rect
  let monitors: [Rect]
  /// The area from whose edges the window manager measures struts.
  let strutScreen: Rect
  /// The screen with all monitors.
  let screen: Size
  /// Pixels to one at 96 dots per inch.
  let scale: Double

  /// - Parameters:
  ///   - only: A monitor that overrides the options.
  ///   - standing: The window's current frame.
  /// - Throws: `ValueError` if the window to attach to does not exist.
  init(
    _ options: WindowOptions, on desktop: Desktop, only: Monitor? = nil, standing: Rect? = nil
  ) throws(ValueError) {
    let wanted = only ?? desktop.monitor(options.monitor)
    let display = desktop.display
    if options.of.isEmpty {
      (monitor, isElsewhere) = (wanted ?? desktop.primary, wanted == nil)
      free = display.workArea(of: monitor, among: desktop.monitors, standing: standing)
      area = options.area == .monitor || options.geometry.x != nil ? monitor.frame : free
    } else {
      area = try Self.frame(of: options.of, on: display, inside: options.place.isInside)
      monitor = desktop.monitors.first(around: area) ?? desktop.primary
      (isElsewhere, free) = (false, monitor.frame)
    }
    (monitors, scale) = (desktop.monitors.map(\.frame), desktop.scale)
    (strutScreen, screen) = (display.strutScreen(among: desktop.monitors), display.screenFrame.size)
  }

  /// - Parameter inside: Whether the window manager's frame does not belong to it.
  private static func frame(of window: String, on display: Display, inside: Bool) throws(ValueError) -> Rect {
    guard let neighbour = AnchorWindow(window) else {
      throw ValueError(name: "of", reason: "'\(window)' is not a window ID; xwininfo shows it, such as 0x1e00007")
    }
    guard let frame = inside ? display.contentFrame(of: neighbour) : display.frame(of: neighbour) else {
      throw ValueError(name: "of", reason: "there is no window \(window)")
    }
    return frame
  }
}

/// The frame of a window, and its monitor.
struct WindowPlacement {
  private let room: WindowRoom
  /// On the root window, in whole pixels.
  let frame: Rect
  private let isReserved: Bool
  /// Whether the window grows upwards from its lower edge.
  private let keepsBottom: Bool
  /// To which it can grow.
  private let mostSize: Size

  var monitor: Monitor { room.monitor }
  /// Whether the requested monitor is missing, so that this is the primary one.
  var isElsewhere: Bool { room.isElsewhere }
  /// Of its screen, 1 at 96 dots per inch.
  var scale: Double { room.scale }
  /// The space that the window reserves.
  var strut: Strut? { strut(at: frame) }
  /// Whether panels take a part of the monitor.
  var standsOnPanel: Bool { room.free != monitor.frame }

  init(_ options: WindowOptions, for views: any WindowContent, in room: WindowRoom, typesetter: any Typesetter) {
    self.room = room
    let area = room.area
    // Where the window manager is to choose, and leaves it (xfwm4 a tool's window), the middle is free of panels.
    let place = options.leavesPlace(for: views.appearance) && !options.namesPlace ? .inCenter : options.place
    keepsBottom =
      options.geometry.y?.isFromFarEdge
      ?? [.inBottom, .inBottomLeft, .inBottomRight, .onTop, .onTopLeft, .onTopRight].contains(place)
    // What stands beside another window is no part of it.
    mostSize = options.of.isEmpty || place.isInside ? area.size : room.monitor.frame.size
    let context = MeasureContext(area: area.size, scale: room.scale, typesetter: typesetter)
    var size = views.naturalSize(in: context)
    let extent = options.border.extent(beyond: views.appearance.borderRoom)
    size = Size(width: min(area.width, size.width + extent.width), height: size.height + extent.height)
    // The view's height may depend on its width.
    let width = options.geometry.rect(in: area, natural: Rect(origin: area.origin, size: size)).width
    if width != size.width {
      size.height =
        extent.height
        + views.naturalHeight(width: max(0, width - extent.width), in: context)
    }
    let given = options.geometry.rect(in: area, natural: Rect(origin: area.origin, size: size))
    // Centred in the direction that the placement leaves open.
    var rect = Placement.inCenter.place(Rect(origin: .zero, size: given.size), at: area)
    rect = place.place(rect, at: area)
    rect = rect.offsetBy(dx: options.offset.x, dy: options.offset.y)
    if options.geometry.x != nil { rect.origin.x = given.minX }
    if options.geometry.y != nil { rect.origin.y = given.minY }
    // There may be no room beyond a window that is as wide as the screen.
    if !options.of.isEmpty, !room.monitors.contains(where: { !$0.intersection(rect).isEmpty }) {
      rect.move(into: room.monitor.frame)
    }
    frame = Self.windowFrame(rect, on: room.screen)
    isReserved =
      options.reserve && !options.when.autoHide && options.of.isEmpty && options.type(for: views.appearance) == .dock
  }

  /// The space that the window reserves at `frame`.
  func strut(at frame: Rect) -> Strut? {
    isReserved
      ? Strut(of: frame, on: monitor.frame, free: room.free, of: room.monitors, screen: room.strutScreen) : nil
  }

  /// In whole pixels within X's range, and at most as large as the screen with all monitors: the server allocates
  /// memory for every pixel, visible or not.
  static func windowFrame(_ rect: Rect, on screen: Size) -> Rect {
    func place(_ value: Double) -> Double { min(32767, max(-32768, value.rounded())) }
    func length(_ value: Double, _ most: Double) -> Double { max(1, min(most, value.rounded())) }
    return Rect(
      x: place(rect.minX), y: place(rect.minY), width: length(rect.width, screen.width),
      height: length(rect.height, screen.height))
  }

  /// The frame of the window with another size, within the area that it is placed in.
  func resized(_ frame: Rect, to size: Size) -> Rect {
    let size = Size(width: min(size.width, mostSize.width), height: min(size.height, mostSize.height))
    let y = keepsBottom ? frame.maxY - size.height : frame.minY
    return Rect(origin: Point(x: frame.minX, y: y), size: size)
  }
}

extension Rect {
  /// Moves it as little as makes it lie in another one, or begin there.
  fileprivate mutating func move(into area: Rect) {
    origin.x = max(area.minX, min(minX, area.maxX - width))
    origin.y = max(area.minY, min(minY, area.maxY - height))
  }
}

extension [Monitor] {
  /// The first monitor that has the middle of a rectangle on the root window; nil if none has.
  func first(around place: Rect) -> Monitor? {
    let middle = Point(x: place.midX, y: place.midY)
    return first { $0.frame.contains(middle) }
  }
}

extension Placement {
  /// Whether it is in something, and not beside it.
  package var isInside: Bool { name.hasPrefix("in") }
}

extension Border {
  /// By how much opposite sides together exceed `room`.
  fileprivate func extent(beyond room: Double) -> Size {
    func rest(_ side: Side) -> Double { max(0, width(of: side) - room) }
    return Size(width: rest(.left) + rest(.right), height: rest(.top) + rest(.bottom))
  }
}
