package import Base
internal import Formats
package import ScrollCore

/// A message of a wall's conductor.
package enum WallMessage: Equatable, Sendable {
  case plan(WallPlan)
  case operation(WallOperation)

  /// The longest message, in bytes.
  package static let longest = 900_000

  package var topic: WallTopic {
    switch self {
    case .plan: .plan
    case .operation(let operation): .operation(operation.number)
    }
  }

  package var json: JSON {
    switch self {
    case .plan(let plan): plan.json
    case .operation(let operation): operation.json
    }
  }

  /// - Parameters:
  ///   - source: The name of its topic, for messages.
  /// - Throws: `Failure` for a message that is not what its topic holds, or beyond the limits of walls.
  package init(_ payload: UnsafeRawBufferPointer, at topic: WallTopic, source: String, now: UnixTime) throws(Failure) {
    guard payload.count <= Self.longest else {
      throw Failure(of: source, reason: "a message of \(payload.count) bytes is too long (at most \(Self.longest))")
    }
    let value = try JSON("message", payload, of: source)
    do throws(RecordError) { self = try WallMessage(value, at: topic) } catch { throw Failure(of: source, error) }
    if let problem = problem(at: now) { throw Failure(of: source, reason: problem) }
  }

  init(_ value: JSON, at topic: WallTopic) throws(RecordError) {
    switch topic {
    case .plan: self = .plan(try WallPlan(checking: value))
    case .operation(let number):
      let operation = try WallOperation(checking: value)
      guard operation.number == number else { throw .whole("“number” is not that of its topic") }
      self = .operation(operation)
    }
  }

  /// Seconds that something may lie ahead.
  private static let farthest = 3600.0

  /// What is wrong with its times, or nil.
  func problem(at now: UnixTime) -> String? {
    let times: [UnixTime]
    switch self {
    case .operation(let operation): times = [operation.time]
    case .plan(let plan):
      times = [plan.base.time] + plan.turns.map(\.time) + plan.edits.map(\.time)
      guard WallPlan.places.contains(plan.base.distance + plan.base.speed * (now - plan.base.time)) else {
        return "the belt has run too far since “time”"
      }
    }
    let ahead = (times.max() ?? now) - now
    return ahead <= Self.farthest
      ? nil : "“time” is \(shortest(ahead.rounded())) s ahead (at most \(shortest(Self.farthest)))"
  }
}
