import TestKit

@testable import Base
@testable import Newswire
@testable import ScrollCore

extension FuzzTarget {
  /// What brokers send.
  static let brokers = [FuzzTarget("broker", longest: 4096, checkBroker)]

  /// Lines of a topic and a message each, as an inbox takes them.
  private static func checkBroker(_ bytes: [UInt8]) throws {
    var settings = BrokerSettings(try BrokerAddress("mqtt://h/c"))
    settings.options.lines = [try TopicFilter("#")]
    settings.wall = "w"
    var inbox = BrokerInbox(settings)
    for line in bytes.split(separator: 0x0A) {
      let parts = line.split(separator: 0x20, maxSplits: 1, omittingEmptySubsequences: false)
      let end = String(decoding: parts[0], as: UTF8.self)
      let topic = end == "plan" || end.hasPrefix("op/") ? "newsreel/wall/w/" + end : "newsreel/channel/c/" + end
      let payload = parts.count > 1 ? Array(parts[1]) : []
      let failure = payload.withUnsafeBytes { payload -> Failure? in
        do throws(Failure) { try inbox.receive(topic, payload, isRetained: false, now: 100) } catch { return error }
        return nil
      }
      if let failure { try hold(!failure.reason.isEmpty, "a failure has no reason") }
    }
    for topic in inbox.drainTopics() { try hold((try? TopicFilter(topic)) != nil, "\(topic) is not a topic") }
    for event in inbox.takeChanges(now: 100) { try check(event) }
    try hold(!inbox.hasChanges, "something is left")
  }

  private static func check(_ event: BrokerEvent) throws {
    for line in event.jsonLines {
      let again = Array(line.utf8).withUnsafeBytes { BrokerEvent(jsonLine: $0, now: 100) }
      try hold(again?.jsonLines == [line], "the line is read as another one: \(line)")
    }
    if case .wall(let message) = event { try check(message) }
    guard case .feed(.items(let items, _)) = event else { return }
    for item in items {
      try holdClean(item.title, "a title")
      try holdClean(item.topic, "a topic")
      try hold((item.place ?? -1) >= 0, "an item has no place")
      try hold(item.expires.map { $0 > 100 && $0.seconds.isFinite } ?? true, "an item has ended")
    }
  }

  /// What a wall shows after any message is in order, and bounded.
  private static func check(_ message: WallMessage) throws {
    var follower = WallFollower()
    switch message {
    case .plan(let plan): follower.receive(plan, at: 100)
    case .operation(let operation):
      follower.receive(
        WallPlan(
          operation.plan, number: max(0, operation.number - 1), items: [], last: -1, end: 0, belt: [], length: 1000,
          gap: 10,
          scrollLeft: true, base: WallMotion(time: 0, distance: 0, speed: 60)), at: 100)
      follower.receive(operation, at: 100)
    }
    for t in [100, 101, 99, 1e5] {
      follower.advance(to: t)
      let belt = follower.plan?.belt ?? []
      try hold(zip(belt, belt.dropFirst()).allSatisfy { $0.end <= $1.place }, "items overlap")
      try hold(belt.count < 40_000 && follower.distance(at: t).isFinite, "the belt is too long")
    }
  }
}
