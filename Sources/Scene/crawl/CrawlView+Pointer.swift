package import ScrollCore

/// Hovering pauses, dragging moves the text 1:1, a click on a headline opens its link. What keys and the wheel do are commands.
extension CrawlView {
  /// What the pointer and the keyboard are doing to a crawl.
  struct Pointer {
    enum Hold: Equatable {
      case none
      /// Button 1 went down here, on that headline; it is not clear yet whether this becomes a drag.
      case pressed(Point, on: ShownHeadline?)
      case dragging(lastX: Double)
    }

    var hold = Hold.none
    var isHovering = false
    /// Where it is; nil when it has left the window.
    var place: Point?
    /// A key, the menu or the program holds the headlines.
    var isPausedByKey = false
    /// Something else on the screen does, for a while.
    var isHeld = false
    /// A menu is open, for this headline if any.
    var menu: (isOpen: Bool, target: ShownHeadline?) = (false, nil)
    /// The headline that has the keyboard.
    var mark: Passing?
    /// The headline under it whose link a click opens.
    var link: Int?
    /// The area of a line on which a button went down.
    var area: (content: BarLine.Area, place: Point)?
    var isOverArea = false

    /// Whether something that is not a key holds the headlines besides the pointer over them.
    var holds: Bool { isHeld || menu.isOpen || mark != nil }
  }

  /// Pixels that a notch of the wheel, or an arrow key, moves the text.
  static let notch = 80.0

  package func handle(_ event: InputEvent, in context: ViewContext) -> Bool {
    let t = context.time
    switch event {
    case .pointerMoved(let point):
      pointer.place = point
      move(to: point, at: t)
      if let shape = pointLink(at: t) { context.perform(.pointer(shape)) }
    case .pointerLeft:
      pointer.place = nil
      hover(false, at: t)
      if let shape = pointLink(at: t) { context.perform(.pointer(shape)) }
    case .pressed(let point, 1, _) where bounds.contains(point):
      pointer.hold = .pressed(point, on: item(at: point, t: t))
      pointer.area = area(at: point, button: 1, t: t).map { ($0, point) }
      clearMark(at: t)
    case .pressed(let point, let button, _):
      guard pressArea(at: point, button: button, in: context) else { return false }
    case .focused(false):
      guard clearMark(at: t) else { return false }
    case .released(let point, 1, _):
      let item = release(at: point, at: t)
      if item != nil, clickArea(at: point, button: 1, in: context) { break }
      if let item { click(item, in: context) }
    case .released(let point, let button, _):
      guard clickArea(at: point, button: button, in: context) else { return false }
    case .command(let command, let point):
      guard perform(command, at: point, in: context) else { return false }
    default: return false
    }
    context.setNeedsDisplay()
    return true
  }

  /// A headline was clicked, or somebody asks for what a click does.
  func click(_ item: ShownHeadline, in context: ViewContext) {
    context.perform(.happened(.itemClicked(item)))
    if opensLinks, let link = item.link { context.perform(.open(link: link)) }
  }

  /// Shows by a hand and an underline what a click would open. Returns the pointer's shape, where that is another one now.
  private func pointLink(at t: Seconds) -> PointerShape? {
    let hit = pointer.place.flatMap { item(at: $0, t: t) }
    let link = opensLinks && pointer.hold == .none && hit?.link != nil ? hit?.id : nil
    let isOverArea = pointer.place.map { isArea(at: $0, t: t) } ?? false
    let (had, has) = (pointer.link != nil || pointer.isOverArea, link != nil || isOverArea)
    (pointer.link, pointer.isOverArea) = (link, isOverArea)
    return had == has ? nil : has ? .hand : .standard
  }

  /// What stands under a pointer that rests may be another headline than before.
  func followLink(in frame: inout Frame, at t: Seconds) {
    if pointer.place != nil, let shape = pointLink(at: t) { frame.perform(.pointer(shape)) }
  }

  /// Whether the headlines stand still at `t`, and no hand moves them.
  func stands(at t: Seconds) -> Bool {
    if case .dragging = pointer.hold { return false }
    return closing?.isOver(at: t) != false && (steps != nil || train.nextChange(at: t) > t)
  }

  /// The crawl has another place. The pointer may have been where it appears, and the crawl may leave it; one that grows
  /// under it, as when a chip is clicked away, goes on.
  func follow(from former: Rect, at t: Seconds) {
    guard bounds != former, pointer.hold == .none, let point = pointer.place else { return }
    let isOver = bounds.contains(point)
    if former.isEmpty || !isOver { hover(isOver, at: t) }
  }

  /// The pointer has the text no longer, and what it began is given up.
  func letGo(at t: Seconds) {
    _ = release(at: Point(x: -.infinity, y: -.infinity), at: t)
    pointer.place = nil
    hover(false, at: t)
  }

  private func move(to point: Point, at t: Seconds) {
    switch pointer.hold {
    case .none: hover(bounds.contains(point), at: t)
    case .pressed(let start, _) where steps == nil && abs(point.x - start.x) > ClickCounter.slop:
      train.beginDrag(at: t, from: headlines)
      train.drag(by: point.x - start.x, at: t, from: headlines)
      pointer.hold = .dragging(lastX: point.x)
    case .pressed: break
    case .dragging(let lastX):
      train.drag(by: point.x - lastX, at: t, from: headlines)
      pointer.hold = .dragging(lastX: point.x)
    }
  }

  private func hover(_ isOver: Bool, at t: Seconds) {
    guard isOver != pointer.isHovering, pointer.hold == .none else { return }
    pointer.isHovering = isOver
    if isOver { pause(at: t) } else { goOn(at: t) }
  }

  /// Holds the headlines while something else has the reader's eye, or lets them go on.
  package func hold(_ isHeld: Bool, at t: Seconds) {
    pointer.isHeld = isHeld
    holdOrGoOn(at: t)
  }

  /// Holds the headlines, or lets them go on, as pointer and keys have it now.
  func holdOrGoOn(at t: Seconds) {
    if pointer.holds || pointer.isHovering { pause(at: t) } else { goOn(at: t) }
  }

  /// Lets the headlines run where nothing holds them any more.
  private func goOn(at t: Seconds) { if !pointer.isPausedByKey, !pointer.holds { resume(at: t) } }

  /// Returns the headline that was clicked, if one was.
  private func release(at point: Point, at t: Seconds) -> ShownHeadline? {
    defer { pointer.hold = .none }
    switch pointer.hold {
    case .none: return nil
    case .dragging:
      // Letting go ends the pause of the pointer, which need not leave for that.
      train.endDrag(endsPause: !pointer.isPausedByKey && !pointer.holds, at: t, from: headlines)
      pointer.isHovering = true
      return nil
    // What stood there when the button went down, whatever has come there since.
    case .pressed(_, let item): return bounds.contains(point) ? item : nil
    }
  }
}
