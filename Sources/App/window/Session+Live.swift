internal import Base
internal import Scene
internal import ScrollCore
internal import Windows

/// Changing the window while it is shown.
extension Session {
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
      added = try views.show(next) { () throws(Failure) in try window.reopen(settings) }
    } catch {
      throw ValueError(reason: error.description)
    }
    for view in added {
      if isQuiet { view.headlines?.headlines.setQuiet(true, at: context.time) }
      if window.hasAppeared, view.takesKeys { _ = view.handle(.appeared) }
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
    try window.check(new)
    return { [unowned self] () throws(ValueError) in
      context.time = time
      if new != settings { try window.apply(new) }
      if show(context.time) { window.placeAgain() }
      window.showAppearance()
      window.performActions()
    }
  }
}

/// Applies a checked change.
typealias WindowChange = () throws(ValueError) -> Void
