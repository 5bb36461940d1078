internal import Base
internal import ScrollCore

/// The messages of a wall that have not been passed on: the last plan, and operations.
struct WallInbox {
  private let wall: String
  private var plan: WallMessage?
  private var operations: [WallMessage] = []
  /// When the last plan was passed on, on the monotonic clock.
  private var lastPlan = -Double.infinity

  /// The least time between two plans, in seconds: they are long.
  private static let pause = 1.0
  /// The limit for operations between two calls of `takeChanges`.
  private static let most = 256

  init(_ wall: String) { self.wall = wall }

  var subscriptions: [(filter: String, qos: Int32)] { WallTopic.subscriptions(to: wall) }

  var hasChanges: Bool { plan != nil || !operations.isEmpty }

  /// Takes a message in, if it is for the wall.
  ///
  /// - Throws: `Failure` for a message that is not used.
  mutating func receive(_ topic: String, _ payload: UnsafeRawBufferPointer, now: UnixTime) throws(Failure) {
    guard let own = WallTopic(topic, of: wall), !payload.isEmpty else { return }
    switch try WallMessage(payload, at: own, source: topic, now: now) {
    case .plan(let new): plan = .plan(new)
    case .operation(let new):
      guard operations.count < Self.most else {
        throw Failure(of: topic, reason: "more than \(Self.most) operations come at a time")
      }
      operations.append(.operation(new))
    }
  }

  /// Returns the messages since the last call; a plan that comes soon after another one waits.
  mutating func takeChanges(now: Seconds) -> [WallMessage] {
    var messages = operations
    operations = []
    if let plan, now >= lastPlan + Self.pause {
      messages.insert(plan, at: 0)
      (self.plan, lastPlan) = (nil, now)
    }
    return messages
  }
}
