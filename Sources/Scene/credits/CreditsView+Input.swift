package import ScrollCore

/// The pointer over the text holds it, dragging moves it 1:1. What keys and the wheel do are commands.
extension CreditsView {
  /// What pointer and keyboard are doing to the text.
  struct Pointer {
    var isHovering = false
    /// Where the pointer that drags it was last, in window coordinates.
    var dragY: Double?
    var isPausedByKey = false

    var holdText: Bool { isHovering || dragY != nil || isPausedByKey }
  }

  /// Pixels that a notch of the wheel, or a key, moves the text.
  private static let notch = 60.0

  package func handle(_ event: InputEvent, in context: ViewContext) -> Bool {
    let t = context.time
    switch event {
    case .pointerMoved(let point):
      if let last = pointer.dragY {
        scroll(by: last - point.y, at: t)
        pointer.dragY = point.y
      } else {
        let isOver = place.inner.contains(point)
        if isOver == pointer.isHovering { return false }
        pointer.isHovering = isOver
      }
    case .pointerLeft: pointer.isHovering = false
    case .pressed(let point, 1, _) where place.inner.contains(point): pointer.dragY = point.y
    case .released(_, 1, _): pointer.dragY = nil
    case .command(let command, let point):
      guard perform(command, at: point, t: t) else { return false }
    default: return false
    }
    hold(at: t)
    context.setNeedsDisplay()
    return true
  }

  /// Holds the text or lets it go on, as pointer and keys have it.
  func hold(at t: Seconds) { pause(pointer.holdText, at: t) }

  /// Whether a key or the program holds the text.
  package var isPausedByKey: Bool { pointer.isPausedByKey }

  /// Holds the text as a key does, or lets it go.
  package func setPausedByKey(_ isPaused: Bool, at t: Seconds) {
    pointer.isPausedByKey = isPaused
    hold(at: t)
  }

  /// Carries a command out; false where it is none of a text's.
  private func perform(_ command: UserCommand, at point: Point?, t: Seconds) -> Bool {
    let page = max(Self.notch, place.outer.height - Self.notch)
    switch command {
    case .pause: pointer.isPausedByKey.toggle()
    case .scrollUp: scroll(by: -Self.notch, at: t)
    case .scrollDown: scroll(by: Self.notch, at: t)
    // The wheel comes from a place, as keys do not: what takes headlines on takes a text down.
    case .scrollRight where point != nil: scroll(by: -Self.notch, at: t)
    case .scrollLeft where point != nil: scroll(by: Self.notch, at: t)
    case .previous: scroll(by: -page, at: t)
    case .next: scroll(by: page, at: t)
    case .toStart: scroll(by: -.greatestFiniteMagnitude, at: t)
    case .toEnd: scroll(by: .greatestFiniteMagnitude, at: t)
    default: return false
    }
    return true
  }
}
