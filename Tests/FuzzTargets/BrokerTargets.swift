@testable import Base
@testable import Newswire

extension FuzzTarget {
  /// What brokers send.
  static let brokers = [FuzzTarget("broker", longest: 4096, checkBroker)]

  /// Lines of a topic and a message each, as an inbox takes them.
  private static func checkBroker(_ bytes: [UInt8]) throws {
    var settings = BrokerSettings(try BrokerAddress("mqtt://h/c"))
    settings.lines = [try TopicFilter("#")]
    var inbox = BrokerInbox(settings)
    for line in bytes.split(separator: 0x0A) {
      let parts = line.split(separator: 0x20, maxSplits: 1, omittingEmptySubsequences: false)
      let topic = "newsreel/channel/c/" + String(decoding: parts[0], as: UTF8.self)
      let payload = parts.count > 1 ? Array(parts[1]) : []
      let failure = payload.withUnsafeBytes { payload -> Failure? in
        do throws(Failure) { try inbox.take(topic, payload, isRetained: false, now: 100) } catch { return error }
        return nil
      }
      if let failure { try hold(!failure.reason.isEmpty, "a failure has no reason") }
    }
    for topic in inbox.takeTopics() { try hold((try? TopicFilter(topic)) != nil, "\(topic) is no topic") }
    for event in inbox.takeChanges() { try check(event) }
    try hold(!inbox.hasChanges, "something is left")
  }

  private static func check(_ event: BrokerEvent) throws {
    for line in event.jsonLines {
      let again = Array(line.utf8).withUnsafeBytes { BrokerEvent(jsonLine: $0) }
      try hold(again?.jsonLines == [line], "the line is read as another one: \(line)")
    }
    guard case .feed(.items(let items, _)) = event else { return }
    for item in items {
      try holdClean(item.title, "a title")
      try holdClean(item.topic, "a topic")
      try hold((item.place ?? -1) >= 0, "an item has no place")
      try hold(item.expires.map { $0 > 100 && $0.isFinite } ?? true, "an item has ended")
    }
  }
}
