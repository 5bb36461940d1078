/// A change of a property: what it was set to before, and what it is set to then; nil: nothing.
struct PropertyStep: Equatable, Sendable {
  var window: String
  var property: String
  var before: String?
  var after: String?
  /// What it is set to joins what it was set to before.
  var joins: Bool

  var reversed: PropertyStep {
    PropertyStep(window: window, property: property, before: after, after: before, joins: joins)
  }

  func isAbout(_ other: PropertyStep) -> Bool { window == other.window && property == other.property }
}

/// A change that the program has been asked for.
struct PendingChange: Sendable {
  enum Origin: Sendable {
    case user, undo, redo
    /// What was taken away for a value that was refused then.
    case repair
  }

  var step: PropertyStep
  var origin: Origin
}

/// What was changed, for undo, and what was undone, for redo; the newest hundreds of each.
struct ChangeHistory: Sendable {
  private(set) var past: [PropertyStep] = []
  private(set) var future: [PropertyStep] = []
  /// The last step can still grow: a number that goes on by steps is one change.
  private var isOpen = false

  private static let limit = 500

  mutating func record(_ step: PropertyStep, isNudge: Bool) {
    future = []
    defer { isOpen = isNudge }
    if isNudge, isOpen, let last = past.last, last.isAbout(step) {
      past[past.count - 1].after = step.after
      return
    }
    past.append(step)
    if past.count > Self.limit { past.removeFirst() }
  }

  /// The next change is one of its own.
  mutating func close() { isOpen = false }

  /// The change that takes the last one back; nil where there is none.
  mutating func undo() -> PropertyStep? {
    guard let step = past.popLast() else { return nil }
    isOpen = false
    future.append(step)
    return step.reversed
  }

  mutating func redo() -> PropertyStep? {
    guard let step = future.popLast() else { return nil }
    isOpen = false
    past.append(step)
    return step
  }

  /// Takes back what was refused.
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
