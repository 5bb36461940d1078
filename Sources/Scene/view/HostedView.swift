package import ScrollCore

/// Who acts for a view before its window does: the ticker's `TickerView`, the program's view, or the view itself.
package protocol ViewOwner: AnyObject {
  /// Whether the view handles keys.
  var takesKeys: Bool { get }
  /// Whether it is shown, even where it has room.
  var isShown: Bool { get }
  /// Whether it is visible at a point of the window.
  func isHit(at point: Point, in hosted: HostedView) -> Bool
  /// Called before each frame, to bring the view's place up to date and to schedule its next change.
  func willDraw(_ hosted: HostedView, into frame: inout Frame, at t: Seconds)
  /// Handles an event. Returns whether it was meant for the view.
  func receive(_ event: InputEvent, for hosted: HostedView) -> Bool
  /// Handles a click of the first button. Returns whether it has an effect.
  func wasClicked(at point: Point?) -> Bool
  /// Gives the view the keyboard that it asks for.
  func takeKeyboard(for hosted: HostedView)
  /// Another view has got the keyboard.
  func lostKeyboard()
  /// Performs an action of the view; false leaves it to the window.
  func perform(_ action: ViewAction, in context: ViewContext) -> Bool
  /// Completes what the view says about itself to assistive technology.
  func described(_ node: AccessibleNode?) -> AccessibleNode?
}

extension ViewOwner {
  package var takesKeys: Bool { true }
  package var isShown: Bool { true }
  package func isHit(at point: Point, in hosted: HostedView) -> Bool { hosted.place.inner.contains(point) }
  package func willDraw(_ hosted: HostedView, into frame: inout Frame, at t: Seconds) {}
  package func receive(_ event: InputEvent, for hosted: HostedView) -> Bool {
    hosted.view.handle(event, in: hosted.context)
  }
  package func wasClicked(at point: Point?) -> Bool { false }
  package func takeKeyboard(for hosted: HostedView) { hosted.focus() }
  package func lostKeyboard() {}
  package func perform(_ action: ViewAction, in context: ViewContext) -> Bool { false }
  package func described(_ node: AccessibleNode?) -> AccessibleNode? { node }
}

/// A view in a tree, with its context and its place. Once its owner has gone it does nothing.
package final class HostedView {
  package var view: any SceneView
  package let context: ViewContext
  private weak var owner: (any ViewOwner)?
  private weak var tree: ViewTree?
  /// Its place in the layout.
  package var place = VisibleFrame()
  /// Whether the layout has no room for it.
  package var isHidden = false
  /// Its present place, if it differs from the layout's.
  package var standing = Standing()
  /// How opaque it is, 0 to 1.
  package var opacity = 1.0
  /// The colour behind it, into which what is translucent fades; nil for the frame's.
  package var backdrop: Color?
  /// Its background; nil if it draws it itself.
  package var background: Color? { didSet { fill.background = background } }
  private var fill = Content()
  /// Shows it beside its place.
  private lazy var moved = MovedFrame()

  package init(_ view: any SceneView, of owner: any ViewOwner, in tree: ViewTree) {
    (self.view, self.owner, self.tree) = (view, owner, tree)
    context = ViewContext(in: tree.context)
    context.host = self
  }

  package var takesKeys: Bool { owner?.takesKeys ?? false }
  /// Whether it can have the keyboard now.
  package var isReachable: Bool { takesKeys && !isHidden }
  package func contains(_ point: Point) -> Bool { !isHidden && owner?.isHit(at: point, in: self) ?? false }

  // MARK: - Drawing

  package func layout(in place: VisibleFrame, _ pass: LayoutPass) {
    self.place = place
    view.layout(in: place, pass)
  }

  func draw(into frame: inout Frame, at t: Seconds) {
    guard !isHidden, let owner else { return }
    owner.willDraw(self, into: &frame, at: t)
    guard owner.isShown else { return }
    let (count, background) = (frame.layers.count, frame.background)
    defer { frame.background = background }
    if let backdrop { frame.background = backdrop }
    defer { if opacity < 1 { frame.fade(layersFrom: count, to: opacity) } }
    if self.background != nil { frame.add(Layer(fill, clip: place.inner, origin: place.inner.origin)) }
    guard standing.isElsewhere else { return view.draw(into: &frame, at: t) }
    moved.add(to: &frame, movedBy: standing.offset, seenIn: standing.seenArea, isMoving: standing.isMoving) {
      view.draw(into: &$0, at: t)
    }
  }

  // MARK: - Events. The view's own and its actions use its place in the layout.

  package func handle(_ event: InputEvent) -> Bool {
    owner?.receive(event.moved(by: .zero - standing.offset), for: self) ?? false
  }

  /// Gives it the keyboard of its window.
  package func focus() { tree?.focus(self) }

  func wasClicked(at point: Point?) -> Bool { owner?.wasClicked(at: point) ?? false }
  func lostKeyboard() { owner?.lostKeyboard() }

  /// Performs an action of the view; false leaves it to the window.
  func perform(_ action: ViewAction) -> Bool {
    guard let owner else { return false }
    if owner.perform(action, in: context) { return true }
    guard case .window(let request) = action else { return false }
    if request == .takeFocus { owner.takeKeyboard(for: self) }
    guard let tree, let moved = request.moved(by: standing.offset) else { return false }
    tree.context.perform(moved)
    return true
  }

  // MARK: - Accessibility

  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    guard !isHidden, let owner, owner.isShown else { return nil }
    guard var node = owner.described(view.accessibleNode(at: t)) else { return nil }
    if standing.floats { node.move(by: standing.offset, seenIn: standing.seenArea) }
    return node
  }

  /// Performs an action on a node in it: see `SceneView`.
  func perform(_ action: AccessibleAction, on path: ArraySlice<Int>) -> Bool {
    guard owner != nil else { return false }
    let isTaken = view.perform(action, on: path, in: context)
    return action == .press && path.isEmpty && wasClicked(at: nil) || isTaken
  }
}

