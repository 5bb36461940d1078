internal import Base
internal import Scene
internal import ScrollCore
internal import Windows

/// Changing the window while it is shown.
extension Session {
  /// Prepares a plan: its views' sources are open then, and its window can be made.
  ///
  /// - Throws: if a view, a source or the window system refuses. Nothing has changed then.
  func prepare(_ plan: WindowPlan) throws(Failure) -> PreparedChange {
    let next = try usage { () throws(ValueError) in try views.arrangement(by: plan) }
    let change = try views.prepare(next, wishes: window.desktopWishes, window: plan.settings)
    let discard = { for view in change.added { view.close() } }
    do throws(ValueError) {
      let place = try window.prepare(plan.settings, appearance: change.appearance, isOther: change.isOther)
      return PreparedChange(discard: discard) { [unowned self] in
        let former = context.awaitedEvents.contains("property") ? properties : []
        commit(change, place)
        tell(printing: plan.printedEvents, hooks: plan.allHooks)
        for (old, new) in zip(former, properties) where old.value != new.value { tellValue(of: new.name) }
      }
    } catch {
      discard()
      throw .usage(error.description)
    }
  }

  private func commit(_ change: WindowViews.Change, _ place: () -> Void) {
    context.time = time
    let isRearranged = change.commit(context.time)
    for view in change.added where isQuiet { view.controller.news?.headlines.setQuiet(true, at: context.time) }
    place()
    if isRearranged { window.placeAgain() }
    for view in change.added where window.hasAppeared && view.hosted.takesKeys { _ = view.hosted.handle(.appeared) }
    if change.isOther { followQuiet() }
    window.performActions()
  }

  /// Changes the window's options and its views' properties together, or nothing.
  func change(_ new: Settings<WindowOptions>, _ wishes: [ViewWish]) throws(ValueError) {
    let change = try views.prepare(wishes, window: new)
    commit(change, try window.prepare(new, appearance: change.appearance))
  }

  /// Sets the theme of all views, overriding their own.
  func change(theme name: String) throws(ValueError) {
    var (new, wishes) = (settings, views.wishes([]))
    try new.set("theme", to: name)
    for i in wishes.indices { wishes[i].plan.looks.removeAll { $0.name == "theme" } }
    try change(new, wishes)
    tellValue(of: "theme")
  }

  /// Keeps the theme for the next start, where that shows this window.
  func keepTheme() throws(Failure) {
    // Views with themes of their own have them again after the next change of the file.
    let hasOwn = views.all.contains { $0.plan?.looks.contains { $0.name == "theme" } ?? false }
    if !hasOwn { try keep("theme") }
  }

  private func keep(_ name: String) throws(Failure) {
    try ConfigurationChange.keeping([name], of: properties, from: events.origin?.json)?.write()
  }

  /// Makes the pace that the user has given a view its speed, and keeps that for the next start.
  func keepPace(of context: ViewContext) {
    guard let view = views.all.first(where: { $0.context === context }), let crawl = view.controller.news?.crawl else {
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
}

/// A change that has been prepared, and only needs to be made: either of the two, once.
struct PreparedChange {
  /// Closes what has been opened for it.
  let discard: () -> Void
  let commit: () -> Void
}
