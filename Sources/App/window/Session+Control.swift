internal import Base
internal import Glibc
internal import Scene
internal import ScrollCore
internal import Windows
internal import X11

/// Control over the socket and by signals.
extension Session {
  /// Shows the window, connected to a server that runs in the loop.
  ///
  /// - Parameters:
  ///   - printed: The events to print.
  ///   - hooks: The hooks, and their runner.
  ///   - origin: The command or file that defines the window.
  func show(
    answering server: ControlServer?, printing printed: Set<String>, hooks: (list: [Hook], runner: HookRunner?),
    from origin: WindowOrigin?
  ) {
    (events.hooks, events.runner) = hooks
    (events.server, events.printed, events.origin) = (server, printed, origin)
    context.windowName = events.server?.name ?? ""
    events.server?.onSubscription = { [unowned self] in eventsChanged() }
    events.server?.perform = { [unowned self] (request) throws(Failure) in try answer(request) }
    eventsChanged()
    window.appear()
  }

  /// Changes the set of events to print or hook.
  func tell(printing printed: Set<String>, hooks: [Hook]) {
    (events.printed, events.hooks) = (printed, hooks)
    eventsChanged()
  }

  private func eventsChanged() {
    context.awaitedEvents = events.awaited
    for controller in views.headlines { controller.eventsChanged(in: context) }
  }

  /// Reports that the motion has paused or resumed.
  func tellPause() {
    guard views.isPaused != events.wasPaused else { return }
    events.wasPaused.toggle()
    context.tell(events.wasPaused ? "paused" : "resumed")
    window.performActions()
  }

  /// Handles a signal that does not end the program.
  func handle(signal: Int32) {
    window.presence.comeBack()
    context.time = time
    if signal == Signals.pause {
      // Views without motion to pause start again.
      do throws(Failure) {
        _ = try views.perform(ControlRequest(views.isPaused ? .resume : .pause))
      } catch {
        // A view that can do neither has no motion.
        _ = try? views.perform(ControlRequest(.start))
      }
    } else {
      printStats()
    }
    window.performActions()
    context.setNeedsDisplay()
  }

  /// Prints frame statistics if that option is set.
  func printStats() {
    guard options.stats else { return }
    let members = window.frameStatistics
    let name = events.server?.name ?? self.name
    output.write(JSON.object([("event", .string("stats")), ("name", .string(name))] + members).line + "\n")
  }

  private func answer(_ request: ControlRequest) throws(Failure) -> JSON? {
    context.time = time
    defer { window.performActions() }
    let view = try views.view(of: request)
    switch request.command {
    case .get: return try get(try request.texts(), of: view)
    case .set: try change(try request.changes(), of: view)
    case .reset: try change(try request.texts().map { PropertyChange($0, to: nil) }, of: view)
    case .properties: return .array(properties(of: view).map(\.json))
    case .state: return state(of: view)
    case .show: window.presence.comeBack()
    case .quit: window.end()
    default: return try views.perform(request)
    }
    return nil
  }

  // MARK: - Properties

  /// The properties of the views, then those of the window.
  var properties: [PropertyInfo] {
    let ofViews = views.properties
    var now = window.currentOptions
    if !settings.hasSet("background") { now.background = views.appearance.background }
    // A property that the window has too, such as its border, is the window's, unless the name has a view's prefix.
    return ofViews.filter { !$0.isShared }
      + WindowOptions.properties.map { property in
        var info = PropertyInfo(property, of: now, initial: WindowOptions(), view: "window")
        info.isSet = settings.hasSet(property.name)
        // An unset colour is the view's, as its theme has it.
        if !info.isSet, info.kind == .color, let own = ofViews.first(where: { $0.name == info.name }) {
          info.value = own.value
        }
        info.needsNewWindow = WindowOptions.ofNewWindow.contains(info.name)
        return info
      }
  }

  /// The values of one of several views, or of all.
  private func properties(of view: TickerView?) -> [PropertyInfo] {
    if let view, views.all.count > 1 { view.properties } else { properties }
  }

  private func get(_ names: [String], of view: TickerView?) throws(Failure) -> JSON {
    let all = properties(of: view)
    if names.isEmpty { return .object(all.map { ($0.name, $0.value.json) }) }
    var members: [(String, JSON)] = []
    for name in names {
      let flag = kebabCase(view?.name(ofProperty: name) ?? name)
      guard let property = all.first(where: { $0.name == flag }) else {
        throw Failure.usage("\(flag): no such property" + FlagHints.remedy(for: flag, among: all.map(\.name)))
      }
      members.append((flag, property.value.json))
    }
    return .object(members)
  }

  /// Sets all of these properties, of a view if it is named, or none.
  func change(_ changes: [PropertyChange], of view: TickerView?) throws(Failure) {
    let changes = changes.map { PropertyChange(view?.name(ofProperty: $0.name) ?? $0.name, to: $0.value) }
    do throws(ValueError) {
      let isWindows = { (change: PropertyChange) in WindowOptions.property(named: change.name) != nil }
      for change in changes where !isWindows(change) { try checkName(change.name) }
      var new = settings
      try new.apply(changes.filter(isWindows))
      let wishes = views.wishes(changes.filter { !isWindows($0) })
      for wish in wishes { try wish.view.controller.news?.headlines.wall?.check(wish.changes) }
      try change(new, wishes)
    } catch {
      throw Failure.usage(error.description)
    }
    for change in changes { tellValue(of: change.name) }
  }

  /// - Throws: for an unknown name, with the nearest one.
  private func checkName(_ name: String) throws(ValueError) {
    let (flag, names) = (kebabCase(name), properties.map(\.name))
    guard !names.contains(flag) else { return }
    let ofViews = names.filter { $0.hasSuffix(".\(flag)") }
    let remedy =
      ofViews.isEmpty
      ? FlagHints.remedy(for: flag, among: names) : "; several views may have one: \(ofViews.joined(separator: ", "))"
    throw ValueError(name: name, reason: "no such property" + remedy)
  }

  func tellValue(of name: String) {
    guard context.awaitedEvents.contains("property") else { return }
    let flag = kebabCase(name)
    guard let property = properties.first(where: { $0.name == flag }) else { return }
    context.tell("property", [("name", .string(flag)), ("value", property.value.json)])
  }

  // MARK: - State

  private func state(of view: TickerView?) -> JSON {
    let frame = window.window.frame
    let report = window.frameStatistics
    return .object(
      [
        ("name", .string(events.server?.name ?? "")), ("view", .string(name)), ("pid", .integer(Int(getpid()))),
        ("display", .string(RunningStrip.display)),
        (
          "window",
          .object([
            ("x", .number(frame.minX)), ("y", .number(frame.minY)), ("width", .number(frame.width)),
            ("height", .number(frame.height)), ("monitor", .string(window.monitor)),
          ])
        ), ("frames", .object([("time", window.shownTime.map(JSON.number) ?? .null)] + report)),
        ("paused", .bool(views.isPaused)), ("hidden", .bool(window.presence.isAway)), ("quiet", .bool(isQuiet)),
        ("origin", events.origin?.json ?? .null),
      ] + JSON.members([("problem", problem)]) + views.state(of: view, at: time))
  }
}
