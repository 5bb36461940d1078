/// The topics of a wall: those below `newsreel/wall/NAME`. All are retained.
package enum WallTopic: Equatable, Sendable {
  /// The plan: a JSON object.
  case plan
  /// An operation that the plan does not contain yet, by its number: a JSON object.
  case operation(Int)

  /// The name of the topic of a wall.
  package func name(of wall: String) -> String { Self.root(wall) + end }

  /// The part of the name that is the same for all walls.
  package var end: String {
    switch self {
    case .plan: "plan"
    case .operation(let number): "op/\(number)"
    }
  }

  /// Reads a topic's name; nil for one of another wall, or of none.
  package init?(_ topic: String, of wall: String) {
    let root = Self.root(wall)
    guard topic.hasPrefix(root) else { return nil }
    self.init(end: topic.dropFirst(root.count))
  }

  /// Reads the format of `end`.
  init?(end: some StringProtocol) {
    if end == "plan" {
      self = .plan
    } else if end.hasPrefix("op/"), let number = Int(end.dropFirst(3)), number >= 0 {
      self = .operation(number)
    } else {
      return nil
    }
  }

  /// A screen's subscriptions, with the quality of service. Operations stay below the limits at which brokers drop messages.
  static func subscriptions(to wall: String) -> [(filter: String, qos: Int32)] {
    [(root(wall) + "op/+", 1), (root(wall) + "plan", 1)]
  }

  private static func root(_ wall: String) -> String { "newsreel/wall/\(wall)/" }
}
