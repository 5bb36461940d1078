/// Watches whether a docked window gets the place that it asks the window manager for. One that does not asks again, and in
/// the end has to take its place itself.
package struct PlaceWatch: Equatable, Sendable {
  package enum Step: Equatable, Sendable {
    /// Nothing is to be done yet.
    case wait
    /// The place is to be asked for again.
    case ask
    /// Asking does not help.
    case giveUp
  }

  private var asked = 0
  /// When to look again, in seconds; infinite where nothing is wrong.
  package private(set) var due = Double.infinity

  package init() {}

  /// How often it asks.
  package static let attempts = 2
  /// How long a window manager has to answer, in seconds. It may move a new window more than once by itself.
  package static let patience = 0.15

  /// Notes whether the window stands where it should, whenever it has been moved.
  package mutating func note(isInPlace: Bool, at t: Double) {
    if isInPlace {
      self = PlaceWatch()
    } else if due == .infinity {
      due = t + Self.patience
    }
  }

  /// What to do at a time.
  package mutating func step(isInPlace: Bool, at t: Double) -> Step {
    note(isInPlace: isInPlace, at: t)
    guard t >= due else { return .wait }
    guard asked < Self.attempts else {
      self = PlaceWatch()
      return .giveUp
    }
    asked += 1
    due = t + Self.patience
    return .ask
  }

  /// Whether a docked window that asked for a frame stands as it should: whole, and at the same edge of its monitor. Window
  /// managers put docks beside each other.
  package static func accepts(_ frame: Rect, askedFor wanted: Rect, on monitor: Rect) -> Bool {
    let edge = Strut.Edge(nearestTo: wanted, of: monitor)
    guard Strut.Edge(nearestTo: frame, of: monitor) == edge,
      edge.thickness(of: frame.size) == edge.thickness(of: wanted.size)
    else { return false }
    return monitor.intersection(frame) == frame || monitor.intersection(wanted) != wanted
  }
}
