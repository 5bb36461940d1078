internal import Scene
internal import ScrollCore
internal import X11

/// What the pointer and the keyboard do to a crawl: hovering pauses, the wheel scrubs, dragging moves the text 1:1,
/// a click on a headline opens its link.
struct CrawlHand {
  private enum Hold: Equatable {
    case none
    /// Button 1 went down here; it is not clear yet whether this becomes a drag.
    case pressed(Point)
    case dragging(lastX: Double)
  }

  private var hold = Hold.none
  private var isHovering = false
  private var pointer: Point?
  /// The crawl's place when the pointer was last looked at.
  private var place = Rect.zero
  private var isPausedByKey = false

  /// Pixels that a click may stray.
  private static let slop = 4.0
  /// Pixels that a notch of the wheel, or an arrow key, moves the text.
  private static let notch = 80.0

  /// Passes an event on to the crawl. Returns the link that was clicked, if one was.
  mutating func handle(_ event: Event, _ crawl: CrawlView, in bounds: Rect, at t: Seconds) -> String? {
    switch event {
    case .pointerMoved(let point):
      pointer = point
      move(to: point, crawl, in: bounds, at: t)
    case .pointerLeft:
      pointer = nil
      hover(false, crawl, at: t)
    case .pressed(let point, let button, _) where bounds.contains(point): press(point, button: button, crawl, at: t)
    case .released(let point, 1, _): return release(at: point, crawl, at: t)
    case .keyPressed(let key, let text, _): type(key, text, crawl, at: t)
    default: break
    }
    return nil
  }

  /// To be called before every frame. The pointer may have been where the crawl appears, and the crawl may leave it;
  /// one that grows under it, as when a chip is clicked away, goes on.
  mutating func follow(_ crawl: CrawlView, in bounds: Rect, at t: Seconds) {
    guard bounds != place else { return }
    let isNew = place.isEmpty
    place = bounds
    guard hold == .none, let pointer else { return }
    let isOver = bounds.contains(pointer)
    if isNew || !isOver { hover(isOver, crawl, at: t) }
  }

  private mutating func move(to point: Point, _ crawl: CrawlView, in bounds: Rect, at t: Seconds) {
    switch hold {
    case .none: hover(bounds.contains(point), crawl, at: t)
    case .pressed(let start) where abs(point.x - start.x) > Self.slop:
      crawl.beginDrag(at: t)
      crawl.drag(by: point.x - start.x, at: t)
      hold = .dragging(lastX: point.x)
    case .pressed: break
    case .dragging(let lastX):
      crawl.drag(by: point.x - lastX, at: t)
      hold = .dragging(lastX: point.x)
    }
  }

  private mutating func hover(_ isOver: Bool, _ crawl: CrawlView, at t: Seconds) {
    guard isOver != isHovering, hold == .none else { return }
    isHovering = isOver
    if isOver { crawl.pause(at: t) } else if !isPausedByKey { crawl.resume(at: t) }
  }

  private mutating func press(_ point: Point, button: Int, _ crawl: CrawlView, at t: Seconds) {
    switch button {
    case 1: hold = .pressed(point)
    case 4, 6: crawl.scrub(by: Self.notch, at: t)
    case 5, 7: crawl.scrub(by: -Self.notch, at: t)
    default: break
    }
  }

  private mutating func release(at point: Point, _ crawl: CrawlView, at t: Seconds) -> String? {
    defer { hold = .none }
    switch hold {
    case .none: return nil
    case .dragging:
      // Letting go ends the pause: the text goes on with the hand's velocity.
      crawl.endDrag(at: t)
      isHovering = false
      return nil
    case .pressed: return crawl.item(at: point, t: t)?.link
    }
  }

  private mutating func type(_ key: UInt, _ text: String, _ crawl: CrawlView, at t: Seconds) {
    switch (text, key) {
    case (" ", _):
      isPausedByKey.toggle()
      if isPausedByKey { crawl.pause(at: t) } else { crawl.resume(at: t) }
    case (_, Keys.left): crawl.scrub(by: -Self.notch, at: t)
    case (_, Keys.right): crawl.scrub(by: Self.notch, at: t)
    default: break
    }
  }
}
