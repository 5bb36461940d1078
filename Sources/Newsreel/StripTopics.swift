internal import Scene
internal import ScrollCore

/// The topics of a strip, by number, that are on, off and removed.
struct StripTopics {
  private var states: [TokenState] = []
  private var switched = SwitchedTopics()
  /// The times until which removed topics can be restored.
  private var undoEnds: [Int: Seconds] = [:]
  /// Topics removed for good.
  private var gone: Set<Int> = []

  /// The changes of an action, of `count` topics.
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

  /// When the next removed topic goes for good; may be infinity.
  var nextUndoEnd: Seconds { undoEnds.values.min() ?? .infinity }

  /// The topics that have gone for good since the last call.
  mutating func takeRemoved(at t: Seconds) -> [Int] {
    let over = undoEnds.filter { $0.value <= t }.keys.sorted()
    for number in over { undoEnds[number] = nil }
    gone.formUnion(over)
    return over
  }

  /// A chip for each remaining topic.
  func chips(of topics: [Topic]) -> [Token] {
    topics.indices.filter { !gone.contains($0) }.map {
      Token(topics[$0].name, dot: topics[$0].color, tag: $0, state: state(of: $0))
    }
  }

  /// The notice of a strip without headlines.
  func notice(among count: Int, _ words: Words) -> StripNotice? {
    let left = (0..<count).filter { !gone.contains($0) }.map(state)
    guard !left.isEmpty, !left.contains(.on) else { return nil }
    return StripNotice(words[left.contains(.off) ? .allOff : .allRemoved], button: words[.showAll])
  }

  private func state(of number: Int) -> TokenState { states.indices.contains(number) ? states[number] : .on }
}
