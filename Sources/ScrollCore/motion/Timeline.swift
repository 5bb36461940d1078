/// What something was from each of its events on, so that it can be asked about any time, also one before an event.
///
///     var credits = Timeline(AutoScroll(contentHeight: 600, viewHeight: 200))
///     try credits.change(at: 0) { try $0.start(.speed(10), at: 0) }
///     credits.change(at: 2) { $0.stop(at: 2) }
///     credits[9].offset(at: 9) // 20
///     credits[1].offset(at: 1) // 10
///
/// It keeps a state for each event, until it is told to forget.
public struct Timeline<State> {
  private var epochs: [(start: Seconds, state: State)]

  /// That has always been in this state.
  public init(_ state: State) { epochs = [(-.infinity, state)] }

  /// The state that holds at `t`: the one that the last event up to then left.
  public subscript(t: Seconds) -> State { epochs[max(1, index(after: t)) - 1].state }

  /// Lets an event happen. Events come in the order of their times; one that is late counts from the last one's time on.
  public mutating func change<Failure: Error>(
    at t: Seconds, _ event: (inout State) throws(Failure) -> Void
  ) throws(Failure) {
    var state = epochs[epochs.count - 1].state
    try event(&state)
    // In this order what is no number is late.
    epochs.append((max(epochs[epochs.count - 1].start, t), state))
  }

  /// Gives up what was before `t`; the state that holds at `t` is kept.
  public mutating func forget(before t: Seconds) { epochs.removeFirst(max(1, index(after: t)) - 1) }

  /// Of the first event after `t`.
  private func index(after t: Seconds) -> Int { epochs.indices.partitioningIndex { epochs[$0].start > t } }
}

extension Timeline: Sendable where State: Sendable {}