/// A view's place on the screen, if it differs from the one in the layout.
package struct Standing {
  /// Its place in the layout: at the corner of its frame, in its present size.
  package var laidOut = Rect.zero
  /// The shift on the screen from there, with the views around it, in quarters of a pixel.
  package var offset = Point.zero
  /// Whether the next refresh shows it elsewhere.
  package var isMoving = false
  /// Whether it is or will be away from its frame: then all of it is laid out, and clipped on the screen.
  package var floats = false
  /// The area for the views in it, in the layout.
  package var room = Rect.zero
  /// The whole pixels of the window in which it can be seen, if it is elsewhere.
  package var seenArea = Rect.zero

  package init() {}

  package var isElsewhere: Bool { floats || offset != .zero }
}

extension InputEvent {
  /// The same event at another point.
  fileprivate func moved(by offset: Point) -> InputEvent {
    switch self {
    case .pressed(let point, let button, let modifiers):
      .pressed(point + offset, button: button, modifiers: modifiers)
    case .released(let point, let button, let modifiers):
      .released(point + offset, button: button, modifiers: modifiers)
    case .pointerMoved(let point): .pointerMoved(point + offset)
    case .command(let command, let point): .command(command, at: point.map { $0 + offset })
    default: self
    }
  }
}

extension WindowRequest {
  /// A view's request about a place, moved to another one; nil if it has none, or the place is the same.
  fileprivate func moved(by offset: Point) -> WindowRequest? {
    if offset == .zero { return nil }
    func moved(_ rect: Rect) -> Rect { rect.offsetBy(dx: offset.x.rounded(), dy: offset.y.rounded()) }
    switch self {
    case .caret(let rect): return .caret(moved(rect))
    case .menu(let point?): return .menu(at: point + offset)
    case .suggest(let list, let rect): return .suggest(list, below: moved(rect))
    case .card(var card?):
      guard let place = card.place else { return nil }
      card.place = moved(place)
      return .card(card)
    default: return nil
    }
  }
}

extension AccessibleNode {
  /// Moves a node and its children. A part outside of the area is cut off.
  fileprivate mutating func move(by offset: Point, seenIn area: Rect) {
    place = place.map { $0.offsetBy(dx: offset.x, dy: offset.y).pixels.intersection(area) }
    if place?.isEmpty == true { place = nil }
    for i in children.indices { children[i].move(by: offset, seenIn: area) }
  }
}
