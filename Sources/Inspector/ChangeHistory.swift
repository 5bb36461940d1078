/// A change requested from the program.
struct PendingChange: Sendable {
  enum Origin: Sendable {
    case user, undo, redo
    /// Restores a value that was cleared for one that was refused.
    case repair
  }

  var step: ChangeHistory.Step
  var origin: Origin
}

/// The changes for undo, and the undone ones for redo; bounded.
struct ChangeHistory: Sendable {
  /// A property's values set before and after a change; nil stands for unset.
  struct Step: Equatable, Sendable {
    var window: String
    var property: String
    var before: String?
    var after: String?
    /// Whether a new value adds to the old one.
    var addsUp: Bool

    var reversed: Step { Step(window: window, property: property, before: after, after: before, addsUp: addsUp) }

    func isAbout(_ other: Step) -> Bool { window == other.window && property == other.property }
  }

  private(set) var past: [Step] = []
  private(set) var future: [Step] = []
  /// Whether the last step can still grow: repeated steps of a number are one change.
  private var isOpen = false

  private static let limit = 500

  mutating func record(_ step: Step, isNudge: Bool) {
    future = []
    defer { isOpen = isNudge }
    if isNudge, isOpen, let last = past.last, last.isAbout(step) {
      past[past.count - 1].after = step.after
      return
    }
    past.append(step)
    if past.count > Self.limit { past.removeFirst() }
  }

  /// Makes the next change a step of its own.
  mutating func close() { isOpen = false }

  /// The change that undoes the last one, or nil.
  mutating func undo() -> Step? {
    guard let step = past.popLast() else { return nil }
    isOpen = false
    future.append(step)
    return step.reversed
  }

  mutating func redo() -> Step? {
    guard let step = future.popLast() else { return nil }
    isOpen = false
    past.append(step)
    return step
  }

  /// Forgets a refused change.
  mutating func forget(_ change: PendingChange) {
    switch change.origin {
    case .user, .redo:
      guard let last = past.last, last.isAbout(change.step), last.after == change.step.after else { return }
      past.removeLast()
      if change.origin == .redo { future.append(last) }
    case .undo:
      guard let last = future.last, last.isAbout(change.step) else { return }
      past.append(future.removeLast())
    case .repair: return
    }
  }
}
