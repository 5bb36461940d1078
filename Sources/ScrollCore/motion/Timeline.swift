/// A state that changes at events and can be read at any time, including the past.
///
///     var credits = Timeline(AutoScroll(contentHeight: 600, viewHeight: 200))
///     try credits.change(at: 0) { try $0.start(.speed(10), at: 0) }
///     credits.change(at: 2) { $0.stop(at: 2) }
///     credits[9].offset(at: 9) // 20
///     credits[1].offset(at: 1) // 10
///
/// It keeps a state for each event until `forget(before:)`.
public struct Timeline<State> {
  private var epochs: [(start: Seconds, state: State)]

  /// A timeline that has always been in this state.
  public init(_ state: State) { epochs = [(-.infinity, state)] }

  /// The state at `t`: the one that the last event up to then left.
  public subscript(t: Seconds) -> State { epochs[max(1, index(after: t)) - 1].state }

  /// Applies an event. Events come in the order of their times; a late one counts from the last event's time.
  public mutating func change<Failure: Error>(
    at t: Seconds, _ event: (inout State) throws(Failure) -> Void
  ) throws(Failure) {
    var state = epochs[epochs.count - 1].state
    try event(&state)
    // In this order NaN counts as late.
    epochs.append((max(epochs[epochs.count - 1].start, t), state))
  }

  /// Drops everything before `t`, except the state at `t`.
  public mutating func forget(before t: Seconds) { epochs.removeFirst(max(1, index(after: t)) - 1) }

  /// The index of the first event after `t`.
  private func index(after t: Seconds) -> Int { epochs.indices.partitioningIndex { epochs[$0].start > t } }
}

extension Timeline: Sendable where State: Sendable {}
