package import ScrollCore

/// Counts presses in quick succession at one place.
struct ClickCounter {
  private var last: (point: Point, time: Seconds)?
  private var count = 0

  /// Seconds between two presses of one double click.
  private static let interval = 0.4
  /// Pixels that the pointer may stray between them, and during a click.
  static let slop = 4.0

  mutating func press(_ point: Point, at t: Seconds) -> Int {
    if let last, t - last.time < Self.interval, point.isNear(last.point) { count += 1 } else { count = 1 }
    last = (point, t)
    return count
  }
}

extension Point {
  /// Whether a pointer that goes from here to there has not left its place.
  package func isNear(_ other: Point) -> Bool {
    abs(x - other.x) <= ClickCounter.slop && abs(y - other.y) <= ClickCounter.slop
  }
}

extension InputEvent {
  /// Whether it comes from the pointer.
  var isPointer: Bool {
    switch self {
    case .pressed, .released, .pointerMoved, .pointerLeft: true
    case .keyPressed, .composing, .focused, .pasted, .appeared, .command, .suggestionChosen: false
    }
  }
}
