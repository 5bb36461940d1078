internal import Base
internal import Scene
internal import ScrollCore
internal import X11

/// Keeps a window where it belongs as what it is placed by changes: the monitors, their work areas, the user's dots per
/// inch, the window that it stands at. With that window it goes from the screen and comes back. A window with a frame is
/// the user's and the window manager's to move.
final class WindowKeeper {
  private(set) var placement: WindowPlacement
  private var options: WindowOptions
  private let neighbour: AnchorWindow?
  private let views: WindowViews
  private let window: Window
  private let typesetter: any Typesetter
  private var isShown = false
  /// The user has put it away for a while.
  private var isAway = false
  /// The window manager is asked again where it has made something else of a new window, as i3 of a low one.
  private var mayAskAgain = false
  /// Called when the window belongs on another monitor, or its monitor refreshes at another rate.
  var onMonitor: (Monitor) -> Void = { _ in }

  /// - Parameter placement: by which the window was made.
  init(
    _ placement: WindowPlacement, _ options: WindowOptions, for views: WindowViews, in window: Window,
    typesetter: any Typesetter
  ) {
    self.placement = placement
    self.options = options
    self.views = views
    self.window = window
    self.typesetter = typesetter
    neighbour = AnchorWindow(options.of)
    window.strut = placement.strut
    window.display.watchMonitors()
    if let neighbour { window.display.follow(neighbour) }
    reportMonitor()
    if placement.strut != nil, window.display.hasStrip(beside: placement.frame) {
      reportError("another strip stands there already; this one is beside it")
    }
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
    // The panel that it stands on may have gone: not all window managers say that the work area is another one.
    case .windowsChanged where neighbour == nil && placement.standsOnPanel: if !isUsers { place() }
    case .monitorsChanged where neighbour == nil, .settingsChanged: if !isUsers { place() }
    default: break
    }
  }

  private var isUsers: Bool { options.type(for: views.appearance) == .normal }

  /// Brings the window to the screen, and takes it off, with the one that it stands at.
  func appear() throws(Failure) {
    switch neighbour.map(window.display.state) ?? .shown {
    case .shown where isAway: break
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

  /// Takes the window off the screen, or brings it back.
  func putAway(_ isAway: Bool) {
    self.isAway = isAway
    if isAway, isShown {
      isShown = false
      window.hide()
    }
    // What it stands at says by itself that it has gone.
    if !isAway { try? appear() }
  }

  /// Moves the window to where other options have it.
  func apply(_ options: WindowOptions) throws(ValueError) {
    take(try placement(by: options))
    self.options = options
  }

  /// Where other options have the window.
  ///
  /// - Throws: where they name a monitor that is not there.
  func placement(by options: WindowOptions) throws(ValueError) -> WindowPlacement {
    let desktop = Desktop(window.display)
    let new = try WindowPlacement(options, for: views, on: desktop, typesetter: typesetter)
    if new.isElsewhere { throw ValueError(name: "monitor", reason: "'\(options.monitor)' is none of \(desktop.names)") }
    return new
  }

  /// Gives the window the size that its view has now.
  func resize(to size: Size) {
    let frame = placement.resized(window.frame, to: size)
    window.move(to: frame)
    window.strut = placement.strut(at: frame)
  }

  private func place() {
    // The window that it stands at may have gone.
    guard
      let placement = try? WindowPlacement(
        options, for: views, on: Desktop(window.display), standing: placement.frame, typesetter: typesetter)
    else { return }
    take(placement)
  }

  private func take(_ new: WindowPlacement) {
    let old = placement
    placement = new
    if new.frame != window.frame { window.move(to: new.frame) }
    window.strut = new.strut
    if new.monitor.refreshRate != old.monitor.refreshRate || new.monitor.name != old.monitor.name {
      onMonitor(new.monitor)
    }
  }

  /// Says where the monitor that was asked for is not there.
  private func reportMonitor() {
    guard placement.isElsewhere else { return }
    let names = Desktop(window.display).names
    reportError(
      "monitor '\(options.monitor)' is none of \(names); the window is on the primary one until it comes")
  }
}
