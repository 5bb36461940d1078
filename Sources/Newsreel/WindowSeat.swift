internal import Scene
internal import ScrollCore
internal import X11

/// Keeps the window where it belongs as what it is placed by changes: the monitors, their work areas, the window that
/// it stands at.
final class WindowSeat {
  private var plan: WindowPlan
  private let options: WindowOptions
  private let neighbour: Neighbour?
  private let show: any Show
  private let window: Window
  private let typesetter: any Typesetter

  /// - Parameter plan: By which the window was made.
  init(
    _ plan: WindowPlan, _ options: WindowOptions, for show: any Show, in window: Window, typesetter: any Typesetter
  ) {
    self.plan = plan
    self.options = options
    self.show = show
    self.window = window
    self.typesetter = typesetter
    neighbour = Neighbour(options.of)
    window.display.watchMonitors()
    if let neighbour { window.display.follow(neighbour) }
  }

  func handle(_ event: Event) {
    switch event {
    case .neighbourChanged:
      // Where it has gone the window stays, as a reader of it does.
      guard let neighbour, window.display.frame(of: neighbour) != nil else { return }
      window.display.follow(neighbour)
      place()
    case .monitorsChanged where neighbour == nil: place()
    default: break
    }
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
