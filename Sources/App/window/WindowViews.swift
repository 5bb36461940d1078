internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore
internal import Windows

/// The views of a window, usually one.
final class WindowViews: WindowContent {
  private(set) var all: [TickerView] = []
  let tree = ViewTree()
  private var layout: StackLayout
  /// The properties set for the window.
  private var settings: Settings<WindowOptions>
  /// How much narrower the narrowest mirror is, in pixels.
  private(set) var less = 0.0

  /// The language of their texts.
  let words: Words

  /// The views of a plan, each with a controller.
  init(_ plan: WindowPlan, words: Words = .english) throws(ValueError) {
    (layout, settings, self.words) = (plan.layout, plan.settings, words)
    show(try arrangement(by: plan))
  }

  /// A single view.
  init(_ controller: any ViewController) {
    (layout, settings, words) = (.view(0), Settings(), .english)
    show(Arrangement(views: [TickerView(controller, nil, isAlone: true, in: tree)], layout: layout))
  }

  // MARK: - Their controllers

  private(set) var headlines: [any HeadlineController] = []
  /// Opens the sources of a view in the window's loop; the flag forgives those that cannot be opened.
  private var openSources: ((TickerView, _ isForgiving: Bool) throws(Failure) -> Void)?

  func load() throws(Failure) { for view in all { try view.load() } }

  /// - Parameter onEnd: Called when the sources of all views have ended.
  func open(
    in loop: RunLoop, isForPicture: Bool = false, isFilmed: Bool = false, isForgiving: Bool = false,
    onEnd: @escaping () -> Void = {}
  ) throws(Failure) {
    openSources = { [unowned self] (view, isForgiving) throws(Failure) in
      try view.open(in: loop, isForPicture: isForPicture, isFilmed: isFilmed, isForgiving: isForgiving) {
        [unowned self] in
        if all.allSatisfy(\.hasEnded) { onEnd() }
      }
    }
    for view in all { try openSources?(view, isForgiving) }
  }

  /// Whether the end of its sources ends the program.
  var exitsAtEnd: Bool { all.allSatisfy { $0.plan?.exitsAtEnd ?? false } }

  func update(at t: Seconds) { for view in all { view.controller.update(at: t) } }

  func close() { for view in all { view.close() } }

  // MARK: - Other views

  /// Views and their layout.
  struct Arrangement {
    let views: [TickerView]
    let layout: StackLayout
    /// The changes of those that were there before.
    var wishes: [ViewWish] = []
  }

  /// The views for a plan. Reuses views whose sources are unchanged, with their content, and creates the rest.
  ///
  /// - Throws: if a view cannot be shown.
  func arrangement(by plan: WindowPlan) throws(ValueError) -> Arrangement {
    // Where one is put in, the default names behind it change.
    let stays = matches(
      of: plan.views, among: all,
      by: [
        { new, view in new.id == view.id && view.plan.flatMap(new.changes) != nil },
        { new, view in view.plan.flatMap(new.changes) != nil },
      ])
    var views: [TickerView] = []
    var wishes: [ViewWish] = []
    for (new, former) in zip(plan.views, stays) {
      if let view = former.map({ all[$0] }) {
        views.append(view)
        wishes.append(ViewWish(view: view, plan: new, changes: view.plan.flatMap(new.changes) ?? []))
      } else {
        let controller = try new.makeController(in: plan.settings, words: words)
        views.append(TickerView(controller, new, isAlone: plan.views.count == 1, in: tree))
      }
    }
    return Arrangement(views: views, layout: plan.layout, wishes: wishes)
  }

  private func show(_ new: Arrangement) {
    (all, layout) = (new.views, new.layout)
    tree.views = all.map(\.hosted)
    headlines = all.compactMap(\.controller.news)
    for view in all where view.isAlone != (all.count == 1) { view.isAlone = all.count == 1 }
  }

