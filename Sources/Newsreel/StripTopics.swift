internal import App
internal import Scene
internal import ScrollCore

/// Which topics of a strip are on, off and removed. A topic is known by its number.
struct StripTopics {
  private var states: [TokenState] = []
  private var switched = SwitchedTopics()
  /// Until when a removed topic can be brought back.
  private var undoEnds: [Int: Seconds] = [:]
  /// Topics that nothing brings back.
  private var gone: Set<Int> = []

  /// What an action changes, of so many topics.
  mutating func changes(
    of action: TopicAction, among count: Int, at t: Seconds
  ) -> [(number: Int, state: TokenState)] {
    states += Array(repeating: .on, count: max(0, count - states.count))
    var changes: [(number: Int, state: TokenState)] = []
    for (number, state) in switched.changes(of: action, in: states) where !gone.contains(number) {
      states[number] = state
      undoEnds[number] = state == .removed ? t + (action == .undo ? 0 : SwitchedTopics.undoTime) : nil
      changes.append((number, state))
    }
    return changes
  }

  /// When the next removed topic is gone for good; infinity where none is removed.
  var nextUndoEnd: Seconds { undoEnds.values.min() ?? .infinity }

  /// The topics that are gone for good since the last call.
  mutating func takeRemoved(at t: Seconds) -> [Int] {
    let over = undoEnds.filter { $0.value <= t }.keys.sorted()
    for number in over { undoEnds[number] = nil }
    gone.formUnion(over)
    return over
  }

  /// A chip for each topic that is not gone.
  func chips(of topics: [Topic]) -> [Token] {
    topics.indices.filter { !gone.contains($0) }.map {
      Token(topics[$0].name, dot: topics[$0].color, tag: $0, state: state(of: $0))
    }
  }

  /// What a strip says of so many topics where it has no headlines.
  func notice(among count: Int) -> StripNotice? {
    let left = (0..<count).filter { !gone.contains($0) }.map(state)
    guard !left.isEmpty, !left.contains(.on) else { return nil }
    return StripNotice(left.contains(.off) ? "All topics are off" : "All topics are removed", button: "Show all")
  }

  private func state(of number: Int) -> TokenState { states.indices.contains(number) ? states[number] : .on }
}
