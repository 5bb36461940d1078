internal import Base
internal import Neighbours
internal import Scene
internal import ScrollCore
internal import X11

/// Keeps a window in place while monitors, work areas, the user's dots per inch, or the window that it is attached to
/// change. It disappears and returns with that window. Windows with a frame are left to the user and the window
/// manager.
final class WindowPositioner {
  private(set) var placement: WindowPlacement
  private var options: WindowOptions
  private let neighbour: AnchorWindow?
  private let views: any WindowContent
  private let window: XWindow
  private let typesetter: any Typesetter
  private let keeper: PlaceKeeper
  /// Whether the user has hidden it.
  private var isAway = false
  /// Whether to ask the window manager once more. Some change a new window, as i3 does with a low one.
  private var mayAskAgain = false
  /// The place before the present one, on the same monitor.
  private var former: Rect?
  private var returns = RaiseBudget()
  /// Called when the window manager has put a dock elsewhere than asked, again and again.
  var onMisplaced: () -> Void = {}
  /// Called when the window moves to another monitor, or its monitor changes its refresh rate.
  var onMonitor: (Monitor) -> Void = { _ in }

  /// - Parameter placement: The one that the window was created with.
  init(
    _ placement: WindowPlacement, _ options: WindowOptions, for views: any WindowContent, in window: XWindow,
    typesetter: any Typesetter
  ) {
    self.placement = placement
    keeper = PlaceKeeper(window, asked: placement.frame)
    self.options = options
    self.views = views
    self.window = window
    self.typesetter = typesetter
    neighbour = AnchorWindow(options.of)
    window.strut = placement.strut
    window.display.watchMonitors()
    if let neighbour { window.display.follow(neighbour) } else { window.display.followPanels() }
    reportMonitor()
    if placement.strut != nil, window.display.hasStrip(beside: placement.frame) {
      reportError("another strip is there already; this one is placed beside it")
    }
  }

  /// Handles the events that concern the window's place.
  ///
  /// - Throws: if the window that it is attached to is gone, so that nothing is left to show.
  func handle(_ event: Event) throws(Failure) {
    if case .moved = event { keeper.noteMove(on: placement.monitor, by: rule) }
    switch event {
    case .monitorsChanged where neighbour == nil, .neighbourChanged where neighbour == nil, .settingsChanged:
      if !isUsers { place() }
    case .neighbourChanged:
      guard let neighbour else { return }
      window.display.follow(neighbour)
      place()
      try appear()
    case .moved(let frame) where neighbour != nil && mayAskAgain && frame != placement.frame:
      mayAskAgain = false
      keeper.move(to: placement.frame)
    // The panel below it may have gone, and not all window managers announce the new work area.
    case .windowsChanged where neighbour == nil && placement.standsOnPanel: if !isUsers { place() }
    default: break
    }
  }

  private var rule: PlaceKeeper.Rule {
    PlaceKeeper.Rule(options.type(for: views.appearance), isAttached: neighbour != nil)
  }

  /// When to look whether it stands where it should; infinite if there is no doubt.
  var deadline: Seconds { keeper.deadline }

  /// See `PlaceKeeper.insist`.
  func insist(at now: Seconds) {
    if keeper.insist(on: placement.monitor, by: rule, at: now) { onMisplaced() }
  }

  /// Whether only its size is the program's choice.
  private var leavesPlace: Bool { isUsers && options.leavesPlace(for: views.appearance) }

  private var isUsers: Bool { options.type(for: views.appearance).isFramed }

  var isShown: Bool { keeper.isShown }

  /// Shows the window, or hides it with the one that it is attached to.
  func appear() throws(Failure) {
    switch neighbour.map(window.display.state) ?? .shown {
    case .shown where isAway: break
    case .gone:
      throw Failure(of: "the window \(options.of), to which this one was attached,", reason: "has gone")
    case .hidden where isShown:
      keeper.hide()
    case .shown where !isShown:
      mayAskAgain = true
      keeper.show(at: placement.frame)
    case .hidden, .shown: break
    }
    if isShown, let neighbour, let other = window.display.top(of: neighbour) { window.stand(above: other) }
  }

  /// The window's place; after a move at once the new one.
  var frame: Rect { keeper.frame }

  /// Hides the window, or shows it again.
  func putAway(_ isAway: Bool) {
    self.isAway = isAway
    if isAway, isShown { keeper.hide() }
    // If the window that it is attached to has gone, that is an event.
    if !isAway { try? appear() }
  }

  /// Moves the window to its place by other options.
  func apply(_ options: WindowOptions, in room: WindowRoom) {
    self.options = options
    adopt(WindowPlacement(options, for: views, in: room, typesetter: typesetter))
  }

  /// Where it may stand by other options.
  ///
  /// - Throws: for an unknown monitor.
  func room(by options: WindowOptions) throws(ValueError) -> WindowRoom {
    let desktop = Desktop(window.display)
    let room = try WindowRoom(options, on: desktop)
    if room.isElsewhere {
      throw ValueError(name: "monitor", reason: "'\(options.monitor)' is not one of \(desktop.names)")
    }
    return room
  }

  /// Moves the window to its place for another natural size of its views.
  func placeAgain() {
    // If the window that it is attached to has gone, that is an event.
    guard let room = try? WindowRoom(options, on: Desktop(window.display)) else { return }
    apply(options, in: room)
  }

  /// Resizes the window to its view's size.
  func resize(to size: Size) {
    let frame = placement.resized(frame, to: size)
    keeper.move(to: frame)
    window.strut = placement.strut(at: frame)
  }

  private func place() {
    // If the window that it is attached to has gone, that is an event.
    guard let room = try? WindowRoom(options, on: Desktop(window.display), standing: placement.frame) else { return }
    let placement = WindowPlacement(options, for: views, in: room, typesetter: typesetter)
    // A window manager that answers each place with another work area must not move it back and forth forever.
    if placement.frame == former, placement.monitor == self.placement.monitor, !returns.spend(at: monotonicNow()) {
      return
    }
    adopt(placement)
    if neighbour == nil { window.display.followPanels() }
  }

  private func adopt(_ new: WindowPlacement) {
    let old = placement
    if new.frame != old.frame { former = old.frame }
    placement = new
    let chosen = leavesPlace ? Rect(origin: frame.origin, size: new.frame.size) : new.frame
    if chosen != frame { keeper.move(to: chosen) }
    window.strut = new.strut
    if new.monitor.refreshRate != old.monitor.refreshRate || new.monitor.name != old.monitor.name {
      onMonitor(new.monitor)
    }
  }

  /// Reports a missing monitor.
  private func reportMonitor() {
    guard placement.isElsewhere else { return }
    let names = Desktop(window.display).names
    reportError(
      "monitor '\(options.monitor)' is not one of \(names); the window is on the primary one until it appears")
  }
}
