package import ScrollCore

/// Hovering pauses, dragging moves the text 1:1, a click on a headline opens its link. Keys and the wheel are commands.
extension CrawlScene {
  /// The state of pointer and keyboard.
  struct Pointer {
    enum Hold: Equatable {
      case none
      /// Button 1 was pressed here, on that headline, and has not become a drag yet.
      case pressed(Point, on: ShownHeadline?)
      case dragging(lastX: Double)
    }

    var hold = Hold.none
    var isHovering = false
    /// Its place; nil outside the window.
    var place: Point?
    /// Whether a key, the menu or the program pauses the headlines.
    var isPausedByKey = false
    /// Whether something else on the screen pauses them for a while.
    var isHeld = false
    /// Whether a menu is open, and its headline, if any.
    var menu: (isOpen: Bool, target: ShownHeadline?) = (false, nil)
    /// The headline with the keyboard.
    var mark: Passing?
    /// The headline under it whose link a click opens.
    var link: Int?
    /// The pressed area of a line.
    var area: (content: BarLine.Area, place: Point)?
    var isOverArea = false

    /// Whether anything besides keys and the pointer over the headlines pauses them.
    var holds: Bool { isHeld || menu.isOpen || mark != nil }
  }

  /// The distance of a notch of the wheel, or an arrow key, in pixels.
  static let notch = 80.0

  package func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    let t = context.time
    switch event {
    case .pointerMoved(let point):
      pointer.place = point
      move(to: point, at: t)
      if let shape = pointLink(at: t) { context.perform(.pointer(shape)) }
    case .pointerLeft: leave(in: context)
    case .pressed(let point, 1, _) where bounds.contains(point):
      // The release of the last press may have gone elsewhere.
      _ = release(at: Self.outside, at: t)
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
      let mark = pointer.mark
      guard perform(command, at: point, in: context) else {
        // The keyboard may have left the last headline.
        if pointer.mark != mark { context.setNeedsDisplay() }
        return false
      }
    default: return false
    }
    context.setNeedsDisplay()
    return true
  }

  /// Performs a click on a headline.
  func click(_ item: ShownHeadline, in context: borrowing EventContext) {
    context.perform(.happened(.itemClicked(item)))
    if opensLinks, let link = item.link { context.perform(.open(link: link)) }
  }

  /// Shows the target of a click by a hand and an underline. Returns the pointer's shape if it changes.
  private func pointLink(at t: Seconds) -> PointerShape? {
    let hit = pointer.place.flatMap { item(at: $0, t: t) }
    let link = opensLinks && pointer.hold == .none && hit?.link != nil ? hit?.id : nil
    let isOverArea = pointer.place.map { isArea(at: $0, t: t) } ?? false
    let (had, has) = (pointer.link != nil || pointer.isOverArea, link != nil || isOverArea)
    (pointer.link, pointer.isOverArea) = (link, isOverArea)
    return had == has ? nil : has ? .hand : .standard
  }

  /// Updates the target, as headlines move under a resting pointer.
  func followLink(in frame: inout Frame, at t: Seconds) {
    if pointer.place != nil, let shape = pointLink(at: t) { frame.perform(.pointer(shape)) }
  }

  /// Whether the headlines are at rest at `t`, and not dragged.
  func stands(at t: Seconds) -> Bool {
    if case .dragging = pointer.hold { return false }
    return closing?.isOver(at: t) != false && (steps != nil || train.nextChange(at: t) > t)
  }

  /// Handles a new place of the crawl: it may appear under the pointer, or leave it. A crawl that grows under the
  /// pointer, as after a click on a chip, is not paused.
  func follow(from former: Rect, at t: Seconds) {
    guard bounds != former, pointer.hold == .none, let point = pointer.place else { return }
    let isOver = bounds.contains(point)
    if former.isEmpty || !isOver { hover(isOver, at: t) }
  }

  /// Ends the pointer's current gesture.
  func letGo(in context: borrowing EventContext) {
    _ = release(at: Self.outside, at: context.time)
    leave(in: context)
  }

  /// The pointer is not over it any more.
  private func leave(in context: borrowing EventContext) {
    pointer.place = nil
    hover(false, at: context.time)
    if let shape = pointLink(at: context.time) { context.perform(.pointer(shape)) }
  }

  private static let outside = Point(x: -.infinity, y: -.infinity)

  private func move(to point: Point, at t: Seconds) {
    switch pointer.hold {
    case .none: hover(bounds.contains(point), at: t)
    case .pressed(let start, _) where steps == nil && wall == nil && abs(point.x - start.x) > ClickCounter.slop:
      letGo(until: t)
      train.beginDrag(at: t, from: headlines)
      train.drag(by: point.x - start.x, at: t, from: headlines)
      pointer.hold = .dragging(lastX: point.x)
    case .pressed: break
    case .dragging(let lastX):
      letGo(until: t)
      train.drag(by: point.x - lastX, at: t, from: headlines)
      pointer.hold = .dragging(lastX: point.x)
    }
  }

  private func hover(_ isOver: Bool, at t: Seconds) {
    guard isOver != pointer.isHovering, pointer.hold == .none else { return }
    pointer.isHovering = isOver
    if isOver { pause(at: t) } else { goOn(at: t) }
  }

  /// Pauses the headlines while the reader looks elsewhere, or resumes them.
  package func hold(_ isHeld: Bool, at t: Seconds) {
    pointer.isHeld = isHeld
    holdOrGoOn(at: t)
  }

  /// Pauses or resumes the headlines, as pointer and keys demand.
  func holdOrGoOn(at t: Seconds) {
    if pointer.holds || pointer.isHovering { pause(at: t) } else { goOn(at: t) }
  }

  /// Resumes the headlines if nothing pauses them.
  func goOn(at t: Seconds) { if !pointer.isPausedByKey, !pointer.holds { resume(at: t) } }

  /// Handles a release. Returns the clicked headline, if any.
  private func release(at point: Point, at t: Seconds) -> ShownHeadline? {
    defer { pointer.hold = .none }
    switch pointer.hold {
    case .none: return nil
    case .dragging:
      letGo(until: t)
      // Releasing ends the pointer's pause, even if it stays there.
      train.endDrag(endsPause: !pointer.isPausedByKey && !pointer.holds, at: t, from: headlines)
      pointer.isHovering = true
      return nil
    // The headline at the press counts, even if another has moved there since.
    case .pressed(_, let item): return bounds.contains(point) ? item : nil
    }
  }
}
