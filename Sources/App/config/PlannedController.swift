internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// The views of a configured window, each wired to its sources by its own controller.
final class PlannedController: ViewController {
  private final class Child {
    var plan: any PlannedView
    let controller: any ViewController
    var context = ViewContext()
    var part: ArrangedView.Part?

    init(_ plan: any PlannedView, in window: Settings<WindowOptions>) throws(ValueError) {
      self.plan = plan
      controller = try plan.makeController(in: window)
    }

    /// What lies behind the view may be another colour now.
    func showBackground() { part?.background = controller.appearance.background }
  }

  private var children: [Child] = []
  private var root: ArrangedView?
  private var window: Settings<WindowOptions>
  /// The window's own, once it is there.
  private var context = ViewContext()

  init(_ layout: LayoutPlan, window: Settings<WindowOptions>) throws(ValueError) {
    self.window = window
    for plan in layout.views { children.append(try Child(plan, in: window)) }
    let ids = children.map(\.plan.id)
    if let twice = ids.first(where: { id in ids.count { $0 == id } > 1 }) {
      throw ValueError(reason: "two views have the id '\(twice)'")
    }
    var rest = children[...]
    if children.count > 1 { root = arrange(layout, .share(1), &rest).view as? ArrangedView }
  }

  private func arrange(_ plan: LayoutPlan, _ length: StackLength, _ rest: inout ArraySlice<Child>) -> ArrangedView.Part
  {
    guard case .stack(let isRow, let spacing, let plans) = plan else {
      let child = rest.removeFirst()
      let part = ArrangedView.Part(
        child.controller.view, length, child.context, background: child.controller.appearance.background)
      child.part = part
      return part
    }
    let parts = plans.map { arrange($0.plan, $0.length, &rest) }
    return ArrangedView.Part(ArrangedView(isRow: isRow, spacing: spacing, parts), length, ViewContext())
  }

  var view: any View { root ?? children[0].controller.view }

  var appearance: WindowAppearance {
    let all = children.map(\.controller.appearance)
    var appearance = all[0]
    if all.count > 1 {
      appearance.background = SharedStyle(window).background(over: window.value.background)
      appearance.borderRoom = 0
    }
    appearance.isDock = all.contains(where: \.isDock)
    appearance.takesText = all.contains(where: \.takesText)
    appearance.mayChange = all.contains(where: \.mayChange)
    return appearance
  }

  func load() throws(Failure) { for child in children { try child.controller.load() } }

  func open(_ connection: SourceConnection) throws(Failure) {
    context = connection.context
    var openCount = children.count
    for child in children {
      if root == nil { child.context = context } else { child.context.viewName = child.plan.id }
      child.context.time = context.time
      try child.controller.open(
        SourceConnection(loop: connection.loop, context: child.context, isForPicture: connection.isForPicture) {
          openCount -= 1
          if openCount == 0 { connection.onEnd() }
        })
    }
  }

  func setRead(_ isRead: Bool, link: String) {
    for child in children { child.controller.setRead(isRead, link: link) }
  }

  func close() { for child in children { child.controller.close() } }

  // MARK: - As time goes on

  func update(at t: Seconds) {
    for child in children {
      child.context.time = max(child.context.time, t)
      child.controller.update(at: t)
      collect(from: child)
    }
  }

  /// Does what a view has asked for, or asks the window.
  private func collect(from child: Child) {
    if root == nil { return }
    while child.context.hasActions {
      for action in child.context.takeActions() where !child.controller.perform(action, in: child.context) {
        switch action {
        case .takeFocus: root?.focus(child.context)
        // The views share the window's size.
        case .resize:
          context.setNeedsLayout()
          continue
        case .changeAppearance: child.showBackground()
        default: break
        }
        context.perform(action)
      }
    }
    if child.context.needsLayout {
      child.context.didLayOut()
      context.setNeedsLayout()
    } else if child.context.needsDisplay {
      context.setNeedsDisplay()
    }
    child.context.didDraw()
  }

  func snapSpeed(to step: Double, at t: Seconds) {
    for child in children { child.controller.snapSpeed(to: step, at: t) }
  }

  func perform(_ action: ViewAction, in context: ViewContext) -> Bool {
    root == nil && children[0].controller.perform(action, in: context)
  }

  // MARK: - What the window and the desktop ask

  private var first: any ViewController { children[0].controller }

  func beginMenu(at point: Point?, _ bindings: Bindings, t: Seconds) -> Menu {
    let child = point.flatMap { point in children.first { $0.part?.contains(point) ?? true } }
    return (child?.controller ?? first).beginMenu(at: point, bindings, t: t)
  }

  func endMenu(at t: Seconds) { for child in children { child.controller.endMenu(at: t) } }

