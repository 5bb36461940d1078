internal import Scene
internal import ScrollCore
internal import X11

/// Keeps the window where it belongs as what it is placed by changes: the monitors, their work areas, the window that
/// it stands at. With that window it goes from the screen and comes back.
final class WindowSeat {
  private var plan: WindowPlan
  private var options: WindowOptions
  private let neighbour: AnchorWindow?
  private let show: any Show
  private let window: Window
  private let typesetter: any Typesetter
  private var isShown = false
  /// The window manager is asked again where it has made something else of a new window, as i3 of a low one.
  private var mayAskAgain = false
  /// Called when the window that it stands at is no more, with why there is nothing to show any more.
  var onEnd: (String) -> Void = { _ in }

  /// - Parameter plan: By which the window was made.
  init(
    _ plan: WindowPlan, _ options: WindowOptions, for show: any Show, in window: Window, typesetter: any Typesetter
  ) {
    self.plan = plan
    self.options = options
    self.show = show
    self.window = window
    self.typesetter = typesetter
    neighbour = AnchorWindow(options.of)
    window.display.watchMonitors()
    if let neighbour { window.display.follow(neighbour) }
  }

  func handle(_ event: Event) {
    switch event {
    case .neighbourChanged:
      guard let neighbour else { return }
      window.display.follow(neighbour)
      place()
      appear()
    case .moved(let frame) where neighbour != nil && mayAskAgain && frame != plan.frame:
      mayAskAgain = false
      window.move(to: plan.frame)
    case .monitorsChanged where neighbour == nil: place()
    default: break
    }
  }

  /// Brings the window to the screen, and takes it off, with the one that it stands at.
  func appear() {
    switch neighbour.map(window.display.state) ?? .shown {
    case .gone: onEnd("the window \(options.of), at which this one stood, has gone")
    case .hidden where isShown:
      isShown = false
      window.hide()
    case .shown where !isShown:
      isShown = true
      mayAskAgain = true
      window.show(at: plan.frame)
    case .hidden, .shown: break
    }
  }

  /// Moves the window to where other options have it.
  func apply(_ options: WindowOptions) throws(UsageError) {
    plan = try WindowPlan(options, for: show, on: window.display, typesetter: typesetter)
    self.options = options
    if plan.frame != window.frame { window.move(to: plan.frame) }
  }

  /// Gives the window the size that its view has now.
  func resize(to size: Size) { window.move(to: plan.resized(window.frame, to: size)) }

  private func place() {
    guard let plan = makePlan(options) ?? makePlan(onPrimary) else { return }
    self.plan = plan
    if plan.frame != window.frame { window.move(to: plan.frame) }
  }

  /// For as long as the monitor that was asked for is away.
  private var onPrimary: WindowOptions {
    var options = options
    options.monitor = "primary"
    return options
  }

  private func makePlan(_ options: WindowOptions) -> WindowPlan? {
    try? WindowPlan(options, for: show, on: window.display, typesetter: typesetter)
  }
}
