/// An action on topics, by number.
package enum TopicAction: Equatable, Sendable {
  /// Hides or shows its headlines; its chip stays.
  case turn(Int, on: Bool)
  /// Removes its chip and its headlines. For a while the chip offers to undo that.
  case remove(Int)
  case restore(Int)
  /// Turns all other topics off.
  case only(Int)
  /// Asks for what is new in these topics now.
  case reload([Int])
  /// Undoes the last action.
  case undo
  /// Shows all topics that are off or removed.
  case showAll
}

/// The user's recent switching of topics, for undo.
package struct SwitchedTopics: Sendable {
  /// The states of topics before each action, the latest last.
  private var steps: [[(id: Int, state: TokenState)]] = []
  private static let most = 100
  /// How long the chip of a removed topic offers to undo it, in seconds.
  package static let undoTime = 10.0

  package init() {}

  package var isEmpty: Bool { steps.isEmpty }

  /// The changes that an action makes to topics in these states. Records them for undo.
  package mutating func changes(of action: TopicAction, in states: [TokenState]) -> [(id: Int, state: TokenState)] {
    let wanted: [(id: Int, state: TokenState)] =
      switch action {
      case .turn(let id, let isOn): [(id, isOn ? .on : .off)]
      case .remove(let id): [(id, .removed)]
      case .restore(let id): [(id, formerState(of: id))]
      case .showAll: states.indices.map { ($0, .on) }
      case .only(let id):
        states.indices.filter { $0 == id || states[$0] != .removed }.map { ($0, $0 == id ? .on : .off) }
      case .reload: []
      case .undo: steps.popLast() ?? []
      }
    let changes = wanted.filter { states.indices.contains($0.id) && states[$0.id] != $0.state }
    if case .restore(let id) = action {
      // Restoring undoes the removal, which leaves the stack.
      if let removal = steps.lastIndex(where: { step in step.contains { $0.id == id } }) {
        steps[removal].removeAll { $0.id == id }
        if steps[removal].isEmpty { steps.remove(at: removal) }
      }
    } else if action != .undo, !changes.isEmpty {
      steps.append(changes.map { ($0.id, states[$0.id]) })
      if steps.count > Self.most { steps.removeFirst() }
    }
    return changes
  }

  /// Records a topic that the user has added: undo removes it.
  package mutating func noteAddition(of id: Int) { steps.append([(id, .removed)]) }

  /// The state of a topic before its removal.
  private func formerState(of id: Int) -> TokenState {
    let former = steps.reversed().compactMap { $0.last { $0.id == id }?.state }.first ?? .on
    return former == .removed ? .on : former
  }
}
