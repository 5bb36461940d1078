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
    if !hasOwn { try keep("theme") }
  }

  private func keep(_ name: String) throws(Failure) {
    try ConfigurationChange.keeping([name], of: properties, from: events.origin?.json)?.write()
  }

  /// Makes the pace that the user has given a view its speed, and keeps that for the next start.
  func keepPace(of context: ViewContext) {
    guard let view = views.hosted.first(where: { $0.context === context }), let crawl = view.headlines?.crawl else {
      return
    }
    let takesTime = crawl.readingSpeed == nil && crawl.style.crawl.scrollTime > 0
    let name = view.name(ofProperty: takesTime ? "scroll-time" : "scroll-speed")
    guard crawl.pace != 1, let set = view.properties.first(where: { $0.name == name })?.value.asNumber,
      let new = Self.speed(crawl.readingSpeed ?? set, by: takesTime ? 1 / crawl.pace : crawl.pace)
    else { return }
    do throws(Failure) {
      try change([PropertyChange(name, to: .number(new))], of: nil)
      crawl.setPace(1, at: context.time)
      try keep(name)
    } catch {
      context.perform(.failed(error.description))
    }
  }

  /// A speed or a duration after a change by a factor, in a tenth of its size; nil if nothing moves.
  private static func speed(_ present: Double, by factor: Double) -> Double? {
    guard present > 0 else { return nil }
    let new = max(0.1, min(present * factor, 10_000))
    return new < 10 ? (new * 100).rounded() / 100 : new.rounded()
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
