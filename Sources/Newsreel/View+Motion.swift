internal import Scene
public import ScrollCore

extension View {
  /// A view's place at a time, and until when it holds: the value of ``View/frame(at:)``.
  public struct Motion: Equatable, Sendable {
    /// The place, in pixels from the window's top left corner.
    public let frame: Rect
    /// When it leaves that place, on the clock of ``View/now``; infinity if it rests.
    public let end: Seconds

    /// At rest there, at no cost: until `end`, or without one until ``View/setNeedsDisplay()`` or a layout.
    public static func rests(at frame: Rect, until end: Seconds = .infinity) -> Motion {
      Motion(frame: frame, end: end)
    }

    /// Under way: the next refresh shows another place.
    public static func moves(through frame: Rect) -> Motion { Motion(frame: frame, end: -.infinity) }
  }
}

extension View {
  /// Its present place in its window.
  final var shownFrame: Rect { standing.laidOut.offsetBy(dx: standing.offset.x, dy: standing.offset.y) }

  /// The whole pixels of its window in which it can be seen now.
  final var seenArea: Rect {
    guard let superview else { return stage?.visible ?? .zero }
    let (room, offset) = (superview.standing.room, superview.standing.offset)
    return room.offsetBy(dx: offset.x.rounded(), dy: offset.y.rounded()).intersection(superview.seenArea)
  }

  /// `frame(at:)`, limited to valid numbers.
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
    motion != .rests(at: frame) || superview?.standing.floats ?? false || isCarried
  }

  /// Notes its frame, and lays it out there in the size that it has on its way.
  final func settle(in frame: VisibleFrame, _ pass: LayoutPass) {
    self.frame = frame.outer
    let motion = motion(at: pass.time)
    standing.floats = floats(by: motion)
    standing.laidOut = Rect(origin: frame.outer.origin, size: motion.frame.size)
    var frame = frame
    if standing.floats {
      // The window's border keeps its place.
      let cover = superview == nil ? frame.outer.size - frame.inner.size : .zero
      let origin = superview == nil ? frame.inner.origin : frame.outer.origin
      frame = VisibleFrame(Rect(origin: origin, size: motion.frame.size - cover), of: standing.laidOut)
    }
    layOut(in: frame, pass)
  }

  /// Requests a layout if a motion begins, ends, or has led to another size.
  final func followMotion(at t: Seconds) {
    guard isLaidOut else { return }
    let motion = motion(at: t)
    if floats(by: motion) != standing.floats || motion.frame.size != standing.laidOut.size { setNeedsLayout() }
  }

  /// Notes its place at the time of a frame, and schedules the next change.
  final func stand(at t: Seconds, drawing: inout Frame) {
    let (motion, superview) = (motion(at: t), superview?.standing)
    standing.isMoving = motion.end <= t || superview?.isMoving ?? false
    standing.offset = (motion.frame.origin - frame.origin).inQuarters + (superview?.offset ?? .zero)
    if standing.isElsewhere { standing.seenArea = seenArea }
    if motion.end < .infinity { drawing.change(at: max(t, motion.end)) }
  }
}