  /// Prepares other views: the new ones are loaded, adopt the desktop's settings, and open their sources.
  ///
  /// - Throws: if a view cannot be as its plan says; the plan is refused.
  func prepare(_ new: Arrangement, wishes: DesktopWishes, window: Settings<WindowOptions>) throws(Failure) -> Change {
    let added = new.views.filter { view in !all.contains { $0 === view } }
    do throws(Failure) {
      for view in added {
        try view.load()
        view.controller.themed?.follow(wishes, in: view.context)
        try openSources?(view, false)
      }
      return try usage { () throws(ValueError) in try change(to: new, added: added, window: window) }
    } catch {
      for view in added { view.close() }
      throw error
    }
  }

  private func adopt(_ new: Arrangement) {
    let former = all
    show(new)
    for view in former where !all.contains(where: { $0 === view }) { view.close() }
    tree.forgetOthers()
  }

  func setMotion(isReduced: Bool, steps: Bool, at t: Seconds) {
    for view in all { view.controller.motion?.setMotion(isReduced: isReduced, steps: steps, at: t) }
  }

  func snapSpeed(to step: Double, at t: Seconds) {
    for view in all { view.controller.motion?.snapSpeed(to: step, at: t) }
  }

  var hasFreeSpeed: Bool { all.contains { $0.controller.motion?.hasFreeSpeed ?? false } }

  func follow(refreshRate: Double, at t: Seconds) {
    for view in all { view.controller.motion?.follow(refreshRate: refreshRate, at: t) }
  }

  func setSeen(_ isSeen: Bool, at t: Seconds) {
    for controller in headlines { controller.headlines.setSeen(isSeen, at: t) }
  }

  func setAway(_ isAway: Bool, at t: Seconds) {
    for controller in headlines { controller.headlines.setAway(isAway, at: t) }
  }

  var isPaused: Bool { all.contains { $0.controller.motion?.isPaused ?? false } }

  /// Follows the desktop's settings.
  func follow(_ wishes: DesktopWishes) {
    for view in all { view.controller.themed?.follow(wishes, in: view.context) }
  }

  /// The view for a menu at a point of the window, or opened by the keyboard.
  func view(at point: Point?) -> TickerView {
    point.flatMap { point in all.first { $0.hosted.contains(point) } } ?? all[0]
  }

  /// The theme of menu and card; nil for that of the window's options.
  var theme: StripTheme? { all.lazy.compactMap { $0.controller.themed?.theme }.first }

  /// The name of that theme, as for `--theme`, or nil.
  var themeName: String? { all.lazy.compactMap { $0.controller.themed?.themeName }.first { !$0.isEmpty } }

  // MARK: - Layout

  var appearance: WindowAppearance { Self.appearance(around: all.map(\.controller.appearance), by: settings) }

  /// The appearance of the window around views with these.
  private static func appearance(
    around all: [WindowAppearance], by settings: Settings<WindowOptions>
  ) -> WindowAppearance {
    var appearance = all[0]
    if all.count == 1 { return appearance }
    appearance.background = SharedStyle(settings).background(over: settings.value.background)
    appearance.borderRoom = 0
    appearance.isDock = all.contains(where: \.isDock)
    appearance.takesText = all.contains(where: \.takesText)
    appearance.mayChange = all.contains(where: \.mayChange)
    return appearance
  }

  func showBackgrounds() { for view in all { view.showBackground() } }

  private var shown: [any SceneView] { all.map(\.controller.view) }

  func naturalSize(in context: MeasureContext) -> Size {
    context.pass.naturalSize(of: shown, layout, in: context.area)
  }

  func naturalHeight(width: Double, in context: MeasureContext) -> Double {
    context.pass.naturalHeight(of: shown, layout, width: width, in: context.area)
  }