  func change(theme name: String) throws(ValueError) -> ViewChange {
    var takes: [(child: Child, take: ViewChange)] = []
    for child in children { takes.append((child, try child.controller.change(theme: name))) }
    return { t in
      for (child, take) in takes {
        take(t)
        child.showBackground()
      }
    }
  }

  var theme: StripTheme? { children.lazy.compactMap(\.controller.theme).first }

  func follow(_ wishes: DesktopWishes, in context: ViewContext) {
    for child in children { child.controller.follow(wishes, in: child.context) }
  }

  func setMotion(isReduced: Bool, steps: Bool, at t: Seconds) {
    for child in children { child.controller.setMotion(isReduced: isReduced, steps: steps, at: t) }
  }

  var arrivals: Int { children.reduce(0) { $0 + $1.controller.arrivals } }

  func eventsChanged(in context: ViewContext) {
    for child in children {
      child.context.awaitedEvents = context.awaitedEvents
      child.controller.eventsChanged(in: child.context)
    }
  }

  var isPaused: Bool { children.contains(where: \.controller.isPaused) }

  // MARK: - Control

  /// Checks other looks and sizes of the same views. What is returned takes them over, and returns whether there are other
  /// sizes.
  func change(
    to layout: LayoutPlan, window: Settings<WindowOptions>
  ) throws(ValueError) -> (Seconds) -> Bool {
    let wanted = zip(children, layout.views).map { child, plan in
      (child: child, plan: plan, changes: plan.changes(from: child.plan) ?? [])
    }
    let take = try change(wanted, window: window)
    return { [unowned self] t in
      take(t)
      return root?.take(layout) ?? false
    }
  }

  /// Checks what each view is to look like, before any of them does.
  private func change(
    _ wanted: [(child: Child, plan: any PlannedView, changes: [PropertyChange])], window: Settings<WindowOptions>
  ) throws(ValueError) -> ViewChange {
    var takes: [(child: Child, plan: any PlannedView, take: ViewChange)] = []
    for (child, plan, changes) in wanted {
      do throws(ValueError) {
        takes.append((child, plan, try child.controller.change(changes, window: try plan.settings(over: window))))
      } catch {
        throw children.count == 1 ? error : error.said(of: plan.id, changes)
      }
    }
    return { [unowned self] t in
      self.window = window
      for (child, plan, take) in takes {
        take(t)
        child.plan = plan
        child.showBackground()
      }
    }
  }

  var properties: [LiveProperty] {
    guard children.count > 1 else { return first.properties }
    return children.flatMap { child in
      child.controller.properties.map { property in
        var property = property
        (property.view, property.isScoped) = (child.plan.id, true)
        return property
      }
    }
  }

  func change(_ changes: [PropertyChange], window: Settings<WindowOptions>) throws(ValueError) -> ViewChange {
    try change(
      children.map { child in
        (child: child, plan: child.plan, changes: children.count == 1 ? changes : changes.own(of: child.plan.id))
      }, window: window)
  }

  /// Asks the view that is named, or each that can do it.
  func perform(_ request: ControlRequest, in context: ViewContext) throws(Failure) -> JSON? {
    if children.count > 1, let id = request.view, !children.contains(where: { $0.plan.id == id }) {
      throw Failure.usage("there is no view '\(id)'" + hint(for: id, in: children.map(\.plan.id)))
    }
    var answers: [JSON?] = []
    var refusal: Failure?
    for child in children where request.view == nil || request.view == child.plan.id || children.count == 1 {
      child.context.time = context.time
      do throws(Failure) {
        answers.append(try child.controller.perform(request, in: child.context))
      } catch {
        refusal = refusal ?? error
      }
      collect(from: child)
      // What is added is added once.
      if !answers.isEmpty, !request.command.isForAll { break }
    }
    if let refusal, answers.isEmpty { throw refusal }
    return answers.first ?? nil
  }

  func state(at t: Seconds) -> [(String, JSON)] {
    guard children.count > 1 else { return first.state(at: t) }
    return [
      ("views", .array(children.map { .object([("id", .string($0.plan.id))] + $0.controller.state(at: t)) }))
    ]
  }
}

extension [PropertyChange] {
  /// Those of one view in a window of several, by the names that they have there.
  fileprivate func own(of id: String) -> [PropertyChange] {
    filter { $0.name.hasPrefix(id + ".") }.map {
      PropertyChange(name: String($0.name.dropFirst(id.count + 1)), text: $0.text)
    }
  }
}

extension ValueError {
  /// The same with the view that it is about, "news.scroll-speed"; not where it is about what views take from their window.
  fileprivate func said(of id: String, _ changes: [PropertyChange]) -> ValueError {
    let flag = kebabCase(name)
    let isOwn = changes.contains { kebabCase($0.name) == flag } || WindowOptions.property(named: name) == nil
    return name.isEmpty || !isOwn ? self : ValueError(name: "\(id).\(flag)", reason: reason)
  }
}
