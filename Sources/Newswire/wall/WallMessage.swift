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
    let value: JSON
    do throws(Failure) { value = try JSON(parsing: payload) } catch {
      throw Failure(of: source, reason: "the message is not JSON: \(error.reason)")
    }
    try self.init(value, at: topic, source: source, now: now)
  }

  package init(_ value: JSON, at topic: WallTopic, source: String, now: UnixTime) throws(Failure) {
    let reader = WallReader(value, source: source, now: now)
    switch topic {
    case .plan: self = .plan(try reader.plan())
    case .operation(let number):
      let operation = try reader.operation()
      guard operation.number == number else {
        throw Failure(of: source, reason: "“number” is not that of its topic")
      }
      self = .operation(operation)
    }
  }
}

// MARK: - Writing

extension WallPlan {
  var json: JSON {
    let listed = Set(items)
    return .object([
      ("plan", .string(name)), ("number", .integer(number)), ("time", .number(base.time.seconds)),
      ("distance", .number(base.distance)), ("speed", .number(base.speed)), ("length", .number(length)),
      ("gap", .number(gap)), ("direction", .string(scrollLeft ? "left" : "right")),
      ("items", .array(items.map(\.json))), ("last", .integer(last)), ("end", .number(end)),
      ("belt", .array(belt.map { $0.json(isListed: listed.contains($0.item)) })),
      (
        "turns",
        .array(turns.map { .object([("time", .number($0.time.seconds)), ("speed", .number($0.speed))]) })
      ),
      ("edits", .array(edits.map(\.json))),
    ])
  }
}

extension WallItem {
  fileprivate var json: JSON {
    var members = JSON.members([("id", id), ("text", text), ("topic", topic?.name), ("link", link)])
    if let topic { members.append(("tone", .integer(topic.tone))) }
    if isMarkup { members.append(("markup", .bool(true))) }
    if isContinued { members.append(("continued", .bool(true))) }
    return .object(members + [("width", .number(width))])
  }
}

extension PlacedWallItem {
  /// An item of the list is named, another one written out.
  fileprivate func json(isListed: Bool) -> JSON {
    .object([isListed ? ("id", .string(item.id)) : ("item", item.json), ("place", .number(place))])
  }
}

extension WallOperation {
  var json: JSON {
    let head: [(String, JSON)] = [
      ("plan", .string(plan)), ("number", .integer(number)), ("time", .number(time.seconds)), ("place", .number(place)),
    ]
    switch change {
    case .add(let items, let neighbour):
      return .object(
        head + JSON.members([("kind", "add"), ("behind", neighbour)]) + [("items", .array(items.map(\.json)))])
    case .remove(let ids):
      return .object(head + [("kind", .string("remove")), ("ids", .array(ids.sorted().map(JSON.string)))])
    case .speed(let speed): return .object(head + [("kind", .string("speed")), ("speed", .number(speed))])
    }
  }
}
