internal import Base
internal import Scene
internal import ScrollCore
internal import Windows

/// The views of a program's window.
final class Stage: WindowContent {
  private(set) var root: View
  /// Once the window is there.
  private(set) weak var host: (any StageHost)?
  /// Measures text, since the window was measured for the first time.
  private(set) weak var typesetter: (any Typesetter)?
  /// Whether views are brought up to a time, after which a frame follows anyway.
  private var isUpdating = false
  private var isLayingOut = false
  /// Whether a view has changed sizes in its layout, which may change those of the views around it.
  private var hasChangedInLayout = false
  /// The limit for rounds of a layout that keeps changing sizes.
  private static let mostRounds = 4
  /// Whether the window is as wide, and as high, as its view naturally is, and follows that.
  var followsWidth = true
  var followsHeight = true
  var background: Color {
    didSet {
      context.perform(.changeAppearance)
      host?.wake()
    }
  }
  let tree = ViewTree()
  /// Called for a key that no view has taken.
  var onKey: ((Key, Modifiers) -> Void)?
  var keyboard = Keyboard()
  let kind: Window.Kind?
  private let owner: UInt?
  /// What the window manager shows of the window.
  var presentation = Presentation() {
    didSet {
      guard presentation != oldValue else { return }
      context.perform(.changeAppearance)
      host?.wake()
    }
  }

  struct Presentation: Equatable {
    var title: String?
    var minimumSize: Size?
    var opacity = 1.0
    var icon: WindowIcon?
  }
  /// The last requested size, in pixels.
  private var wantedHeight: Double?
  private var wantedWidth: Double?
  /// The window inside its border.
  private(set) var visible = Rect.zero
  /// The room on the screen.
  private var area = Size.zero
  private var scale = 1.0
  private(set) var less = 0.0
  private static let bindings = Bindings()

  init(_ root: View, background: Color, kind: Window.Kind? = nil, above owner: UInt? = nil) {
    (self.root, self.background, self.kind, self.owner) = (root, background, kind, owner)
  }

  /// Stops animations without a last call: the objects that they refer to may be going, too.
  deinit { for view in root.all { view.stopAnimations() } }

  /// The window exists: the view moves into it, and leaves its former place.
  func open(_ host: any StageHost) {
    self.host = host
    root.removeFromSuperview()
    root.attach(to: self)
    followHierarchy()
  }

  /// The window has gone: its loop reads no more sources.
  func end() {
    root.attach(to: self)
    followHierarchy()
    for view in root.all { view.finishAnimations() }
  }

  // MARK: - For views

  /// Lets a view go that fills the window.
  func release(_ view: View) {
    guard view === root else { return }
    root = View()
    view.attach(to: nil)
    root.attach(to: self)
    followHierarchy()
    tree.forgetOthers()
    changed(sizes: true)
  }

  /// A view has been added or removed.
  func followHierarchy() { tree.views = root.all.map(\.hosted) }

  /// The time of a change to a view made now.
  var time: Seconds { host?.time ?? monotonicNow() }

  /// A view looks different, or has another size.
  func changed(sizes: Bool) {
    guard let host else { return }
    if isLayingOut {
      if sizes { hasChangedInLayout = true }
      return
    }
    if sizes { context.setNeedsLayout() } else { context.setNeedsDisplay() }
    if !isUpdating { host.wake() }
  }

  // MARK: - For the window

  var appearance: WindowAppearance {
    // Everything may change.
    var appearance = WindowAppearance(
      background: background, borderRoom: 0, isDock: kind == .dock, takesText: root.all.contains(where: \.takesText),
      mayChange: true)
    (appearance.title, appearance.minimumSize) = (presentation.title, presentation.minimumSize)
    (appearance.isTool, appearance.owner) = (kind == .utility, owner)
    (appearance.opacity, appearance.icon) = (presentation.opacity, presentation.icon)
    return appearance
  }

  func update(at t: Seconds) {
    isUpdating = true
    for view in root.all {
      view.runAnimations(to: t)
      view.update(at: t)
      view.followMotion(at: t)
    }
    isUpdating = false
  }

  /// A key is offered to the view with the keyboard, as a key and as its command, then to the views around it, then to the window.
  func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    let isOffered = usesTab(event)
    let isTaken = isOffered && tree.route(event)
    if event == .appeared {
      keyboard.hasAppeared = true
      fulfilWish()
    }
    takeKeyboard(for: event)
    if isTaken { return true }
    let command = Self.bindings.command(for: event).map { InputEvent.command($0, at: event.point) }
    // A crawl whose items can be opened has them marked one by one first.
    if isOffered, let command, tree.route(command) { return true }
    if step(by: event) { return true }
    if !isOffered, let command, tree.route(command) { return true }
    offer(event, in: context)
    return true
  }

  // MARK: - Layout

  func naturalSize(in context: MeasureContext) -> Size {
    (self.scale, self.area, self.typesetter) = (context.scale, context.area, context.typesetter)
    return context.pass.size(of: root, in: context.area)
  }

  func naturalHeight(width: Double, in context: MeasureContext) -> Double {
    (self.scale, self.area, self.typesetter) = (context.scale, context.area, context.typesetter)
    return context.pass.size(of: root, in: context.area, width: width).height
  }

  func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    (typesetter, scale, visible) = (pass.typesetter, pass.scale, frame.inner)
    isLayingOut = true
    for _ in 0..<Self.mostRounds {
      hasChangedInLayout = false
      follow(frame, pass)
      root.settle(in: frame, pass)
      if !hasChangedInLayout { break }
    }
    isLayingOut = false
    fulfilWish()
  }

  func fit(toLess pixels: Double) { less = pixels }

  /// The size of a view by itself.
  func naturalSize(of view: View, width: Double?) -> Size? {
    // A window of a given size has not been measured.
    let room = area == .zero ? Ruler.ofThread?.size ?? visible.size : area
    return typesetter.map {
      LayoutPass(typesetter: $0, scale: scale, time: time).size(of: view, in: room, width: width, isFree: true)
    }
  }

  /// Requests another size if the content now has another one. A window resized by someone else stays so until then.
  private func follow(_ frame: VisibleFrame, _ pass: LayoutPass) {
    let border = frame.outer.size - frame.inner.size
    var size = frame.outer.size
    // Another size may have been asked for, which the server has not set yet.
    var isNew = false
    if followsWidth, root.hasNaturalWidth {
      let width = (pass.size(of: root, in: area).width + border.width).rounded(.up)
      if let wantedWidth, wantedWidth != width { (size.width, isNew) = (max(1, width), true) }
      wantedWidth = width
    }
    if followsHeight {
      let height = (pass.size(of: root, in: area, width: size.width - border.width).height + border.height).rounded(.up)
      if height != wantedHeight { (size.height, isNew) = (max(1, height), isNew || wantedHeight != nil) }
      wantedHeight = height
    }
    if isNew || size != frame.outer.size { context.perform(.resize(size)) }
  }
}

/// The host of a stage's views: a window, or a test.
protocol StageHost: AnyObject {
  /// The time of a change to a view made now.
  var time: Seconds { get }
  /// The loop for the views' sources; nil for none.
  var loop: RunLoop? { get }
  /// The time of day at a time of its clock.
  func unixTime(at t: Seconds) -> UnixTime
  /// Something has been changed from outside the loop: a frame is due.
  func wake()
}