  func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    for view in all { view.controller.view.fit(toLess: view.isAlone ? less : 0) }
    pass.place(shown, layout, in: frame) {
      all[$0].layout(in: $1, pass)
    }
  }

  /// The columns of the first flexible view beside which all others stand.
  var stretch: FlexibleColumns? {
    for view in all {
      guard let stretch = view.controller.view.stretch else { continue }
      let columns = stretch.columns
      let isFree = all.allSatisfy { other in
        let place = other.hosted.place.inner
        return other === view || place.maxX <= columns.lowerBound || place.minX >= columns.upperBound
      }
      if isFree { return stretch }
    }
    return nil
  }

  func fit(toLess pixels: Double) { less = pixels }

  /// The first view that can handle a command gets it, beginning with the one with the keyboard.
  func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    if tree.route(event) { return true }
    guard case .command(_, at: nil) = event else { return false }
    return tree.views.contains { $0 !== tree.focused && $0.handle(event) }
  }

  // MARK: - Properties

  var properties: [PropertyInfo] { all.flatMap(\.properties) }

  /// The state of each view after a change of these properties.
  func wishes(_ changes: [PropertyChange]) -> [ViewWish] {
    all.compactMap { view in
      view.plan.map { ViewWish(view: view, plan: $0, changes: all.count == 1 ? changes : changes.own(of: view.id)) }
    }
  }

  /// A prepared change of the views and of the window's properties, which concern them too.
  struct Change {
    /// The appearance of the window after it.
    let appearance: WindowAppearance
    /// The views that come with it, with open sources.
    let added: [TickerView]
    /// Whether other views are shown, which need another window.
    let isOther: Bool
    /// Returns whether the layout has changed.
    let commit: (Seconds) -> Bool
  }

  /// Prepares other properties of the views that are shown.
  func prepare(_ wishes: [ViewWish], window: Settings<WindowOptions>) throws(ValueError) -> Change {
    try change(to: Arrangement(views: all, layout: layout, wishes: wishes), window: window)
  }

  private func change(
    to new: Arrangement, added: [TickerView] = [], window: Settings<WindowOptions>
  ) throws(ValueError) -> Change {
    var changes: [(view: TickerView, change: ViewChange)] = []
    for wish in new.wishes { changes.append((wish.view, try wish.view.prepare(wish, window: window))) }
    let appearances = new.views.map { view in
      changes.first { $0.view === view }?.change.appearance ?? view.controller.appearance
    }
    let isOther = !new.views.elementsEqual(all, by: ===)
    return Change(
      appearance: Self.appearance(around: appearances, by: window), added: added, isOther: isOther
    ) { [unowned self] t in
      if isOther { adopt(new) }
      for (_, change) in changes { change.commit(t) }
      settings = window
      defer { layout = new.layout }
      return new.layout != layout
    }
  }

  // MARK: - Control

  /// The view that a request names; nil if it names none.
  func view(of request: ControlRequest) throws(Failure) -> TickerView? {
    guard let id = request.view else { return nil }
    guard let view = all.first(where: { $0.id == id }) else {
      throw Failure.usage("there is no view '\(id)'" + hint(for: id, in: all.map(\.id)))
    }
    return view
  }

  /// Sends a request to the named view, or to each that supports it.
  func perform(_ request: ControlRequest) throws(Failure) -> JSON? {
    let named = try view(of: request)
    var answers: [JSON?] = []
    var refusal: Failure?
    for view in all where named == nil || named === view {
      do throws(Failure) {
        guard let controller = view.controller.commands else { throw .unsuited(request) }
        answers.append(try controller.perform(request, in: view.context))
      } catch {
        refusal = refusal ?? error
      }
      // Adding happens once.
      if !answers.isEmpty, !request.command.isForAll { break }
    }
    if let refusal, answers.isEmpty { throw refusal }
    return answers.first ?? nil
  }

  /// The state of a view, or of all.
  func state(of named: TickerView? = nil, at t: Seconds) -> [(String, JSON)] {
    func state(_ view: TickerView) -> [(String, JSON)] { view.controller.commands?.state(at: t) ?? [] }
    if all.count == 1 { return state(all[0]) }
    let shown = named.map { [$0] } ?? all
    return [("views", .array(shown.map { .object([("id", .string($0.id))] + state($0)) }))]
  }
}

extension [PropertyChange] {
  /// The changes for one view of several, with their names there.
  fileprivate func own(of id: String) -> [PropertyChange] {
    filter { $0.name.hasPrefix(id + ".") }.map {
      PropertyChange(String($0.name.dropFirst(id.count + 1)), to: $0.value)
    }
  }
}
