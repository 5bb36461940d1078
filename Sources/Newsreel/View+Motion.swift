internal import App
internal import Scene
public import ScrollCore

extension View {
  /// Where a view stands at a moment, and until when: what ``View/frame(at:)`` says.
  public struct Motion: Equatable, Sendable {
    /// Where it stands, in pixels from the window's top left corner.
    public let frame: Rect
    /// When it leaves that place, on the clock of ``View/now``; infinity if it rests.
    public let end: Seconds

    /// It stands still there, at no cost: until `end`, or without one until ``View/setNeedsDisplay()`` or a layout.
    public static func rests(at frame: Rect, until end: Seconds = .infinity) -> Motion {
      Motion(frame: frame, end: end)
    }

    /// It is on its way: with the next refresh it stands elsewhere.
    public static func moves(through frame: Rect) -> Motion { Motion(frame: frame, end: -.infinity) }
  }
}

/// Where a view stands, beside where its superview has it.
struct Standing {
  /// Where it is laid out: at the corner of its frame, in the size that it has on its way.
  var laidOut = Rect.zero
  /// How far from there it is shown, with its superviews, in quarters of a pixel.
  var offset = Point.zero
  /// Whether the next refresh shows it elsewhere.
  var isMoving = false
  /// Whether it stands beside its frame, or will: then all of it is laid out, and cut off where it is shown.
  var floats = false
  /// Where its subviews are seen in it, where it is laid out.
  var room = Rect.zero
}

extension View {
  /// Where it stands now, in its window.
  final var shownFrame: Rect { standing.laidOut.offsetBy(dx: standing.offset.x, dy: standing.offset.y) }

  /// The whole pixels of its window in which it can be seen now.
  final var seenArea: Rect {
    guard let superview else { return stage?.visible ?? .zero }
    let (room, offset) = (superview.standing.room, superview.standing.offset)
    return room.offsetBy(dx: offset.x.rounded(), dy: offset.y.rounded()).intersection(superview.seenArea)
  }

  /// What `frame(at:)` says, as far as it can be shown.
  private func motion(at t: Seconds) -> Motion {
    let motion = frame(at: t)
    let size = motion.frame.size
    guard let origin = Newsreel.bounded(motion.frame.origin), !size.width.isNaN, !size.height.isNaN else {
      return .rests(at: frame)
    }
    func length(_ pixels: Double) -> Double { min(max(0, pixels.rounded()), Self.lengths.upperBound) }
    return Motion(
      frame: Rect(origin: origin, size: Size(width: length(size.width), height: length(size.height))),
      end: motion.end.isNaN ? .infinity : motion.end)
  }

  private func floats(by motion: Motion) -> Bool {
    motion != .rests(at: frame) || superview?.standing.floats ?? false
  }

  /// Notes its frame, and lays it out there in the size that it has on its way.
  final func settle(in frame: VisibleFrame, _ pass: LayoutPass) {
    self.frame = frame.outer
    let motion = motion(at: pass.time)
    standing.floats = floats(by: motion)
    standing.laidOut = Rect(origin: frame.outer.origin, size: motion.frame.size)
    var frame = frame
    if standing.floats {
      // The window's border stays where it is.
      let cover = superview == nil ? frame.outer.size - frame.inner.size : .zero
      let origin = superview == nil ? frame.inner.origin : frame.outer.origin
      frame = VisibleFrame(Rect(origin: origin, size: motion.frame.size - cover), of: standing.laidOut)
    }
    layOut(in: frame, pass)
  }

  /// Asks for a layout where motion begins, ends, or has led to another size.
  final func followMotion(at t: Seconds) {
    guard isLaidOut else { return }
    let motion = motion(at: t)
    if floats(by: motion) != standing.floats || motion.frame.size != standing.laidOut.size { setNeedsLayout() }
  }

  /// Notes where it stands at the time of a frame, and says when it stands elsewhere.
  final func stand(at t: Seconds, drawing: inout Frame) {
    let (motion, superview) = (motion(at: t), superview?.standing)
    standing.isMoving = motion.end <= t || superview?.isMoving ?? false
    standing.offset = (motion.frame.origin - frame.origin).inQuarters + (superview?.offset ?? .zero)
    if motion.end < .infinity { drawing.change(at: max(t, motion.end)) }
  }
}

// MARK: - Points in its window

extension InputEvent {
  /// The same event at another point.
  func moved(by offset: Point) -> InputEvent {
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

extension ViewAction {
  /// What a view asks for at a place, for another place; nil if it names none, or that is the same.
  func moved(by offset: Point) -> ViewAction? {
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
  /// Moves it with what is in it; nothing is left of the place of what is outside of the area.
  mutating func move(by offset: Point, seenIn area: Rect) {
    place = place.map { $0.offsetBy(dx: offset.x, dy: offset.y).pixels.intersection(area) }
    if place?.isEmpty == true { place = nil }
    for i in children.indices { children[i].move(by: offset, seenIn: area) }
  }
}
