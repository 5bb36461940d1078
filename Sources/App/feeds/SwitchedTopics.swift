package import Scene
package import ScrollCore

/// What the user has switched, so that it can be taken back.
package struct SwitchedTopics {
  /// What topics were before each action, the latest last.
  private var steps: [[(id: Int, state: TokenState)]] = []
  private static let most = 100
  /// For how long, in seconds, the chip of a removed topic offers to bring it back.
  package static let undoTime = 10.0

  package init() {}

  var isEmpty: Bool { steps.isEmpty }

  /// What an action changes, of topics that are in these states. It can be taken back from then on.
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
      // That takes its removal back; it is not to be taken back again.
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

  /// A topic has come by the user's hand: to take that back removes it.
  mutating func noteAddition(of id: Int) { steps.append([(id, .removed)]) }

  /// What a topic was before it was removed.
  private func formerState(of id: Int) -> TokenState {
    let former = steps.reversed().compactMap { $0.last { $0.id == id }?.state }.first ?? .on
    return former == .removed ? .on : former
  }
}
