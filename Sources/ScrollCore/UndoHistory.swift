/// The states that were, for undo, and those that were undone, for redo; at most 100 steps of each.
public struct UndoHistory<State: Equatable & Sendable>: Equatable, Sendable {
  /// How far back undo goes.
  public static var limit: Int { 100 }

  /// What sort of change a step is. Changes of one sort in a row, `other` excepted, make up a single step.
  public enum Kind: Equatable, Sendable {
    case typing, deleting, other
  }

  private var past: [State] = []
  private var future: [State] = []
  private var open: Kind?

  public init() {}

  public var canUndo: Bool { !past.isEmpty }
  public var canRedo: Bool { !future.isEmpty }

  /// Notes that what was `before` has changed.
  public mutating func record(_ before: State, kind: Kind) {
    future.removeAll()
    if kind != .other, kind == open { return }
    open = kind
    past.append(before)
    if past.count > Self.limit { past.removeFirst() }
  }

  /// The next change begins a new step, whatever its sort: the caret was moved, a word begins.
  public mutating func interrupt() { open = nil }

  /// The state before the last step; nil when there is none.
  public mutating func undo(from present: State) -> State? {
    guard let state = past.popLast() else { return nil }
    future.append(present)
    open = nil
    return state
  }

  /// The state after the step that was undone last; nil when there is none.
  public mutating func redo(from present: State) -> State? {
    guard let state = future.popLast() else { return nil }
    past.append(present)
    open = nil
    return state
  }
}
