internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore
internal import Windows

/// The views of a window, usually one.
final class WindowViews: WindowContent {
  private(set) var hosted: [HostedView] = []
  private(set) var views: [any ContainedView] = []
  let router = InputRouter()
  /// The context of the window.
  let context = ViewContext()
  private var layout: StackLayout
  /// The properties set for the window.
  private var settings: Settings<WindowOptions>
  private var scale = 1.0
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
    show(Arrangement(views: [HostedView(controller, nil, isAlone: true, in: context, router)], layout: layout))
  }

  // MARK: - Their controllers

  private(set) var running: [any RunningController] = []
  private(set) var headlines: [any HeadlineController] = []
  /// Opens the sources of a view in the window's loop; the flag forgives those that cannot be opened.
  private var openSources: ((HostedView, _ isForgiving: Bool) throws(Failure) -> Void)?

  func load() throws(Failure) { for view in hosted { try view.load() } }

  /// - Parameter onEnd: Called when the sources of all views have ended.
  func open(
    in loop: RunLoop, isForPicture: Bool = false, isFilmed: Bool = false, isForgiving: Bool = false,
    onEnd: @escaping () -> Void = {}
  ) throws(Failure) {
    openSources = { [unowned self] (view, isForgiving) throws(Failure) in
      try view.open(in: loop, isForPicture: isForPicture, isFilmed: isFilmed, isForgiving: isForgiving) {
        [unowned self] in
        if hosted.allSatisfy(\.hasEnded) { onEnd() }
      }
    }
    for view in hosted { try openSources?(view, isForgiving) }
  }

  /// Whether the end of its sources ends the program.
  var exitsAtEnd: Bool { hosted.allSatisfy { $0.plan?.exitsAtEnd ?? false } }

  func update(at t: Seconds) { for view in hosted { view.controller.update(at: t) } }

  func close() { for view in hosted { view.close() } }

  // MARK: - Other views

  /// Views and their layout.
  struct Arrangement {
    let views: [HostedView]
    let layout: StackLayout
    /// The changes of those that were there before.
    var wishes: [ViewWish] = []
  }

  /// The views for a plan: those with the same sources stay, with all that they hold; the others are made.
  ///
  /// - Throws: if a view cannot be shown.
  func arrangement(by plan: WindowPlan) throws(ValueError) -> Arrangement {
    // Where one is put in, the default names behind it change.
    let stays = matches(
      of: plan.views, among: hosted,
      by: [
        { new, view in new.id == view.id && view.plan.flatMap(new.changes) != nil },
        { new, view in view.plan.flatMap(new.changes) != nil },
      ])
    var views: [HostedView] = []
    var wishes: [ViewWish] = []
    for (new, former) in zip(plan.views, stays) {
      if let view = former.map({ hosted[$0] }) {
        views.append(view)
        wishes.append(ViewWish(view: view, plan: new, changes: view.plan.flatMap(new.changes) ?? []))
      } else {
        let controller = try new.makeController(in: plan.settings, words: words)
        views.append(HostedView(controller, new, isAlone: plan.views.count == 1, in: context, router))
      }
    }
    return Arrangement(views: views, layout: plan.layout, wishes: wishes)
  }

  private func show(_ new: Arrangement) {
    (hosted, views, layout) = (new.views, new.views, new.layout)
    (running, headlines) = (hosted.compactMap(\.running), hosted.compactMap(\.headlines))
    for view in hosted where view.isAlone != (hosted.count == 1) { view.isAlone = hosted.count == 1 }
  }

  /// Prepares other views: the new ones are loaded, adopt the desktop's settings, and open their sources.
  ///
  /// - Throws: if a view cannot be as its plan says; the plan is refused.
  func prepare(_ new: Arrangement, wishes: DesktopWishes, window: Settings<WindowOptions>) throws(Failure) -> Change {
    let added = new.views.filter { view in !hosted.contains { $0 === view } }
    do throws(Failure) {
      for view in added {
        try view.load()
        view.themed?.follow(wishes, in: view.context)
        try openSources?(view, false)
      }
      var change = try usage { () throws(ValueError) in
        try prepare(new.wishes, among: new.views, layout: new.layout, window: window)
      }
      let (commit, isOther) = (change.commit, !new.views.elementsEqual(hosted, by: ===))
      (change.added, change.isOther) = (added, isOther)
      change.commit = { [unowned self] t in
        if isOther { adopt(new) }
        return commit(t)
      }
      return change
    } catch {
      for view in added { view.close() }
      throw error
    }
  }

  private func adopt(_ new: Arrangement) {
    let former = hosted
    show(new)
    for view in former where !hosted.contains(where: { $0 === view }) { view.close() }
    router.keep(views)
  }

  func setMotion(isReduced: Bool, steps: Bool, at t: Seconds) {
    for view in hosted { view.moving?.setMotion(isReduced: isReduced, steps: steps, at: t) }
  }

  func snapSpeed(to step: Double, at t: Seconds) { for controller in running { controller.snapSpeed(to: step, at: t) } }

  func setSeen(_ isSeen: Bool, at t: Seconds) {
    for controller in headlines { controller.headlines.setSeen(isSeen, at: t) }
  }

  func setAway(_ isAway: Bool, at t: Seconds) {
    for controller in headlines { controller.headlines.setAway(isAway, at: t) }
  }

  var isPaused: Bool { running.contains(where: \.isPaused) }

  /// Follows the desktop's settings.
  func follow(_ wishes: DesktopWishes) {
    for view in hosted { view.themed?.follow(wishes, in: view.context) }
  }

  /// The view for a menu at a point of the window, or opened by the keyboard.
  func view(at point: Point?) -> HostedView {
    point.flatMap { point in hosted.first { $0.contains(point) } } ?? hosted[0]
  }

  /// The theme of menu and card; nil for that of the window's options.
  var theme: StripTheme? { hosted.lazy.compactMap { $0.themed?.theme }.first }

  /// The name of that theme, as for `--theme`, or nil.
  var themeName: String? { hosted.lazy.compactMap { $0.themed?.themeName }.first { !$0.isEmpty } }

  // MARK: - Layout

  var appearance: WindowAppearance { Self.appearance(around: hosted.map(\.controller.appearance), by: settings) }

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

  func showBackgrounds() { for view in hosted { view.showBackground() } }

  private var shown: [any View] { hosted.map(\.controller.view) }

  func naturalSize(in area: Size, scale: Double, with typesetter: any Typesetter) -> Size {
    self.scale = scale
    return LayoutPass(typesetter: typesetter, scale: scale).naturalSize(of: shown, layout, in: area)
  }

  func naturalHeight(width: Double, in area: Size, scale: Double, with typesetter: any Typesetter) -> Double {
    self.scale = scale
    return LayoutPass(typesetter: typesetter, scale: scale).naturalHeight(of: shown, layout, width: width, in: area)
  }

  func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {
    for view in hosted { view.controller.view.fit(toLess: view.isAlone ? less : 0) }
    LayoutPass(typesetter: typesetter, scale: scale, time: t).place(shown, layout, in: frame) {
      hosted[$0].layout(in: $1, with: typesetter, at: t)
    }
  }

  /// The columns of the first flexible view beside which all others stand.
  var stretch: FlexibleColumns? {
    for view in hosted {
      guard let stretch = view.controller.view.stretch else { continue }
      let columns = stretch.columns
      let isFree = hosted.allSatisfy { other in
        let place = other.place.inner
        return other === view || place.maxX <= columns.lowerBound || place.minX >= columns.upperBound
      }
      if isFree { return stretch }
    }
    return nil
  }

  func fit(toLess pixels: Double) { less = pixels }

  /// The first view that can handle a command gets it, beginning with the one with the keyboard.
  func handle(_ event: InputEvent, in context: ViewContext) -> Bool {
    if router.route(event, among: views) { return true }
    guard case .command(_, at: nil) = event else { return false }
    return views.contains { $0 !== router.focused && $0.handle(event) }
  }

  // MARK: - Properties

  var properties: [PropertyInfo] { hosted.flatMap(\.properties) }

  /// The state of each view after a change of these properties.
  func wishes(_ changes: [PropertyChange]) -> [ViewWish] {
    hosted.compactMap { view in
      view.plan.map { ViewWish(view: view, plan: $0, changes: hosted.count == 1 ? changes : changes.own(of: view.id)) }
    }
  }

  /// A prepared change of the views and of the window's properties, which concern them too.
  struct Change {
    /// The appearance of the window after it.
    let appearance: WindowAppearance
    /// The views that come with it, with open sources.
    var added: [HostedView] = []
    /// Whether other views are shown, which need another window.
    var isOther = false
    /// Returns whether the layout has changed.
    var commit: (Seconds) -> Bool
  }

  /// Prepares other properties of the views that are shown.
  func prepare(_ wishes: [ViewWish], window: Settings<WindowOptions>) throws(ValueError) -> Change {
    try prepare(wishes, among: hosted, layout: layout, window: window)
  }

  private func prepare(
    _ wishes: [ViewWish], among views: [HostedView], layout: StackLayout, window: Settings<WindowOptions>
  ) throws(ValueError) -> Change {
    var changes: [(view: HostedView, change: ViewChange)] = []
    for wish in wishes { changes.append((wish.view, try wish.view.prepare(wish, window: window))) }
    let appearances = views.map { view in
      changes.first { $0.view === view }?.change.appearance ?? view.controller.appearance
    }
    return Change(appearance: Self.appearance(around: appearances, by: window)) { [unowned self] t in
      for (_, change) in changes { change.commit(t) }
      settings = window
      defer { self.layout = layout }
      return layout != self.layout
    }
  }

  // MARK: - Control

  /// The view that a request names; nil if it names none.
  func view(of request: ControlRequest) throws(Failure) -> HostedView? {
    guard let id = request.view else { return nil }
    guard let view = hosted.first(where: { $0.id == id }) else {
      throw Failure.usage("there is no view '\(id)'" + hint(for: id, in: hosted.map(\.id)))
    }
    return view
  }

  /// Sends a request to the named view, or to each that supports it.
  func perform(_ request: ControlRequest) throws(Failure) -> JSON? {
    let named = try view(of: request)
    var answers: [JSON?] = []
    var refusal: Failure?
    for view in hosted where named == nil || named === view {
      do throws(Failure) {
        guard let controller = view.controlled else { throw .unsuited(request) }
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
  func state(of named: HostedView? = nil, at t: Seconds) -> [(String, JSON)] {
    func state(_ view: HostedView) -> [(String, JSON)] { view.controlled?.state(at: t) ?? [] }
    if hosted.count == 1 { return state(hosted[0]) }
    let shown = named.map { [$0] } ?? hosted
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
