internal import Scene
internal import ScrollCore

/// The topics of a strip, by number, that are on and off.
struct StripTopics {
  private var states: [Bool] = []
  private var switched = SwitchedTopics()
  /// The times until which chips offer to undo.
  private var undoEnds: [Int: Seconds] = [:]

  /// The changes of an action, of `count` topics.
  mutating func changes(of action: TopicAction, among count: Int, at t: Seconds) -> [(number: Int, isOn: Bool)] {
    states += Array(repeating: true, count: max(0, count - states.count))
    var changes: [(number: Int, isOn: Bool)] = []
    for case (let number, let isOn?) in switched.changes(of: action, in: states) {
      states[number] = isOn
      undoEnds[number] = action.offersUndo ? t + SwitchedTopics.undoTime : nil
      changes.append((number, isOn))
    }
    return changes
  }

  /// When the next chip's offer to undo ends; may be infinity.
  func nextUndoEnd(after t: Seconds) -> Seconds { undoEnds.values.filter { $0 > t }.min() ?? .infinity }

  /// A chip for each topic.
  func chips(of topics: [Topic], at t: Seconds) -> [Token] {
    topics.indices.map { number in
      let off: TokenState = undoEnds[number, default: -.infinity] > t ? .undo : .off
      return Token(
        topics[number].name, dot: topics[number].color, tag: number, state: isOn(number) ? .on : off)
    }
  }

  /// The notice of a strip without headlines.
  func notice(among count: Int, _ words: Words) -> StripNotice? {
    guard count > 0, !(0..<count).contains(where: isOn) else { return nil }
    return StripNotice(words[.allOff], button: words[.showAll])
  }

  private func isOn(_ number: Int) -> Bool { states.indices.contains(number) ? states[number] : true }
}
