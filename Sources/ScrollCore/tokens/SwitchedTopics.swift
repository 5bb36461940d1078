/// An action on topics, by number.
package enum TopicAction: Equatable, Sendable {
  /// Switches it: its headlines go or come back. Its chip stays, dimmed while it is off.
  case turn(Int, on: Bool)
  /// Switches it off. For a while its chip offers to undo that.
  case switchOff(Int)
  /// Turns all other topics off.
  case only(Int)
  /// Asks for what is new in these topics now.
  case reload([Int])
  /// Undoes the last action.
  case undo
  /// Turns all topics on.
  case showAll

  /// Whether the chip of a topic that it turns off offers to undo that.
  package var offersUndo: Bool { if case .switchOff = self { true } else { false } }
}

/// The user's recent switching of topics, for undo.
package struct SwitchedTopics: Sendable {
  /// The topics that each action changed, the latest last: whether they were on, or nil for one that was not there.
  private var steps: [[(id: Int, isOn: Bool?)]] = []
  private static let most = 100
  /// How long the chip of a topic that was just switched off offers to undo it, in seconds.
  package static let undoTime = 10.0

  package init() {}

  package var isEmpty: Bool { steps.isEmpty }

  /// The changes that an action makes to topics: on, off, or nil for one that shall go. Records them for undo.
  ///
  /// - Parameter states: Whether each topic is on; nil for one that is gone.
  package mutating func changes(of action: TopicAction, in states: [Bool?]) -> [(id: Int, isOn: Bool?)] {
    let wanted: [(id: Int, isOn: Bool?)] =
      switch action {
      case .turn(let id, let isOn): [(id, isOn)]
      case .switchOff(let id): [(id, false)]
      case .showAll: states.indices.map { ($0, true) }
      case .only(let id): states.indices.map { ($0, $0 == id) }
      case .reload: []
      case .undo: steps.popLast() ?? []
      }
    let changes = wanted.filter { change in
      states.indices.contains(change.id) && states[change.id].map { $0 != change.isOn } ?? false
    }
    if action != .undo, !changes.isEmpty {
      steps.append(changes.map { ($0.id, states[$0.id]) })
      if steps.count > Self.most { steps.removeFirst() }
    }
    return changes
  }

  /// Records a topic that the user has added: undo lets it go.
  package mutating func noteAddition(of id: Int) { steps.append([(id, nil)]) }
}
