internal import Base
internal import Scene
internal import ScrollCore
internal import X11

/// Changing the window while it is shown.
extension WindowController {
  /// The current options of the window.
  package var currentOptions: WindowOptions {
    var options = self.options
    options.border = border.border
    return options
  }

  // MARK: - Changes

  /// Checks a plan. Call the result to apply it; it throws if the window system or a new view's source refuses. Nothing
  /// changes before.
  func check(_ plan: WindowPlan) throws(ValueError) -> WindowChange {
    let next = try views.arrangement(by: plan)
    let change = try check(plan.settings, next.wishes, layout: plan.layout)
    return { [unowned self] () throws(ValueError) in
      let former = context.awaitedEvents.contains("property") ? properties : []
      try show(next, plan.settings)
      try change()
      tell(printing: plan.printedEvents, hooks: plan.allHooks)
      for (old, new) in zip(former, properties) where old.value != new.value { tellValue(of: new.name) }
    }
  }

  /// Shows other views than before, in a window of their own; does nothing if they are the same.
  private func show(_ next: WindowViews.Arrangement, _ settings: Settings<WindowOptions>) throws(ValueError) {
    guard !next.views.elementsEqual(views.hosted, by: ===) else { return }
    context.time = time
    let added: [HostedView]
    do throws(Failure) {
      added = try views.show(next) { () throws(Failure) in try reopen(settings) }
    } catch {
      throw ValueError(reason: error.description)
    }
    for view in added {
      if isQuiet { view.headlines?.headlines.setQuiet(true, at: context.time) }
      if hasAppeared, view.takesKeys { _ = view.handle(.appeared) }
    }
    followQuiet()
  }

  /// Sets the theme of all views, overriding their own.
  func change(theme name: String) throws(ValueError) {
    var (new, wishes) = (settings, views.wishes([]))
    try new.set("theme", to: name)
    for i in wishes.indices { wishes[i].plan.looks.removeAll { $0.name == "theme" } }
    try check(new, wishes)()
    tellValue(of: "theme")
  }

  /// Keeps the theme for the next start, where that shows this window.
  func keepTheme() throws(Failure) {
    // Views with themes of their own have them again after the next change of the file.
    let hasOwn = views.hosted.contains { $0.plan?.looks.contains { $0.name == "theme" } ?? false }
    if !hasOwn { try ConfigurationChange.keeping(["theme"], of: properties, from: events.origin?.json)?.write() }
  }

  /// Checks changes of the window and its views.
  func check(
    _ new: Settings<WindowOptions>, _ wishes: [ViewWish], layout: StackLayout? = nil
  ) throws(ValueError) -> WindowChange {
    let show = try views.check(wishes, layout: layout, window: new)
    try check(new)
    return { [unowned self] () throws(ValueError) in
      context.time = time
      if new != settings { try apply(new) }
      // A window without a given size follows its views. If the window that it is attached to has gone, that is an event.
      if show(context.time) { try? positioner.apply(options) }
      showAppearance()
      performActions()
    }
  }

  /// Checks the properties of this window.
  private func check(_ settings: Settings<WindowOptions>) throws(ValueError) {
    let new = try settings.options(border: border.border)
    if !new.needsOther(windowThan: options), new.standsElsewhere(than: options) {
      _ = try positioner.placement(by: new)
    }
  }

  /// Applies the properties of the window. After an error nothing has changed.
  func apply(_ settings: Settings<WindowOptions>) throws(ValueError) {
    let new = try settings.options(border: border.border)
    if new.needsOther(windowThan: options) || lacksAlpha(for: new) {
      do throws(Failure) { try reopen(settings) } catch { throw ValueError(reason: error.description) }
      return
    }
    if new.standsElsewhere(than: options) { try positioner.apply(new) }
    let hasOtherAccessibility = new.accessibility != options.accessibility
    (self.settings, options) = (settings, new)
    if hasOtherAccessibility { followAccessibility() }
    border.clickThrough = new.clickThrough
    context.time = time
    followMotion()
    followQuiet()
    border.apply(new.border)
    updateMirrors()
    mirrors.apply(new.border, background: frames.background)
    context.setNeedsLayout()
  }

  /// Whether the desktop is to show through a window that opened without alpha, before there was a compositing manager.
  private func lacksAlpha(for options: WindowOptions) -> Bool {
    let (appearance, display) = (views.appearance, window.display)
    return appearance.mayChange && options.needsAlpha(for: appearance) && !window.hasAlpha && display.isComposited
      && PixelFormat.alpha(display) != nil
  }

  /// Follows the measured refresh rate, for equal steps.
  func keepEven(at t: Seconds) {
    let (step, period) = (options.cadence.step, frames.refreshPeriod)
    guard step > 0, abs(period - (frames.evenPeriod ?? 0)) > Self.leastChange * period else { return }
    frames.evenPeriod = period
    views.snapSpeed(to: step / period, at: t)
  }

  /// The relative change of a period that adapts the speeds; a smaller one costs one step in minutes.
  private static let leastChange = 5e-5

  /// Applies the background and, unless the user sets it, the border of the view's current style.
  func showAppearance() {
    views.showBackgrounds()
    let appearance = views.appearance
    if let options = try? settings.options(border: appearance.border), lacksAlpha(for: options) {
      // After an error the old one stays.
      if (try? reopen(settings)) != nil { return }
    }
    if frames.background != appearance.background { frames.background = appearance.background }
    // It was valid when it was set.
    if let options = try? settings.options(border: appearance.border) { border.apply(options.border) }
    mirrors.apply(border.border, background: frames.background)
    context.setNeedsLayout()
  }
}

/// Applies a checked change.
typealias WindowChange = () throws(ValueError) -> Void

extension WindowOptions {
  /// The properties that need a new window.
  static let ofNewWindow: Set = [
    "dock", "above", "below", "normal", "override-redirect", "name", "of", "clock", "cadence", "text-gamma",
  ]

  /// Whether these options place the window differently.
  func standsElsewhere(than other: WindowOptions) -> Bool {
    (geometry, place, offset, monitor, reserve, when.autoHide)
      != (other.geometry, other.place, other.offset, other.monitor, other.reserve, other.when.autoHide)
      || area != other.area
  }

  /// Whether these options need a new window.
  func needsOther(windowThan other: WindowOptions) -> Bool {
    type != other.type || name != other.name || of != other.of || clock != other.clock || cadence != other.cadence
      || textGamma != other.textGamma || (opacity < 1) != (other.opacity < 1)
  }
}
