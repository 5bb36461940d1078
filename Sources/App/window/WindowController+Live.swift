internal import Base
internal import Scene
internal import ScrollCore
internal import X11

/// What changes while the window is shown.
extension WindowController {
  /// What is set of the window now.
  package var currentOptions: WindowOptions {
    var options = self.options
    options.border = border.border
    return options
  }

  // MARK: - Changes

  /// Checks what the window is to be, with the same views. What is returned takes it over, and fails where the window system
  /// does; before it is called nothing has changed.
  func check(_ plan: WindowPlan) throws(ValueError) -> WindowChange {
    let wishes = zip(views.hosted, plan.views).map { view, new in
      ViewWish(plan: new, changes: view.plan.flatMap(new.changes) ?? [])
    }
    let change = try check(plan.settings, wishes, layout: plan.layout)
    return { [unowned self] () throws(ValueError) in
      try change()
      tell(printing: plan.printedEvents, hooks: plan.allHooks)
    }
  }

  /// Shows all views in another theme, whatever was said of single ones.
  func change(theme name: String) throws(ValueError) {
    var (new, wishes) = (settings, views.wishes([]))
    try new.set("theme", to: name)
    for i in wishes.indices { wishes[i].plan.looks.removeAll { $0.name == "theme" } }
    try check(new, wishes)()
  }

  /// Checks what is to be set of the window and of its views.
  func check(
    _ new: Settings<WindowOptions>, _ wishes: [ViewWish], layout: StackLayout? = nil
  ) throws(ValueError) -> WindowChange {
    let show = try views.check(wishes, layout: layout, window: new)
    try check(new)
    return { [unowned self] () throws(ValueError) in
      context.time = time
      if new != settings { try apply(new) }
      // A window that nobody has given a size has that of its views.
      if show(context.time) { try keeper.apply(options) }
      showAppearance()
      performActions()
    }
  }

  /// Says what of other properties this window refuses.
  private func check(_ settings: Settings<WindowOptions>) throws(ValueError) {
    let new = try settings.options(border: border.border)
    if !new.needsOther(windowThan: options), new.standsElsewhere(than: options) { _ = try keeper.placement(by: new) }
  }

  /// Takes over other properties of the window. After an error nothing has changed.
  func apply(_ settings: Settings<WindowOptions>) throws(ValueError) {
    let new = try settings.options(border: border.border)
    if new.needsOther(windowThan: options) {
      do throws(Failure) { try reopen(settings) } catch { throw ValueError(reason: error.description) }
      return
    }
    if new.standsElsewhere(than: options) { try keeper.apply(new) }
    (self.settings, options) = (settings, new)
    border.clickThrough = new.clickThrough
    context.time = time
    followMotion()
    followQuiet()
    border.apply(new.border)
    updateMirrors()
    mirrors.apply(new.border, background: frames.background)
    context.setNeedsLayout()
  }

  /// Follows the refreshes that are measured, where steps are to be the same.
  func keepEven(at t: Seconds) {
    let (step, period) = (options.cadence.step, frames.refreshPeriod)
    guard step > 0, abs(period - (frames.evenPeriod ?? 0)) > Self.leastChange * period else { return }
    frames.evenPeriod = period
    views.snapSpeed(to: step / period, at: t)
  }

  /// The part of a period that speeds follow it by: less is one step too many in minutes.
  private static let leastChange = 5e-5

  /// Takes over the background and, where the user says nothing of it, the border that the view's looks have now.
  func showAppearance() {
    views.showBackgrounds()
    let appearance = views.appearance
    if frames.background != appearance.background { frames.background = appearance.background }
    // It was valid when it was set.
    if let options = try? settings.options(border: appearance.border) { border.apply(options.border) }
    mirrors.apply(border.border, background: frames.background)
    context.setNeedsLayout()
  }
}

/// Takes over what has been checked.
typealias WindowChange = () throws(ValueError) -> Void

extension WindowOptions {
  /// The properties for another value of which another window is opened.
  static let ofNewWindow: Set = [
    "dock", "above", "below", "normal", "override-redirect", "name", "of", "clock", "cadence", "text-gamma",
  ]

  /// Whether a window with those options is to be moved for these.
  func standsElsewhere(than other: WindowOptions) -> Bool {
    (geometry, place, offset, monitor, reserve, when.autoHide)
      != (other.geometry, other.place, other.offset, other.monitor, other.reserve, other.when.autoHide)
  }

  /// Whether a window with those options cannot become one with these.
  func needsOther(windowThan other: WindowOptions) -> Bool {
    type != other.type || name != other.name || of != other.of || clock != other.clock || cadence != other.cadence
      || textGamma != other.textGamma || (opacity < 1) != (other.opacity < 1)
  }
}
