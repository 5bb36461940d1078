package import ScrollCore

/// The pointer over the text pauses it, and dragging moves it 1:1. Keys and the wheel are commands.
extension CreditsView {
  /// The state of pointer and keyboard.
  struct Pointer {
    var isHovering = false
    /// The pointer's last position in a drag, in window coordinates.
    var dragY: Double?
    var isPausedByKey = false

    var holdText: Bool { isHovering || dragY != nil || isPausedByKey }
  }

  /// The distance of a notch of the wheel, or a key, in pixels.
  private static let notch = 60.0

  package func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
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

  /// Pauses or resumes the text, as pointer and keys demand.
  func hold(at t: Seconds) { pause(pointer.holdText, at: t) }

  /// Whether a key or the program has paused the text.
  package var isPausedByKey: Bool { pointer.isPausedByKey }

  /// Pauses or resumes the text like a key.
  package func setPausedByKey(_ isPaused: Bool, at t: Seconds) {
    pointer.isPausedByKey = isPaused
    hold(at: t)
  }

  /// Executes a command. Returns false if it is not for a text.
  private func perform(_ command: UserCommand, at point: Point?, t: Seconds) -> Bool {
    let page = max(Self.notch, place.outer.height - Self.notch)
    switch command {
    case .pause: pointer.isPausedByKey.toggle()
    case .scrollUp: scroll(by: -Self.notch, at: t)
    case .scrollDown: scroll(by: Self.notch, at: t)
    // Unlike keys, the wheel has a place: scrolling right means down here.
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
