internal import Base
internal import Glibc
internal import Scene
internal import ScrollCore
internal import X11

/// What others ask of the window over its socket, and by signals.
extension WindowController {
  /// Lets the window be controlled under a name of its own.
  ///
  /// - Parameter printed: The events that are printed.
  func open(_ server: ControlServer?, printing printed: Set<String>) {
    events.printed = printed
    events.server = server
    server?.onSubscription = { [unowned self] in eventsChanged() }
    server?.perform = { [unowned self] (request) throws(ControlError) in try answer(request) }
    eventsChanged()
    if let server { loop.add(server) }
  }

  private func eventsChanged() {
    context.awaitedEvents = events.awaited
    controller.eventsChanged(in: context)
  }

  /// Tells of a motion that is held now, or goes on.
  func tellPause() {
    guard controller.isPaused != events.wasPaused else { return }
    events.wasPaused.toggle()
    context.tell(events.wasPaused ? "paused" : "resumed")
    performActions()
  }

  /// Takes a signal that does not end the program.
  func take(_ signal: Int32) {
    comeBack()
    context.time = time
    if signal == Signals.pause {
      // What has no motion to be held shows it once more.
      do throws(ControlError) {
        _ = try controller.perform(ControlRequest(controller.isPaused ? .resume : .pause), in: context)
      } catch {
        _ = try? controller.perform(ControlRequest(.start), in: context)
      }
    }
    performActions()
    context.setNeedsDisplay()
  }

  private func answer(_ request: ControlRequest) throws(ControlError) -> JSON? {
    context.time = time
    defer { performActions() }
    switch request.command {
    case .get: return try get(try request.texts())
    case .set: try change(try request.changes())
    case .reset: try change(try request.texts().map { PropertyChange(name: $0, text: nil) })
    case .properties: return .array(properties.map(\.json))
    case .state: return state
    case .quit: end(.quit)
    default: return try controller.perform(request, in: context)
    }
    return nil
  }

  // MARK: - Properties

  /// Those of the view, then those of the window.
  private var properties: [LiveProperty] {
    let now = currentOptions
    return controller.properties
      + WindowOptions.properties.map {
        LiveProperty($0, of: now, initial: WindowOptions(), view: "window", isSet: settings.hasSet($0.name))
      }
  }

  private func get(_ names: [String]) throws(ControlError) -> JSON {
    let all = properties
    if names.isEmpty { return .object(all.map { ($0.row.name, $0.value.json) }) }
    var members: [(String, JSON)] = []
    for name in names {
      let flag = kebabCase(name)
      guard let property = all.first(where: { $0.row.name == flag }) else {
        throw ControlError("\(flag): no such property" + hint(for: flag, in: all.map(\.row.name)))
      }
      members.append((flag, property.value.json))
    }
    return .object(members)
  }

  /// Sets all of these properties, or none.
  private func change(_ changes: [PropertyChange]) throws(ControlError) {
    do throws(ValueError) {
      let isWindows = { (change: PropertyChange) in WindowOptions.property(named: change.name) != nil }
      for change in changes where !isWindows(change) { try checkName(change.name) }
      let before = settings
      var new = settings
      try new.take(changes.filter(isWindows))
      if changes.contains(where: isWindows) { try apply(new) }
      do throws(ValueError) {
        try controller.set(changes.filter { !isWindows($0) }, window: new, at: context.time)
      } catch {
        try apply(before)
        throw error
      }
    } catch {
      throw ControlError(error.description)
    }
    showAppearance()
    for change in changes { tellValue(of: change.name) }
  }

  /// A name that there is not is answered with the nearest one of all.
  private func checkName(_ name: String) throws(ValueError) {
    let names = properties.map(\.row.name)
    guard names.contains(kebabCase(name)) else {
      throw ValueError(name: name, reason: "no such property" + hint(for: kebabCase(name), in: names))
    }
  }

  private func tellValue(of name: String) {
    guard context.awaitedEvents.contains("property") else { return }
    let flag = kebabCase(name)
    guard let property = properties.first(where: { $0.row.name == flag }) else { return }
    context.tell("property", [("name", .string(flag)), ("value", property.value.json)])
  }

  // MARK: - State

  private var state: JSON {
    let frame = window.frame
    return .object(
      [
        ("name", .string(events.server?.name ?? "")), ("view", .string(name)), ("pid", .integer(Int(getpid()))),
        (
          "window",
          .object([
            ("x", .number(frame.minX)), ("y", .number(frame.minY)), ("width", .number(frame.width)),
            ("height", .number(frame.height)), ("monitor", .string(keeper.placement.monitor.name)),
          ])
        ), ("refresh-rate", .number(1 / frames.refreshPeriod)), ("paused", .bool(controller.isPaused)),
      ] + controller.state(at: time))
  }
}
