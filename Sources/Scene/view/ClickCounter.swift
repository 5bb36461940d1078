package import ScrollCore

/// Counts presses in quick succession at one place.
package struct ClickCounter {
  private var last: (point: Point, time: Seconds)?
  private var count = 0

  /// Seconds between the two presses of a double click.
  private static let interval = 0.4
  /// How far the pointer may move between presses, and during a click, in pixels.
  static let slop = 4.0

  package init() {}

  package mutating func press(_ point: Point, at t: Seconds) -> Int {
    if let last, t - last.time < Self.interval, point.isNear(last.point) { count += 1 } else { count = 1 }
    last = (point, t)
    return count
  }
}

extension Point {
  /// Whether two places count as the same for a click.
  package func isNear(_ other: Point) -> Bool {
    abs(x - other.x) <= ClickCounter.slop && abs(y - other.y) <= ClickCounter.slop
  }
}

extension InputEvent {
  /// Whether it comes from the pointer.
  package var isPointer: Bool {
    switch self {
    case .pressed, .released, .pointerMoved, .pointerLeft: true
    case .keyPressed, .composing, .focused, .pasted, .appeared, .command, .suggestionChosen: false
    }
  }
}
