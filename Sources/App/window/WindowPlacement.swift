internal import Base
internal import Scene
internal import ScrollCore
internal import X11

/// Where a window will stand, and on which monitor.
struct WindowPlacement {
  let monitor: Monitor
  /// On the root window, in whole pixels.
  let frame: Rect
  /// The monitor's work area, or the window that it is placed by.
  private let area: Rect
  /// A window at the bottom grows upwards.
  private let keepsBottom: Bool

  /// - Throws: `ValueError` where there is no such monitor.
  init(
    _ options: WindowOptions, for controller: any ViewController, on display: Display, typesetter: any Typesetter
  ) throws(ValueError) {
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
    var size = controller.view.naturalSize(in: area.size, scale: display.dotsPerInch / 96, with: typesetter)
    let extent = options.border.extent(beyond: controller.appearance.borderRoom)
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

  private static func frame(of window: String, on display: Display) throws(ValueError) -> Rect {
    guard let neighbour = AnchorWindow(window) else {
      throw ValueError(name: "of", reason: "'\(window)' is no window's id; xwininfo tells it, as 0x1e00007")
    }
    guard let frame = display.frame(of: neighbour) else {
      throw ValueError(name: "of", reason: "there is no window \(window)")
    }
    return frame
  }

  private static func monitor(_ name: String, of monitors: [Monitor]) throws(ValueError) -> Monitor {
    if name == "primary", let first = monitors.first { return first }
    if let number = Int(name), monitors.indices.contains(number) { return monitors[number] }
    if let monitor = monitors.first(where: { $0.name == name }) { return monitor }
    let names = monitors.map(\.name).joined(separator: ", ")
    throw ValueError(
      name: "monitor", reason: "'\(name)' is none of primary, 0 to \(monitors.count - 1), \(names)")
  }
}

extension Border {
  /// How much of it opposite sides have together that is wider than `room`.
  fileprivate func extent(beyond room: Double) -> Size {
    func rest(_ side: Side) -> Double { max(0, width(of: side) - room) }
    return Size(width: rest(.left) + rest(.right), height: rest(.top) + rest(.bottom))
  }
}

/// Keeps a window where it belongs as what it is placed by changes: the monitors, their work areas, the window that it
/// stands at. With that window it goes from the screen and comes back.
final class WindowKeeper {
  private var placement: WindowPlacement
  private var options: WindowOptions
  private let neighbour: AnchorWindow?
  private let controller: any ViewController
  private let window: Window
  private let typesetter: any Typesetter
  private var isShown = false
  /// The window manager is asked again where it has made something else of a new window, as i3 of a low one.
  private var mayAskAgain = false

  /// - Parameter placement: by which the window was made.
  init(
    _ placement: WindowPlacement, _ options: WindowOptions, for controller: any ViewController, in window: Window,
    typesetter: any Typesetter
  ) {
    self.placement = placement
    self.options = options
    self.controller = controller
    self.window = window
    self.typesetter = typesetter
    neighbour = AnchorWindow(options.of)
    window.display.watchMonitors()
    if let neighbour { window.display.follow(neighbour) }
  }

  /// Takes the events that are about the window's place.
  ///
  /// - Throws: where the window that it stands at is no more, so that there is nothing to show any more.
  func handle(_ event: Event) throws(Failure) {
    switch event {
    case .neighbourChanged:
      guard let neighbour else { return }
      window.display.follow(neighbour)
      place()
      try appear()
    case .moved(let frame) where neighbour != nil && mayAskAgain && frame != placement.frame:
      mayAskAgain = false
      window.move(to: placement.frame)
    case .monitorsChanged where neighbour == nil: place()
    default: break
    }
  }

  /// Brings the window to the screen, and takes it off, with the one that it stands at.
  func appear() throws(Failure) {
    switch neighbour.map(window.display.state) ?? .shown {
    case .gone:
      throw Failure(of: "the window \(options.of), at which this one stood,", reason: "has gone")
    case .hidden where isShown:
      isShown = false
      window.hide()
    case .shown where !isShown:
      isShown = true
      mayAskAgain = true
      window.show(at: placement.frame)
    case .hidden, .shown: break
    }
  }

  /// Moves the window to where other options have it.
  func apply(_ options: WindowOptions) throws(ValueError) {
    placement = try WindowPlacement(options, for: controller, on: window.display, typesetter: typesetter)
    self.options = options
    if placement.frame != window.frame { window.move(to: placement.frame) }
  }

  /// Gives the window the size that its view has now.
  func resize(to size: Size) { window.move(to: placement.resized(window.frame, to: size)) }

  private func place() {
    guard let placement = makePlacement(options) ?? makePlacement(onPrimary) else { return }
    self.placement = placement
    if placement.frame != window.frame { window.move(to: placement.frame) }
  }

  /// For as long as the monitor that was asked for is away.
  private var onPrimary: WindowOptions {
    var options = options
    options.monitor = "primary"
    return options
  }

  private func makePlacement(_ options: WindowOptions) -> WindowPlacement? {
    try? WindowPlacement(options, for: controller, on: window.display, typesetter: typesetter)
  }
}

extension Window.Style {
  init(_ options: WindowOptions, _ appearance: WindowAppearance, role: String) {
    self.init()
    title = options.name == WindowOptions().name ? "Newsreel" : options.name
    name = options.name
    self.role = role
    isDock = appearance.isDock && options.of.isEmpty
    takesFocus = appearance.takesText && !appearance.isDock
    asksForFocus = appearance.takesText
    background = appearance.background
    wantsTranslucency =
      appearance.mayChange || !appearance.background.isOpaque || options.border.cornerRadius > 0
  }
}
