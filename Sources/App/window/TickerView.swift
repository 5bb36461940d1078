internal import Base
internal import Scene
internal import ScrollCore
internal import Windows

/// A view of the ticker: its controller, which connects it to its sources, and its plan.
final class TickerView: ViewOwner {
  let controller: any ViewController
  /// Its place among the views of its window.
  private(set) lazy var hosted = HostedView(controller.view, of: self, in: tree)
  private let tree: ViewTree
  /// The plan of the view; nil for a controller that a program supplies.
  private(set) var plan: (any PlannedView)? { didSet { nameContext() } }
  /// Whether it is the only view of its window.
  var isAlone: Bool {
    didSet {
      nameContext()
      showBackground()
    }
  }
  private var isLoaded = false
  /// The part of the window's loop that serves its sources.
  private var loop: RunLoop?
  private(set) var hasEnded = false

  init(_ controller: any ViewController, _ plan: (any PlannedView)?, isAlone: Bool, in tree: ViewTree) {
    (self.controller, self.plan, self.isAlone, self.tree) = (controller, plan, isAlone, tree)
    nameContext()
    showBackground()
  }

  var context: ViewContext { hosted.context }

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
    hosted.background = isAlone ? nil : controller.appearance.background
  }

  // MARK: - In its window

  /// Places it. Beside others it needs room.
  func layout(in place: VisibleFrame, _ pass: LayoutPass) {
    hosted.isHidden = !isAlone && place.inner.isEmpty
    hosted.layout(in: place, pass)
  }

  func isHit(at point: Point, in hosted: HostedView) -> Bool { isAlone || hosted.place.inner.contains(point) }

  func perform(_ action: ViewAction, in context: ViewContext) -> Bool {
    if controller.perform(action, in: context) { return true }
    // Several views share the window's size.
    guard case .window(.resize) = action, !isAlone else { return false }
    context.setNeedsLayout()
    return true
  }

  // MARK: - Settings

  /// Its properties, with their names in the window.
  var properties: [PropertyInfo] {
    let properties = controller.themed?.properties ?? []
    if isAlone { return properties }
    return properties.map { $0.with(\.view, id).with(\.name, name(ofProperty: $0.name)) }
  }

  /// The name in the window of one of its properties.
  func name(ofProperty name: String) -> String { isAlone || name.hasPrefix("\(id).") ? name : "\(id).\(name)" }

  /// Prepares a change of its properties.
  ///
  /// - Throws: the error, prefixed with the view's name if there are several.
  func prepare(_ wish: ViewWish, window: Settings<WindowOptions>) throws(ValueError) -> ViewChange {
    guard let themed = controller.themed else { return ViewChange(appearance: controller.appearance) { _ in } }
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
  let view: TickerView
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
