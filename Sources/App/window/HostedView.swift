internal import Base
internal import Scene
internal import ScrollCore
internal import Windows

/// A view of a window, with the controller that connects it to its sources.
final class HostedView: ContainedView {
  let controller: any ViewController
  let context: ViewContext
  /// The plan of the view; nil for a controller that a program supplies.
  private(set) var plan: (any PlannedView)? { didSet { nameContext() } }
  /// Whether it is the only view of its window.
  var isAlone: Bool {
    didSet {
      nameContext()
      showBackground()
    }
  }
  private unowned let router: InputRouter
  private var isLoaded = false
  /// The part of the window's loop that serves its sources.
  private var loop: RunLoop?
  private(set) var hasEnded = false
  private(set) var place = VisibleFrame()
  /// Its background, in a window of several views.
  private var fill = Content()

  // What else its controller can do; nil if it cannot.
  private(set) lazy var themed = controller as? any ThemedController
  private(set) lazy var controlled = controller as? any ControlledController
  private(set) lazy var moving = controller as? any MovingController
  private(set) lazy var running = controller as? any RunningController
  private(set) lazy var menu = controller as? any MenuController
  private(set) lazy var drops = controller as? any DropController
  private(set) lazy var headlines = controller as? any HeadlineController

  init(
    _ controller: any ViewController, _ plan: (any PlannedView)?, isAlone: Bool, in window: ViewContext,
    _ router: InputRouter
  ) {
    (self.controller, self.plan, self.isAlone, self.router) = (controller, plan, isAlone, router)
    context = ViewContext(in: window)
    context.owner = self
    nameContext()
    showBackground()
  }

  private func nameContext() { context.viewName = isAlone ? "" : id }

  /// Its name within the window.
  var id: String { plan?.id ?? "" }

  /// Loads everything that the view needs before it is measured, once: another window shows it as it is.
  func load() throws(Failure) {
    if isLoaded { return }
    try controller.load()
    isLoaded = true
  }

  /// Opens its sources.
  ///
  /// - Parameter onEnd: Called when they have ended.
  func open(
    in whole: RunLoop, isForPicture: Bool, isFilmed: Bool, isForgiving: Bool, onEnd: @escaping () -> Void
  ) throws(Failure) {
    let loop = RunLoop(within: whole)
    self.loop = loop
    try controller.open(
      SourceConnection(
        loop: loop, context: context, isForPicture: isForPicture, isFilmed: isFilmed, isForgiving: isForgiving
      ) { [weak self] in
        self?.hasEnded = true
        onEnd()
      })
  }

  /// Closes its sources, and saves the user's state.
  func close() {
    loop?.removeAll()
    controller.close()
  }

  /// Shows the current background colour.
  func showBackground() {
    if !isAlone { fill.background = controller.appearance.background }
  }

  func layout(in place: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {
    self.place = place
    controller.view.layout(in: place, with: typesetter, at: t)
  }

  func draw(into frame: inout Frame, at t: Seconds) {
    if !isAlone {
      if place.inner.isEmpty { return }
      frame.add(Layer(fill, clip: place.inner, origin: place.inner.origin))
    }
    controller.view.draw(into: &frame, at: t)
  }

  func contains(_ point: Point) -> Bool { isAlone || place.inner.contains(point) }

  func handle(_ event: InputEvent) -> Bool { controller.view.handle(event, in: context) }

  func accessibleNode(at t: Seconds) -> AccessibleNode? { controller.view.accessibleNode(at: t) }

  func perform(_ action: AccessibleAction, on path: ArraySlice<Int>) -> Bool {
    controller.view.perform(action, on: path, in: context)
  }

  func perform(_ action: ViewAction) -> Bool {
    if controller.perform(action, in: context) { return true }
    switch action {
    case .window(.takeFocus): router.focus(self)
    // Several views share the window's size.
    case .window(.resize) where !isAlone:
      context.setNeedsLayout()
      return true
    default: break
    }
    return false
  }

  // MARK: - Settings

  /// Its properties, with their names in the window.
  var properties: [PropertyInfo] {
    let properties = themed?.properties ?? []
    if isAlone { return properties }
    return properties.map { $0.with(\.view, id).with(\.name, name(ofProperty: $0.name)) }
  }

  /// The name in the window of one of its properties.
  func name(ofProperty name: String) -> String { isAlone || name.hasPrefix("\(id).") ? name : "\(id).\(name)" }

  /// Prepares a change of its properties.
  ///
  /// - Throws: the error, prefixed with the view's name if there are several.
  func prepare(_ wish: ViewWish, window: Settings<WindowOptions>) throws(ValueError) -> ViewChange {
    guard let themed else { return ViewChange(appearance: controller.appearance) { _ in } }
    do throws(ValueError) {
      let change = try themed.prepare(wish.changes, window: try wish.plan.settings(over: window))
      return ViewChange(appearance: change.appearance) { [unowned self] t in
        change.commit(t)
        plan = wish.plan
        showBackground()
      }
    } catch {
      throw isAlone ? error : error.said(of: id, wish.changes)
    }
  }
}

/// The new state of a view: a plan, and properties to set now.
struct ViewWish {
  let view: HostedView
  var plan: any PlannedView
  var changes: [PropertyChange] = []
}

extension ValueError {
  /// The error with its view's name, as in "news.scroll-speed"; unchanged for properties inherited from the window.
  fileprivate func said(of id: String, _ changes: [PropertyChange]) -> ValueError {
    let flag = kebabCase(name)
    let isOwn = changes.contains { kebabCase($0.name) == flag } || WindowOptions.property(named: name) == nil
    return name.isEmpty || !isOwn ? self : ValueError(name: "\(id).\(flag)", reason: reason)
  }
}
