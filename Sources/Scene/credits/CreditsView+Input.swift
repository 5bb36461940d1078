package import ScrollCore

/// The pointer over the text holds it, wheel and keys scroll it, dragging moves it 1:1.
extension CreditsView {
  /// What pointer and keyboard are doing to the text.
  struct Hands {
    var isHovering = false
    /// Where the pointer that drags it was last, in window coordinates.
    var dragY: Double?
    var isPausedByKey = false

    var holdText: Bool { isHovering || dragY != nil || isPausedByKey }
  }

  /// Pixels that a notch of the wheel, or an arrow key, moves the text.
  private static let notch = 60.0

  package func handle(_ event: InputEvent, in context: ViewContext) -> Bool {
    let t = context.time
    switch event {
    case .pointerMoved(let point):
      if let last = hands.dragY {
        scroll(by: last - point.y, at: t)
        hands.dragY = point.y
      } else {
        let isOver = place.inner.contains(point)
        if isOver == hands.isHovering { return false }
        hands.isHovering = isOver
      }
    case .pointerLeft: hands.isHovering = false
    case .pressed(let point, 1, _) where place.inner.contains(point): hands.dragY = point.y
    case .released(_, 1, _): hands.dragY = nil
    case .pressed(_, 4, _): scroll(by: -Self.notch, at: t)
    case .pressed(_, 5, _): scroll(by: Self.notch, at: t)
    case .keyPressed(let key, let text, _):
      guard type(key, text, at: t) else { return false }
    default: return false
    }
    hold(at: t)
    context.setNeedsDisplay()
    return true
  }

  /// Holds the text or lets it go on, as the hands have it.
  func hold(at t: Seconds) { pause(hands.holdText, at: t) }

  /// Whether a key or the program holds the text.
  package var isPausedByKey: Bool { hands.isPausedByKey }

  /// Holds the text as a key does, or lets it go.
  package func setPausedByKey(_ isPaused: Bool, at t: Seconds) {
    hands.isPausedByKey = isPaused
    hold(at: t)
  }

  private func type(_ key: Key?, _ text: String, at t: Seconds) -> Bool {
    let page = max(Self.notch, place.outer.height - Self.notch)
    switch (text, key) {
    case (" ", _): hands.isPausedByKey.toggle()
    case (_, .up): scroll(by: -Self.notch, at: t)
    case (_, .down): scroll(by: Self.notch, at: t)
    case (_, .pageUp): scroll(by: -page, at: t)
    case (_, .pageDown): scroll(by: page, at: t)
    case (_, .home): scroll(by: -.greatestFiniteMagnitude, at: t)
    case (_, .end): scroll(by: .greatestFiniteMagnitude, at: t)
    default: return false
    }
    return true
  }
}
